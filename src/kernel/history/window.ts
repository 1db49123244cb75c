// How much of a history a plan reads: the newest entries within the agent's limits. Sizes in, an index out.

import type { Agent } from "../../core/agent.ts";

/**
 * True when no limit can cut these texts, without counting bytes: a UTF-16 unit takes three at most. `before` entries more
 * could be read but for the limits.
 */
export function fitsWhole(texts: readonly string[], before: number, { limits }: Agent): boolean {
  if (before > 0 || texts.length > limits.historyEntries) return false;
  return 3 * texts.reduce((sum, text) => sum + text.length, 0) <= limits.historyBytes;
}

/** The part of its limits that a window keeps when it moves. */
export const KEPT = 1 / 2;

/** What a reader of a history knows besides the sizes. */
export interface KnownWindow {
  /** Entries before the first of the sizes that could be read but for the limits. */
  readonly before: number;
  /** Where the last cut of the prompt began, counted from the first of the sizes; undefined where the reader has no cut. */
  readonly last: number | undefined;
}

/**
 * Index of the first entry that the agent's limits let a plan read; the newest is always read. `sizes` are UTF-8 bytes, oldest
 * first.
 *
 * A window stays where the last cut began until it is full. Then half of the limits is kept, so that it moves once for each half
 * of the limits that is added, and the requests between two moves share their beginning, which the caches of providers and a
 * rendered history need. With 40 entries and small texts:
 *
 *   length 1..40: begins at 0    41..61: at 21    62..82: at 42
 *
 * The index does not depend on what a reader holds of the entries before the limits, so every isolate finds the same.
 */
export function startOfWindow(
  sizes: readonly number[],
  { before, last }: KnownWindow,
  { limits: { historyEntries, historyBytes } }: Agent,
): number {
  const first = firstWithin(sizes, historyEntries, historyBytes);
  if (before + first <= 0) return first;
  const half = firstWithin(sizes, historyEntries * KEPT, historyBytes * KEPT);
  return last !== undefined && last >= first && last <= half ? last : half;
}

/** Index of the first of the newest entries that are within both limits. */
function firstWithin(sizes: readonly number[], entries: number, bytes: number): number {
  let first = sizes.length;
  let size = 0;
  while (first > 0 && sizes.length - first < entries) {
    size += sizes[first - 1] ?? 0;
    if (size > bytes && first < sizes.length) break;
    first--;
  }
  return first;
}
