// What every part of the Upstash store works with: the client, the names of the keys, the lifetimes.

import type { Pipeline } from "@upstash/redis/cloudflare";
import { AgentError } from "../../core/error.ts";
import type { StoreLifetimes, ThreadRef } from "../../core/store.ts";
import type { Command, ScriptCall, UpstashClient } from "./client.ts";
import { TenantIndex } from "./index.ts";
import { activeSegment, ThreadKeys } from "./keys.ts";
import { HEADER_FIELDS } from "./lua/script.ts";
import { Reader, readHeader } from "./replies.ts";

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

  /**
   * Runs a script of a thread, and the commands behind it in the same request.
   *
   * @throws {AgentError} store_corrupt - when the script failed on what is stored of the thread
   */
  async run(ref: ThreadRef, call: ScriptCall, also: readonly Command[] = []): Promise<unknown> {
    try {
      return await this.client.run(call, also);
    } catch (error) {
      if (error instanceof AgentError && error.code === "store_failed") await this.#assertReadable(ref);
      throw error;
    }
  }

  async #assertReadable(ref: ThreadRef): Promise<void> {
    const { header } = this.keys(ref);
    const fields = await this.client.pipeline(
      "read",
      HEADER_FIELDS.map((field) => (pipeline: Pipeline) => pipeline.hget(header, field)),
    );
    if (fields.some((field) => field !== null)) readHeader(new Reader("read", fields), ref.thread);
  }

  /**
   * Gives what the scripts of a step do not touch (older segments, blobs) three thread lifetimes from now, and sets the
   * clock of renewal to one: those keys outlive the header, and a thread that is gone leaves nothing for ever. The clock is
   * set with the renewal, so one that was lost is due again at the next write.
   */
  async renew(keys: ThreadKeys): Promise<void> {
    const [length, members] = await this.client.pipeline("renew", [
      (pipeline) => pipeline.hget(keys.header, "len"),
      (pipeline) => pipeline.smembers(keys.blobs),
    ]);
    const blobs = new Reader("renew", members).rest();
    const renewed = [keys.previous, keys.blobs, ...outlying(keys, Number(length), blobs)];
    await this.client.pipeline("renew", [
      ...renewed.map((key) => (pipeline: Pipeline) => pipeline.pexpire(key, 3 * this.threadMs)),
      (pipeline) => pipeline.set(keys.renewal, "1", { px: this.threadMs }),
    ]);
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
  return crypto.getRandomValues(new Uint8Array(6)).toHex();
}
