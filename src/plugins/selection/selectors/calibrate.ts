// From labelled pairs to a threshold: what a minimum score keeps, and what it lets through.

import { AgentError } from "../../../core/error.ts";

/** The score of a query with a tool, and whether the tool is right for the query. */
export interface ScoredPair {
  readonly score: number;
  readonly relevant: boolean;
}

/** A threshold, and what it does to the pairs it was found with. */
export interface Calibration {
  /** The minimum score. */
  readonly threshold: number;
  /** The share of right pairs that have at least the threshold. */
  readonly kept: number;
  /** The share of wrong pairs that have at least the threshold; undefined without wrong pairs. */
  readonly passed?: number;
}

/**
 * The highest threshold that keeps at least the share `keep` of the right pairs. It is good for the model that made the scores, and
 * no other. `passed` says what it is worth: a threshold that lets most wrong pairs through decides little.
 *
 * @example
 * ```ts
 * import { calibrate } from "./calibrate.ts";
 * import assert from "node:assert/strict";
 *
 * const right = [0.9, 0.5, 0.4, 0.2].map((score) => ({ score, relevant: true }));
 * const wrong = [0.45, 0.1].map((score) => ({ score, relevant: false }));
 * assert.deepEqual(calibrate([...right, ...wrong], 0.75), { threshold: 0.4, kept: 0.75, passed: 0.5 });
 * ```
 *
 * @throws {AgentError} config_invalid, without a right pair, or for a share that is not above 0 and at most 1
 */
export function calibrate(pairs: readonly ScoredPair[], keep: number): Calibration {
  const right = pairs.filter(({ relevant }) => relevant).map(({ score }) => score).sort((a, b) => b - a);
  const wrong = pairs.filter(({ relevant }) => !relevant);
  if (!(keep > 0 && keep <= 1)) {
    throw new AgentError("config_invalid", `The share to keep is above 0 and at most 1, not ${keep}.`);
  }
  // 0.07 * 100 is 7.000000000000001 in doubles, and 7 pairs are enough.
  const threshold = right[Math.ceil(keep * right.length - 1e-9) - 1];
  if (threshold === undefined) {
    throw new AgentError(
      "config_invalid",
      "A threshold is found with at least one pair whose tool is right.",
    );
  }
  const share = (scores: readonly number[]) =>
    scores.filter((score) => score >= threshold).length / scores.length;
  return {
    threshold,
    kept: share(right),
    passed: wrong.length === 0 ? undefined : share(wrong.map(({ score }) => score)),
  };
}
