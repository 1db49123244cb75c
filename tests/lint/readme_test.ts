/** The README is compared with the code: its length, figures, agent and tasks; and test names with the rows that they prove. */
import assert from "node:assert/strict";
import config from "../../deno.json" with { type: "json" };
import { withFigures } from "../bench/lab/figures.ts";
import { projectRoot, walkFiles } from "../support/project.ts";
import { needsShared, sharedPath } from "../support/requires.ts";

Deno.test("README: at most 220 lines, one sitting", async () => {
  assert.ok((await readme()).trimEnd().split("\n").length <= 220);
});

Deno.test("README: its figures are those of docs/benchmarks.md", async () => {
  const page = await Deno.readTextFile(new URL("docs/benchmarks.md", projectRoot));
  const text = await readme();
  assert.equal(text, withFigures(text, page));
});

Deno.test("withFigures: a page without a figure, or without its commit, is refused", async () => {
  const page = await Deno.readTextFile(new URL("docs/benchmarks.md", projectRoot));
  const readme = "<!-- figures: written by deno task bench --write -->\n<!-- figures: end -->\n";
  assert.throws(() => withFigures("# Treadle", ""), /has no section between/);
  assert.throws(() => withFigures(readme, "# What a step costs\n"), /has no CPU ms of 10, Treadle, cold/);
  assert.throws(() => withFigures(readme, page.replace(" at commit", "")), /does not name the commit/);
});

Deno.test("README: the agent it shows is an agent", async () => {
  const snippet = /```ts[^\n]*\n\/\/ functions\/agents\/support\.ts\n(.*?)^```/ms.exec(await readme())?.[1];
  assert.ok(snippet, "the README shows functions/agents/support.ts");
  const file = new URL("functions/agents/_readme_snippet.ts", projectRoot);
  await Deno.writeTextFile(file, snippet);
  try {
    const { support } = await import(file.href);
    assert.deepEqual([support.name, support.tools.length], ["support", 1]);
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("README: every task that it names is in deno.json", async () => {
  const text = await readme();
  const tasks = [...text.matchAll(/\bdeno(?:@[\d.]+)? task ([a-z][\w:-]*)/g)].map((match) => match[1]);
  assert.ok(
    tasks.includes("dev") && tasks.includes("test"),
    "the README names the two commands that do everything",
  );
  assert.deepEqual(tasks.filter((task) => task === undefined || !(task in config.tasks)), []);
});

Deno.test("docs/requirements.md has every row that a test name claims, and each of its rows has a test", async () => {
  const rows = rowsIn(await Deno.readTextFile(new URL("docs/requirements.md", projectRoot)));
  const proven = new Set<string>();
  for await (const file of walkFiles("tests")) {
    if (!file.endsWith(".ts")) continue;
    const named = rowsNamed(await Deno.readTextFile(new URL(file, projectRoot)));
    if (file.endsWith("_test.ts")) assert.deepEqual(named.filter((id) => !rows.has(id)), [], file);
    for (const id of named) proven.add(id);
  }
  assert.deepEqual([...rows].filter((id) => !proven.has(id)), []);
});

needsShared("docs/requirements.md has only rows of REQUIREMENTS.md", "REQUIREMENTS.md", async () => {
  const all = rowsIn(await Deno.readTextFile(sharedPath("REQUIREMENTS.md")));
  const rows = rowsIn(await Deno.readTextFile(new URL("docs/requirements.md", projectRoot)));
  assert.deepEqual([...rows].filter((id) => !all.has(id)), []);
});

Deno.test("rowsNamed: ids stand before the colon of a test name", () => {
  const source = ["Deno.test(", "needsRedis(", "await t.step(", "Deno.test({ name: "]
    .map((call, index) => `${call}"Z${index}, Y1 X2: a sentence", fn)`).join("\n");
  assert.deepEqual(rowsNamed(source), [
    "Z0",
    "Y1",
    "X2",
    "Z1",
    "Y1",
    "X2",
    "Z2",
    "Y1",
    "X2",
    "Z3",
    "Y1",
    "X2",
  ]);
  assert.deepEqual(rowsNamed(`Deno.test("import rule: P2 is not claimed here", fn)`), []);
});

function readme(): Promise<string> {
  return Deno.readTextFile(new URL("README.md", projectRoot));
}

/** The ids in the first columns of the tables. */
function rowsIn(markdown: string): Set<string> {
  return new Set([...markdown.matchAll(/^\| ([A-Z]\d+) +\|/gm)].flatMap(([, id]) => id ?? []));
}

/** The ids at the start of test names: `"E2: ..."`, `"E2, E3: ..."`. */
function rowsNamed(source: string): string[] {
  const names = source.matchAll(/(?:\b(?:test|step|needs\w+)\(|\bname:)\s*["'`]((?:[A-Z]\d+[, ]*)+):/g);
  return [...names].flatMap((match) => match[1]?.split(/[, ]+/) ?? []);
}
