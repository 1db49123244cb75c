// The blobs of a tenant: texts that its threads share, such as definitions of agents. A thread and its tenant have different hash
// tags, so no script can read both. Instead a blob of a tenant is removed by its expiry alone, and every begin that finds it
// moves the expiry to a day behind the longest life of a thread's keys. So the commit of that step need not check it.

import type { BlobRef } from "../../../core/store/blob_ref.ts";
import { BLOB_MS } from "../../../core/store/limits.ts";
import type { UpstashClient } from "../client.ts";
import { sharedBlobKey } from "../keys.ts";
import { SHARED } from "../layout.ts";
import type { ScriptCall } from "../lua/script.ts";
import { SHARE_BLOB } from "../lua/transfer.ts";
import { blobRef, readPieces } from "./blobs.ts";
import { toPiece, toPieces } from "./pieces.ts";

/** The blobs of all tenants. */
export class SharedBlobs {
  readonly #client: UpstashClient;
  readonly #prefix: string;
  readonly #lifeMs: number;

  /** @param threadMs Lifetime of a thread, 0 for ever. Keys of a thread that no step touches have three of it. */
  constructor(client: UpstashClient, prefix: string, threadMs: number) {
    this.#client = client;
    this.#prefix = prefix;
    this.#lifeMs = threadMs === 0 ? 0 : 3 * threadMs + BLOB_MS;
  }

  /** The script that answers 1 when the tenant has the blob; a thread may refer to it for a day then. */
  hold(tenant: string, id: string): ScriptCall {
    return this.#share(tenant, id, { piece: 0, pieces: 0, lifeMs: this.#lifeMs });
  }

  /** The scripts for those of a thread's blobs that are the tenant's. */
  holds(tenant: string, members: readonly string[]): readonly ScriptCall[] {
    return members.filter(isShared).map((member) => this.hold(tenant, member.slice(SHARED.length)));
  }

  /** The script that keeps a text of one piece. */
  keep(tenant: string, id: string, text: string): ScriptCall {
    return this.#share(tenant, id, { piece: 0, pieces: 1, lifeMs: this.#lifeMs, text: toPiece(text) });
  }

  /** As Store.putBlob. What is put in part, because its isolate ended, expires after a day. */
  async put(tenant: string, text: string, mayExist: boolean): Promise<BlobRef> {
    const texts = toPieces(text);
    const pieces = texts.length;
    const blob = await blobRef(text, pieces);
    if (mayExist && await this.#client.run(this.hold(tenant, blob.id)) === 1) return blob;
    for (const [piece, part] of texts.entries()) {
      const lifeMs = piece < pieces - 1 ? BLOB_MS : this.#lifeMs;
      await this.#client.run(this.#share(tenant, blob.id, { piece, pieces, lifeMs, text: part }));
    }
    return blob;
  }

  get(tenant: string, blob: BlobRef): Promise<string | undefined> {
    return readPieces(this.#client, sharedBlobKey(this.#prefix, tenant, blob.id), blob);
  }

  #share(tenant: string, id: string, args: Parameters<typeof SHARE_BLOB.call>[0]["args"]): ScriptCall {
    return SHARE_BLOB.call({ keys: { blob: sharedBlobKey(this.#prefix, tenant, id) }, args });
  }
}

/** A blob as the set of a thread's blobs names it: by its id, with a mark where it is the tenant's. */
export function toMember({ id, shared }: { readonly id: string; readonly shared?: true }): string {
  return shared ? `${SHARED}${id}` : id;
}

/** True for a member that names a blob of the tenant. */
export function isShared(member: string): boolean {
  return member.startsWith(SHARED);
}
