// Old results of tools that the API of a provider leaves out by itself: what Treadle sends stays the same.

/** When and what the API clears, the oldest results first. Only for a model whose API can; see the feature `context_editing`. */
export interface ClearToolResults {
  /** From so many input tokens on, as the API counts them. */
  readonly afterTokens: number;
  /** Results of as many of the newest calls stay; 3 by default. */
  readonly keepCalls?: number;
  /** Fewer tokens than this are never cleared: each clearing invalidates the prompt cache. */
  readonly atLeastTokens?: number;
  /** Results of these tools stay. */
  readonly exceptTools?: readonly string[];
}
