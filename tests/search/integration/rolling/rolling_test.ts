// A rolling deployment and its rollback, short: see rolling_loop.ts. Two minutes of it are
// `deno task roll-test <commit>`.

import assert from "node:assert/strict";
import { needs, redisServer } from "../../../support/requires.ts";
import { loose } from "../../../slow/integration/_scene.ts";
import { released } from "../../../slow/integration/rolling/_tree.ts";
import { rollingLoop, summaryOf } from "./rolling_loop.ts";

for (const commit of ["47e1add", "d846e060"]) {
  needs(
    redisServer.available ? released(commit) : redisServer,
    Deno.env.get("REQUIRE_REDIS") === "1" && released(commit).available,
    `E13: isolates of ${commit} beside these, killed under load: nothing lost, nothing repeated, every chain whole`,
    async () => {
      const report = await rollingLoop({ commit, seconds: 0, seed: 3, clients: 2 });
      console.log(summaryOf(report));
      assert.deepEqual(report.violations, []);
      assert.ok(report.answers.old > 0 && report.answers.new > 0, "both versions answered");
      assert.ok(report.kills.old > 0 && report.kills.new > 0, "both were killed");
      assert.ok(
        (report.again["schema_unsupported (old)"] ?? 0) > 0,
        "a thread of this version met the other",
      );
    },
    loose,
  );
}
