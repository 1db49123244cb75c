// S4, S8: recall without a model, on sets that were not made here, measured by the product's own command: the gates of CI.

import assert from "node:assert/strict";
import { needsShared } from "../../support/shared.ts";
import { recall } from "./_recall.ts";

needsShared(
  "S4, S8: treadle eval: seal-tools, 4,076 tools, has a recall@8 of 0.93 at least",
  "data/seal-tools",
  async () => {
    const { code, stdout } = await recall("seal-tools", "--least", "recall@8=0.93");
    assert.equal(code, 0, stdout);
  },
);

needsShared(
  "S4, S8: treadle eval: with 5 examples of each tool, of queries of two tools both are among the best 8 in 0.78 of the others",
  "data/metatool",
  async () => {
    for (const seed of ["1", "2", "3"]) {
      const { code, stdout } = await recall(
        "metatool",
        ...["--split", "multi", "--examples", "5", "--seed", seed, "--least", "all@8=0.78"],
      );
      assert.equal(code, 0, stdout);
    }
  },
);
