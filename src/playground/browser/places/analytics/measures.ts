// What the dashboard shows of a row of counts: each a name, a number and how people read it.

import type { ChoiceCountsRow, LatencyView } from "../../../../plugins/analytics/contract.ts";
import { count, dollars, duration, exactDollars } from "../../words.ts";

/** A number that the dashboard shows of a row. */
export interface Measure {
  readonly id: string;
  readonly title: string;
  /** What is counted, in a sentence. */
  readonly about: string;
  /** What the threads behind it are searched by, besides their day. */
  readonly search?: string;
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

const COST: Measure = {
  id: "cost",
  title: "Cost",
  about: "By the prices that the deployment knew when the step ran.",
  valueOf: ({ microDollars }) => microDollars,
  words: dollars,
  exact: exactDollars,
};

const MEDIAN: Measure = {
  id: "p50",
  title: "Median time",
  about: "Half of the calls, of a model or of the tool, took no longer. It may be off by a factor of two.",
  valueOf: ({ latency }) => computeQuantile(latency, 0.5),
  words: duration,
};

const SLOW: Measure = {
  id: "p95",
  title: "95 % within",
  about: "One call of twenty took longer. It may be off by a factor of two.",
  valueOf: ({ latency }) => computeQuantile(latency, 0.95),
  words: duration,
};

const CALLS: Measure = {
  id: "calls",
  title: "Tool calls",
  about: "Calls that a tool was run for.",
  valueOf: ({ calls }) => calls,
  words: count,
};

const FAILED_CALLS: Measure = {
  id: "callsFailed",
  title: "Failed calls",
  about: "Calls whose tool answered with an error.",
  valueOf: ({ callsFailed }) => callsFailed,
  words: count,
};

const OFFERED: Measure = {
  id: "offered",
  title: "Offered",
  about: "Model calls that could choose a tool; of a tool, those that could choose this one.",
  valueOf: ({ offered }) => offered,
  words: count,
};

const FORCED: Measure = {
  id: "forced",
  title: "Forced",
  about: "Model calls that had to choose a tool; of a tool, those that had to choose this one.",
  valueOf: ({ forced }) => forced,
  words: count,
};

const CHOSEN: Measure = {
  id: "chosen",
  title: "Chosen",
  about: "Model calls that chose a tool.",
  valueOf: ({ chosen }) => chosen,
  words: count,
};

const VIOLATED: Measure = {
  id: "violated",
  title: "Not kept",
  about: "Answers that did not keep to the tool choice.",
  valueOf: ({ violated }) => violated,
  words: count,
};

const REFUSED: Measure = {
  id: "refused",
  title: "Refused",
  about: "Calls that did not run: against a rule, against the tool choice, or denied by a person.",
  valueOf: ({ refusedByPolicy, refusedByChoice, refusedByPeople }) =>
    refusedByPolicy + refusedByChoice + refusedByPeople,
  words: count,
};

/** Of rows about model calls. */
export const PLAN_MEASURES: readonly Measure[] = [
  {
    id: "steps",
    title: "Steps",
    about: "Model calls with the tools that ran before them, each a step of a thread.",
    valueOf: ({ steps }) => steps,
    words: count,
  },
  {
    id: "failed",
    title: "Failed steps",
    about: "Steps that ended with an error and no answer.",
    search: "status:failed",
    valueOf: ({ failed }) => failed,
    words: count,
  },
  MEDIAN,
  SLOW,
  {
    id: "tokens",
    title: "Tokens",
    about: "What models read and wrote, with answers that were dropped and summaries.",
    valueOf: ({ inputTokens = 0, outputTokens = 0 }) => inputTokens + outputTokens,
    words: count,
  },
  COST,
  {
    id: "cached",
    title: "Cache share",
    about: "The part of all input that providers read from their caches.",
    valueOf: ({ cachedTokens, inputTokens }) => share(cachedTokens, inputTokens),
    words: percent,
  },
  CALLS,
  FAILED_CALLS,
];

/** How much of the input was read from caches and what it cost; in rows about model calls. */
export const CACHE_MEASURES: readonly Measure[] = [
  {
    id: "cachedTokens",
    title: "Cache reads",
    about: "Input tokens that a cache had.",
    valueOf: ({ cachedTokens }) => cachedTokens,
    words: count,
  },
  {
    id: "cachedBill",
    title: "Cache read cost",
    about: "What they cost, at the price that the model has now.",
    valueOf: ({ cachedMicroDollars }) => cachedMicroDollars,
    words: dollars,
    exact: exactDollars,
  },
  {
    id: "written",
    title: "Cache writes",
    about: "Input tokens that were written to a cache for later steps.",
    valueOf: ({ cacheWriteTokens }) => cacheWriteTokens,
    words: count,
  },
  {
    id: "writtenBill",
    title: "Cache write cost",
    about: "What they cost, at the price that the model has now.",
    valueOf: ({ cacheWriteMicroDollars }) => cacheWriteMicroDollars,
    words: dollars,
    exact: exactDollars,
  },
  {
    id: "uncached",
    title: "Uncached input",
    about: "Input tokens that no cache had and none took.",
    valueOf: ({ uncachedTokens }) => uncachedTokens,
    words: count,
  },
  {
    id: "uncachedBill",
    title: "Uncached input cost",
    about: "What they cost, at the price that the model has now.",
    valueOf: ({ uncachedMicroDollars }) => uncachedMicroDollars,
    words: dollars,
    exact: exactDollars,
  },
  {
    id: "cuts",
    title: "Prompt resets",
    about: "Changes at the beginning of a prompt, behind which no cache helps; each cause counts.",
    valueOf: ({ promptCuts }) => promptCuts,
    words: count,
  },
];

/** What became of tool choices, in rows about model calls. */
export const CHOICE_MEASURES: readonly Measure[] = [
  OFFERED,
  FORCED,
  CHOSEN,
  REFUSED,
  VIOLATED,
  {
    id: "degraded",
    title: "Not certain",
    about: "Model calls that had to choose a tool, where the API does not hold the model to it.",
    valueOf: ({ degraded }) => degraded,
    words: count,
  },
];

/** Of rows about tools. */
export const TOOL_MEASURES: readonly Measure[] = [
  COST,
  {
    id: "readTokens",
    title: "Input tokens",
    about: "What models read of the tool: its definition and its results, in each step again.",
    valueOf: ({ readTokens }) => readTokens,
    words: count,
  },
  {
    id: "resultTokens",
    title: "Result tokens",
    about: "The size of its results, once each.",
    valueOf: ({ resultTokens }) => resultTokens,
    words: count,
  },
  OFFERED,
  FORCED,
  CHOSEN,
  REFUSED,
  VIOLATED,
  CALLS,
  FAILED_CALLS,
  {
    id: "time",
    title: "Total time",
    about: "The sum of the time that its calls took.",
    valueOf: ({ latency }) => latency.ms,
    words: duration,
  },
  MEDIAN,
  SLOW,
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
