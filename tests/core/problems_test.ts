// What a schema refuses, as a place, a sentence and a fix.

import assert from "node:assert/strict";
import * as z from "zod/mini";
import { check, keysAt, type Wording } from "../../src/core/problems.ts";

const schema = z.strictObject({
  word: z.optional(z.string().check(z.minLength(1), z.maxLength(5))),
  code: z.optional(z.string().check(z.regex(/^[a-z]+$/))),
  ratio: z.optional(z.number().check(z.gte(0), z.lte(1))),
  count: z.optional(z.int().check(z.gte(1), z.lte(9))),
  on: z.optional(z.boolean()),
  mode: z.optional(z.enum(["fast", "slow"])),
  kind: z._default(z.literal("only"), "only"),
  list: z.optional(z.array(z.strictObject({ name: z.string() })).check(z.maxLength(2))),
  map: z.optional(z.record(z.string(), z.number())),
  either: z.optional(z.union([z.string(), z.number()])),
  port: z.optional(
    z.pipe(z.string().check(z.refine((text) => /^\d+$/.test(text), "is no port")), z.transform(Number)),
  ),
  even: z.optional(
    z.number().check(z.refine((n) => n % 2 === 0, { error: "is odd", params: { fix: "double it." } })),
  ),
});

const SENTENCES: readonly [string, unknown, string][] = [
  ["a value of another type", 5, " has the wrong type; write an object."],
  ["null", { word: null }, "/word has no value; write a string, or remove it."],
  ["a number for a text", { word: 5 }, '/word has the wrong type; write a string, in quotes: "5".'],
  [
    "a text for a number",
    { ratio: "0.5" },
    "/ratio has the wrong type; write a number, without quotes: 0.5.",
  ],
  ["a text for a flag", { on: "yes" }, "/on has the wrong type; write true or false."],
  ["a half", { count: 1.5 }, "/count has the wrong type; write a whole number."],
  ["no number", { ratio: NaN }, "/ratio is NaN; write a finite number."],
  ["an endless number", { count: Infinity }, "/count is Infinity; write a finite number."],
  ["a whole number that is too small", { count: 0 }, "/count 0 is too small; write a whole number from 1."],
  ["a number that is too small", { ratio: -1 }, "/ratio -1 is too small; write a number from 0."],
  ["a number that is too big", { count: 10 }, "/count 10 is too big; write a number up to 9."],
  ["an empty text", { word: "" }, "/word is empty; write some text."],
  ["a long text", { word: "abcdef" }, "/word has too many characters; write at most 5."],
  [
    "a long list",
    { list: [{ name: "a" }, { name: "b" }, { name: "c" }] },
    "/list has too many items; write at most 2.",
  ],
  ["text of another form", { code: "A1" }, "/code has the wrong form; write text in the form /^[a-z]+$/."],
  ["an unknown word", { mode: "quick" }, "/mode unknown value; write fast or slow."],
  ["the wrong literal", { kind: "other" }, "/kind unknown value; write only."],
  ["a missing part of an item", { list: [{}] }, "/list/0/name is missing; add a string."],
  ["a wrong value of a map", { map: { "a/b~": true } }, "/map/a~1b~0 has the wrong type; write a number."],
  ["an unknown key of an item", { list: [{ name: "a", nam: 1 }] }, "/list/0/nam unknown key; remove it."],
  ["what fits none of two", { either: true }, "/either does not fit; correct it."],
  ["a sentence of the schema", { port: "x" }, "/port is no port; undefined"],
  ["a sentence and a fix of the schema", { even: 3 }, "/even is odd; double it."],
];
for (const [what, value, sentence] of SENTENCES) {
  Deno.test(`problems: a problem says what is wrong and what to do: ${what}`, () => {
    const checked = check(schema, value);
    assert(!checked.ok);
    assert.deepEqual(checked.problems.map(({ pointer, detail, fix }) => `${pointer} ${detail}; ${fix}`), [
      sentence,
    ]);
  });
}

Deno.test("problems: every wrong place is named at once, and what fits is read", () => {
  const checked = check(schema, { word: 1, count: 0, extra: 1, more: 2 });
  assert(!checked.ok);
  assert.deepEqual(checked.problems.map(({ pointer }) => pointer), ["/word", "/count", "/extra", "/more"]);
  assert.deepEqual(check(schema, { port: "80" }), { ok: true, value: { port: 80, kind: "only" } });
});

Deno.test("problems: a wording has the names beside an unknown one, and its own way to write a type", () => {
  const wording: Wording = {
    suggest: (name, known) => ` ${name} among ${known.join(" ")}.`,
    typeFix: (expected, value, isItem) => `${expected} ${String(value)} ${isItem}`,
  };
  const fixes = (value: unknown) => {
    const checked = check(schema, value, wording);
    return checked.ok ? [] : checked.problems.map(({ fix }) => fix);
  };
  assert.deepEqual(fixes({ list: [{ name: "a", nam: 1 }] }), ["remove it. nam among name."]);
  assert.deepEqual(fixes({ mode: "fas" }), ["write fast or slow. fas among fast slow."]);
  assert.deepEqual(fixes({ list: ["a"] }), ["object a true"]);
  assert.deepEqual(keysAt(schema, ["list", 0]), ["name"]);
  assert.deepEqual(keysAt(schema, ["word"]), []);
});
