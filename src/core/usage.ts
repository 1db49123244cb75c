// Usage of a model call in tokens, and the counters of a thread.

/**
 * Tokens of one model call; an undefined count was not reported. `inputTokens` includes tokens read from a cache or written to
 * it. `outputTokens` includes `reasoningTokens`: 30 of output and 20 of reasoning are 30 in all. xAI counts them apart, and its
 * numbers are kept: there, 30 and 20 are 50.
 */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
  /** The cost in millionths of a US dollar, where the model has a price. */
  readonly microDollars?: number;
  /** The provider reported no usage, at least once; the missing part was estimated from the size of the texts. */
  readonly estimated?: true;
}

/** The counters a thread keeps, in the order in which stores write them. */
export const COUNTERS = [
  "steps",
  "calls",
  "inputTokens",
  "outputTokens",
  "cachedTokens",
  "wallMs",
  "microDollars",
] as const;

/**
 * Totals of a thread since it began; tokens as in {@link Usage}, `wallMs` in milliseconds, `microDollars` in millionths of a US
 * dollar. Threads that earlier versions wrote have no `microDollars`; stores read 0.
 */
export type Counters = Readonly<Record<typeof COUNTERS[number], number>>;

/** The counters of a new thread. */
export const ZERO_COUNTERS: Counters = {
  steps: 0,
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  wallMs: 0,
  microDollars: 0,
};

/** Sum of two sets of counters. */
export function addCounters(a: Counters, b: Counters): Counters {
  return {
    steps: a.steps + b.steps,
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    wallMs: a.wallMs + b.wallMs,
    microDollars: a.microDollars + b.microDollars,
  };
}

/** Sum of two usages; a count that neither reports stays undefined. An estimate in one makes the sum one. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    microDollars: addOptional(a.microDollars, b.microDollars),
    cachedTokens: addOptional(a.cachedTokens, b.cachedTokens),
    cacheWriteTokens: addOptional(a.cacheWriteTokens, b.cacheWriteTokens),
    reasoningTokens: addOptional(a.reasoningTokens, b.reasoningTokens),
    estimated: a.estimated || b.estimated,
  };
}

function addOptional(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}
