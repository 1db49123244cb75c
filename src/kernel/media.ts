// What stores media, as far as the kernel knows it. A deployment without such a part takes none in, and reads those that its threads have.

import type { MediaLimits, NewMedia } from "../core/content/new_part.ts";
import type { MediaPart } from "../core/content/part.ts";
import type { Clock } from "../core/ports.ts";
import type { Store } from "../core/store.ts";
import type { BlobRef } from "../core/store/blob_ref.ts";
import type { BlobStore } from "../core/store/blob_store.ts";
import type { ThreadRef } from "../core/store/thread.ts";

/** What a part that stores media asks of the deployment: with each call, since an evaluation has a store of its own. */
export interface MediaDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly mediaLimits: MediaLimits;
}

/** Stores the media of requests and of outputs, and reads them. */
export interface MediaStorage {
  /**
   * Stores media for a thread; each becomes what an entry refers to it by. Until a commit does, its blob lives for a day.
   *
   * @throws {AgentError} body_too_large, media_budget - before anything is stored
   * @throws {AgentError} store_corrupt, store_unavailable, store_failed
   */
  store(ref: ThreadRef, media: readonly NewMedia[], deps: MediaDeps): Promise<readonly MediaPart[]>;
  /**
   * The base64 of a medium of a thread.
   *
   * @throws {AgentError} store_corrupt - the blob is gone
   * @throws {AgentError} store_unavailable, store_failed
   */
  read(ref: ThreadRef, blob: BlobRef, store: Pick<BlobStore, "getBlob">): Promise<string>;
}
