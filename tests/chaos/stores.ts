// The stores under chaos, each as three isolates see it. Leases and lifetimes end by virtual time: memory and sqlite take its
// clock, and behind Redis the harness removes a lease whose time has come, as the server would, and shortens the time that
// every key has left.

import type { Store } from "../../src/core/store.ts";
import type { StoreLifetimes } from "../../src/core/store/limits.ts";
import type { ThreadRef } from "../../src/core/store/thread.ts";
import { LocalStore } from "../../src/stores/embedded/store.ts";
import type { Tables } from "../../src/stores/embedded/tables.ts";
import { ThreadKeys } from "../../src/stores/upstash/keys.ts";
import { MemoryTables } from "../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../src/stores/embedded/sqlite/store.ts";
import { createUpstashStore } from "../../src/stores/upstash/store.ts";
import { type Fault, type FaultSubject, serveRedisRest } from "../support/redis/rest.ts";
import { passRedisTime } from "../support/redis/time.ts";
import type { RedisAddress } from "../../src/redis_rest/address.ts";
import { RespClient } from "../../src/redis_rest/resp.ts";
import { sqliteFile } from "../support/sqlite_file.ts";
import { overridden } from "./overridden.ts";
import type { Random } from "./random.ts";
import type { VirtualTime } from "./virtual_time.ts";

export const ISOLATES = 3;

const DAY_MS = 86_400_000;

/** How long a thread lives that nothing is written to: longer than a blob that no commit refers to. */
export const THREAD_MS = 2 * DAY_MS;

/** What a thread leaves behind outlives it. */
export const LIFETIMES: StoreLifetimes = {
  threadMs: THREAD_MS,
  receiptMs: 90 * DAY_MS,
  eventsMs: 90 * DAY_MS,
  ledgerMs: 90 * DAY_MS,
};

export interface OpenedStores extends AsyncDisposable {
  /** What each isolate holds; they share their threads and nothing else. */
  readonly isolates: readonly Store[];
  /** Answers that were lost between client and server so far; the facade of the workers loses more. */
  readonly lost: () => number;
}

export interface StoreSetting {
  readonly time: VirtualTime;
  readonly random: Random;
  /** Share of answers that are lost although the request was applied. */
  readonly loss: number;
}

export interface StoreUnderChaos {
  readonly name: "memory" | "sqlite" | "upstash" | "durable_objects";
  /** Answers are lost on the wire, where a client has to send its request again in real time. */
  readonly losesAnswers: boolean;
  open(setting: StoreSetting): Promise<OpenedStores>;
}

/** One store for all isolates, since that is all that memory can be. */
export function memoryStores(tables: () => Tables = () => new MemoryTables()): StoreUnderChaos {
  return {
    name: "memory",
    losesAnswers: false,
    async open({ time }) {
      const store = new LocalStore("memory", tables(), { clock: time.clock, lifetimes: LIFETIMES });
      return {
        isolates: Array.from({ length: ISOLATES }, () => store),
        lost: () => 0,
        [Symbol.asyncDispose]: () => store.close(),
      };
    },
  };
}

/** One file, with a connection for every isolate. */
export function sqliteStores(): StoreUnderChaos {
  return {
    name: "sqlite",
    losesAnswers: false,
    async open({ time }) {
      const file = await sqliteFile();
      const isolates = Array.from(
        { length: ISOLATES },
        () => createSqliteStore({ path: file.path, clock: time.clock, lifetimes: LIFETIMES }),
      );
      return {
        isolates,
        lost: () => 0,
        async [Symbol.asyncDispose]() {
          for (const store of isolates) await store.close();
          await file[Symbol.asyncDispose]();
        },
      };
    },
  };
}

/** A real Redis behind a bridge, which loses answers unless said otherwise, with a client for every isolate. */
export function upstashStores(redis: RedisAddress, losesAnswers = true): StoreUnderChaos {
  return {
    name: "upstash",
    losesAnswers,
    async open({ time, random, loss }) {
      const losses = new LostAnswers(random, losesAnswers ? loss : 0);
      const bridge = await serveRedisRest({
        redis,
        token: "chaos",
        faults: (subject) => losses.befall(subject),
      });
      const keyPrefix = `chaos${opened++}`;
      const leases = new VirtualExpiry(time, new RespClient(redis), keyPrefix);
      const stores = Array.from(
        { length: ISOLATES },
        () => createUpstashStore({ url: bridge.url, token: bridge.token, keyPrefix, lifetimes: LIFETIMES }),
      );
      return {
        isolates: stores.map((store) => leases.over(store)),
        lost: () => losses.count,
        async [Symbol.asyncDispose]() {
          for (const store of stores) await store.close();
          await bridge.close();
          await leases.close();
        },
      };
    },
  };
}

let opened = 0;

/** Most answers of one thread that are lost in a row: the client sends a request three times. */
const IN_A_ROW = 2;

/** Answers that the network loses, after Redis has applied the request. */
class LostAnswers {
  count = 0;
  readonly #random: Random;
  readonly #loss: number;
  readonly #threads = new Map<string, { readonly random: Random; inARow: number }>();

  constructor(random: Random, loss: number) {
    this.#random = random;
    this.#loss = loss;
  }

  befall({ commands }: FaultSubject): Fault | undefined {
    const key = commands.flat().find((word) => /^chaos\d+:\{/.test(word));
    const name = key === undefined ? "" : key.slice(key.indexOf("{"), key.indexOf("}"));
    const thread = this.#threads.get(name) ?? { random: this.#random.fork(name), inARow: 0 };
    this.#threads.set(name, thread);
    if (thread.inARow >= IN_A_ROW || !thread.random.chance(this.#loss)) {
      thread.inARow = 0;
      return undefined;
    }
    thread.inARow++;
    this.count++;
    return thread.random.pick(["drop-answer", "cut-answer"]);
  }
}

/**
 * Redis measures by its own clock. Leases get far too long there and are ended here; whatever else expires is given the time
 * that has really passed, and loses the time that has passed here.
 */
class VirtualExpiry {
  readonly #time: VirtualTime;
  readonly #redis: RespClient;
  readonly #prefix: string;
  readonly #until = new Map<string, number>();
  readonly #ending = new Map<string, Promise<unknown>>();
  /** Both times at which each thread was last seen. */
  readonly #seen = new Map<string, { readonly virtual: number; readonly real: number }>();

  constructor(time: VirtualTime, redis: RespClient, prefix: string) {
    this.#time = time;
    this.#redis = redis;
    this.#prefix = prefix;
  }

  /** Removes what the threads have left: each passing of time looks at every key of the server. */
  async close(): Promise<void> {
    await this.#redis.send([["EVAL", REMOVE, "0", `${this.#prefix}:*`]]);
    await this.#redis.close();
  }

  /** The store, with leases that last as long as this clock says. */
  over(store: Store): Store {
    const leased = async <T>(
      { ref, leaseMs }: { ref: ThreadRef; leaseMs: number },
      isTaken: (answer: T) => boolean,
      work: () => Promise<T>,
    ): Promise<T> => {
      await this.#expire(ref);
      // A request whose answer was lost may have taken the lease all the same.
      let taken = true;
      try {
        const answer = await work();
        taken = isTaken(answer);
        return answer;
      } finally {
        if (taken) this.#until.set(ref.thread, this.#time.clock() + leaseMs);
      }
    };
    const after = async <T>(ref: ThreadRef, work: () => Promise<T>): Promise<T> => {
      await this.#expire(ref);
      return await work();
    };
    return overridden(store, {
      begin: async (request) => {
        const work = () => store.begin({ ...request, leaseMs: FOREVER });
        const answer = await leased(request, ({ type }) => type === "begun", work);
        if (!("retryAfterMs" in answer)) return answer;
        const until = this.#until.get(request.ref.thread) ?? 0;
        return { ...answer, retryAfterMs: Math.max(1, until - this.#time.clock()) };
      },
      advance: (request) => {
        const work = () => store.advance({ ...request, leaseMs: FOREVER });
        return leased(request, ({ type }) => type === "advanced", work);
      },
      flush: (ref, lease, events) => {
        const work = () => store.flush(ref, { ...lease, leaseMs: FOREVER }, events);
        return leased({ ref, leaseMs: lease.leaseMs }, (answer) => answer === "ok", work);
      },
      enqueue: (request) => after(request.ref, () => store.enqueue(request)),
      commit: (request) => after(request.ref, () => store.commit(request)),
      abandon: (request) => after(request.ref, () => store.abandon(request)),
      markStarted: (ref, ...rest) => after(ref, () => store.markStarted(ref, ...rest)),
      history: (ref, page) => after(ref, () => store.history(ref, page)),
      readEvents: (ref, ...rest) => after(ref, () => store.readEvents(ref, ...rest)),
      putBlob: (ref, text, options) => after(ref, () => store.putBlob(ref, text, options)),
      getBlob: (ref, blob) => after(ref, () => store.getBlob(ref, blob)),
      decide: async (ref, ...rest) => {
        const answer = await after(ref, () => store.decide(ref, ...rest));
        if (answer.type !== "busy") return answer;
        const until = this.#until.get(ref.thread) ?? 0;
        return { ...answer, retryAfterMs: Math.max(1, until - this.#time.clock()) };
      },
      cancel: (ref) => after(ref, () => store.cancel(ref)),
      read: (ref) => after(ref, () => store.read(ref)),
    });
  }

  /** Whoever comes while a lease is being removed waits until it is gone. */
  async #expire(ref: ThreadRef): Promise<void> {
    const { thread } = ref;
    const until = this.#until.get(thread);
    if (until !== undefined && until <= this.#time.clock()) {
      this.#until.delete(thread);
      this.#ending.set(thread, this.#redis.send([["DEL", new ThreadKeys(this.#prefix, ref).lease]]));
    }
    await this.#ending.get(thread);
    const now = { virtual: this.#time.clock(), real: performance.now() };
    const seen = this.#seen.get(thread) ?? now;
    const passed = Math.round(now.virtual - seen.virtual - (now.real - seen.real));
    if (seen !== now && Math.abs(passed) < EXACT_MS) return;
    this.#seen.set(thread, now);
    const { header } = new ThreadKeys(this.#prefix, ref);
    if (passed !== 0) await passRedisTime(this.#redis, header.slice(0, -1), passed);
  }
}

const REMOVE = "for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('UNLINK', key) end";

/** No less time is passed at once: a thread may rest until a few seconds before its end. */
const EXACT_MS = 1_000;

/** Longer than a run takes by Redis's own clock. */
const FOREVER = 3_600_000;
