// The production store: threads in Redis behind Upstash's REST protocol. A step is two HTTP requests, each one
// script. keys.ts and layout.ts name what is stored; lua/ has the scripts.

import type { Redis } from "@upstash/redis/cloudflare";
import type { Store } from "../../core/store.ts";
import { LIFETIMES, type StoreLifetimes } from "../../core/store/limits.ts";
import { Blobs } from "./blobs/thread_blobs.ts";
import { UpstashClient } from "./client.ts";
import { Database } from "./database.ts";
import { Definitions } from "./definitions.ts";
import { enqueue } from "./enqueue.ts";
import { Events } from "./events.ts";
import { History } from "./history.ts";
import { Ledger } from "./ledger.ts";
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
  const database = openDatabase(options);
  const { lifetimes } = database;
  const threads = new Threads(database);
  const history = new History(database);
  const ledger = new Ledger(database);
  const steps = new Steps(database, history, ledger);
  const watches = new Watches(database, options.cancelWatch ?? "subscribe", resolveAddress(options));
  const definitions = new Definitions(database);
  return {
    name: "upstash",
    lifetimes,
    ...bindMethods(steps, "begin", "commit", "advance", "abandon", "markStarted"),
    ...bindMethods(watches, "watch"),
    ...bindMethods(new Events(database), "flush", "readEvents"),
    ...bindMethods(threads, "create", "read", "remove", "list", "listAwaiting", "putFacets", "putLabel"),
    ...bindMethods(threads, "cancel", "decide", "taken", "inbox", "withdraw"),
    ...bindMethods(history, "history", "fork"),
    ...bindMethods(new Blobs(database), "putBlob", "getBlob"),
    ...bindMethods(definitions, "putDefinition", "readDefinition", "listDefinitions", "removeDefinition"),
    ...bindMethods(definitions, "recordLearnedCapabilities", "readLearnedCapabilities"),
    ...bindMethods(database.due, "moveDue", "listDue"),
    ...bindMethods(ledger, "reserve", "book", "readLedger"),
    ...bindMethods(database.client, "ping"),
    enqueue: (request) => enqueue(database, request),
    // HTTP keeps nothing open.
    close: () => Promise.resolve(),
  };
}

/** What all parts of the store use. */
export function openDatabase(options: UpstashStoreOptions): Database {
  const lifetimes = { ...LIFETIMES, ...options.lifetimes };
  return new Database(createClient(options), options.keyPrefix ?? "td", lifetimes);
}

/** Methods of a part of the store, bound to it. */
export function bindMethods<Name extends string, Part extends Record<Name, (...args: never[]) => unknown>>(
  part: Part,
  ...names: readonly Name[]
): Pick<Part, Name> {
  return Object.fromEntries(names.map((name) => [name, part[name].bind(part)])) as Pick<Part, Name>;
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
