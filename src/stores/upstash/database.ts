// What every part of the Upstash store works with: the client, the names of the keys, the lifetimes.

import type { StoreLifetimes, ThreadRef } from "../../core/store.ts";
import type { Command, UpstashClient } from "./client.ts";
import { TenantIndex } from "./index.ts";
import { activeSegment, ThreadKeys } from "./keys.ts";
import { toHex } from "./text.ts";

/** One Redis database under one key prefix. */
export class Database {
  constructor(
    readonly client: UpstashClient,
    /** What every key begins with. */
    readonly prefix: string,
    readonly lifetimes: StoreLifetimes,
  ) {}

  keys(ref: ThreadRef): ThreadKeys {
    return new ThreadKeys(this.prefix, ref);
  }

  index(tenant: string): TenantIndex {
    return new TenantIndex(this.client, this.prefix, tenant);
  }

  /** 0 when threads live for ever. */
  get threadMs(): number {
    return this.lifetimes.threadMs ?? 0;
  }
}

/** Keys of a thread that follow from its length and its blobs alone: the archives, and the blobs themselves. */
export function outlying(keys: ThreadKeys, length: number, blobs: readonly string[]): string[] {
  return [...keys.archives(0, activeSegment(length) - 2), ...blobs.map((id) => keys.blob(id))];
}

/** The command that removes the keys. */
export function unlink(keys: readonly string[]): Command {
  return (pipeline) => pipeline.unlink(...keys);
}

/** A name for one attempt or one life: 48 random bits. */
export function newName(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(6)).buffer);
}
