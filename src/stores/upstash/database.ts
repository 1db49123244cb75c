// What all parts of the Upstash store use: the client, the names of the keys, the lifetimes.

import type { Pipeline } from "@upstash/redis/cloudflare";
import { AgentError } from "../../core/error.ts";
import type { StoreLifetimes } from "../../core/store/limits.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { storeCorrupt } from "../../core/store/corrupt.ts";
import { toHex } from "../../core/text/byte_text.ts";
import { AwaitingIndex } from "./indexes/awaiting_index.ts";
import { Departures } from "./indexes/departures.ts";
import type { Beside, Command, UpstashClient } from "./client.ts";
import { DueIndex } from "./indexes/due_index.ts";
import { TenantIndex } from "./indexes/tenant_index.ts";
import { ThreadSets } from "./indexes/thread_sets.ts";
import { activeSegment, ThreadKeys } from "./keys.ts";
import { FIXED_KEYS, HEADER_FIELD, HEADER_FIELDS } from "./layout.ts";
import type { ScriptCall } from "./lua/script.ts";
import { Reader, readHeader } from "./replies.ts";
import { isShared, SharedBlobs } from "./blobs/shared_blobs.ts";

/** One Redis database under one key prefix. */
export class Database {
  readonly departures = new Departures();

  constructor(
    readonly client: UpstashClient,
    /** The beginning of every key. */
    readonly prefix: string,
    readonly lifetimes: StoreLifetimes,
  ) {}

  keys(ref: ThreadRef): ThreadKeys {
    return new ThreadKeys(this.prefix, ref);
  }

  index(tenant: string): TenantIndex {
    return new TenantIndex(this.client, this.prefix, tenant);
  }

  sets(tenant: string): ThreadSets {
    return new ThreadSets(this, tenant);
  }

  awaiting(tenant: string): AwaitingIndex {
    return new AwaitingIndex(this.client, this.prefix, tenant);
  }

  get sharedBlobs(): SharedBlobs {
    return new SharedBlobs(this.client, this.prefix, this.threadMs);
  }

  get due(): DueIndex {
    return new DueIndex(this.client, this.prefix);
  }

  /** Lifetime of a thread in milliseconds, 0 for ever. */
  get threadMs(): number {
    return this.lifetimes.threadMs ?? 0;
  }

  /**
   * Runs a script of a thread, with the commands beside it in the same request.
   *
   * @throws {AgentError} store_corrupt when the script failed because a key or the header of the thread is illegal.
   */
  run(ref: ThreadRef, call: ScriptCall, beside?: Beside): Promise<unknown> {
    return this.#readable(ref, this.client.run(call, beside));
  }

  /**
   * Runs scripts in one request, one of them of the thread, with the commands beside them.
   *
   * @throws {AgentError} store_corrupt as `run` does.
   */
  runAll(ref: ThreadRef, calls: readonly ScriptCall[], beside?: Beside): Promise<unknown[]> {
    return this.#readable(ref, this.client.runAll(calls, beside));
  }

  /**
   * Sends commands about a thread in one request.
   *
   * @throws {AgentError} store_corrupt as `run` does.
   */
  pipeline(ref: ThreadRef, name: string, commands: readonly Command[]): Promise<unknown[]> {
    return this.#readable(ref, this.client.pipeline(name, commands));
  }

  async #readable<T>(ref: ThreadRef, reply: Promise<T>): Promise<T> {
    try {
      return await reply;
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      if (error.code === "store_failed") await this.#assertReadable(ref);
      const { part } = error.details;
      if (error.code === "store_corrupt" && typeof part === "string" && part !== "ledger") {
        throw storeCorrupt(ref.thread, part, error);
      }
      throw error;
    }
  }

  async #assertReadable(ref: ThreadRef): Promise<void> {
    const keys = this.keys(ref);
    const types = await this.client.pipeline(
      "read",
      FIXED_KEYS.map(({ name }) => (p: Pipeline) => p.type(keys[name])),
    );
    const illegal = FIXED_KEYS.find(({ type }, index) => types[index] !== "none" && types[index] !== type);
    if (illegal !== undefined) throw storeCorrupt(ref.thread, illegal.name);
    const [fields] = await this.client.pipeline("read", [(p) => p.hmget(keys.header, ...HEADER_FIELDS)]);
    const exists = Array.isArray(fields) && fields.some((field) => field !== null);
    if (exists) readHeader(new Reader("read", fields), ref.thread);
  }

  /**
   * Gives the keys that the scripts of a step do not touch (older segments, blobs) three thread lifetimes from now,
   * and the clock of renewal one: those keys outlive the header, and an expired thread leaves nothing for ever. The last
   * request sets the clock and renews the keys, so after a request that was lost the next write renews again.
   */
  async renew(ref: ThreadRef): Promise<void> {
    const keys = this.keys(ref);
    const [length, members] = await this.pipeline(ref, "renew", [
      (pipeline) => pipeline.hget(keys.header, HEADER_FIELD.length),
      (pipeline) => pipeline.smembers(keys.blobs),
    ]);
    const blobs = new Reader("renew", members).rest();
    const held = this.sharedBlobs.holds(ref.tenant, blobs);
    if (held.length > 0) await this.client.runAll(held);
    const renewed = [keys.previous, keys.blobs, ...findOutlyingKeys(keys, Number(length), blobs)];
    await this.client.pipeline("renew", [
      ...renewed.map((key) => (pipeline: Pipeline) => pipeline.pexpire(key, 3 * this.threadMs)),
      (pipeline) => pipeline.set(keys.renewal, "1", { px: this.threadMs }),
    ]);
  }
}

/** Keys that follow from the length and the blobs of a thread: the archives, and the blobs that are its own. */
export function findOutlyingKeys(keys: ThreadKeys, length: number, blobs: readonly string[]): string[] {
  const own = blobs.filter((member) => !isShared(member));
  return [...keys.archives(0, activeSegment(length) - 2), ...own.map((id) => keys.blob(id))];
}

/** The command that removes the keys. */
export function unlink(keys: readonly string[]): Command {
  return (pipeline) => pipeline.unlink(...keys);
}

/** A name for one request or one incarnation of a thread: 48 random bits in hex. */
export function newName(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(6)));
}
