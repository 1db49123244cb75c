import assert from "node:assert/strict";
import fc from "fast-check";
import type { Json } from "../../../../src/core/json.ts";
import { capOutput, toOutput } from "../../../../src/kernel/tools/cut_output.ts";

const MUCH = 1_000_000;

class Money {
  constructor(readonly amount: number) {}
}

const KEPT: readonly [string, unknown, Json][] = [
  ["undefined", undefined, null],
  ["NaN", { n: NaN, m: Infinity }, { n: null, m: null }],
  ["a bigint", 12345678901234567890n, "12345678901234567890"],
  ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
  ["a date that is none", new Date(NaN), null],
  ["a map", new Map([["a", new Set([1, 2])]]), { a: [1, 2] }],
  ["an instance with fields", new Money(3), { amount: 3 }],
  ["a URL", new URL("https://example.com/"), "https://example.com/"],
  ["a missing member", { a: undefined, b: [undefined] }, { b: [null] }],
  [
    "the same object twice",
    (() => {
      const shared = { n: 1 };
      return [shared, shared];
    })(),
    [{ n: 1 }, { n: 1 }],
  ],
  ["a lone surrogate", { "k\ud800": "v\udc00" }, { "k\ufffd": "v\ufffd" }],
  ["a member named __proto__", JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}')],
  ["an object without prototype", Object.create(null), {}],
];
for (const [what, value, json] of KEPT) {
  Deno.test(`X2: an output that is ${what} is kept as JSON`, () => {
    assert.deepEqual(toOutput(value, MUCH), { type: "json", json });
  });
}

const circle: unknown[] = [];
circle.push({ back: circle });
const endless = { toJSON: (): unknown => ({ ...endless }) };
const REFUSED: readonly [string, unknown, RegExp][] = [
  ["a function", () => 1, /^it is a function\.$/],
  ["a symbol", { a: [Symbol("x")] }, /^\/a\/0 is a symbol\.$/],
  ["a circle", circle, /^\/0\/back contains itself\.$/],
  ["an error", { error: new Error("no") }, /^\/error is a Error, which has no JSON form\.$/],
  ["a response", new Response(), /Response/],
  ["a promise", [Promise.resolve(1)], /^\/0 is a Promise/],
  ["bytes", new Uint8Array(3), /Uint8Array/],
  ["a getter that throws", {
    get a() {
      throw new Error("secret");
    },
  }, /^reading it threw an error\.$/],
  ["a toJSON that throws", {
    toJSON() {
      throw new Error("secret");
    },
  }, /^reading it threw an error\.$/],
  ["an endless toJSON", endless, /^reading it threw an error\.$/],
  ["nested too deeply", JSON.parse("[".repeat(2_000) + "]".repeat(2_000)), /deeper than 500/],
];
for (const [what, value, reason] of REFUSED) {
  Deno.test(`X2: an output that is ${what} is refused in words`, () => {
    const output = toOutput(value, MUCH);
    assert(output.type === "not_json");
    assert.match(output.reason, reason);
  });
}

Deno.test("X2: an output within the limit is untouched", () => {
  const output = { a: "é".repeat(100) };
  assert.equal(capOutput(output, 208), output);
  assert.notEqual(capOutput(output, 207), output);
});

Deno.test("X2: text that is too long keeps its beginning and says what was cut", () => {
  const capped = capOutput("a".repeat(1_000), 300);
  assert(typeof capped === "string");
  assert.match(capped, /^a{200,}\n\[cut: the whole output is 1002 bytes of JSON, 300 are allowed\]$/);
  assert.equal(JSON.stringify(capped).length, 300);
});

Deno.test("X2: anything else that is too long becomes the beginning of its JSON text", () => {
  const capped = capOutput({ rows: Array.from({ length: 500 }, (_, n) => ({ n })) }, 300);
  assert(typeof capped === "object" && capped !== null && "head" in capped);
  assert.match(String(capped.head), /^\{"rows":\[\{"n":0\},/);
  assert.match(String(capped.cut), /^\[cut: /);
});

Deno.test("X2: a capped output is well-formed JSON within the limit, whatever it is made of", () => {
  const text = fc.string({ unit: "binary", minLength: 200, maxLength: 600 });
  fc.assert(
    fc.property(
      fc.oneof(text, fc.array(text, { minLength: 1 })),
      fc.integer({ min: 256, max: 900 }),
      (value, maxBytes) => {
        const output = toOutput(value, maxBytes);
        assert(output.type === "json");
        const json = JSON.stringify(output.json);
        assert(new TextEncoder().encode(json).length <= maxBytes);
        assert(!/\\ud[89a-f]/i.test(json), "no half of a surrogate pair");
      },
    ),
  );
});

Deno.test("X2: any JSON value is kept as it is", () => {
  fc.assert(fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
    const json = JSON.parse(JSON.stringify(value));
    assert.deepEqual(toOutput(json, Infinity), {
      type: "json",
      json: JSON.parse(JSON.stringify(json).toWellFormed()),
    });
  }));
});
