/// <reference lib="deno.unstable" />
/** The rules about comments and words, with planted violations, and on the real tree. */
import assert from "node:assert/strict";
import { projectRoot, walkFiles } from "../../support/project.ts";
import { assertAllowed } from "../../lint/allowed.ts";
import { docCommentsRule } from "../../lint/doc_comments_rule.ts";
import { plainWordsRule } from "../../lint/plain_words_rule.ts";
import { toolFetchRule } from "../../lint/tool_fetch_rule.ts";

const FILE = "src/core/a.ts";

function lint(plugin: Deno.lint.Plugin, source: string, file = FILE): string[] {
  return Deno.lint.runPlugin(plugin, file, source).map(({ message }) => message);
}

/** The names that the doc rule reports. */
function bare(source: string, file?: string): (string | undefined)[] {
  return lint(docCommentsRule({}), source, file).map((message) => message.split(" is exported")[0]);
}

/** The words that the word rule reports. */
function words(source: string, file?: string): (string | undefined)[] {
  return lint(plainWordsRule({}), source, file).map((message) => message.split('"')[1]);
}

Deno.test("doc-comments: every kind of export wants its comment", () => {
  const exports = [
    "export const a = 1;",
    "export let b: string;",
    "export function c() {}",
    "export async function* d() {}",
    "export class e {}",
    "export abstract class f {}",
    "export interface g {}",
    "export type h = string;",
    "export declare const i: number;",
  ];
  for (const [index, line] of exports.entries()) {
    const name = String.fromCodePoint(97 + index);
    assert.deepEqual(bare(line), [name], line);
    assert.deepEqual(bare(`/** What it is. */\n${line}`), [], line);
  }
  assert.deepEqual(bare("export default 1;"), ["default"]);
  assert.deepEqual(bare("/** One. */\nexport default { a: 1 };"), []);
});

Deno.test("doc-comments: an export at the end of the file is documented where it is declared", () => {
  assert.deepEqual(bare("const a = 1;\n/** B. */\nfunction b() {}\nexport { a, b };"), ["a"]);
  assert.deepEqual(bare("const inner = 1;\nexport { inner as outer };"), ["inner"]);
});

Deno.test("doc-comments: the first signature of an overloaded function carries the comment", () => {
  const rest = "export function f(a: string): void;\nexport function f(a: unknown) {}";
  assert.deepEqual(bare(`/** F. */\nexport function f(): void;\n${rest}`), []);
  assert.equal(bare(`export function f(): void;\n${rest}`).length, 3);
});

Deno.test("doc-comments: a comment of another kind or at another place is none", () => {
  assert.deepEqual(bare("// Line.\nexport const a = 1;"), ["a"]);
  assert.deepEqual(bare("/* Block. */\nexport const a = 1;"), ["a"]);
  assert.deepEqual(bare("/** The module. */\n\nexport const a = 1;"), ["a"]);
  assert.deepEqual(bare("/** B. */\nconst b = 1;\nexport const a = 1;"), ["a"]);
  assert.deepEqual(bare("export const a = 1; /** After. */"), ["a"]);
});

Deno.test("doc-comments: what is not exported, re-exports and other folders are free", () => {
  assert.deepEqual(bare("const a = 1; function b() {} export {};"), []);
  assert.deepEqual(bare('export { a } from "./a.ts"; export * from "./b.ts";', "src/mod.ts"), []);
  assert.deepEqual(bare("export const a = 1;", "tests/core/a_test.ts"), []);
});

Deno.test("doc-comments: a file of the allow-list may lack as many comments as it has there", () => {
  const source = "export const a = 1;\nexport const b = 2;";
  assert.deepEqual(lint(docCommentsRule({ [FILE]: 2 }), source), []);
  assert.equal(lint(docCommentsRule({ [FILE]: 1 }), source).length, 2);
  assert.equal(lint(docCommentsRule({ "src/core/b.ts": 2 }), source).length, 2);
});

Deno.test("plain-words: comments, strings and templates are read", () => {
  assert.deepEqual(words("// With patience.\n/** The pulse. */ const a = 1; /* tally */"), [
    "patience",
    "pulse",
    "tally",
  ]);
  assert.deepEqual(words('const a = "Nobody answers";'), ["Nobody"]);
  assert.deepEqual(words("const a = `one ${b} lesson`;"), ["lesson"]);
});

Deno.test("plain-words: each word in its forms is found", () => {
  const text =
    "remedy remedies overtaken scene leash leashed lessons taught somebody whoever row C4 Rows C1 DESIGN section 3";
  const found =
    "remedy,remedies,overtaken,scene,leash,leashed,lessons,taught,somebody,whoever,row C4,Rows C1,DESIGN section 3";
  // The order of the report is that of the list of words.
  assert.deepEqual(words(`// ${text}`).sort(), found.split(",").sort());
});

Deno.test("Q5: plain-words: comments have no verbs that a program does not do, but names of the wire and texts may have them", () => {
  const text = "The model is told, asked and shown what was brought, taken and given out: it tells who asks";
  const found = ["told", "tells", "asked", "asks", "shown", "brought", "taken", "given out"];
  assert.deepEqual(words(`// ${text}`), found);
  assert.deepEqual(words(`/** ${text} */`, "src/kernel/a.ts"), [], "not rewritten yet");
  assert.deepEqual(words("// the event input.taken, the field `asks`, and a task"), []);
  assert.deepEqual(words('const asked = "Agent a asks:"; told(taken);'), []);
});

Deno.test("plain-words: names of code, words that only contain one, and other folders are free", () => {
  assert.deepEqual(words("const lesson = tally.pulse; function taught() {}"), []);
  assert.deepEqual(words("// impulse, obscene, a row of tables, scenery, design"), []);
  assert.deepEqual(words("// nobody", "tests/core/a_test.ts"), []);
});

Deno.test("plain-words: a file of the allow-list may have as many as it has there", () => {
  assert.deepEqual(lint(plainWordsRule({ [FILE]: 2 }), "// nobody, somebody"), []);
  assert.equal(lint(plainWordsRule({ [FILE]: 1 }), "// nobody, somebody").length, 2);
});

for (
  const [kind, rule] of [["doc-comments", docCommentsRule({})], ["plain-words", plainWordsRule({})]] as const
) {
  Deno.test(`${kind}: the real tree has no more than allowed.json, which has no more than the tree`, async () => {
    const found: Record<string, number> = {};
    for await (const file of walkFiles("src")) {
      if (!/\.(ts|js)$/.test(file) || file.startsWith("src/playground/dist/")) continue;
      if (file.endsWith("/dist/package.js")) continue; // the code of packages, by deno task cut
      const source = await Deno.readTextFile(new URL(file, projectRoot));
      const { length } = lint(rule, source, file);
      if (length > 0) found[file] = length;
      assert.doesNotMatch(source, /deno-lint-ignore(-file)?\s+treadle-/, `${file} switches the rule off`);
    }
    await assertAllowed(kind, found);
  });
}

Deno.test("tool-fetch: a tool's request with an effect by the fetch of the platform is found, and every other one is free", () => {
  const found = (source: string) => lint(toolFetchRule, source).length;
  const tool = (run: string) => `export const t = defineTool({ name: "t", ${run} });`;
  const post = 'fetch(url, { method: "POST" })';
  for (
    const run of [
      `run: async () => await ${post}`,
      `run: async ({ id }, { env }) => { const r = await ${post}; return r.status; }`,
      `async run({ id }) { return await ${post}; }`,
      `poll: () => globalThis.${post}`,
      "run: () => fetch(url, { method })",
      "run: () => fetch(url, { ...init })",
      "run: () => fetch(url, init)",
    ]
  ) assert.equal(found(tool(run)), 1, run);
  for (
    const run of [
      `run: async ({ id }, { fetch }) => await ${post}`,
      `run: (args, context) => context.${post}`,
      "run: () => fetch(url)",
      "run: () => fetch(url, { headers })",
      'run: () => fetch(url, { method: "GET" })',
    ]
  ) assert.equal(found(tool(run)), 0, run);
  assert.equal(found(`export const token = await ${post};`), 0);
});

Deno.test("field-meanings: what a field means stands below its schema, in a call that a bundle leaves out", async () => {
  let calls = 0;
  const faults: string[] = [];
  for await (const file of walkFiles("src")) {
    // The one file that nothing deployed imports: tests/lint/import_rule.ts has its importers.
    if (!file.endsWith(".ts") || file === "src/http/schemas/meanings.ts") continue;
    const source = await Deno.readTextFile(new URL(file, projectRoot));
    for (
      const [call, before = "", name = ""] of source.matchAll(
        /^(\S.*)?\bdescribeFields\((\w+), [\s\S]*?\);$/gm,
      )
    ) {
      calls++;
      if (before !== "/* @__PURE__ */ ") faults.push(`${file}: ${name} is not marked as pure`);
      if (call.includes("...")) faults.push(`${file}: ${name} spreads, which no bundler takes for pure`);
      if (!source.includes(`const ${name} = `)) faults.push(`${file}: ${name} is a schema of another file`);
    }
  }
  assert.ok(calls > 30, `${calls}`);
  assert.deepEqual(faults, []);
});
