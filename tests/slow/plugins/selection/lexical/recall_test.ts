// S4: recall without a model, on sets that were not made here. Nothing was tuned on their test queries; the figures are gates.

import assert from "node:assert/strict";
import { measureRetrieval } from "../../../../../src/plugins/selection/retrieval_measure.ts";
import { lexical } from "../../../../../src/plugins/selection/selectors/lexical.ts";
import { needsShared } from "../../../../support/shared.ts";
import { holdBack, NO_IO, readSet, type ToolSet } from "../../../../plugins/selection/lexical/sets.ts";
import { isSearch } from "../../../../support/lives.ts";

async function recallOf({ catalogue, cases }: ToolSet): Promise<number> {
  const { recall } = await measureRetrieval(lexical(), catalogue, cases, { k: 8, io: NO_IO });
  return recall;
}

function only(set: ToolSet, split: string): ToolSet {
  return { ...set, cases: set.cases.filter((each) => each.split === split) };
}

needsShared(
  "S4: recall@8 of metatool's single-tool queries is at least 0.705 without examples",
  "data/metatool",
  async () => {
    const set = only(readSet("metatool"), "single");
    assert.equal(set.cases.length, 20_563);
    const recall = await recallOf(set);
    assert(recall >= 0.705, `recall@8 is ${recall}`);
  },
);

needsShared(
  "S4: recall@8 of metatool is at least 0.90 with 20 examples per tool, on the other queries",
  "data/metatool",
  async () => {
    const set = only(readSet("metatool"), "single");
    const found: number[] = [];
    for (const seed of isSearch() ? [1, 2, 3, 4] : [1]) { // another draw of the examples changes recall by up to 0.01: the mean is what is held
      const held = holdBack(set, 20, seed);
      assert(held.cases.length > 16_000);
      found.push(await recallOf(held));
    }
    const mean = found.reduce((sum, recall) => sum + recall, 0) / found.length;
    assert(mean >= 0.90, `recall@8 is ${mean} on an average of ${found}`);
  },
);

needsShared(
  "S4: one example per tool already raises recall@8 of metatool by 0.02",
  "data/metatool",
  async () => {
    const { catalogue, cases } = holdBack(only(readSet("metatool"), "single"), 1, 1);
    const tools = catalogue.tools.map(({ examples: _, ...tool }) => tool);
    const some = cases.filter((_, place) => place % 4 === 0);
    const without = await recallOf({ catalogue: { version: "without", tools }, cases: some });
    const withOne = await recallOf({ catalogue, cases: some });
    assert(withOne > without + 0.02, `${without} becomes ${withOne}`);
  },
);

needsShared("S4: recall@8 of seal-tools, 4,076 tools, is at least 0.925", "data/seal-tools", async () => {
  const set = readSet("seal-tools");
  const test = set.cases.filter(({ split }) => split !== "dev");
  assert.equal(test.length, 1_354);
  for (const cases of [set.cases, test]) {
    const recall = await recallOf({ ...set, cases });
    assert(recall >= 0.925, `recall@8 is ${recall} of ${cases.length} queries`);
  }
});

needsShared(
  "S4: recall@8 of metatool does not fall below 0.67 where all tools are those of servers",
  "data/metatool",
  async () => {
    const set = only(readSet("metatool"), "single");
    const tools = set.catalogue.tools.map((tool) => ({ ...tool, foreign: true as const }));
    const recall = await recallOf({ ...set, catalogue: { version: "foreign", tools } });
    assert(recall >= 0.67, `recall@8 is ${recall}`);
  },
);
