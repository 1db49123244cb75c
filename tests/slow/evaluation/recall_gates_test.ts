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
