// A part of the bench: what it prints, and what stands above its table.

import type { StepRow } from "./results.ts";

export interface PartOptions {
  /** Fewer rounds, coarser figures. */
  readonly quick: boolean;
  /** Commits of our own to be measured beside the present one; the part `step` alone heeds them. */
  readonly against: readonly string[];
  /** The peers take turns too; without them `step` measures the floor and Treadle alone. */
  readonly peers: boolean;
  /** Is given the rows of `step`, to be kept and compared. */
  record(rows: readonly StepRow[]): Promise<void>;
}

export interface Part {
  readonly title: string;
  /** What was measured and how to read it, in a sentence or two. */
  readonly note: string;
  /** Measures, and answers with a markdown table. */
  measure(options: PartOptions): Promise<string>;
}
