// The blobs of threads, which may be texts that the tenant's threads share.

import type { BlobRef } from "../../../core/store/blob_ref.ts";
import type { Store } from "../../../core/store.ts";
import type { ThreadRef } from "../../../core/store/thread.ts";
import { putBlob, readPieces } from "./blobs.ts";
import type { Database } from "../database.ts";

/** The methods of Store that concern blobs. */
export class Blobs {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  putBlob(...[ref, text, { mayExist = false, shared } = {}]: Parameters<Store["putBlob"]>): Promise<BlobRef> {
    const { client, sharedBlobs } = this.#database;
    if (shared) return sharedBlobs.put(ref.tenant, text, mayExist);
    return putBlob(client, this.#database.keys(ref), text, mayExist);
  }

  /** One request for every two pieces, and one before them for a blob of the tenant. */
  async getBlob(ref: ThreadRef, blob: BlobRef): Promise<string | undefined> {
    const { client, sharedBlobs } = this.#database;
    const own = await readPieces(client, this.#database.keys(ref).blob(blob.id), blob);
    return own ?? await sharedBlobs.get(ref.tenant, blob);
  }
}
