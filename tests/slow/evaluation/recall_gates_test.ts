// S4, S8: recall without a model, on sets that were not made here, measured by the product's own command: the gates of CI.

import assert from "node:assert/strict";
import { needsShared, sharedPath } from "../../support/shared.ts";
import { runTreadle } from "../../cli/_treadle.ts";
import { projectRoot } from "../../support/project.ts";
import { isSearch } from "../../support/lives.ts";

function recall(set: string, ...words: string[]) {
  return runTreadle(
    { cwd: decodeURIComponent(projectRoot.pathname) },
    "eval",
    "--tools",
    sharedPath("data", set, "tools.json"),
    "--queries",
    sharedPath("data", set, "queries.jsonl"),
    ...words,
  );
}

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
    for (const seed of isSearch() ? ["1", "2"] : ["1"]) {
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

needsShared(
  "S4, S8: treadle eval: seal-tools, 4,076 tools, has a recall@8 of 0.90 at least",
  "data/seal-tools",
  async () => {
    const { code, stdout } = await recall("seal-tools", "--least", "recall@8=0.9");
    assert.equal(code, 0, stdout);
  },
);
