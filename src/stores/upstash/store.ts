// The production store: threads in Redis behind Upstash's REST protocol. A step is two HTTP requests, each one
// script. keys.ts and layout.ts name what is stored; lua/ has the scripts.

import type { Pipeline, Redis } from "@upstash/redis/cloudflare";
import { type Feature, FEATURES } from "../../core/model/capability.ts";
import type { BlobRef } from "../../core/store/blob_ref.ts";
import type { Store } from "../../core/store.ts";
import type { BeginOutcome, BeginRequest } from "../../core/store/begin.ts";
import type { AdvanceRequest, CommitRequest } from "../../core/store/commit.ts";
import type { DueItem } from "../../core/store/due.ts";
import type { EnqueueOutcome, EnqueueRequest } from "../../core/store/enqueue.ts";
import { LIFETIMES, type StoreLifetimes } from "../../core/store/limits.ts";
import type { ForkRequest, ThreadRef } from "../../core/store/thread.ts";
import { putBlob, readPieces } from "./blobs.ts";
import { UpstashClient } from "./client.ts";
import { Database } from "./database.ts";
import { Definitions } from "./definitions.ts";
import { enqueue } from "./enqueue.ts";
import { malformedReply } from "./errors.ts";
import { Events } from "./events.ts";
import { History } from "./history.ts";
import { Ledger } from "./ledger.ts";
import { learnedCapabilityKeys } from "./keys.ts";
import { checkRedis, createRedis, readAddress } from "./redis.ts";
import { Steps } from "./steps.ts";
import type { RestAddress } from "./watch/subscription.ts";
import { Threads } from "./threads.ts";
import { type CancelWatch, Watches } from "./watch/watches.ts";

/** The address of the database or a client of it, and the settings of the store. */
export type UpstashStoreOptions = UpstashStoreSettings & (UpstashAddress | UpstashRedis);

/** Settings of a store with an address or a client. */
export interface UpstashStoreSettings {
  readonly lifetimes?: Partial<StoreLifetimes>;
  /** The beginning of every key; `td` by default. */
  readonly keyPrefix?: string;
  /** How a running step watches for a cancel through another isolate; `subscribe` by default. */
  readonly cancelWatch?: CancelWatch;
  /**
   * How many requests are under way at the same time; the others wait, and the time limit of a request begins when it is sent. Any
   * number by default.
   */
  readonly maxRequests?: number;
}

/** The address of a database. */
export interface UpstashAddress {
  /** UPSTASH_REDIS_REST_URL. */
  readonly url: string;
  /** UPSTASH_REDIS_REST_TOKEN. */
  readonly token: string;
  /** Time limit of one request in milliseconds; 10,000 by default. */
  readonly requestTimeoutMs?: number;
  readonly redis?: undefined;
}

/** A client of the user's. */
export interface UpstashRedis {
  /**
   * A client of `@upstash/redis`, of any of its builds. It must have `automaticDeserialization: false`, and as
   * `signal` a function or nothing; a client with other settings is `config_invalid`.
   *
   * Of the other settings, these serve the store best: `signal: () => AbortSignal.timeout(10_000)`, because a request
   * has no time limit without it; `retry: { retries: 0 }`, because the store itself sends a request up to three
   * times; `responseEncoding: false`, because base64 adds a third to every answer; `enableTelemetry: false`.
   * Automatic pipelining does not concern the store.
   */
  readonly redis: Redis;
}

/**
 * The store over Upstash's REST protocol, which `@upstash/redis` carries.
 *
 * No request is over 900 KB with its JSON escapes. A commit's entries may be of any size together: what does not fit
 * is staged by further requests first. Every single text must fit, which 400 KB of UTF-8 do whatever JSON they hold,
 * since escaping at most doubles JSON text; what does not fit is `store_failed` before anything is sent.
 *
 * @example
 * ```ts
 * import { createUpstashStore } from "./store.ts";
 *
 * const store = createUpstashStore({ url: "https://name.upstash.io", token: "the-rest-token" });
 * await store.close();
 * ```
 *
 * @example A client of your own
 * ```ts ignore
 * import { Redis } from "@upstash/redis";
 *
 * const redis = Redis.fromEnv({ automaticDeserialization: false, signal: () => AbortSignal.timeout(10_000) });
 * const store = createUpstashStore({ redis });
 * ```
 *
 * @throws {AgentError} config_invalid when the URL or the token is malformed, or the client changes answers.
 */
export function createUpstashStore(options: UpstashStoreOptions): Store {
  return new UpstashStore(options);
}

class UpstashStore implements Store {
  readonly name = "upstash";
  readonly lifetimes: StoreLifetimes;
  readonly #database: Database;
  readonly #threads: Threads;
  readonly #history: History;
  readonly #steps: Steps;
  readonly #events: Events;
  readonly #definitions: Definitions;
  readonly #ledger: Ledger;
  readonly #watches: Watches;

  constructor(options: UpstashStoreOptions) {
    const lifetimes = { ...LIFETIMES, ...options.lifetimes };
    this.lifetimes = lifetimes;
    this.#database = new Database(createClient(options), options.keyPrefix ?? "td", lifetimes);
    this.#watches = new Watches(this.#database, options.cancelWatch ?? "subscribe", resolveAddress(options));
    this.#threads = new Threads(this.#database);
    this.#history = new History(this.#database);
    this.#ledger = new Ledger(this.#database);
    this.#steps = new Steps(this.#database, this.#history, this.#ledger);
    this.#events = new Events(this.#database);
    this.#definitions = new Definitions(this.#database);
  }

  create(...args: Parameters<Store["create"]>): ReturnType<Store["create"]> {
    return this.#threads.create(...args);
  }

  begin(request: BeginRequest): Promise<BeginOutcome> {
    return this.#steps.begin(request);
  }
  enqueue(request: EnqueueRequest): Promise<EnqueueOutcome> {
    return enqueue(this.#database, request);
  }
  commit(request: CommitRequest): ReturnType<Store["commit"]> {
    return this.#steps.commit(request);
  }
  advance(request: AdvanceRequest): ReturnType<Store["advance"]> {
    return this.#steps.advance(request);
  }
  abandon(...args: Parameters<Store["abandon"]>): Promise<void> {
    return this.#steps.abandon(...args);
  }
  markStarted(...args: Parameters<Store["markStarted"]>): ReturnType<Store["markStarted"]> {
    return this.#steps.markStarted(...args);
  }

  cancel(ref: ThreadRef): ReturnType<Store["cancel"]> {
    return this.#threads.cancel(ref);
  }
  decide(...args: Parameters<Store["decide"]>): ReturnType<Store["decide"]> {
    return this.#threads.decide(...args);
  }
  read(ref: ThreadRef): ReturnType<Store["read"]> {
    return this.#threads.read(ref);
  }

  taken(ref: ThreadRef): ReturnType<Store["taken"]> {
    return this.#threads.taken(ref);
  }
  inbox(ref: ThreadRef): ReturnType<Store["inbox"]> {
    return this.#threads.inbox(ref);
  }
  withdraw(...args: Parameters<Store["withdraw"]>): Promise<boolean> {
    return this.#threads.withdraw(...args);
  }
  remove(ref: ThreadRef): Promise<boolean> {
    return this.#threads.remove(ref);
  }
  list(...[tenant, page]: Parameters<Store["list"]>): ReturnType<Store["list"]> {
    const { filter, ...plain } = page;
    if (filter === undefined) return this.#database.index(tenant).page(plain);
    return this.#database.sets(tenant).page({ ...plain, filter });
  }
  putFacets(...args: Parameters<Store["putFacets"]>): ReturnType<Store["putFacets"]> {
    return this.#threads.putFacets(...args);
  }
  putLabel(...args: Parameters<Store["putLabel"]>): ReturnType<Store["putLabel"]> {
    return this.#threads.putLabel(...args);
  }
  listAwaiting(...[tenant, page]: Parameters<Store["listAwaiting"]>): ReturnType<Store["listAwaiting"]> {
    return this.#database.awaiting(tenant).page(page);
  }

  history(...args: Parameters<Store["history"]>): ReturnType<Store["history"]> {
    return this.#history.read(...args);
  }
  fork(request: ForkRequest): Promise<boolean> {
    return this.#history.fork(request);
  }

  flush(...args: Parameters<Store["flush"]>): ReturnType<Store["flush"]> {
    return this.#events.flush(...args);
  }
  readEvents(...args: Parameters<Store["readEvents"]>): ReturnType<Store["readEvents"]> {
    return this.#events.read(...args);
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

  /** One request without a script, as is the read: every key stands for itself. */
  async recordLearnedCapabilities(
    ...[tenant, model, lacks, ttlMs]: Parameters<Store["recordLearnedCapabilities"]>
  ): Promise<void> {
    if (lacks.length === 0) return;
    const keys = learnedCapabilityKeys(this.#database.prefix, tenant, model, lacks);
    await this.#database.client.pipeline(
      "recordLearnedCapabilities",
      keys.map((key) => (pipeline: Pipeline) => pipeline.set(key, "1", { px: ttlMs })),
    );
  }

  async readLearnedCapabilities(tenant: string, model: string): Promise<readonly Feature[]> {
    const name = "readLearnedCapabilities";
    const keys = learnedCapabilityKeys(this.#database.prefix, tenant, model, FEATURES);
    const [values] = await this.#database.client.pipeline(name, [(pipeline) => pipeline.mget(...keys)]);
    if (!Array.isArray(values) || values.length !== keys.length) throw malformedReply(name);
    return FEATURES.filter((_, index) => values[index] !== null);
  }

  putDefinition(...args: Parameters<Store["putDefinition"]>): Promise<boolean> {
    return this.#definitions.put(...args);
  }
  readDefinition(tenant: string, kind: string, name: string): Promise<string | undefined> {
    return this.#definitions.read(tenant, kind, name);
  }
  listDefinitions(tenant: string, kind: string): Promise<readonly string[]> {
    return this.#definitions.list(tenant, kind);
  }
  removeDefinition(tenant: string, kind: string, name: string): Promise<boolean> {
    return this.#definitions.remove(tenant, kind, name);
  }

  moveDue(...args: Parameters<Store["moveDue"]>): Promise<boolean> {
    return this.#database.due.move(...args);
  }
  listDue(until: number, limit: number): Promise<DueItem[]> {
    return this.#database.due.list(until, limit);
  }

  reserve(...args: Parameters<Store["reserve"]>): ReturnType<Store["reserve"]> {
    return this.#ledger.reserve(...args);
  }
  book(...args: Parameters<Store["book"]>): Promise<void> {
    return this.#ledger.book(...args);
  }
  readLedger(...args: Parameters<Store["readLedger"]>): ReturnType<Store["readLedger"]> {
    return this.#ledger.read(...args);
  }

  watch(...args: Parameters<Store["watch"]>): ReturnType<Store["watch"]> {
    return this.#watches.watch(...args);
  }

  ping(): Promise<void> {
    return this.#database.client.ping();
  }

  /** HTTP keeps nothing open. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}

function resolveAddress(options: UpstashStoreOptions): RestAddress | undefined {
  if (options.redis !== undefined) return readAddress(options.redis);
  return { url: options.url.replace(/\/+$/, ""), token: options.token };
}

function createClient(options: UpstashStoreOptions): UpstashClient {
  const { maxRequests } = options;
  if (options.redis !== undefined) {
    return new UpstashClient(checkRedis(options.redis), undefined, maxRequests);
  }
  const { url, token, requestTimeoutMs = 10_000 } = options;
  return new UpstashClient(createRedis({ url, token, requestTimeoutMs }), url, maxRequests);
}
