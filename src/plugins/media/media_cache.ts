// The media that this isolate has read from the store. Every step of a thread with media sends them again, and reading twenty
// megabytes takes seconds. A request without media does not use the cache.

import type { BlobRef } from "../../core/store/blob_ref.ts";
import { Lru } from "../../core/lru.ts";
import type { BlobStore } from "../../core/store/blob_store.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { readMedium } from "../../kernel/stored_history/read_medium.ts";

/** The media that an isolate holds; those that were read longest ago leave first. */
export class MediaCache {
  readonly #kept: Lru<string>;
  /** Reads under way: two of the same blob are one. */
  readonly #reading = new Map<string, Promise<string>>();

  /** Keeps at most so many bytes of base64, one a character; 0 keeps nothing. */
  constructor(limitBytes: number) {
    this.#kept = new Lru(limitBytes);
  }

  /** Bytes that are held. */
  get bytes(): number {
    return this.#kept.weight;
  }

  /** Keeps the base64 of a blob that was just stored: the step that follows reads it. */
  keep(ref: ThreadRef, { id }: BlobRef, base64: string): void {
    this.#kept.set(toKey(ref, id), base64, base64.length);
  }

  /**
   * The base64 of a medium of a thread.
   *
   * @throws {AgentError} store_corrupt - the blob is gone
   * @throws {AgentError} store_unavailable, store_failed
   */
  async read(ref: ThreadRef, blob: BlobRef, store: Pick<BlobStore, "getBlob">): Promise<string> {
    const key = toKey(ref, blob.id);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const known = this.#reading.get(key);
    if (known !== undefined) return await known;
    const reading = this.#fetch(key, ref, blob, store);
    this.#reading.set(key, reading);
    try {
      return await reading;
    } finally {
      this.#reading.delete(key);
    }
  }

  async #fetch(
    key: string,
    ref: ThreadRef,
    blob: BlobRef,
    store: Pick<BlobStore, "getBlob">,
  ): Promise<string> {
    const base64 = await readMedium(ref, blob, store);
    this.#kept.set(key, base64, base64.length);
    return base64;
  }
}

/** Threads share no medium: who may read one may not read another. */
function toKey({ tenant, thread }: ThreadRef, id: string): string {
  return JSON.stringify([tenant, thread, id]);
}
