// A medium of a thread by its URL: what the entry says of it, without its bytes.

import type { MediaPart, MediaSource } from "../../core/content/part.ts";
import type { Entry } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../deps.ts";
import { mediaOfEntry } from "../history/media.ts";
import { entryAt } from "../stored_history/entry_at.ts";

/** A medium whose bytes are stored. */
export interface StoredMedium extends Omit<MediaPart, "source"> {
  readonly source: Extract<MediaSource, { readonly type: "blob" }>;
}

/**
 * A medium of entry `index` of a thread. What the entry does not show is not found, such as the blob of a large output.
 *
 * @throws {AgentError} media_unknown - the entry has no such medium
 * @throws {AgentError} thread_unknown, store_corrupt
 */
export async function findMedium(
  ref: ThreadRef,
  { id, index }: { readonly id: string; readonly index: number },
  deps: Pick<RuntimeDeps, "store">,
): Promise<StoredMedium> {
  const entry = await entryAt(ref, index, deps);
  const found = entry && findMediumIn(entry, id);
  if (found !== undefined) return found;
  throw new AgentError("media_unknown", `Entry ${index} of thread ${ref.thread} has no medium ${id}.`);
}

/** The medium of an entry by the id of its bytes. */
export function findMediumIn(entry: Entry, id: string): StoredMedium | undefined {
  for (const { source, ...medium } of mediaOfEntry(entry)) {
    if (source.type === "blob" && source.blob.id === id) return { ...medium, source };
  }
  return undefined;
}
