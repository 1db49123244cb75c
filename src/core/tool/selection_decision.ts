// The decision of a selector, as the log of a thread has it beside the answer that was made with it.

/** A selection of tools. The calls of the answer are what the model used. */
export interface SelectionDecision {
  /** `begin`: the tools that the thread begins with. `step`: those of a later plan. `search`: what a call of `search_tools` found. */
  readonly by: "begin" | "step" | "search";
  /** The call that has searched. */
  readonly callId?: string;
  /** At most 500 characters. */
  readonly query: string;
  readonly selector: string;
  /** The best candidates, at most 20, by score, with 4 decimals. */
  readonly candidates: readonly (readonly [name: string, score: number])[];
  /** The score below which none was selected. */
  readonly threshold?: number;
  /** The tools that were selected, in order. */
  readonly selected: readonly string[];
  /** What the query was found to be about, the likeliest first: as it was classified, else by the tools that were selected. */
  readonly categories?: readonly string[];
}
