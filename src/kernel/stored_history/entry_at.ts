// One entry of a stored history, and where a version of a thread ends in it.

import type { Entry } from "../../core/entry.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../deps.ts";
import { threadUnknown } from "../snapshot.ts";
import { unpackEntry } from "./blobs.ts";

type Deps = Pick<RuntimeDeps, "store">;

/**
 * The entry at an index; undefined behind the end. One request to the store, and one for an entry that lies in a blob.
 *
 * @throws {AgentError} thread_unknown, store_corrupt
 */
export async function entryAt(ref: ThreadRef, index: number, { store }: Deps): Promise<Entry | undefined> {
  const page = await store.history(ref, { after: index, limit: 1 });
  if (page === undefined) throw threadUnknown(ref);
  const [text] = page.entries;
  return text === undefined ? undefined : await unpackEntry(store, ref, text);
}

/**
 * How many of the first `length` entries a thread had at a version. Versions never fall along a history, so it takes as many reads as the number
 * of entries has binary digits.
 *
 * @throws as {@link entryAt} does; thread_unknown also for a history that has become shorter
 */
export async function lengthUpTo(
  ref: ThreadRef,
  version: number,
  length: number,
  deps: Deps,
): Promise<number> {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const entry = await entryAt(ref, middle, deps);
    if (entry === undefined) throw threadUnknown(ref);
    if (entry.version <= version) low = middle + 1;
    else high = middle;
  }
  return low;
}
