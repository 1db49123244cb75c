// The store of Durable Objects in workerd, as a test sees it: each method goes through the Worker of _worker.ts.

import * as esbuild from "esbuild";
import type { Store } from "../../../../src/core/store.ts";
import { LIFETIMES, type StoreLifetimes } from "../../../../src/core/store/limits.ts";
import type { MovingStore } from "../../../../src/core/store/moving.ts";
import type { ThreadRef } from "../../../../src/core/store/thread.ts";
import { type Method, METHODS, readAnswer, writeCall } from "../../../../src/stores/durable_objects/wire.ts";
import { ENGINE, type EngineName, ENGINES } from "../../support/engine.ts";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";
import { freePort } from "../../../support/requires.ts";

/**
 * What befalls a request to an object: nothing, its answer is lost, it is lost, the object is evicted before its answer left, or the object is
 * overloaded.
 */
export type Fate = "-" | "answer" | "request" | "evicted" | "overloaded";

/** How a store is opened. */
export interface ObjectsSetting {
  readonly lifetimes?: Partial<StoreLifetimes>;
  /** The time of the objects in epoch milliseconds; that of this machine by default. */
  readonly now?: () => number;
  /** What befalls the attempts of one call, one after the other; nothing by default and behind the last. */
  readonly fates?: () => readonly Fate[];
  /** Stores with the same prefix have the same threads. */
  readonly prefix?: string;
  /** In how many objects the threads of a tenant are; one by default. */
  readonly shards?: number;
}

/** workerd with the Worker. */
export interface ObjectsEngine extends AsyncDisposable {
  open(setting?: ObjectsSetting): OpenObjects;
}

export interface OpenObjects {
  readonly store: Store & MovingStore;
  /** Runs the alarm of a tenant now: rows of threads, entries, texts of blobs, their pieces and answers, and when the next one comes. */
  alarm(tenant: string): Promise<{ readonly rows: readonly number[]; readonly inMs: number | null }>;
  /** Runs statements in the object of a tenant. */
  sql(tenant: string, statements: string): Promise<unknown>;
  /** The rows that statements of the object have read and written meanwhile: those that are billed. */
  rowsOf<T>(tenant: string, work: () => Promise<T>): Promise<{ read: number; written: number; answer: T }>;
  /** Ends the object of a tenant: what was not written to the disk is gone. */
  evict(tenant: string): Promise<void>;
  /** The object of the tenant closes its sockets, and answers a call before their other ends know. */
  callWhileClosing(method: Method, ...args: readonly [ThreadRef, ...unknown[]]): Promise<unknown>;
  /** The time of the alarm of a tenant in epoch milliseconds, which then never comes; null without one. */
  loseAlarm(tenant: string): Promise<number | null>;
  /** What objects have logged as an error since the last time. */
  errors(): Promise<readonly string[]>;
  /** What a claim with a token of no alarm gets. */
  claim(tenant: string): Promise<unknown>;
  bytesWrittenBy(operation: () => Promise<unknown>): Promise<number>;
}

interface PostOptions {
  /** The request goes to the object of this tenant as it is. */
  readonly tenant?: string;
  readonly signal?: AbortSignal;
}

const MAIN = "tests/slow/stores/durable_objects/_worker.ts";

export async function startObjects(engine: EngineName = ENGINE): Promise<ObjectsEngine> {
  const contents = await bundle();
  const start = await ENGINES[engine]();
  const port = freePort();
  const miniflare = start({
    modules: [{ type: "ESModule", path: "worker.js", contents }],
    compatibilityDate: "2026-04-01",
    cf: false,
    port,
    host: "127.0.0.1",
    durableObjects: { THREADS: { className: "TestObject", useSQLite: true } },
  });
  await miniflare.ready;
  const url = `http://127.0.0.1:${port}`;
  let opened = 0;
  return {
    open: (setting = {}) => openObjects(url, { prefix: `${++opened}/`, ...setting }),
    [Symbol.asyncDispose]: () => miniflare.dispose(),
  };
}

/** Of the store alone: the bundle of a deployment would have every plugin. */
async function bundle(): Promise<string> {
  try {
    const { outputFiles: [file] } = await esbuild.build({
      entryPoints: [fromFileUrl(new URL(MAIN, projectRoot))],
      bundle: true,
      format: "esm",
      target: "es2024",
      write: false,
      logLevel: "silent",
    });
    return file?.text ?? "";
  } finally {
    await esbuild.stop(); // its process would be a leak of the test
  }
}

function openObjects(
  url: string,
  { prefix = "", lifetimes: given, now = Date.now, fates = () => [], shards = 1 }: ObjectsSetting,
): OpenObjects {
  const lifetimes = { ...LIFETIMES, ...given };
  let sent = 0;
  const toQuery = (fates: string) =>
    new URLSearchParams({ prefix, now: String(now()), fates, shards: String(shards) });
  const post = async (path: string, body: string, { tenant, signal }: PostOptions = {}) => {
    const query = toQuery(fates().join(" "));
    if (tenant !== undefined) query.set("tenant", tenant);
    const response = await fetch(`${url}/${path}?${query}`, { method: "POST", body, signal });
    return await response.text();
  };
  const call = (method: Method) => async (...args: readonly unknown[]) => {
    const body = writeCall({ id: "", method, args, name: "", lifetimes });
    sent += new TextEncoder().encode(body).length;
    return readAnswer(method, await post("call", body));
  };
  const methods = Object.fromEntries(
    METHODS.map((method) => [method, call(method)]),
  ) as unknown as Pick<Store & MovingStore, Exclude<Method, "readSource">>;
  const store: Store & MovingStore = {
    ...methods,
    name: "durable_objects",
    lifetimes,
    async watch(ref, lease, signal) {
      try {
        return await post("watch", JSON.stringify({ ref, lease }), { signal }) === "fenced"
          ? "fenced"
          : "stopped";
      } catch {
        return "stopped";
      }
    },
    async follow(ref, changed, signal) {
      const query = toQuery("");
      const body = JSON.stringify({ ref });
      try {
        const response = await fetch(`${url}/follow?${query}`, { method: "POST", body, signal });
        for await (const _ of response.body ?? []) changed();
      } catch {
        // aborted
      }
    },
    close: () => Promise.resolve(),
  };
  return {
    store,
    alarm: async (tenant) => JSON.parse(await post("alarm", "", { tenant })),
    sql: async (tenant, statements) => JSON.parse(await post("sql", statements, { tenant })),
    async rowsOf(tenant, work) {
      await post("rows", "", { tenant });
      const answer = await work();
      return { ...JSON.parse(await post("rows", "", { tenant })), answer };
    },
    async evict(tenant) {
      await post("evict", "", { tenant });
    },
    async callWhileClosing(method, ...args) {
      const [{ tenant }] = args;
      const body = writeCall({ id: "", method, args, name: tenant, lifetimes });
      return readAnswer(method, await post("closing", body, { tenant }));
    },
    loseAlarm: async (tenant) => JSON.parse(await post("lose", "", { tenant })),
    errors: async () => JSON.parse(await post("errors", "", { tenant: "" })),
    async claim(tenant) {
      const body = JSON.stringify({ token: crypto.randomUUID(), to: 1 });
      return JSON.parse(await post("claim", body, { tenant })).value;
    },
    async bytesWrittenBy(operation) {
      const before = sent;
      await operation();
      return sent - before;
    },
  };
}
