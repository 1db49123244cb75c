// The bytes of a medium as its thread has them.

import type { BlobRef } from "../../core/store/blob_ref.ts";
import type { BlobStore } from "../../core/store/blob_store.ts";
import { storeCorrupt } from "../../core/store/corrupt.ts";
import type { ThreadRef } from "../../core/store/thread.ts";

/**
 * The base64 of a medium of a thread, from the store.
 *
 * @throws {AgentError} store_corrupt - the blob is gone
 * @throws {AgentError} store_unavailable, store_failed
 */
export async function readMedium(
  ref: ThreadRef,
  blob: BlobRef,
  store: Pick<BlobStore, "getBlob">,
): Promise<string> {
  const base64 = await store.getBlob(ref, blob);
  if (base64 === undefined) throw storeCorrupt(ref.thread, `reference to blob ${blob.id}`);
  return base64;
}
