// Row E16: what comes from outside is checked as a whole, every wrong place is named, and nothing else gets in.

import assert from "node:assert/strict";
import {
  anyJson,
  anyOf,
  boolean,
  check,
  described,
  list,
  mapped,
  number,
  object,
  oneOf,
  optional,
  record,
  type Shape,
  text,
  whole,
  withDefault,
} from "../../src/core/shape.ts";

const word = text({ least: 1, most: 3, pattern: /^[a-z]*$/ });

/** What a shape takes, with what it makes of it where that is something else. */
const TAKEN: readonly [string, Shape<unknown>, unknown, unknown?][] = [
  ["a text at both ends of its length", list(word), ["a", "abc"]],
  ["a whole number at the edge of what a double holds", whole(), Number.MAX_SAFE_INTEGER],
  ["minus zero", whole(0), -0],
  ["a number between", number(0, 1), 0.5],
  ["an empty list and an empty object", object({ a: list(word), b: record(word) }), { a: [], b: {} }],
  ["a field that is left out", object({ a: optional(word) }), {}],
  ["a field that is undefined, as if it were left out", object({ a: optional(word) }), { a: undefined }, {}],
  ["null where any JSON goes", object({ a: anyJson }), { a: null }],
  ["a default", object({ a: withDefault(boolean, true) }), {}, { a: true }],
  ["a mapping of a default", mapped(withDefault(text(), "5"), Number), undefined, 5],
  ["the second of two shapes", anyOf([whole(), list(whole())], "no"), [1]],
  ["keys that objects inherit", record(whole()), JSON.parse('{"toString":1,"__proto__":2}')],
];

for (const [why, shape, value, expected = value] of TAKEN) {
  Deno.test(`E16: a shape takes ${why}`, () => {
    assert.deepEqual(check(shape, value), { ok: true, value: expected });
  });
}

const REFUSED: readonly [string, Shape<unknown>, unknown, readonly string[]][] = [
  ["a missing field", object({ a: word }), {}, ["/a is missing"]],
  ["a field that is only inherited", object({ toString: anyJson }), {}, ["/toString is missing"]],
  ["null for a text", word, null, [" must be a string"]],
  ["a list for an object", object({}), [], [" must be an object"]],
  ["an object for a list", list(word), {}, [" must be a list"]],
  ["a text that is too long or has another form", list(word), ["", "abcd", "A"], [
    "/0 must be at least 1 characters",
    "/1 must be at most 3 characters",
    "/2 must match ^[a-z]*$",
  ]],
  ["numbers that are no whole numbers", list(whole(0, 9)), [0.5, NaN, Infinity, "1", -1, 10], [
    ...["/0 must be a whole number", "/1 must be a number", "/2 must be a number", "/3 must be a number"],
    ...["/4 must be at least 0", "/5 must be at most 9"],
  ]],
  ["a whole number that a double does not hold", whole(), 2 ** 53, [` must be at most ${2 ** 53 - 1}`]],
  ["a list that is too long", list(word, 1, 1), ["a", "b"], [" must be at most 1 items"]],
  ["another word", oneOf(["a", "b"]), "c", [' must be "a" or "b"']],
  ["1 for true", boolean, 1, [" must be true or false"]],
  ["what fits none of two shapes, once", anyOf([whole(), boolean], "must be one of them"), "x", [
    " must be one of them",
  ]],
  [
    "every wrong place, in the order of the shape, unknown fields last",
    object({ a: object({ b: list(object({ c: word })) }), d: boolean, e: optional(whole()) }),
    JSON.parse('{"__proto__":1,"e":"x","a":{"b":[{"c":"ok"},{"c":1,"f":2}]}}'),
    [
      ...["/a/b/1/c must be a string", "/a/b/1/f is not known", "/d is missing", "/e must be a number"],
      "/__proto__ is not known",
    ],
  ],
];

for (const [why, shape, value, expected] of REFUSED) {
  Deno.test(`E16: a shape refuses ${why}`, () => {
    const checked = check(shape, value);
    assert.deepEqual(
      checked.ok ? "it fits" : checked.issues.map(({ path, message }) => {
        return `${path.map((step) => `/${String(step)}`).join("")} ${message}`;
      }),
      expected,
    );
  });
}

Deno.test("E16: a mapping runs on what fits only, and may refuse a place inside", () => {
  const seen: unknown[] = [];
  const shape = mapped(object({ a: whole(), b: optional(whole()) }), (value, refuse) => {
    seen.push(value);
    return value.a < 9 ? value : refuse("is over", "write less", ["a"]);
  });
  assert.deepEqual(check(shape, { a: 1 }), { ok: true, value: { a: 1 } });
  assert.equal(check(shape, { a: 1, b: "x" }).ok, false);
  assert.deepEqual(check(list(shape), [{ a: 9 }]), {
    ok: false,
    issues: [{ code: "custom", path: [0, "a"], message: "is over", fix: "write less" }],
  });
  assert.deepEqual(seen, [{ a: 1 }, { a: 9 }]);
});

Deno.test("E16: a shape says in JSON Schema what a caller may write", () => {
  const shape = object({
    a: described(word, "a word"),
    b: withDefault(whole(0, 9), 3),
    c: optional(anyOf([oneOf(["x"]), list(record(anyJson), 1)], "")),
  });
  assert.deepEqual(shape.schema, {
    type: "object",
    properties: {
      a: { type: "string", minLength: 1, maxLength: 3, pattern: "^[a-z]*$", description: "a word" },
      b: { type: "integer", minimum: 0, maximum: 9, default: 3 },
      c: {
        anyOf: [{ type: "string", enum: ["x"] }, {
          type: "array",
          items: { type: "object", additionalProperties: {} },
          minItems: 1,
        }],
      },
    },
    required: ["a"],
    additionalProperties: false,
  });
});
