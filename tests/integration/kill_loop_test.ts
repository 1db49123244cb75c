// The kill loop, short: see kill_loop.ts. `deno task kill-test` runs it for two minutes.

import assert from "node:assert/strict";
import { needsRedis } from "../support/requires.ts";
import { loose } from "./_scene.ts";
import { killLoop, summaryOf } from "./kill_loop.ts";

needsRedis(
  "E3: deno, workerd and redis-server killed at random under load: nothing lost, nothing repeated",
  async () => {
    const report = await killLoop({ seconds: 15, seed: 7, threads: 16 });
    console.log(summaryOf(report));
    assert.deepEqual(report.violations, []);
    for (const [victim, kills] of Object.entries(report.kills)) {
      assert.ok(
        kills > 0,
        `${victim} was never killed`,
      );
    }
    assert.ok(report.steps > 50, "there was load");
    assert.ok(report.executions.once > 0 && report.executions.keyed > 0);
  },
  loose,
);
