/// <reference lib="deno.unstable" />

/**
 * The shape of the tree: no import circle, no two folders that import each other, and for a long file or a crowded folder a reason. What is
 * not so yet is in allowed.json.
 */
import assert from "node:assert/strict";
import { projectRoot, walkFiles } from "../../support/project.ts";
import { isMeasured } from "../../support/runner/coverage.ts";
import { assertAllowed, differences } from "../../lint/allowed.ts";
import { countMembers } from "../../lint/count_members.ts";
import {
  circlesOf,
  folderOf,
  importsOf,
  type ModuleGraph,
  pairsOf,
  smallParts,
} from "../../lint/module_graph.ts";

/** A file or a folder beyond these sizes has a reason in {@link REASONS}: what would read worse if it were cut. */
const USUAL_LINES = 350;
const USUAL_FILES = 25;

/** By path, why a file is longer or a folder has more files than usual. */
const REASONS: Readonly<Record<string, string>> = {
  "src/core/entry.ts": "the kinds of entries are one union, read side by side",
  "src/kernel/hooks/agent_plugins.ts": "a method for each hook, read beside the hooks of plugin.ts",
  "src/playground/browser/conversation.ts":
    "what a person does with a thread, its runs and its reading share one visit, one stream and one progress",
  "src/react/thread_store.ts":
    "what a page does, its requests and its reading share one turn, one stream and one model",
  "src/stores/upstash/steps.ts":
    "begin and commit put their scripts together from the same parts of the database",
  "src/plugins/forks/fork.ts": "a fork is one commit, and its parts read the same facts of the source",
};

/** Generated, or one file per variant of a table: their number is not a question of order. */
const DATA_FOLDERS = [
  "src/plugins/mcp/server/dist",
  "src/providers/openai/dist",
  "src/stores/upstash/dist",
  "src/playground/dist",
  "src/providers/_prices",
  "tests/wire/snapshots",
];

Deno.test("structure: no module of src imports itself in a circle, types included", async () => {
  const circles = circlesOf(await graphOfSource());
  await assertAllowed(
    "circles",
    Object.fromEntries(circles.map((circle) => [circle.join(" "), circle.length])),
  );
});

Deno.test("structure: no two folders of src import each other, types included", async () => {
  await assertAllowed("pairs", pairsOf(await graphOfSource()));
});

Deno.test("Q5: structure: so many files of src under 60 lines have one importer, which stands beside them", async () => {
  const graph = await graphOfSource();
  const lines = new Map<string, number>();
  for (const file of graph.keys()) {
    lines.set(file, (await Deno.readTextFile(new URL(file, projectRoot))).split("\n").length - 1);
  }
  await assertAllowed("small-parts", { files: smallParts(graph, lines).length });
});

/** What a step reads and writes, and what it needs: a feature that adds a field to one of them is not behind a hook. */
const CONTRACTS: Readonly<Record<string, string>> = {
  Agent: "src/core/agent.ts",
  AgentState: "src/core/state.ts",
  Draft: "src/kernel/draft.ts",
  RuntimeDeps: "src/kernel/deps.ts",
  Session: "src/kernel/session.ts",
  Store: "src/core/store.ts",
};

Deno.test("Q5: the contracts of a step have at most so many members, a named part counted as one", async () => {
  const counts = Object.entries(CONTRACTS).map(async ([name, file]) => {
    const source = await Deno.readTextFile(new URL(file, projectRoot));
    return [name, countMembers(file, source, name)] as const;
  });
  await assertAllowed("members", Object.fromEntries(await Promise.all(counts)));
});

Deno.test("countMembers: what an interface declares, and each that it extends", () => {
  const source = "interface A extends B, C<D> { one: string; two?(): void } interface E {}";
  assert.deepEqual(["A", "E"].map((name) => countMembers("a.ts", source, name)), [4, 0]);
  assert.throws(() => countMembers("a.ts", source, "B"), /no interface B/);
});

/** Words that folders have for a plugin and that the kernel has for something else, such as how many people release a call, what entries refer to, names of fields, what shares a thing, and the wake-ups that a commit leaves. */
const OWN_WORDS = ["approvals", "client", "keys", "media", "server", "shares", "wakes"];

/** Settings of an agent that stand for all: one that an API takes, one of models, one of prompts. */
const SETTINGS = ["clearToolResults", "fallbackModel", "tokenEfficient"];

Deno.test("structure: a setting of an agent is named by its declaration, its type and the files that use it, and by no more", async () => {
  const naming = new Map(SETTINGS.map((name) => [name, 0]));
  for await (const file of walkFiles("src")) {
    if (!/\.tsx?$/.test(file)) continue;
    const source = await Deno.readTextFile(new URL(file, projectRoot));
    for (const name of SETTINGS) {
      if (new RegExp(`\\b${name}\\b`).test(source)) naming.set(name, (naming.get(name) ?? 0) + 1);
    }
  }
  await assertAllowed("settings", Object.fromEntries(naming));
});

Deno.test("K6: no file of src/kernel/hooks names a folder of src/plugins, and what the rest of the kernel names is counted", async () => {
  const folders = new Set<string>();
  for await (const file of walkFiles("src/plugins")) {
    // The plugins of one protocol share a folder.
    const [, path = ""] = /^src\/plugins\/(.+)\/mod\.ts$/.exec(file) ?? [];
    for (const folder of path.split("/")) if (folder !== "") folders.add(folder);
  }
  assert.ok(folders.has("mcp") && folders.has("authorizations") && folders.size > 15, [...folders].join());
  for (const word of OWN_WORDS) assert.ok(folders.delete(word), word);
  const named = new RegExp(
    `\\b(?:${[...folders].flatMap((name) => [name, name.replaceAll("_", "[ -]")]).join("|")})\\b`,
    "gi",
  );
  assert.match("a webhooks plugin", named);
  const naming: [string, number][] = [];
  for await (const file of walkFiles("src/kernel")) {
    const found = (await Deno.readTextFile(new URL(file, projectRoot))).match(named) ?? [];
    if (found.length > 0) naming.push([file, found.length]);
  }
  const isHook = ([file]: readonly [string, number]) => /^src\/kernel\/hooks\/[^/]+$/.test(file);
  assert.deepEqual(naming.filter(isHook), []);
  await assertAllowed("plugin-names", Object.fromEntries(naming));
});

Deno.test("K6: no file of src/kernel imports from src/plugins, types included", async () => {
  const importing = [...await graphOfSource()].filter(([file, targets]) =>
    file.startsWith("src/kernel/") && [...targets].some((target) => target.startsWith("src/plugins/"))
  );
  assert.deepEqual(importing.map(([file]) => file), []);
});

Deno.test(`structure: a TypeScript file of src with more than ${USUAL_LINES} lines says why`, async () => {
  const lines: [string, number][] = [];
  for await (const file of walkFiles("src")) {
    if (!file.endsWith(".ts") || isData(file)) continue;
    lines.push([file, (await Deno.readTextFile(new URL(file, projectRoot))).split("\n").length - 1]);
  }
  assertReasons(lines, USUAL_LINES, "lines");
});

Deno.test(`structure: a folder with more than ${USUAL_FILES} files beside each other says why`, async () => {
  const files = [];
  for (const folder of ["src", "functions", "tests"]) files.push(...await Array.fromAsync(walkFiles(folder)));
  const folders = Map.groupBy(files.filter((file) => !isData(file)), folderOf);
  assertReasons([...folders].map(([path, { length }]) => [path, length]), USUAL_FILES, "files");
});

/** What is larger than usual is told, and fails without a reason; so does a reason for what is there no more. */
function assertReasons(sizes: readonly (readonly [string, number])[], usual: number, unit: string): void {
  const large = sizes.filter(([, size]) => size > usual);
  for (const [path, size] of large) console.warn(`${path} has ${size} ${unit}: ${REASONS[path] ?? "why?"}`);
  const unexplained = large.filter(([path]) => REASONS[path] === undefined).map(([path, size]) =>
    `${path} has ${size} ${unit}: cut it where it has two subjects, else say in REASONS why it is one`
  );
  assert.deepEqual(unexplained, []);
  const left = Object.keys(REASONS).filter((path) =>
    sizes.some(([each, size]) => each === path && size <= usual)
  );
  assert.deepEqual(left, [], "these need no reason any more");
}

async function graphOfSource(): Promise<ModuleGraph> {
  const graph = new Map<string, Set<string>>();
  for await (const file of walkFiles("src")) {
    if (!/\.(tsx?|js)$/.test(file) || isData(file)) continue;
    graph.set(file, importsOf(file, await Deno.readTextFile(new URL(file, projectRoot))));
  }
  assert.ok((graph.get("src/app.ts")?.size ?? 0) > 0, "the imports of src/app.ts are read");
  return graph;
}

Deno.test("Q2: structure: what names ../shared imports tests/support/shared.ts, so that the graph tells which tests read it", async () => {
  const [owner, itsTest] = ["tests/support/shared.ts", "tests/slow/support/shared_test.ts"];
  const naming = [];
  for (const folder of ["src", "functions", "tests"]) {
    for await (const file of walkFiles(folder)) {
      if (!/\.(ts|tsx|js)$/.test(file) || isData(file) || file === owner || file === itsTest) continue;
      const source = await Deno.readTextFile(new URL(file, projectRoot));
      if (namesShared(file, source) && !importsOf(file, source).has(owner)) naming.push(file);
    }
  }
  assert.deepEqual(naming, ["tests/slow/lint/structure_test.ts"]);
});

Deno.test("namesShared: strings and templates count, comments do not", () => {
  const named = ['open("../../shared/x")', "open(`../shared/${name}`)"];
  for (const source of named) assert.ok(namesShared("tests/a.ts", source), source);
  for (const source of ["open(path); // ../shared/x", 'open("../shared_x/y")']) {
    assert.ok(!namesShared("tests/a.ts", source), source);
  }
});

Deno.test("importsOf: every form of import is read, packages are not", () => {
  const source = [
    'import "./a.ts"; import { b } from "../b.ts"; import type { C } from "../x/c.ts"; import "zod";',
    'export * from "./d.ts"; export { e } from "./e.ts"; export type { F } from "./f.ts"; export const own = 1;',
    'const g = await import("./g.ts"); type H = import("./h.ts").H; await import(name);',
  ].join("\n");
  assert.deepEqual([...importsOf("src/x/file.ts", source)], [
    "src/x/a.ts",
    "src/b.ts",
    "src/x/c.ts",
    "src/x/d.ts",
    "src/x/e.ts",
    "src/x/f.ts",
    "src/x/g.ts",
    "src/x/h.ts",
  ]);
});

Deno.test("circlesOf: modules that reach each other are one circle, and what leads to one is not in it", () => {
  const graph = (lines: string[]) =>
    new Map(lines.map((line) => {
      const [module = "", ...targets] = line.split(" ");
      return [module, new Set(targets)] as const;
    }));
  assert.deepEqual(circlesOf(graph(["a b c", "b c", "c"])), []);
  assert.deepEqual(circlesOf(graph(["a b", "b c", "c b d", "d", "e e"])), [["b", "c"], ["e"]]);
  assert.deepEqual(circlesOf(graph(["z a", "a b", "b z", "y x", "x y a"])), [["a", "b", "z"], ["x", "y"]]);
});

Deno.test("pairsOf: two folders that import each other are a pair, with the direction that has fewer imports", () => {
  const graph = new Map([
    ["src/a/one.ts", new Set(["src/b/one.ts", "src/b/two.ts", "src/a/deep/one.ts"])],
    ["src/a/two.ts", new Set(["src/b/one.ts"])],
    ["src/a/deep/one.ts", new Set(["src/a/one.ts"])],
    ["src/b/one.ts", new Set(["src/a/two.ts", "src/c/one.ts"])],
  ]);
  assert.deepEqual(pairsOf(graph), { "src/a and src/b": 1 });
});

Deno.test("smallParts: short, with one importer of the same folder", () => {
  const graph = new Map([
    ["src/a/one.ts", new Set(["src/a/part.ts", "src/a/long.ts", "src/a/shared.ts", "src/b/other.ts"])],
    ["src/a/two.ts", new Set(["src/a/shared.ts"])],
  ]);
  const lines = new Map([
    ["src/a/long.ts", 60],
    ...["a/part", "a/shared", "b/other"].map((name) => {
      return [`src/${name}.ts`, 59] as const;
    }),
  ]);
  assert.deepEqual(smallParts(graph, lines), ["src/a/part.ts"]);
});

Deno.test("Q5: allowed: a new fault, a larger one and an entry whose fault is gone are differences", () => {
  assert.deepEqual(differences("lines", { a: 400, b: 410, c: 340 }, { a: 400, b: 400, d: 500 }), [
    "lines: b has 410, allowed are 400",
    "lines: c has 340, allowed are 0",
    "lines: d is right now: remove it from tests/lint/allowed.json (UPDATE_ALLOWED=1)",
  ]);
  assert.deepEqual(differences("lines", { a: 350 }, { a: 400 }), []);
});

/** Whether a text within the code names the folder beside the project. */
function namesShared(file: string, source: string): boolean {
  const text = /\.\.\/shared(?![\w-])/;
  if (!text.test(source)) return false;
  let isNamed = false;
  const look = (value: unknown) => isNamed ||= typeof value === "string" && text.test(value);
  Deno.lint.runPlugin(
    {
      name: "shared",
      rules: {
        read: {
          create: () => ({
            Literal: ({ value }) => void look(value),
            TemplateElement: ({ cooked }) => void look(cooked),
          }),
        },
      },
    },
    file,
    source,
  );
  return isNamed;
}

function isData(file: string): boolean {
  return DATA_FOLDERS.some((folder) => file.startsWith(`${folder}/`));
}

// Loads every module of src, so that one which no test reaches counts as uncovered rather than not at all.
Deno.test("every module of src loads by itself and does nothing until it is called", async () => {
  for await (const file of walkFiles("src")) {
    if (!isMeasured(file)) continue;
    const url = new URL(file, projectRoot);
    const isProgram = !file.startsWith("src/deno/") &&
      /\bDeno\.(args|exit)\b/.test(await Deno.readTextFile(url));
    assert.ok(
      !isProgram || /\bimport\.meta\.main\b/.test(await Deno.readTextFile(url)),
      `${file} is a program: guard its start with import.meta.main`,
    );
    await import(url.href);
  }
});
