// The blobs of a tenant: texts that its threads share, such as definitions of agents. A thread and its tenant have different hash
// tags, so no script sees both. What holds instead: a blob of a tenant is removed by its expiry alone, and whoever will refer to it
// has moved that first, to a day behind the longest life of what refers to it. So a commit needs no look at it.

import type { BlobRef } from "../../core/content/blob_ref.ts";
import { BLOB_MS } from "../../core/store/limits.ts";
import type { UpstashClient } from "./client.ts";
import { sharedBlobKey } from "./keys.ts";
import { SHARED } from "./layout.ts";
import type { ScriptCall } from "./lua/script.ts";
import { HOLD_SHARED, PUT_SHARED } from "./lua/transfer.ts";
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
    return HOLD_SHARED.call({ keys: this.#keys(tenant, id), args: { lifeMs: this.#lifeMs } });
  }

  /** The scripts for those of a thread's blobs that are the tenant's. */
  holds(tenant: string, members: readonly string[]): readonly ScriptCall[] {
    return members.filter(isShared).map((member) => this.hold(tenant, member.slice(SHARED.length)));
  }

  /** The script that keeps a text of one piece. */
  keep(tenant: string, id: string, text: string): ScriptCall {
    const args = { piece: 0, pieces: 1, lifeMs: this.#lifeMs, text: toPiece(text) };
    return PUT_SHARED.call({ keys: this.#keys(tenant, id), args });
  }

  /** As Store.putBlob. What is put in part, because its isolate ended, expires after a day. */
  async put(tenant: string, text: string, mayExist: boolean): Promise<BlobRef> {
    const pieces = toPieces(text);
    const blob = await blobRef(text, pieces.length);
    if (mayExist && await this.#client.run(this.hold(tenant, blob.id)) === 1) return blob;
    const keys = this.#keys(tenant, blob.id);
    for (const [piece, part] of pieces.entries()) {
      const lifeMs = piece < pieces.length - 1 ? BLOB_MS : this.#lifeMs;
      const args = { piece, pieces: pieces.length, lifeMs, text: part };
      await this.#client.run(PUT_SHARED.call({ keys, args }));
    }
    return blob;
  }

  get(tenant: string, blob: BlobRef): Promise<string | undefined> {
    return readPieces(this.#client, this.#keys(tenant, blob.id).blob, blob);
  }

  #keys(tenant: string, id: string): { readonly blob: string } {
    return { blob: sharedBlobKey(this.#prefix, tenant, id) };
  }
}

/** True for the member that {@link toMember} made of a blob of the tenant. */
export function isShared(member: string): boolean {
  return member.startsWith(SHARED);
}

/** A blob as the set of a thread's blobs names it. */
export function toMember({ id, shared }: { readonly id: string; readonly shared?: true }): string {
  return shared ? `${SHARED}${id}` : id;
}
