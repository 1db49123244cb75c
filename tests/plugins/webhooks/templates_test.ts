// Texts with places, JSON pointers and tests of payloads: no code, no prototype, every value in its form.

import assert from "node:assert/strict";
import type { Json } from "../../../src/core/json.ts";
import { takes } from "../../../src/plugins/webhooks/templates.ts";
import { parsePointer, valueAt } from "../../../src/core/webhook/pointer.ts";
import type { PayloadTests } from "../../../src/core/webhook/template.ts";
import { fill, parseText } from "../../../src/core/webhook/text.ts";

/** The document and the values of RFC 6901, section 5. */
const RFC: Json = {
  foo: ["bar", "baz"],
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "g|h": 4,
  "i\\j": 5,
  'k"l': 6,
  " ": 7,
  "m~n": 8,
};
const RFC_VALUES: readonly (readonly [string, Json])[] = [
  ["", RFC],
  ["/foo", ["bar", "baz"]],
  ["/foo/0", "bar"],
  ...[["/", 0], ["/a~1b", 1], ["/c%d", 2], ["/e^f", 3], ["/g|h", 4], ["/i\\j", 5], ['/k"l', 6]] as const,
  ...[["/ ", 7], ["/m~0n", 8]] as const,
];

Deno.test("E8: pointers find what RFC 6901 says", () => {
  for (const [pointer, expected] of RFC_VALUES) {
    assert.deepEqual(valueAt(RFC, parsePointer(pointer) ?? assert.fail(pointer)), expected, pointer);
  }
});

Deno.test("E8: a pointer finds own members alone, and of a list plain indexes alone", () => {
  const nothing = [
    "/constructor",
    "/__proto__",
    "/foo/length",
    "/foo/-",
    "/foo/00",
    "/foo/01",
    "/foo/2",
    "/foo/1e0",
  ];
  for (const pointer of [...nothing, "/toString/name", "/foo/0/0", "/a/b", "/foo/constructor", "/m~0n/x"]) {
    assert.equal(valueAt(RFC, parsePointer(pointer) ?? assert.fail(pointer)), undefined, pointer);
  }
  assert.equal(valueAt(JSON.parse('{"__proto__":{"a":1}}'), ["__proto__", "a"]), 1);
  for (const pointer of ["a", "a/b", "/a~", "/a~2", "~0", "#/a"]) {
    assert.equal(parsePointer(pointer), undefined, pointer);
  }
});

const PAYLOAD: Json = {
  text: "Ünïcode 🚀 \n {/number} {{",
  number: 1e21,
  small: 0.1,
  yes: true,
  no: false,
  nothing: null,
  list: [1, "a", null],
  object: { b: 1, a: "}" },
  empty: "",
};

const FILLED: readonly [string, string | undefined][] = [
  ["plain", "plain"],
  ["{/text}", "Ünïcode 🚀 \n {/number} {{"],
  ["{/number} {/small} {/yes} {/no}", "1e+21 0.1 true false"],
  ["{/list}{/object}", '[1,"a",null]{"b":1,"a":"}"}'],
  ["{/list/1}{/object/a}", "a}"],
  ["{/nothing}", undefined],
  ["{/nothing|none}", "none"],
  ["{/missing/deep|}", ""],
  ["{/empty|full}", ""],
  ["{/missing}", undefined],
  ["{/missing|a|b}", "a|b"],
  ["{{/text}}", "{/text}"],
  ["{{{/yes}}}", "{true}"],
  ["{#event}/{#id}/{#trigger}", "push/d1/github"],
  ["{#event|none}", "push"],
  ["{/constructor|safe}{/__proto__|safe}", "safesafe"],
  ["${/yes}", "$true"],
  ["{}", JSON.stringify(PAYLOAD)],
];

for (const [text, expected] of FILLED) {
  Deno.test(`E8: the text ${JSON.stringify(text)} is filled as ${JSON.stringify(expected)?.slice(0, 60)}`, () => {
    const parsed = parseText(text);
    assert.ok(parsed.ok);
    assert.equal(fill(parsed.text, PAYLOAD, { trigger: "github", id: "d1", event: "push" }), expected);
  });
}

Deno.test("E8: an event without a kind has no {#event}, and matches no pattern", () => {
  const parsed = parseText("{#event}");
  assert.ok(parsed.ok);
  assert.equal(fill(parsed.text, {}, { trigger: "t", id: "i", event: undefined }), undefined);
  assert.equal(takes({ event: "*" }, undefined, {}), false);
  assert.equal(takes({}, undefined, {}), true);
});

Deno.test("E8: events match whole, in a list, or by one * at the end", () => {
  const cases: readonly [string | readonly string[], string, boolean][] = [
    ["push", "push", true],
    ["push", "pushed", false],
    ["issues.*", "issues.opened", true],
    ["issues.*", "issues", false],
    ["issues*", "issues", true],
    [["a", "b.*"], "b.c", true],
    [["a", "b.*"], "c", false],
    ["*", "anything", true],
    [".*", "push", false],
  ];
  for (const [event, kind, expected] of cases) {
    assert.equal(takes({ event }, kind, {}), expected, `${event} ${kind}`);
  }
});

Deno.test("E8: a payload is compared by value and type; all of where, none of unless", () => {
  const labels: Json = [{ name: "bug", "*": 1 }, { name: "needs-info" }, { name: null }];
  const payload: Json = { a: 1, b: "1", c: null, d: { e: [true] }, labels, empty: [], "*": { x: 2 } };
  const cases: readonly [PayloadTests, boolean][] = [
    [{ "/a": 1 }, true],
    [{ "/a": "1" }, false],
    [{ "/b": 1 }, false],
    [{ "/c": null }, true],
    [{ "/x": null }, false],
    [{ "/c": { exists: false } }, true],
    [{ "/d": { exists: true } }, true],
    [{ "/d/e/0": true }, true],
    [{ "/d/e": true }, false],
    [{ "/a": [2, 1] }, true],
    [{ "/a": 1, "/b": "2" }, false],
    [{}, true],
    // `*` is any item of a list, and in an object a key as others.
    [{ "/labels/*/name": "needs-info" }, true],
    [{ "/labels/*/name": "done" }, false],
    [{ "/labels/*/name": ["done", "bug"] }, true],
    [{ "/labels/*/name": { exists: true } }, true],
    [{ "/labels/*/color": { exists: false } }, true],
    [{ "/empty/*/name": { exists: false } }, true],
    [{ "/labels/*": "bug" }, false],
    [{ "/labels/*/*": 1 }, true],
    [{ "/*/x": 2 }, true],
    [{ "/d/*/0": true }, false],
  ];
  for (const [where, expected] of cases) {
    const name = JSON.stringify(where);
    assert.equal(takes({ where }, "e", payload), expected, name);
    if (Object.keys(where).length === 1) {
      assert.equal(takes({ unless: where }, "e", payload), !expected, name);
    }
  }
  assert.equal(takes({ unless: { "/a": 2, "/b": "1" } }, "e", payload), false);
});
