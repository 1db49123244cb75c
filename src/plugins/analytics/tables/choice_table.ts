// ChoiceTable: what was chosen, summed over days.

/** Every {@link Dimension}, in the order of a row. */
export const DIMENSIONS = ["day", "agent", "model", "policy", "tool"] as const;

/** What a table may be grouped by. */
export type Dimension = typeof DIMENSIONS[number];

/** The counts of a row about plans, in the order of a row. */
export const PLAN_COUNTS = [
  "steps",
  "plans",
  "offered",
  "forced",
  "chosen",
  "satisfied",
  "violated",
  "cut",
  "failed",
  "corrected",
  "degraded",
  "native",
  "filtered",
  "announced",
  "withheld",
  "withoutTools",
  "refusedByApi",
  "refusedByPolicy",
  "refusedByChoice",
  "refusedByPeople",
  "calls",
  "callsFailed",
  "inputTokens",
  "outputTokens",
  "cachedTokens",
  "cacheWriteTokens",
  "uncachedTokens",
  "promptCuts",
  "microDollars",
  "cachedMicroDollars",
  "cacheWriteMicroDollars",
  "uncachedMicroDollars",
] as const;

/** The counts of a row about tools, in the order of a row. */
export const TOOL_COUNTS = [
  "offered",
  "forced",
  "chosen",
  "violated",
  "refusedByPolicy",
  "refusedByChoice",
  "refusedByPeople",
  "blocked",
  "skipped",
  "invalid",
  "answered",
  "calls",
  "callsCompleted",
  "callsFailed",
  "callsUnknown",
  "resultTokens",
  "readTokens",
  "microDollars",
] as const;

/** A count of a row. */
export type CountName = typeof PLAN_COUNTS[number] | typeof TOOL_COUNTS[number];

/** One line of a table: the sum over all counts with these values. */
export interface ChoiceRow {
  /** A value for each dimension of the table. A policy may be empty. */
  readonly by: Readonly<Partial<Record<Dimension, string>>>;
  /** Of {@link PLAN_COUNTS}, or of {@link TOOL_COUNTS} in a table about tools. */
  readonly counts: ReadonlyMap<CountName, number>;
  /** Of model calls, or of the tools. Milliseconds. */
  readonly latencyMs: number;
  /** How many of them took so long: bucket 0 is less than 1 ms, bucket `n` from 2^(n-1) ms to less than 2^n ms. */
  readonly buckets: readonly number[];
}

/** The rows of a query. */
export interface ChoiceTable {
  /** The columns of the counts. */
  readonly columns: readonly CountName[];
  readonly rows: readonly ChoiceRow[];
  /** Steps of which the ledger does not have what they belong to: no row has them. */
  readonly unresolved: number;
}

/** What a table shows. A table with `tool` among `by`, or with a `tool`, is about tools. */
export interface TableQuery {
  readonly by: readonly Dimension[];
  readonly agent?: string | undefined;
  readonly tool?: string | undefined;
}
