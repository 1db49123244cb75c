/** The README may not say what is not so: its tree, its tasks, and the row ids that test names claim to prove. */
import assert from "node:assert/strict";
import config from "../../deno.json" with { type: "json" };
import { projectRoot, walkFiles } from "../support/project.ts";
import { needsShared, sharedPath } from "../support/requires.ts";

Deno.test("README: every path that the layout tree names exists", async () => {
  for (const path of readTree(await readme())) {
    const { isDirectory } = await Deno.stat(new URL(path, projectRoot)).catch(() =>
      assert.fail(`${path} does not exist`)
    );
    assert.equal(isDirectory, path.endsWith("/"), `${path}: a folder ends with a slash, a file does not`);
  }
});

Deno.test("README: the layout tree names all of src and functions one level deep, and every folder of tests", async () => {
  const named = readTree(await readme());
  const actual = [...await children("src"), ...await children("functions")];
  actual.push(...(await children("tests")).filter((path) => path.endsWith("/")));
  assert.deepEqual(actual.filter((path) => !named.includes(path)), []);
});

Deno.test("README: the agent it shows type-checks and is an agent", async () => {
  const snippet = /```ts[^\n]*\n\/\/ functions\/agents\/support\.ts\n(.*?)^```/ms.exec(await readme())?.[1];
  assert.ok(snippet, "the README shows functions/agents/support.ts");
  const file = new URL("functions/agents/_readme_snippet.ts", projectRoot);
  await Deno.writeTextFile(file, snippet);
  try {
    const check = await new Deno.Command(Deno.execPath(), { args: ["check", file.href], cwd: projectRoot })
      .output();
    assert.ok(check.success, new TextDecoder().decode(check.stderr));
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

needsShared("rows named in test names are rows of REQUIREMENTS.md", "REQUIREMENTS.md", async () => {
  const requirements = await Deno.readTextFile(sharedPath("REQUIREMENTS.md"));
  const rows = new Set([...requirements.matchAll(/^\| ([A-Z]\d+) \|/gm)].map((match) => match[1]));
  for await (const file of walkFiles("tests")) {
    if (!file.endsWith("_test.ts")) continue;
    const unknown = rowsNamed(await Deno.readTextFile(new URL(file, projectRoot))).filter((id) =>
      !rows.has(id)
    );
    assert.deepEqual(unknown, [], file);
  }
});

Deno.test("readTree: names before two spaces are paths, the indentation is the folder", () => {
  const tree = [
    "# Treadle",
    "```text",
    "treadle/               the project",
    "  deno.json deno.lock  the manifest",
    "  src/                 runtime-neutral",
    "    mod.ts",
    "    core/              types",
    "  tests/",
    "    lint/  rules",
    "```",
  ].join("\n");
  assert.deepEqual(readTree(tree), [
    ...["deno.json", "deno.lock", "src/", "src/mod.ts", "src/core/", "tests/", "tests/lint/"],
  ]);
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

/**
 * The paths of the fenced block that starts with the line `treadle/`. A line is names separated by one space, then at least
 * two spaces and what they are; two spaces of indentation per level; a folder ends with a slash, and its files follow it.
 */
function readTree(markdown: string): string[] {
  const block = /^```\w*\n(treadle\/.*?)^```/ms.exec(markdown)?.[1];
  assert.ok(block !== undefined, "the README has a fenced block that starts with the line treadle/");
  const folders: string[] = [];
  return block.trimEnd().split("\n").slice(1).flatMap((line) => {
    const indentation = /^ */.exec(line)?.[0].length ?? 0;
    const level = indentation / 2 - 1;
    assert.ok(Number.isInteger(level) && level >= 0 && level <= folders.length, `indentation of "${line}"`);
    const names = line.trim().split(/ {2,}/)[0]?.split(" ") ?? [];
    const paths = names.map((name) => folders.slice(0, level).join("") + name);
    folders.splice(level, Infinity, names[0] ?? "");
    return paths;
  });
}

/** `src/mod.ts`, `src/core/`: what a folder holds, without hidden files. */
async function children(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(new URL(`${folder}/`, projectRoot)));
  return entries.filter(({ name }) => !name.startsWith("."))
    .map(({ name, isDirectory }) => `${folder}/${name}${isDirectory ? "/" : ""}`).sort();
}

/** The ids at the start of test names: `"E2: ..."`, `"E2, E3: ..."`. */
function rowsNamed(source: string): string[] {
  const names = source.matchAll(/(?:\b(?:test|step|needs\w+)\(|\bname:)\s*["'`]((?:[A-Z]\d+[, ]*)+):/g);
  return [...names].flatMap((match) => match[1]?.split(/[, ]+/) ?? []);
}
