// The bytes of a medium of a thread.

import { fromBase64 } from "../../core/content/base64.ts";
import type { MediaPart } from "../../core/content/part.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../deps.ts";
import { findMedium } from "../threads/find_medium.ts";

/** A medium with its bytes. */
export interface MediaContent extends Pick<MediaPart, "mediaType" | "name"> {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The bytes of a medium of entry `index` of a thread.
 *
 * @throws {AgentError} media_unknown - the entry has no such medium
 * @throws {AgentError} thread_unknown, store_corrupt
 */
export async function readMediaContent(
  ref: ThreadRef,
  place: { readonly id: string; readonly index: number },
  { store, media }: Pick<RuntimeDeps, "store" | "media">,
): Promise<MediaContent> {
  const { source, mediaType, name } = await findMedium(ref, place, { store });
  return { mediaType, name, bytes: fromBase64(await media.reader(ref, store).read(source.blob)) };
}
