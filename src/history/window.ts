// How much of a history a plan reads: the newest entries within the agent's limits. Sizes in, an index out.

import type { Agent } from "../core/agent.ts";

/**
 * True when no limit can cut these texts, without counting bytes: a UTF-16 unit takes three at most. `before` entries more
 * could be read but for the limits.
 */
export function fitsWhole(texts: readonly string[], before: number, { limits }: Agent): boolean {
  if (before > 0 || texts.length > limits.historyEntries) return false;
  return 3 * texts.reduce((sum, text) => sum + text.length, 0) <= limits.historyBytes;
}

/** The part of the limits that a window keeps when it moves. */
const KEPT = 3 / 4;
/** An entry of more than this part of the bytes leaves only when it must. */
const LARGE = 1 / 8;

/**
 * Index of the first entry that the agent's limits let a plan read; the newest is always read. `sizes` are UTF-8 bytes, oldest
 * first; `before` entries more could be read but for the limits.
 *
 * A window moves in strides of up to a quarter of the limits. Between two strides the prompts of a thread share their
 * beginning, which the caches of providers and a rendered history need. With 40 entries and small texts:
 *
 *   length 41..45: begins at 8    46..56: at 16    57..61: at 24    62..72: at 32
 *
 * The window begins at the index, of those that keep between three quarters of the limits and all of them, that the highest
 * power of two divides. That index does not depend on what lies before it, so a reader that holds the history only from 8 on
 * finds 16 as well.
 */
export function startOfWindow(sizes: readonly number[], before: number, { limits }: Agent): number {
  const { historyEntries, historyBytes } = limits;
  const first = firstWithin(sizes, historyEntries, historyBytes);
  if (before + first <= 0) return first;
  const large = sizes.findIndex((size, index) => index >= first && size > historyBytes * LARGE);
  const last = firstWithin(sizes, historyEntries * KEPT, historyBytes * KEPT);
  return roundest(before + first, before + (large < 0 ? last : Math.min(large, last))) - before;
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

/** The number from `low` to `high` that the highest power of two divides. */
function roundest(low: number, high: number): number {
  let round = high;
  while ((round & (round - 1)) >= low) round &= round - 1;
  return round;
}
