// The bytes of a medium of a thread.

import { fromBase64 } from "../../core/content/base64.ts";
import type { MediaPart } from "../../core/content/part.ts";
import { AgentError } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { unpackEntry } from "../stored_history/blobs.ts";
import type { RuntimeDeps } from "../deps.ts";
import { mediaOfEntry } from "../history/media.ts";

/** A medium with its bytes. */
export interface MediaContent extends Pick<MediaPart, "mediaType" | "name"> {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * A medium of entry `index` of a thread. What the entry does not show is not read, such as the blob of a large output.
 *
 * @throws {AgentError} media_unknown - the entry has no such medium
 * @throws {AgentError} thread_unknown, store_corrupt
 */
export async function readMediaContent(
  ref: ThreadRef,
  { id, index }: { readonly id: string; readonly index: number },
  { store, media }: Pick<RuntimeDeps, "store" | "media">,
): Promise<MediaContent> {
  const page = await store.history(ref, { after: index, limit: 1 });
  if (page === undefined) throw new AgentError("thread_unknown", `There is no thread ${ref.thread}.`);
  const [text] = page.entries;
  const entry = text === undefined ? undefined : await unpackEntry(store, ref, text);
  const found = entry &&
    mediaOfEntry(entry).find(({ source }) => source.type === "blob" && source.blob.id === id);
  if (found?.source.type !== "blob") {
    throw new AgentError("media_unknown", `Entry ${index} of thread ${ref.thread} has no medium ${id}.`);
  }
  const base64 = await media.reader(ref, store).read(found.source.blob);
  const { mediaType, name } = found;
  return { mediaType, name, bytes: fromBase64(base64) };
}
