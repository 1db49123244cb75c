import assert from "node:assert/strict";
import { isMeasured, percentOf, readLcov } from "./coverage.ts";
import { slowestOf, slownessOf } from "./file_times.ts";
import { mergeCounts, readJunit } from "./junit.ts";

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
    .map(([path, reached, lines]) => {
      const counts = Array.from(
        { length: Number(lines) },
        (_, at) => `DA:${at + 1},${at < Number(reached) ? 3 : 0}`,
      );
      return `SF:/project/${path}\n${counts.join("\n")}\nend_of_record\n`;
    }).join("");
  const files = readLcov(lcov, "/project/");
  assert.deepEqual(files.map(({ path, lines }) => [path, lines]), [["src/core/b.ts", 10], [
    "src/core/a.ts",
    10,
  ]]);
  assert.equal(percentOf(files), 45);
});

Deno.test("no coverage at all is no pass", () => {
  assert.equal(percentOf([]), 0);
  assert.equal(isMeasured("src/playground/dist/openapi.json"), false);
});

Deno.test("Q1: file times: what a slow or busy machine adds to all files makes none of them too slow", () => {
  const times = [
    { file: "short", processor: 1, clock: 4 },
    { file: "dear", processor: 3.5, clock: 4 },
    { file: "waits", processor: 0.1, clock: 40 },
    ...Array.from({ length: 100 }, (_, at) => ({ file: `${at}`, processor: 0.2, clock: 0.4 })),
  ];
  assert.deepEqual([...slowestOf(times, slownessOf(times)).keys()], ["dear", "waits"]);
  const slower = times.map(({ file, processor, clock }) => ({
    file,
    processor: processor * 2,
    clock: clock * 8,
  }));
  assert.deepEqual([...slowestOf(slower, slownessOf(slower)).keys()], ["dear", "waits"]);
});

Deno.test("a mark between the files of a job is no test of the report", () => {
  const counts = readJunit(REPORT.replace('name="last"', 'name="== tests/b_test.ts"'));
  assert.equal(counts.passed, 2);
});
