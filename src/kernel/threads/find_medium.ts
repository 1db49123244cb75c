// A medium of a thread by its URL: what the entry says of it, without its bytes.

import type { MediaPart, MediaSource } from "../../core/content/part.ts";
import { AgentError } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../deps.ts";
import { mediaOfEntry } from "../history/media.ts";
import { unpackEntry } from "../stored_history/blobs.ts";

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
  { store }: Pick<RuntimeDeps, "store">,
): Promise<StoredMedium> {
  const page = await store.history(ref, { after: index, limit: 1 });
  if (page === undefined) throw new AgentError("thread_unknown", `There is no thread ${ref.thread}.`);
  const [text] = page.entries;
  const entry = text === undefined ? undefined : await unpackEntry(store, ref, text);
  for (const { source, ...medium } of entry === undefined ? [] : mediaOfEntry(entry)) {
    if (source.type === "blob" && source.blob.id === id) return { ...medium, source };
  }
  throw new AgentError("media_unknown", `Entry ${index} of thread ${ref.thread} has no medium ${id}.`);
}
