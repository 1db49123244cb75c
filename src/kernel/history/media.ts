// The media that entries refer to: their bytes are blobs of the thread, or stand at a URL.

import { listMedia } from "../../core/content/new_part.ts";
import type { MediaPart } from "../../core/content/part.ts";
import type { Entry } from "../../core/entry.ts";
import type { BlobRef } from "../../core/store/blob_ref.ts";

/** The media of an entry, in their order. */
export function mediaOfEntry(entry: Entry): readonly MediaPart[] {
  if (entry.type === "user") return entry.parts === undefined ? [] : listMedia(entry.parts);
  return entry.type === "tool" ? entry.media ?? [] : [];
}

/** The blobs that entries refer to by their media. */
export function blobsOfMedia(entries: readonly Entry[]): readonly BlobRef[] {
  return entries.flatMap(mediaOfEntry).flatMap(({ source }) => source.type === "blob" ? [source.blob] : []);
}
