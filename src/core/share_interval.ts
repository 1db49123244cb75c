// The 95 % interval of a share, and the number of independent samples where they come in clusters.

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

/**
 * Wilson's score interval of a share of `n` at 95 %. `n` need not be whole: it is an effective number of samples.
 *
 * @example
 * ```ts
 * import { wilson } from "./share_interval.ts";
 * import assert from "node:assert/strict";
 *
 * const [low, high] = wilson(0.8, 10);
 * assert.deepEqual([low.toFixed(4), high.toFixed(4)], ["0.4902", "0.9433"]);
 * ```
 */
export function wilson(share: number, n: number): readonly [low: number, high: number] {
  const spread = Z * Z / n;
  const middle = (share + spread / 2) / (1 + spread);
  const half = Z / (1 + spread) * Math.sqrt(share * (1 - share) / n + spread / (4 * n));
  return [
    share === 0 ? 0 : Math.max(0, middle - half),
    share === 1 ? 1 : Math.min(1, middle + half),
  ];
}

/** Sums over clusters of samples that are 0 or 1: with them clusters are added without being kept. */
export interface ClusterSums {
  /** Clusters with a sample. */
  readonly clusters: number;
  /** Samples of all clusters, and how many of them are 1. */
  readonly samples: number;
  readonly ones: number;
  /** Sums over clusters: ones squared, ones times samples, samples squared. */
  readonly onesSquared: number;
  readonly onesTimesSamples: number;
  readonly samplesSquared: number;
}

/**
 * The number of independent samples whose mean would vary as much, by the variance of a ratio between clusters. From the number of
 * clusters up to that of samples.
 *
 * @example
 * ```ts
 * import { effectiveSize } from "./share_interval.ts";
 * import assert from "node:assert/strict";
 *
 * // Four clusters of two samples: both 1, both 1, both 0, both 0. They say no more than four samples.
 * const sums = { clusters: 4, samples: 8, ones: 4, onesSquared: 8, onesTimesSamples: 8, samplesSquared: 16 };
 * assert.equal(effectiveSize(sums), 4);
 * ```
 */
export function effectiveSize(
  { clusters, samples, ones, onesSquared, onesTimesSamples, samplesSquared }: ClusterSums,
): number {
  if (clusters === samples || clusters < 2) return samples;
  const mean = ones / samples;
  if (mean === 0 || mean === 1) return clusters;
  // The sum over clusters of (ones - mean * samples) squared; rounding may leave it a little below 0.
  const squares = Math.max(0, onesSquared - 2 * mean * onesTimesSamples + mean ** 2 * samplesSquared);
  const variance = clusters / (clusters - 1) * squares / samples ** 2;
  return Math.min(samples, Math.max(clusters, mean * (1 - mean) / variance));
}
