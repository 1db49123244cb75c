import assert from "node:assert/strict";
import { growthsSince, lastResults, type StepRow } from "./results.ts";
import { QUICK } from "./places.ts";
import { projectRoot } from "../../support/project.ts";
import { quantile } from "./statistics.ts";

function row(contender: string, inFlight: number, cpuRatio: number): StepRow {
  return {
    contender,
    history: 10,
    inFlight,
    cpuRatio,
    wallRatio: 2,
    cpuMs: 1,
    bestCpuMs: 1,
    wallMs: 1,
    p99Ms: 1,
    stepsPerSecond: 1,
  };
}

Deno.test("bench: a ratio of Treadle that is more than 5 % above the last one is told, with both", () => {
  const last = {
    commit: "abc1234",
    at: "2026-01-01T00:00:00Z",
    rows: [row("Treadle, whole", 1, 2), row("Treadle, whole", 32, 2)],
  };
  const lines = growthsSince(last, [
    row("Treadle, whole", 1, 2.09),
    row("Treadle, whole", 32, 2.2),
    row("Treadle, whole", 128, 9),
    row("AI SDK, whole", 32, 9),
  ]);
  assert.equal(lines.length, 1);
  assert.match(
    lines[0] ?? "",
    /^warning: Treadle, whole: CPU of a step .* 32 in flight, is 2\.20 .* was 2\.00 at abc1234 \(\+10 %\)\.$/,
  );
});

Deno.test("bench: the newest results are those of a commit, with the floor at 1", async () => {
  const last = await lastResults();
  const floors = last?.rows.filter(({ contender }) => contender === "floor, whole") ?? [];
  assert.ok(floors.length > 0);
  assert.ok(floors.every(({ cpuRatio, wallRatio }) => cpuRatio === 1 && wallRatio === 1));
});

Deno.test("bench: CI compares the step at histories of 8, 200 and 1,000, which the newest results have", async () => {
  const ci = await Deno.readTextFile(new URL(".ci/run", projectRoot));
  assert.match(ci, /^\s*deno task bench step --quick --compare\b/m);
  const alone = QUICK.places.filter(({ inFlight }) => inFlight === 1).map(({ history }) => history);
  assert.deepEqual(alone, [8, 200, 1_000]);
  const last = await lastResults() ?? assert.fail("no results");
  for (const { history, inFlight } of QUICK.places) {
    const slower = [{ ...row("Treadle, whole", inFlight, 1_000), history }];
    assert.equal(growthsSince(last, slower).length, 1, `${history} steps, ${inFlight} in flight`);
  }
});

Deno.test("bench: a quantile is a value that was measured", () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  assert.deepEqual([0, 0.5, 0.99, 1].map((share) => quantile(values, share)), [1, 51, 100, 100]);
});
