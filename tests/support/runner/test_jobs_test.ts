import assert from "node:assert/strict";
import { walkFiles } from "../project.ts";
import { freePort, freePortIn } from "../requires.ts";
import { isMeasuredJob, isTestFile, planJobs, runQueue } from "./test_jobs.ts";

Deno.test("jobs: the chaos is first, the other folders come in parts, the files of slow folders alone and last", () => {
  const http = Array.from({ length: 25 }, (_, index) => `tests/http/${index}_test.ts`);
  const files = [
    ...["tests/deps_test.ts", "tests/core/a_test.ts", "tests/integration/a_test.ts"],
    ...["tests/integration/b_test.ts", "tests/chaos/chaos_test.ts", ...http],
  ];
  const jobs = planJobs(files);
  assert.deepEqual(jobs.map(({ name }) => name), [
    "tests/chaos/chaos_test.ts",
    ...["tests/http/part-1-of-3", "tests/http/part-2-of-3", "tests/http/part-3-of-3"],
    ...["tests", "tests/core", "tests/integration/a_test.ts", "tests/integration/b_test.ts"],
  ]);
  assert.deepEqual(jobs[1]?.files, http.filter((_, index) => index % 3 === 0));
});

Deno.test("jobs: the lines of the chaos are not counted, those of a folder whose name begins like it are", () => {
  assert.deepEqual(
    ["tests/chaos/seeds/memory_test.ts", "tests/lint", "tests/runtime", "tests/chaos_of_two"].map(
      isMeasuredJob,
    ),
    [false, false, true, true],
  );
});

Deno.test("jobs: every test file of the project is in exactly one job", async () => {
  const files = (await Array.fromAsync(walkFiles("tests"))).filter(isTestFile);
  assert.deepEqual(planJobs(files).flatMap((job) => job.files).toSorted(), files.toSorted());
});

Deno.test("jobs: the names that deno test takes for tests are test files", () => {
  const names = ["a_test.ts", "a.test.ts", "test.ts", "a_test.js", "latest.ts", "a_test.json", "a_test.md"];
  assert.deepEqual(names.filter((name) => isTestFile(`tests/${name}`)), names.slice(0, 4));
});

Deno.test("jobs: a queue begins its items in order, and never more than its width at a time", async () => {
  const begun: string[] = [];
  const lanes = new Set<number>();
  const gates = new Map(["a", "b", "c", "d"].map((item) => [item, Promise.withResolvers<void>()]));
  const done = runQueue([...gates.keys()], 2, async (item, lane) => {
    assert.ok(!lanes.has(lane), `lane ${lane} is free`);
    lanes.add(lane);
    begun.push(item);
    await gates.get(item)?.promise;
    lanes.delete(lane);
  });
  await Promise.resolve();
  assert.deepEqual(begun, ["a", "b"]);
  gates.get("b")?.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(begun, ["a", "b", "c"]);
  for (const gate of gates.values()) gate.resolve();
  await done;
  assert.deepEqual(begun, ["a", "b", "c", "d"]);
});

Deno.test("ports: a port of a range is in it and free, also when another of the range is taken", () => {
  const first = freePort();
  using taken = Deno.listen({ hostname: "127.0.0.1", port: first });
  for (let count = 0; count < 10; count++) {
    const port = freePortIn({ from: first, to: first + 50 });
    assert.ok(port > taken.addr.port && port <= first + 50, String(port));
  }
  assert.throws(() => freePortIn({ from: first, to: first }), /No port from \d+ to \d+ is free/);
});
