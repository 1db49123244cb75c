// P5: ids of nine letters and digits for providers that take no others.
import assert from "node:assert/strict";
import fc from "fast-check";
import { toShortIds } from "../../../src/providers/_wire/calls/short_ids.ts";

Deno.test("P5: an id has nine letters and digits, and the same ones every time", () => {
  const short = toShortIds(["call_a", "call_b"]);
  for (const id of ["call_a", "call_b", "call_of_nobody", ""]) {
    assert.match(short(id), /^[a-zA-Z0-9]{9}$/);
    assert.equal(toShortIds([id])(id), short(id));
  }
});

Deno.test("P5: ids with the same beginning, the same end or a few bits apart stay apart", () => {
  const ids = Array.from({ length: 100_000 }, (_, index) => [
    `call_00000000000000${String(index).padStart(6, "0")}`,
    `call_${String(index).padStart(6, "0")}00000000000000`,
    `call_${index.toString(2).padStart(17, "0").replaceAll("1", "P")}xyz`,
  ]).flat();
  const short = new Set(ids.map(toShortIds([])));
  assert.equal(short.size, new Set(ids).size);
});

Deno.test("P5: every digit is about as frequent in every place", () => {
  const counts = Array.from({ length: 9 }, () => new Map<string, number>());
  const short = toShortIds([]);
  for (let index = 0; index < 62_000; index++) {
    [...short(`call_0000000000000000${index}`)].forEach((digit, place) => {
      counts[place]?.set(digit, (counts[place]?.get(digit) ?? 0) + 1);
    });
  }
  // The last place holds what is left of 53 bits: 42 digits.
  for (const [place, count] of counts.entries()) {
    assert.equal(count.size, place < 8 ? 62 : 42);
    if (place < 8) {
      assert.ok([...count.values()].every((times) => times > 800 && times < 1200), `place ${place}`);
    }
  }
});

Deno.test("P5: ids of one message that hash alike get different ids, by their order alone", () => {
  const alike = (text: string) =>
    text.includes("#") ? `00000000${text.slice(-1).padStart(8, "0")}` : "0".repeat(16);
  const ids = ["call_a", "call_b", "call_c"];
  const short = toShortIds(ids, alike);
  assert.equal(new Set(ids.map(short)).size, 3);
  assert.deepEqual(ids.map(short), ids.map(toShortIds(ids, alike)));
  assert.equal(short("call_a"), toShortIds(["call_a"], alike)("call_a"));
});

Deno.test("P5: whatever the ids are, no two of one message share one", () => {
  fc.assert(fc.property(fc.uniqueArray(fc.string(), { maxLength: 64 }), (ids) => {
    const short = ids.map(toShortIds(ids));
    assert.equal(new Set(short).size, ids.length);
    for (const id of short) assert.match(id, /^[a-zA-Z0-9]{9}$/);
  }));
});
