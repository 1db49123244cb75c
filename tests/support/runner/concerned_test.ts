import assert from "node:assert/strict";
import { risenOf } from "./count_concerned.ts";
import {
  concernedBy,
  dependentsOf,
  pathOf,
  readDependencies,
  subjectsOfSource,
  textsIn,
} from "./concerned.ts";

const OF_A_FEW = new Map([
  ["tests/a_test.ts", new Set(["src/b.ts", "src/other.ts"])],
  ["src/b.ts", new Set(["src/target.ts"])],
  ["tests/c_test.ts", new Set(["src/other.ts"])],
  ["src/target.ts", new Set(["src/b.ts"])],
]);

Deno.test("concerned: what imports a module at any distance depends on it, and nothing else", () => {
  assert.deepEqual([...dependentsOf(["src/target.ts"], OF_A_FEW)].toSorted(), [
    "src/b.ts",
    "src/target.ts",
    "tests/a_test.ts",
  ]);
  const tests = ["tests/a_test.ts", "tests/c_test.ts"];
  assert.deepEqual(concernedBy(["src/target.ts"], tests, OF_A_FEW), ["tests/a_test.ts"]);
  assert.deepEqual(concernedBy(["src/other.ts", "LICENSE"], tests, OF_A_FEW), tests);
  assert.deepEqual(concernedBy(["LICENSE"], tests, OF_A_FEW), []);
  assert.deepEqual(concernedBy(["deno.lock"], tests, OF_A_FEW), tests);
});

Deno.test("concerned: a text names a file beside its own, a file of the project, or an entry of the package", () => {
  const cases = [
    ["src/a/b.ts", "./c.ts", "src/a/c.ts"],
    ["src/a/b.ts", "../c.ts", "src/c.ts"],
    ["tests/a.ts", "functions/deno.ts", "functions/deno.ts"],
    ["functions/a.ts", "@treadle/treadle", "src/mod.ts"],
    ["functions/a.ts", "@treadle/treadle/chat", "src/plugins/chat/mod.ts"],
    ["functions/a.ts", "@treadle/treadle/none", undefined],
    ["src/a/b.ts", "hono", undefined],
  ] as const;
  for (const [file, text, path] of cases) assert.equal(pathOf(file, text), path, text);
  assert.deepEqual(textsIn('import { a } from "./a.ts"; f("two words", `./b.ts`, `${x}.ts`);'), [
    "./a.ts",
    "./b.ts",
  ]);
});

Deno.test("Q2: concerned: tests find what they boot, walk and read", async () => {
  const dependencies = await readDependencies();
  const tests = [...dependencies.keys()].filter((file) => file.endsWith("_test.ts"));
  const cases = [
    ["tests/support/shared.ts", "tests/slow/wire/recordings_test.ts", true],
    ["tests/support/shared.ts", "tests/slow/conformance/stores_test.ts", false],
    ["src/kernel/run.ts", "tests/search/integration/kill_test.ts", true], // boots functions/deno.ts
    ["tests/compat/written.ts", "tests/core/text/csv_test.ts", false],
    ["docs/events.md", "tests/slow/lint/docs_test.ts", true],
    ["docs/events.md", "tests/core/text/csv_test.ts", false],
  ] as const;
  for (const [changed, test, isConcerned] of cases) {
    assert.equal(
      concernedBy([changed], tests, dependencies).includes(test),
      isConcerned,
      `${changed}: ${test}`,
    );
  }
});

Deno.test("concerned: plugins, providers and stores are subjects of their own", () => {
  const files = [
    "src/mod.ts",
    "src/core/a/b.ts",
    "src/plugins/standard.ts",
    "src/plugins/chat/a.ts",
    "src/stores/upstash/lua/a.ts",
  ];
  assert.deepEqual(subjectsOfSource(files), ["src/core", "src/plugins/chat", "src/stores/upstash"]);
});

Deno.test("Q5: concerned: a folder may concern fewer tests than before, and no more", () => {
  const pins = { "src/a": 3 };
  assert.deepEqual(risenOf({ "src/a": 3, "src/new": 9 }, pins), []);
  assert.deepEqual(risenOf({ "src/a": 4 }, pins), [
    "a change in src/a concerns 4 % of the tests of others, 3 before",
  ]);
});
