import assert from "node:assert/strict";
import fc from "fast-check";
import { AgentError } from "../../src/core/error.ts";
import { MAX_JSON_DEPTH } from "../../src/core/json.ts";
import { parseStrictJson } from "../../src/http/strict_json.ts";

Deno.test("strict JSON: what JSON.stringify writes comes back as JSON.parse reads it", () => {
  fc.assert(fc.property(fc.json(), (text) => {
    if (text.includes("__proto__") || text.includes("\\u0000")) return;
    assert.deepEqual(parseStrictJson(text), JSON.parse(text));
  }));
});

Deno.test("strict JSON: any text is either JSON for both parsers or a refusal with a code, never a crash", () => {
  const soup = fc.string({ unit: fc.constantFrom(...'{}[]:,"\\u0019eE+-. \n\ttrufalsn\ud800\0é') });
  fc.assert(fc.property(soup, (text) => {
    let expected: unknown;
    try {
      expected = JSON.parse(text);
    } catch {
      assert.equal(codeOf(text), "invalid_json", text);
      return;
    }
    const code = codeOf(text);
    if (code === undefined) assert.deepEqual(parseStrictJson(text), expected);
    else assert.equal(code, "invalid_request", text);
  }));
});

/** After the n_*.json files of nst/JSONTestSuite: every one must be refused. */
const REFUSED = [
  "",
  " ",
  "[1 true]",
  "[a]",
  '["": 1]',
  '[""],',
  "[,1]",
  "[1,,2]",
  '["x"]]',
  '["",]',
  '["x"',
  "[x",
  "[3[4]]",
  "[-]",
  "[",
  "[nul]",
  "[fals]",
  "[++1234]",
  "[+1]",
  "[+Inf]",
  "[-01]",
  "[-1.0.]",
  "[-2.]",
  "[-NaN]",
  "[.-1]",
  "[.2e-3]",
  "[0.1.2]",
  "[0.3e+]",
  "[0e]",
  "[1.0e-]",
  "[1 000.0]",
  "[1eE2]",
  "[2.e+3]",
  "[NaN]",
  "[Infinity]",
  "[\uff11]",
  "[0x42]",
  "[012]",
  '{"x", null}',
  '{"x"::"b"}',
  '{"a":"a" 123}',
  "{key: 'value'}",
  '{"a" b}',
  '{:"b"}',
  '{"a"',
  '{"a":',
  '{"a":"a',
  '{"id":0,}',
  '{"id":0,,}',
  "{'a':0}",
  '{"a":"b"}/**/',
  '{"a":"b"}#',
  '{"a":"b"}//',
  '{"a":/*comment*/"b"}',
  "{1:1}",
  "{9999E9999:1}",
  '["\\uD800\\"]',
  '["\\uD800\\u"]',
  '["\\u00A"]',
  '["\\"]',
  '["\\x00"]',
  '["\\\\\\"]',
  '["\\🌀"]',
  '["\\uqqqq"]',
  '["new\nline"]',
  '["\t"]',
  '"',
  "['single quote']",
  "abc",
  '["\\',
  '"x"#',
  "<null>",
  "\u2060",
  "\u00a0[]",
  "[1]x",
  "][",
  "*",
  '{"a":true} "x"',
  "'",
  '{"a": true',
  "TRUE",
  "[\f]",
];

Deno.test("strict JSON: the refusals of JSONTestSuite are invalid_json, with the reason that the runtime gives", () => {
  for (const text of REFUSED) {
    assert.throws(() => parseStrictJson(text), (error) => {
      assert.ok(error instanceof AgentError, text);
      assert.equal(error.code, "invalid_json", text);
      assert.match(error.message, /^The body is not JSON: \S.*\.$/s);
      assert.ok(error.message.isWellFormed() && error.message.length < 200, text);
      return true;
    });
  }
});

Deno.test("strict JSON: 64 levels are taken, one more is refused with its pointer, and 50,000 are no stack overflow", () => {
  const lists = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  for (const nested of [lists, objects]) {
    assert.equal(codeOf(nested(MAX_JSON_DEPTH)), undefined);
    for (const levels of [MAX_JSON_DEPTH + 1, 50_000]) {
      const step = nested === lists ? "/0" : "/a";
      assert.deepEqual(problemsOf(nested(levels)), ["invalid_request", step.repeat(MAX_JSON_DEPTH)]);
    }
  }
  for (const text of ["[".repeat(100_000), '{"a":'.repeat(100_000)]) {
    assert.equal(codeOf(text), "invalid_json");
  }
});

Deno.test("strict JSON: a megabyte of text in one string is read", () => {
  const text = "x".repeat(1_000_000);
  assert.equal(parseStrictJson(JSON.stringify(text)), text);
});

Deno.test("strict JSON: of two equal keys the last one counts, as JSON.parse reads them", () => {
  assert.deepEqual(parseStrictJson('{"a":1,"\\u0061":2}'), { a: 2 });
});

Deno.test("strict JSON: keys that name properties of every object are ordinary keys", () => {
  const value = parseStrictJson('{"constructor":1,"toString":2,"hasOwnProperty":3}');
  assert.deepEqual(value, { constructor: 1, toString: 2, hasOwnProperty: 3 });
});

Deno.test("strict JSON: __proto__, NUL, lone surrogates and endless numbers are refused with one pointer each", () => {
  assert.deepEqual(problemsOf('{"a":{"__proto__":{"x":1}}}'), ["invalid_request", "/a/__proto__"]);
  assert.deepEqual(problemsOf('{"a":"x\\u0000","b":["\\ud800","ok"]}'), ["invalid_request", "/a", "/b/0"]);
  assert.deepEqual(problemsOf('{"\\udc00":1}'), ["invalid_request", "/\udc00"]);
  assert.deepEqual(problemsOf('{"n":1e400}'), ["invalid_request", "/n"]);
  assert.deepEqual(parseStrictJson('["\\ud83d\\ude00"]'), ["😀"]);
});

function problemsOf(text: string): string[] {
  const error = errorOf(text);
  assert.ok(error);
  return [error.code, ...error.problems.map(({ pointer }) => pointer)];
}

function codeOf(text: string): string | undefined {
  return errorOf(text)?.code;
}

function errorOf(text: string): AgentError | undefined {
  try {
    parseStrictJson(text);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AgentError, `${text}: ${error}`);
    return error;
  }
}
