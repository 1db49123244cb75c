// A mean with its 95 % interval: Wilson's for shares, a bootstrap of the cases for all other numbers. Repeats of one case are not
// independent, so the case is what is counted and drawn.

import { groupBy } from "../../core/group_by.ts";

/** One number that was measured in a case. */
export interface Sample {
  /** The case that it belongs to. */
  readonly cluster: string;
  readonly value: number;
}

/** A mean with its interval. */
export interface Estimate {
  /** Null without a sample. */
  readonly value: number | null;
  /** Samples. */
  readonly n: number;
  /** Bounds of the interval; null without a sample. */
  readonly low: number | null;
  readonly high: number | null;
  readonly method: "wilson" | "bootstrap" | "none";
}

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

/** Resamples of a bootstrap. */
const RESAMPLES = 1_000;

/**
 * Wilson's score interval of a share of `n` at 95 %. `n` need not be whole: it is an effective number of samples.
 *
 * @example
 * ```ts
 * import { wilson } from "./interval.ts";
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

/**
 * The mean of samples with its 95 % interval.
 *
 * | samples | interval |
 * |---|---|
 * | all 0 or 1, one a case | Wilson |
 * | all 0 or 1, several a case | Wilson with the effective number of samples: from the number of cases up to that of samples |
 * | others | percentiles 2.5 and 97.5 of 1,000 means of cases drawn with replacement, with a fixed seed |
 */
export function estimate(samples: readonly Sample[]): Estimate {
  const n = samples.length;
  if (n === 0) return { value: null, n, low: null, high: null, method: "none" };
  const value = samples.reduce((sum, sample) => sum + sample.value, 0) / n;
  const clusters = [...groupBy(samples, ({ cluster }) => cluster).values()].map((all) => ({
    sum: all.reduce((sum, sample) => sum + sample.value, 0),
    count: all.length,
  }));
  if (samples.every((sample) => sample.value === 0 || sample.value === 1)) {
    const [low, high] = wilson(value, effectiveSize(clusters, value, n));
    return { value, n, low, high, method: "wilson" };
  }
  const [low, high] = bootstrap(clusters);
  return { value, n, low, high, method: "bootstrap" };
}

interface Cluster {
  readonly sum: number;
  readonly count: number;
}

/** The number of independent samples whose mean would vary as much, by the variance of a ratio between clusters. */
function effectiveSize(clusters: readonly Cluster[], mean: number, n: number): number {
  const { length } = clusters;
  if (length === n || length < 2) return n;
  if (mean === 0 || mean === 1) return length;
  const squares = clusters.reduce((sum, cluster) => sum + (cluster.sum - mean * cluster.count) ** 2, 0);
  const variance = length / (length - 1) * squares / n ** 2;
  return Math.min(n, Math.max(length, mean * (1 - mean) / variance));
}

function bootstrap(clusters: readonly Cluster[]): readonly [low: number, high: number] {
  const { length } = clusters;
  const random = seeded(length);
  const means = Array.from({ length: RESAMPLES }, () => {
    let [sum, count] = [0, 0];
    for (let drawn = 0; drawn < length; drawn++) {
      const cluster = clusters[Math.floor(random() * length)];
      sum += cluster?.sum ?? 0;
      count += cluster?.count ?? 0;
    }
    return sum / count;
  }).sort((one, other) => one - other);
  return [means[Math.floor(RESAMPLES * 0.025)] ?? 0, means[Math.ceil(RESAMPLES * 0.975) - 1] ?? 0];
}

/** Numbers from 0 up to 1 that the seed determines, so that the same results have the same interval (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
