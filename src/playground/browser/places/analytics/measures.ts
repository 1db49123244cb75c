// What the dashboard shows of a row of counts: each a name, a number and how people read it.

import type { ChoiceCountsRow, LatencyView } from "../../../../plugins/analytics/contract.ts";
import { count, dollars, duration, exactDollars } from "../../words.ts";

/** A number that the dashboard shows of a row. */
export interface Measure {
  readonly id: string;
  readonly title: string;
  /** Undefined where the row has nothing of it. */
  readonly valueOf: (row: ChoiceCountsRow) => number | undefined;
  readonly words: (value: number) => string;
  /** The same with all digits, where the words leave some out. */
  readonly exact?: (value: number) => string;
}

/** The value as it stands, and behind it with all digits: what a link to its threads is called. */
export function spokenValue({ words, exact = words }: Measure, value: number): string {
  return [...new Set([words(value), exact(value)])].join(", ");
}

function percent(value: number): string {
  return `${(100 * value).toFixed(value > 0 && value < 0.1 ? 1 : 0)} %`;
}

function share(part: number | undefined, whole: number | undefined): number | undefined {
  return part === undefined || !whole ? undefined : part / whole;
}

/** Of rows about model calls. */
export const PLAN_MEASURES: readonly Measure[] = [
  { id: "steps", title: "Steps", valueOf: ({ steps }) => steps, words: count },
  { id: "failed", title: "Failed steps", valueOf: ({ failed }) => failed, words: count },
  {
    id: "p50",
    title: "Median time",
    valueOf: ({ latency }) => computeQuantile(latency, 0.5),
    words: duration,
  },
  {
    id: "p95",
    title: "95 % within",
    valueOf: ({ latency }) => computeQuantile(latency, 0.95),
    words: duration,
  },
  {
    id: "tokens",
    title: "Tokens",
    valueOf: ({ inputTokens = 0, outputTokens = 0 }) => inputTokens + outputTokens,
    words: count,
  },
  {
    id: "cost",
    title: "Cost",
    valueOf: ({ microDollars }) => microDollars,
    words: dollars,
    exact: exactDollars,
  },
  {
    id: "cached",
    title: "Cache share",
    valueOf: ({ cachedTokens, inputTokens }) => share(cachedTokens, inputTokens),
    words: percent,
  },
  { id: "calls", title: "Tool calls", valueOf: ({ calls }) => calls, words: count },
  { id: "callsFailed", title: "Failed calls", valueOf: ({ callsFailed }) => callsFailed, words: count },
];

/** How much of the input was read from caches and what it cost; in rows about model calls. */
export const CACHE_MEASURES: readonly Measure[] = [
  { id: "cachedTokens", title: "Cache reads", valueOf: ({ cachedTokens }) => cachedTokens, words: count },
  {
    id: "cachedBill",
    title: "Cache read cost",
    valueOf: ({ cachedMicroDollars }) => cachedMicroDollars,
    words: dollars,
    exact: exactDollars,
  },
  {
    id: "written",
    title: "Cache writes",
    valueOf: ({ cacheWriteTokens }) => cacheWriteTokens,
    words: count,
  },
  {
    id: "writtenBill",
    title: "Cache write cost",
    valueOf: ({ cacheWriteMicroDollars }) => cacheWriteMicroDollars,
    words: dollars,
    exact: exactDollars,
  },
  { id: "uncached", title: "Uncached input", valueOf: ({ uncachedTokens }) => uncachedTokens, words: count },
  {
    id: "uncachedBill",
    title: "Uncached input cost",
    valueOf: ({ uncachedMicroDollars }) => uncachedMicroDollars,
    words: dollars,
    exact: exactDollars,
  },
  { id: "cuts", title: "Prompt resets", valueOf: ({ promptCuts }) => promptCuts, words: count },
];

const REFUSED: Measure = {
  id: "refused",
  title: "Refused",
  valueOf: ({ refusedByPolicy, refusedByChoice, refusedByPeople }) =>
    refusedByPolicy + refusedByChoice + refusedByPeople,
  words: count,
};

/** What became of tool choices, in rows about model calls. */
export const CHOICE_MEASURES: readonly Measure[] = [
  { id: "offered", title: "Offered", valueOf: ({ offered }) => offered, words: count },
  { id: "forced", title: "Forced", valueOf: ({ forced }) => forced, words: count },
  { id: "chosen", title: "Chosen", valueOf: ({ chosen }) => chosen, words: count },
  REFUSED,
  { id: "violated", title: "Not kept", valueOf: ({ violated }) => violated, words: count },
  { id: "degraded", title: "Not certain", valueOf: ({ degraded }) => degraded, words: count },
];

/** Of rows about tools. */
export const TOOL_MEASURES: readonly Measure[] = [
  {
    id: "cost",
    title: "Cost",
    valueOf: ({ microDollars }) => microDollars,
    words: dollars,
    exact: exactDollars,
  },
  { id: "readTokens", title: "Input tokens", valueOf: ({ readTokens }) => readTokens, words: count },
  {
    id: "resultTokens",
    title: "Result tokens",
    valueOf: ({ resultTokens }) => resultTokens,
    words: count,
  },
  { id: "offered", title: "Offered", valueOf: ({ offered }) => offered, words: count },
  { id: "forced", title: "Forced", valueOf: ({ forced }) => forced, words: count },
  { id: "chosen", title: "Chosen", valueOf: ({ chosen }) => chosen, words: count },
  REFUSED,
  { id: "violated", title: "Not kept", valueOf: ({ violated }) => violated, words: count },
  { id: "calls", title: "Calls", valueOf: ({ calls }) => calls, words: count },
  { id: "callsFailed", title: "Failed calls", valueOf: ({ callsFailed }) => callsFailed, words: count },
  { id: "time", title: "Total time", valueOf: ({ latency }) => latency.ms, words: duration },
  {
    id: "p50",
    title: "Median time",
    valueOf: ({ latency }) => computeQuantile(latency, 0.5),
    words: duration,
  },
  {
    id: "p95",
    title: "95 % within",
    valueOf: ({ latency }) => computeQuantile(latency, 0.95),
    words: duration,
  },
];

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
