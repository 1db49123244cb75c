/** docs/requirements.md and the names of the tests say the same: a row is met when tests prove it. */
import assert from "node:assert/strict";
import { projectRoot, walkFiles } from "../support/project.ts";
import { isTestFile } from "../support/runner/tiers.ts";

const STATES = ["met", "partly", "not yet"];

interface Row {
  readonly id: string;
  readonly text: string;
  readonly state: string;
}

Deno.test("requirements: every row has an id of its own, a text and a state; what is partly met names what is missing", async () => {
  const rows = await requirements();
  assert.ok(rows.length > 0, "docs/requirements.md has rows");
  assert.deepEqual(rows.map(({ id }) => id), [...new Set(rows.map(({ id }) => id))]);
  for (const { id, text, state } of rows) {
    assert.ok(STATES.includes(state), `${id}: "${state}" is no state`);
    assert.equal(
      / Missing: .+\.$/.test(text),
      state === "partly",
      `${id}: "Missing: ..." stands at rows partly met`,
    );
  }
});

Deno.test("requirements: every folder and file that a row names is there", async () => {
  for (const { id, text } of await requirements()) {
    for (const [, path = ""] of text.matchAll(/`((?:src|tests|docs|functions)\/[^`*]*)`/g)) {
      const found = await Deno.stat(new URL(path, projectRoot)).catch(() => undefined);
      assert.ok(found !== undefined, `${id} names ${path}, which is not there`);
    }
  }
});

Deno.test("requirements: what a row lacks is not what a test of the row is named after", async () => {
  const named = await rowsOfTests();
  for (const { id, text } of await requirements()) {
    const missing = / Missing: (.+)\.$/.exec(text)?.[1]?.split(/, | and /) ?? [];
    for (const file of named.get(id) ?? []) {
      const place = file.replace(/^.*\/|_test\.ts$/g, "").replaceAll("_", " ");
      assert.ok(!missing.includes(place), `${id} lacks ${place}, which ${file} tests`);
    }
  }
});

Deno.test("requirements: every row that a test name begins with is a row", async () => {
  const ids = (await requirements()).map(({ id }) => id);
  for (const [id, files] of await rowsOfTests()) {
    assert.ok(ids.includes(id), `${id}, named in ${files.join(", ")}, is no row of docs/requirements.md`);
  }
});

Deno.test("requirements: a row that is met or partly met has a test, and one that is not has none", async () => {
  const named = await rowsOfTests();
  const rows = await requirements();
  const bare = rows.filter(({ id, state }) => state !== "not yet" && !named.has(id)).map(({ id }) => id);
  assert.deepEqual(bare, [], "rows without a test");
  const begun = rows.filter(({ id, state }) => state === "not yet" && named.has(id)).map(({ id }) => id);
  assert.deepEqual(begun, [], "rows that have a test and are not marked as met or partly met");
});

Deno.test("rowsNamed: ids stand before the colon of the text that a call or a name begins with", () => {
  const named = (call: string, ids: string) => rowsNamed(`${call}"${ids}: a sentence", fn)`);
  for (const call of ["Deno.test(", "needsRedis(\n  ", "await t.step(", "Deno.test({ name: ", "storeTest("]) {
    assert.deepEqual(named(call, "E2, C4"), ["E2", "C4"], call);
  }
  assert.deepEqual(named("test(", "P1-P3, X12"), ["P1", "P2", "P3", "X12"]);
  assert.deepEqual(named("test(", "import rule: P2"), []);
  assert.deepEqual(named("[[", "R1"), [], "a case of a table is no test");
});

async function requirements(): Promise<Row[]> {
  const text = await Deno.readTextFile(new URL("docs/requirements.md", projectRoot));
  return [...text.matchAll(/^\| *([A-Z]\d+) *\| *(.*?) *\| *([^|]*?) *\|$/gm)]
    .map(([, id = "", text = "", state = ""]) => ({ id, text, state }));
}

/** By row, the files that have a test of its name. */
async function rowsOfTests(): Promise<Map<string, string[]>> {
  const files = new Map<string, string[]>();
  for await (const file of walkFiles("tests")) {
    if (!isTestFile(file)) continue;
    const ids = new Set(rowsNamed(await Deno.readTextFile(new URL(file, projectRoot))));
    for (const id of ids) files.set(id, [...files.get(id) ?? [], file]);
  }
  return files;
}

/** The ids at the start of test names: `"E2: ..."`, `"E2, E3: ..."`, `"P1-P3: ..."`. */
function rowsNamed(source: string): string[] {
  const id = "[A-Z]\\d+";
  const names = source.matchAll(
    new RegExp(`(?:\\w\\(|\\bname:)\\s*["'\`](${id}(?:-${id})?(?:, ${id}(?:-${id})?)*):`, "g"),
  );
  return [...names].flatMap(([, ids = ""]) => ids.split(", ").flatMap(expand));
}

/** `P1`, `P2`, `P3` for `P1-P3`. */
function expand(range: string): string[] {
  const [, letter = "", from = "", to = from] = /^([A-Z])(\d+)(?:-[A-Z](\d+))?$/.exec(range) ?? [];
  return Array.from(
    { length: Number(to) - Number(from) + 1 },
    (_, index) => `${letter}${Number(from) + index}`,
  );
}
