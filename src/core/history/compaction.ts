// Compaction: when and how old history is replaced by a summary entry.

import type { Entry } from "../entry.ts";

/**
 * When old entries give way to a summary, and what makes it. It needs `afterEntries`, `afterTokens` or both; the first that is
 * reached counts, in place of the other the limit of the window. Of what was reached without a number to keep, half is kept; with
 * `keepEntries` and `keepTokens`, what both allow.
 */
export interface Compaction {
  /** Compact when more entries than this stand in the window. */
  readonly afterEntries?: number;
  /** Compact when the window has more tokens than this, as {@link Limits.historyTokens} estimates them. */
  readonly afterTokens?: number;
  /** Keep this many of the newest entries as they are. */
  readonly keepEntries?: number;
  /** Keep as many of the newest entries as have this many tokens. */
  readonly keepTokens?: number;
  /** `provider/model` that writes the summary; by default the model that made the plan. */
  readonly model?: string;
  /** For that model, in place of the built-in instructions; with `by` for the API, or for the text where that encrypts its own. */
  readonly instructions?: string;
  /** Makes the summary in place of a model. */
  readonly summarize?: Summarize;
  /**
   * `provider`: the API of the model summarises the last request, where it can; the newest answer is kept. What it gives goes back to
   * it as it came. Claude's API signs a text, with one request, and thinking that is bound to the conversation stays valid. OpenAI's
   * encrypts what it makes, so each summary costs two requests with the whole conversation: one to POST /responses/compact, which has no
   * field for tools, and one by which the model writes the text for people and other providers, behind its last request. A model
   * without it writes the summary itself, with a warning. An agent whose provider never has it is refused at start.
   */
  readonly by?: "provider";
}

/**
 * A summary of old entries, oldest first: a text that is not empty; what is behind 8,000 characters is cut. One that throws or
 * gives no text leaves the history as it is, and the step goes on with a warning.
 */
export type Summarize = (
  entries: readonly Entry[],
  context: SummarizeContext,
) => string | Promise<string>;

/** What a {@link Summarize} reads besides the entries. */
export interface SummarizeContext {
  readonly tenant: string;
  readonly thread: string;
  readonly agent: string;
  /** The summary that stands for what lies before the entries: the new one replaces it. */
  readonly summary: string | null;
  /** Aborts when the step is cancelled or out of time. */
  readonly signal: AbortSignal;
}
