import assert from "node:assert/strict";
import { walkFiles } from "../project.ts";
import { freePort, freePortIn } from "../requires.ts";
import slowFiles from "./slow_files.json" with { type: "json" };
import { planJobs, shardOf } from "./test_jobs.ts";
import { runQueue } from "./run_queue.ts";
import { isTestFile } from "./tiers.ts";

Deno.test("jobs: a folder comes in parts of about the same seconds, the longest part first", () => {
  const seconds = { "tests/http/a_test.ts": 140, "tests/http/b_test.ts": 44, "tests/cli/c_test.ts": 70 };
  const short = Array.from({ length: 32 }, (_, index) => `tests/http/${index}_test.ts`);
  const all = { ...Object.fromEntries(short.map((file) => [file, 2])), ...seconds };
  const jobs = planJobs([...Object.keys(all), "tests/slow/deps_test.ts"], all);
  assert.deepEqual(jobs, [
    { name: "tests/http/a_test.ts", files: ["tests/http/a_test.ts"], seconds: 140 },
    { name: "tests/cli/c_test.ts", files: ["tests/cli/c_test.ts"], seconds: 70 },
    {
      name: "tests/http/part-2-of-3",
      files: ["tests/http/b_test.ts", ...short.filter((_, index) => index > 21 && index % 2 === 0)],
      seconds: 54,
    },
    {
      name: "tests/http/part-3-of-3",
      files: short.filter((_, index) => index <= 21 || index % 2 === 1),
      seconds: 54,
    },
    { name: "tests/slow/deps_test.ts", files: ["tests/slow/deps_test.ts"], seconds: 4 },
  ]);
});

Deno.test("jobs: tests without a browser share no process with those that keep one open", () => {
  const folders = ["answers", "shell", "modules", "journey", "modules", "served"];
  const files = folders.map((folder, index) => `tests/playground/${folder}/${index}_test.ts`);
  const [answers, shell, modules, journey, otherModules, served] = files;
  assert.deepEqual(planJobs(files).map((job) => job.files), [
    [answers, shell, journey],
    [modules, otherModules],
    [served],
  ]);
});

Deno.test("jobs: the files that are named as slow are there", async () => {
  const files = await Array.fromAsync(walkFiles("tests"));
  assert.deepEqual(Object.keys(slowFiles).filter((file) => !files.includes(file)), []);
});

Deno.test("jobs: the shards of a run have each job once, and a shard that is none is refused", () => {
  const jobs = planJobs([
    "tests/a/a_test.ts",
    "tests/slow/a/a_test.ts",
    "tests/b/b_test.ts",
    "tests/c/c_test.ts",
  ]);
  const shards = ["1/3", "2/3", "3/3"].map((shard) => shardOf(jobs, shard));
  assert.deepEqual(shards.map(({ length }) => length), [2, 1, 1]);
  assert.deepEqual(new Set(shards.flat()), new Set(jobs));
  assert.deepEqual(shardOf(jobs), jobs);
  for (const wrong of ["0/3", "4/3", "1", "a/b"]) {
    assert.throws(() => shardOf(jobs, wrong), /write the number of the shard and how many there are/);
  }
});

Deno.test("jobs: files of two tiers share no process", () => {
  const jobs = planJobs(
    ["tests/http/a_test.ts", "tests/slow/http/a_test.ts", "tests/search/http/a_test.ts"],
    {},
  );
  assert.deepEqual(jobs.map(({ files }) => files.length), [1, 1, 1]);
});

Deno.test("Q2: jobs: every test file of the project is in exactly one job", async () => {
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

Deno.test("ports: none is returned twice, though no program listens on it yet", () => {
  const first = freePort();
  const range = { from: first + 1, to: first + 20 };
  const ports = Array.from({ length: 10 }, () => freePortIn(range));
  assert.equal(new Set(ports).size, 10, String(ports));
});
