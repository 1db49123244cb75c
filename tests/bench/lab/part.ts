// A part of the bench: what it prints, and what stands above its table.

export interface Part {
  readonly title: string;
  /** What was measured and how to read it, in a sentence or two. */
  readonly note: string;
  /** Measures, and answers with a markdown table. `quick`: fewer rounds, coarser figures. */
  measure(quick: boolean): Promise<string>;
}
