// Quantiles of durations of which only the counts in buckets are known.

import type { LatencyView } from "../../../../plugins/analytics/contract.ts";

/**
 * The duration in milliseconds below which this share lies, by the geometric place in its bucket; undefined without durations. A bucket
 * reaches from half of its bound up to it, so the result is off by a factor of 2 at most.
 */
export function computeQuantile(
  { buckets }: Pick<LatencyView, "buckets">,
  share: number,
): number | undefined {
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return undefined;
  let rest = share * total;
  let before: number | undefined;
  for (const { belowMs, count } of buckets) {
    if (belowMs === null) return before;
    if (rest <= count) return (belowMs / 2) * 2 ** (rest / count);
    rest -= count;
    before = belowMs;
  }
  return before;
}
