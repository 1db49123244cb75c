// Quantiles of durations of which only the counts in buckets are known.

import type { LatencyView } from "../../../../plugins/analytics/contract.ts";

/**
 * The duration in milliseconds below which this share lies, by the geometric place in its bucket; undefined without durations. A bucket
 * reaches from half of its bound up to it, so the result is off by a factor of 2 at most.
 */
export function quantileOf({ buckets }: Pick<LatencyView, "buckets">, share: number): number | undefined {
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return undefined;
  let rest = share * total;
  let before = 1;
  for (const { belowMs, count } of buckets) {
    if (belowMs === null) return before;
    if (rest <= count) return (belowMs / 2) * 2 ** (rest / count);
    rest -= count;
    before = belowMs;
  }
  return before;
}

/** The buckets of several rows as those of one. */
export function joinLatency(rows: readonly { readonly latency: LatencyView }[]): LatencyView {
  const counts = new Map<number | null, number>();
  for (const { belowMs, count } of rows.flatMap(({ latency }) => latency.buckets)) {
    counts.set(belowMs, (counts.get(belowMs) ?? 0) + count);
  }
  const buckets = [...counts].map(([belowMs, count]) => ({ belowMs, count }))
    .sort((a, b) => (a.belowMs ?? Infinity) - (b.belowMs ?? Infinity));
  return { ms: rows.reduce((sum, { latency }) => sum + latency.ms, 0), buckets };
}
