// Stores media as blobs of threads, within what requests and tenants may store, and keeps what an isolate has read.

import type { NewData, NewMedia } from "../../core/content/new_part.ts";
import type { MediaPart, MediaSource } from "../../core/content/part.ts";
import { AgentError, unreachable } from "../../core/error.ts";
import type { BlobRef } from "../../core/store/blob_ref.ts";
import type { BlobStore } from "../../core/store/blob_store.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { MediaDeps, MediaStorage } from "../../kernel/media.ts";
import { withinBudget } from "./media_budget.ts";
import { MediaCache } from "./media_cache.ts";

/** The media of a deployment. */
export class MediaStore implements MediaStorage {
  readonly #cache: MediaCache;

  /** Keeps at most so many bytes of base64, one a character; 0 keeps nothing. */
  constructor(cacheBytes: number) {
    this.#cache = new MediaCache(cacheBytes);
  }

  /** See {@link MediaStorage.store}: one after the other, since two at once would hold two pieces in memory. */
  async store(ref: ThreadRef, media: readonly NewMedia[], deps: MediaDeps): Promise<readonly MediaPart[]> {
    assertFits(media, deps);
    return await withinBudget(ref, media, deps, async () => {
      const stored: MediaPart[] = [];
      for (const { source, ...medium } of media) {
        stored.push({ ...medium, source: await this.#storeSource(ref, source, deps) });
      }
      return stored;
    });
  }

  /** See {@link MediaStorage.read}: two reads of the same blob at a time are one. */
  async read(ref: ThreadRef, blob: BlobRef, store: Pick<BlobStore, "getBlob">): Promise<string> {
    return await this.#cache.read(ref, blob, store);
  }

  async #storeSource(
    ref: ThreadRef,
    source: NewMedia["source"],
    { store }: Pick<MediaDeps, "store">,
  ): Promise<MediaSource> {
    switch (source.type) {
      case "url":
      case "blob":
        return source;
      case "copy": {
        const base64 = await this.read(source.from, source.blob, store);
        return await this.#put(ref, { type: "data", base64, bytes: source.bytes }, store);
      }
      case "data":
        return await this.#put(ref, source, store);
      default:
        return unreachable(source);
    }
  }

  async #put(ref: ThreadRef, { base64, bytes }: NewData, store: BlobStore): Promise<MediaSource> {
    const blob = await store.putBlob(ref, base64, { mayExist: true });
    this.#cache.keep(ref, blob, base64);
    return { type: "blob", blob, bytes };
  }
}

function assertFits(media: readonly NewMedia[], { mediaLimits: { bytes: limit } }: MediaDeps): void {
  const total = media.reduce((sum, { source }) => sum + (source.type === "data" ? source.bytes : 0), 0);
  if (total <= limit) return;
  throw new AgentError(
    "body_too_large",
    `The media of the request have ${total} bytes; this deployment takes ${limit}. Send smaller ones, or an https URL.`,
  );
}
