// Texts of any size beside the entries of a thread.

import type { BlobRef } from "./blob_ref.ts";
import type { ThreadRef } from "./thread.ts";

/** Options of {@link BlobStore.putBlob}. */
export interface PutBlobOptions {
  /** The store finds out first whether it has the text. */
  readonly mayExist?: boolean;
  /** The threads of the tenant share the blob. */
  readonly shared?: boolean;
}

/** Keeps blobs. */
export interface BlobStore {
  /**
   * Keeps a text of any size, content-addressed within the thread. A blob that no commit refers to is dropped after a
   * day. With `mayExist` the store finds out first whether it has the text, and then nothing is transferred: worth a small
   * request where texts come again, as media do.
   *
   * With `shared` the blob is one of the tenant: the begin of another thread finds it by its id (`sharedBlob`), and each thread
   * whose commits refer to it can read it as long as that thread lives, whatever becomes of the thread that put it.
   */
  putBlob(ref: ThreadRef, text: string, options?: PutBlobOptions): Promise<BlobRef>;

  /** Undefined when the blob is gone. */
  getBlob(ref: ThreadRef, blob: BlobRef): Promise<string | undefined>;
}
