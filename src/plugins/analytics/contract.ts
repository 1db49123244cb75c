// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

import type { Feature } from "../../core/model/capability.ts";
import type { ChoiceKind } from "./counts/choice_kind.ts";
import type { SuggestionKind } from "./suggestions/suggestion.ts";

/** The dimensions, and the counts about plans or about tools. */
export interface ChoiceCountsRow {
  readonly day?: string;
  readonly agent?: string;
  readonly model?: string;
  readonly policy?: string;
  readonly tool?: string;
  readonly steps?: number;
  readonly plans?: number;
  readonly offered: number;
  readonly forced: number;
  readonly chosen: number;
  readonly satisfied?: number;
  readonly violated: number;
  readonly cut?: number;
  readonly failed?: number;
  readonly corrected?: number;
  readonly degraded?: number;
  readonly native?: number;
  readonly filtered?: number;
  readonly announced?: number;
  readonly withheld?: number;
  readonly withoutTools?: number;
  readonly refusedByApi?: number;
  readonly refusedByPolicy: number;
  readonly refusedByChoice: number;
  readonly refusedByPeople: number;
  readonly calls: number;
  readonly callsFailed: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cachedTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly uncachedTokens?: number;
  readonly promptCuts?: number;
  readonly microDollars: number;
  readonly cachedMicroDollars?: number;
  readonly cacheWriteMicroDollars?: number;
  readonly uncachedMicroDollars?: number;
  readonly blocked?: number;
  readonly skipped?: number;
  readonly invalid?: number;
  readonly answered?: number;
  readonly callsCompleted?: number;
  readonly callsUnknown?: number;
  readonly resultTokens?: number;
  readonly readTokens?: number;
  readonly latency: LatencyView;
}

/** Of model calls; in rows about tools, of their calls. */
export interface LatencyView {
  /** The sum, in milliseconds. */
  readonly ms: number;
  /** Those that have some, the shortest first. */
  readonly buckets: readonly {
    /** The durations are below it and not below half of it; null: longer than all. */
    readonly belowMs: number | null;
    readonly count: number;
  }[];
}

/** How many steps failed with an error, with the dimensions of `by`. */
export interface FailureCount {
  readonly day?: string;
  readonly agent?: string;
  readonly model?: string;
  readonly policy?: string;
  /** A code of an error; `GET /v1/threads?error=` lists its threads. */
  readonly error: string;
  /** Steps that ended their run with it: the thread has the status `failed`. */
  readonly failed: number;
  /** Steps that can be tried again: the thread is `open`. */
  readonly retryable: number;
}

/** The suggestions of a range of days. */
export interface SuggestionReport {
  readonly from: string;
  readonly to: string;
  readonly suggestions: readonly Suggestion[];
}

/** A suggestion with the numbers that it follows from. */
export interface Suggestion {
  readonly kind: SuggestionKind;
  readonly subject: SuggestionSubject;
  /** What was found and what may be changed, in two sentences. */
  readonly message: string;
  /** The numbers that it follows from, by name. */
  readonly evidence: Readonly<Record<string, number>>;
  /** From which numbers on this is suggested. */
  readonly threshold: Readonly<Record<string, number>>;
  /** The UTC days that have the evidence. */
  readonly days: {
    readonly first: string;
    readonly last: string;
    readonly count: number;
  };
}

/** What a suggestion is about, as far as it applies. */
export interface SuggestionSubject {
  readonly agent?: string;
  readonly tool?: string;
  /** `provider/model`. */
  readonly model?: string;
  readonly policy?: string;
  readonly feature?: Feature;
  readonly choice?: ChoiceKind;
}
