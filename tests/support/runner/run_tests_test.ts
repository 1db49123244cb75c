import assert from "node:assert/strict";
import { isMeasured, percentOf, readLcov } from "./coverage.ts";
import { mergeCounts, readJunit } from "./junit.ts";
import { projectRoot } from "../project.ts";
import { filesReaching, importersOf } from "./reaching.ts";

/** As `deno test --junit-path` writes it: top-level tests first, then their steps, which carry the name of their test. */
const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="deno test" tests="8" failures="3" errors="0" time="0.222">
    <testsuite name="./tests/a_test.ts" tests="7" disabled="2" errors="0" failures="3">
        <testcase name="one &lt;a&gt; &amp; &quot;q&quot; &#39;" classname="./tests/a_test.ts" time="0.001">
        </testcase>
        <testcase name="steps" classname="./tests/a_test.ts" time="0.012" line="4" col="6">
            <failure message="1 test step failed">1 test step failed.</failure>
        </testcase>
        <testcase name="redis [skipped: redis-server not found]" classname="./tests/a_test.ts" time="0.000">
            <skipped/>
        </testcase>
        <testcase name="a &gt; b is a name, not a step" classname="./tests/a_test.ts" time="0.000"/>
        <testcase name="steps &gt; s1" classname="./tests/a_test.ts" time="0.000" line="4" col="41">
        </testcase>
        <testcase name="steps &gt; s2" classname="./tests/a_test.ts" time="0.010" line="4" col="117">
            <failure message="1 test step failed">1 test step failed.</failure>
        </testcase>
        <testcase name="steps &gt; s2 &gt; deep" classname="./tests/a_test.ts" time="0.001" line="4" col="149">
            <failure message="Uncaught Error: x">Error: x</failure>
        </testcase>
    </testsuite>
    <testsuite name="./tests/b_test.ts" tests="2" disabled="0" errors="0" failures="0">
        <testcase name="steps &gt; s3" classname="./tests/b_test.ts" time="0.000"/>
        <testcase name="last" classname="./tests/b_test.ts" time="0.000"/>
    </testsuite>
</testsuites>`;

Deno.test("the test report counts tests, not their steps", () => {
  assert.deepEqual(readJunit(REPORT), {
    passed: 3,
    failed: ["steps"],
    skipped: ["redis [skipped: redis-server not found]"],
  });
});

Deno.test("the reports of several processes add up", () => {
  assert.deepEqual(mergeCounts([readJunit(REPORT), readJunit(REPORT), readJunit("")]), {
    passed: 6,
    failed: ["steps", "steps"],
    skipped: Array(2).fill("redis [skipped: redis-server not found]"),
  });
});

Deno.test("an empty test report counts nothing", () => {
  assert.deepEqual(readJunit(""), { passed: 0, failed: [], skipped: [] });
});

Deno.test("line coverage is that of src, the least covered file first", () => {
  const lcov = [
    "src/core/a.ts 8 10",
    "src/core/b.ts 1 10",
    "tests/support/c.ts 0 100",
    "src/playground/browser/d.ts 0 100",
  ]
    .map((line) => line.split(" "))
    .map(([path, reached, lines]) =>
      `SF:/project/${path}\nDA:1,1\nLH:${reached}\nLF:${lines}\nend_of_record\n`
    ).join("");
  const files = readLcov(lcov, "/project/");
  assert.deepEqual(files, [
    { path: "src/core/b.ts", lines: 10, reached: 1 },
    { path: "src/core/a.ts", lines: 10, reached: 8 },
  ]);
  assert.equal(percentOf(files), 45);
});

Deno.test("no coverage at all is no pass", () => {
  assert.equal(percentOf([]), 0);
  assert.equal(isMeasured("src/playground/dist/openapi.json"), false);
});

Deno.test("reaching: what imports a module at any distance reaches it, by types too, and nothing else", () => {
  const modules = [
    { specifier: "a_test", dependencies: [{ code: { specifier: "b" } }, { code: { specifier: "other" } }] },
    { specifier: "b", dependencies: [{ type: { specifier: "target" } }] },
    { specifier: "c_test", dependencies: [{ code: { specifier: "other" } }, {}] },
    { specifier: "other" },
    { specifier: "target", dependencies: [{ code: { specifier: "b" } }] },
  ];
  assert.deepEqual([...importersOf("target", modules)].toSorted(), ["a_test", "b", "target"]);
});

Deno.test("reaching: the tests of recordings and of real queries reach the folder of shared data, those of the stores and the runner do not", async () => {
  const files = [
    "tests/slow/wire/recordings_test.ts",
    "tests/slow/conformance/real_queries_test.ts",
    "tests/slow/conformance/stores_test.ts",
    "tests/support/runner/test_jobs_test.ts",
  ];
  const entry = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    const imports = files.map((file) => `import ${JSON.stringify(new URL(file, projectRoot).href)};`);
    await Deno.writeTextFile(entry, imports.join("\n"));
    assert.deepEqual(await filesReaching("tests/support/shared.ts", files, entry), files.slice(0, 2));
  } finally {
    await Deno.remove(entry);
  }
});
