// S4, S8: the gates of tests/slow/plugins/selection/lexical/recall_test.ts, measured by the product's own command.

import assert from "node:assert/strict";
import { recall } from "../../slow/evaluation/_recall.ts";
import { needsShared } from "../../support/shared.ts";

needsShared(
  "S4, S8: treadle eval: metatool single has a recall@8 of 0.70 at least",
  "data/metatool",
  async () => {
    const { code, stdout } = await recall("metatool", "--split", "single", "--least", "recall@8=0.7");
    assert.equal(code, 0, stdout);
    assert.match(stdout, /recall@8/);
  },
);

needsShared(
  "S4, S8: treadle eval: with 20 examples of each tool metatool has 0.90 on the other queries",
  "data/metatool",
  async () => {
    const found: number[] = [];
    for (const seed of ["1", "2"]) {
      const { stdout } = await recall(
        "metatool",
        "--split",
        "single",
        "--examples",
        "20",
        "--seed",
        seed,
        "--json",
      );
      const { evaluations: [evaluation] } = JSON.parse(stdout);
      const measured = evaluation.measures.find(({ name }: { name: string }) => name === "recall@8");
      found.push(measured.value);
    }
    const mean = found.reduce((sum, each) => sum + each, 0) / found.length;
    assert.ok(mean >= 0.9, `${found}`);
  },
);
