// A medium of an entry as the API shows it: where its bytes are read.

import type { MediaPart } from "../../core/content/part.ts";
import type { MediaView } from "../../core/contract/entries.ts";
import type { ThreadRef } from "../../core/store/thread.ts";

/** A medium of entry `index` as the API shows it. */
export function mediaView(
  { source, ...mediaPart }: MediaPart,
  { thread }: ThreadRef,
  index: number,
): MediaView {
  if (source.type === "url") return { ...mediaPart, url: source.url };
  const { blob: { id }, bytes } = source;
  return { ...mediaPart, id, bytes, url: `/v1/threads/${thread}/media/${id}?entry=${index}` };
}
