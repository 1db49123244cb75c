// The history of a thread, from its end and from any place, in as many reads as are needed.

import type { EntryView } from "../../core/contract/entries.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { readHistory } from "../../kernel/threads/threads.ts";
import type { HttpDeps } from "../context.ts";

/** Entries that are read at once. */
export const NEWEST = 200;

/** The entries before the index `length`, newest first. */
export async function* newestEntries(
  ref: ThreadRef,
  length: number,
  deps: Pick<HttpDeps, "store">,
): AsyncGenerator<EntryView, void> {
  for (let end = length; end > 0;) {
    const start = Math.max(0, end - NEWEST);
    yield* (await readEntries(ref, start, end, deps)).reverse();
    end = start;
  }
}

/** The entries from the index `start` up to the index `end`, which is not among them, oldest first. */
export async function readEntries(
  ref: ThreadRef,
  start: number,
  end: number,
  deps: Pick<HttpDeps, "store">,
): Promise<EntryView[]> {
  const entries: EntryView[] = [];
  // A page ends early when its entries are large.
  for (let after = start; after < end; after = start + entries.length) {
    const page = await readHistory(ref, { after, limit: Math.min(NEWEST, end - after) }, deps);
    if (page.entries.length === 0) break;
    entries.push(...page.entries);
  }
  return entries;
}
