// How well a ranking has what was expected, for one query.

/**
 * The share of the expected tools that stand among the first `k`.
 *
 * @example
 * ```ts
 * import { recallAt, reciprocalRank } from "./retrieval.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(recallAt([1, 9, null], 8), 1 / 3);
 * assert.equal(reciprocalRank([null, 4]), 0.25);
 * ```
 */
export function recallAt(ranks: readonly (number | null)[], k: number): number {
  return ranks.filter((rank) => rank !== null && rank <= k).length / ranks.length;
}

/** One divided by the rank of the first expected tool; 0 where none was selected. */
export function reciprocalRank(ranks: readonly (number | null)[]): number {
  const best = Math.min(...ranks.map((rank) => rank ?? Infinity));
  return 1 / best;
}

/** The ranks of expected tools in a ranking, from 1; null for one that is not there. */
export function findRanks(expected: readonly string[], ranked: readonly string[]): (number | null)[] {
  return expected.map((name) => {
    const index = ranked.indexOf(name);
    return index < 0 ? null : index + 1;
  });
}
