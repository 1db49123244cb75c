import assert from "node:assert/strict";
import fc from "fast-check";
import { sha256 } from "../../../../src/core/text/sha256.ts";
import { THREAD_ID } from "../../../../src/core/text/id.ts";
import { threadIdOfEvent, toThreadId } from "../../../../src/plugins/webhooks/thread_id.ts";

Deno.test("E8: every text has a legal thread id, a legal one is its own unless it begins with an underscore, and two texts have two", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.string({ maxLength: 200 }),
      async (a, b) => {
        const [one, other] = [await toThreadId(a, sha256), await toThreadId(b, sha256)];
        assert.match(one, THREAD_ID);
        assert.match(other, THREAD_ID);
        if (THREAD_ID.test(a) && !a.startsWith("_") && a.length < 22) assert.equal(one, a);
        if (a !== b) assert.notEqual(one, other);
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("E8: texts that differ in what an id cannot have are two threads", async () => {
  const texts = [
    "a/b",
    "a-b",
    "a b",
    "A/b",
    "a/b ",
    "🚀",
    "ü",
    "",
    "-",
    "x".repeat(129),
    "x".repeat(130),
    "x".repeat(5_000),
    `${"x".repeat(5_000)}y`,
  ];
  const ids = await Promise.all(texts.map((text) => toThreadId(text, sha256)));
  assert.equal(new Set(ids).size, texts.length);
  assert.match(ids[0] ?? "", /^a-b\.[\w-]{22}$/);
  assert.equal(ids[1], "a-b");
});

Deno.test("E8: the id that a text is given is not the id of that text: a stranger cannot write it", async () => {
  const ids = ["acme/shop#7"];
  for (let turn = 0; turn < 3; turn++) ids.push(await toThreadId(ids[turn] ?? "", sha256));
  assert.equal(new Set(ids).size, 4, ids.join(" "));
  const own = await threadIdOfEvent({ trigger: "github", agent: "a", id: "1" }, sha256);
  assert.notEqual(await toThreadId(own, sha256), own);
  for (const plain of ["slack-C1-1355517523.000005", "v1.2.3", "event_of_the_day", "issue-7"]) {
    assert.equal(await toThreadId(plain, sha256), plain);
  }
});

Deno.test("E8: an event has one thread for each trigger and agent", async () => {
  const of = (trigger: string, agent: string, id: string) => threadIdOfEvent({ trigger, agent, id }, sha256);
  const ids = [
    await of("a", "b", "c"),
    await of("a", "b", "d"),
    await of("a", "bc", ""),
    await of("ab", "", "c"),
  ];
  assert.equal(new Set(ids).size, 4);
  assert.equal(await of("a", "b", "c"), ids[0]);
  for (const id of ids) assert.match(id, THREAD_ID);
});

Deno.test("E8: a text that begins with an underscore keeps the thread that it had before such ids were legal", async () => {
  assert.equal(await toThreadId("_order1", sha256), `order1.${(await sha256("_order1")).slice(0, 22)}`);
});
