// A mean with its 95 % interval: Wilson's for shares, a bootstrap of the cases for all other numbers. Repeats of one case are not
// independent, so the case is what is counted and drawn.

import { groupBy } from "../../core/group_by.ts";
import { type ClusterSums, effectiveSize, wilson } from "../../core/share_interval.ts";

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

/** Resamples of a bootstrap. */
const RESAMPLES = 1_000;

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
    const [low, high] = wilson(value, effectiveSize(sumClusters(clusters)));
    return { value, n, low, high, method: "wilson" };
  }
  const [low, high] = bootstrap(clusters);
  return { value, n, low, high, method: "bootstrap" };
}

interface Cluster {
  readonly sum: number;
  readonly count: number;
}

function sumClusters(clusters: readonly Cluster[]): ClusterSums {
  const sum = (of: (cluster: Cluster) => number) => clusters.reduce((all, each) => all + of(each), 0);
  return {
    clusters: clusters.length,
    samples: sum(({ count }) => count),
    ones: sum((cluster) => cluster.sum),
    onesSquared: sum((cluster) => cluster.sum ** 2),
    onesTimesSamples: sum((cluster) => cluster.sum * cluster.count),
    samplesSquared: sum(({ count }) => count ** 2),
  };
}

function bootstrap(clusters: readonly Cluster[]): readonly [low: number, high: number] {
  const { length } = clusters;
  const random = seedRandom(length);
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
function seedRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
