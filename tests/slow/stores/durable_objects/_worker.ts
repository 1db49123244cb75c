// A Worker with the store of Durable Objects, whose methods a test calls over HTTP. The test sets the time of the objects, and what befalls
// requests to them.

import { AgentError } from "../../../../src/core/error.ts";
import { ALARM_URL } from "../../../../src/core/store/alarm.ts";
import type { Store } from "../../../../src/core/store.ts";
import type { ThreadRef } from "../../../../src/core/store/thread.ts";
import { ThreadsObject } from "../../../../src/stores/durable_objects/object.ts";
import type { Row, Value } from "../../../../src/stores/embedded/sqlite/rows.ts";
import { createDurableObjectsStore } from "../../../../src/stores/durable_objects/store.ts";
import type {
  ObjectNamespace,
  ObjectSocket,
  ObjectState,
} from "../../../../src/stores/durable_objects/platform.ts";
import {
  findTenant,
  readCall,
  writeAnswer,
  writeError,
} from "../../../../src/stores/durable_objects/wire.ts";

/** Waits between two attempts take a part of their time, since the virtual time of the chaos stands still meanwhile. */
const SPEED = 20;
const { setTimeout: start } = globalThis;
globalThis.setTimeout = Object.assign(
  (done: () => void, ms = 0) => start(done, ms / SPEED),
  start,
) as typeof start;

/** What a test uses of the state beside the store. */
interface TestState extends Omit<ObjectState, "storage" | "getWebSockets"> {
  readonly storage: Omit<ObjectState["storage"], "sql"> & {
    readonly sql: {
      exec(statements: string, ...values: readonly Value[]): {
        toArray(): Row[];
        readonly rowsRead: number;
        readonly rowsWritten: number;
      };
    };
  };
  getWebSockets(tag?: string): readonly ObjectSocket[];
  abort(): void;
}

/** Rows that statements have read and written. */
interface Rows {
  read: number;
  written: number;
}

const NOW = "test-now-ms";
const EVICTED = "test-evicted";

export class TestObject extends ThreadsObject {
  readonly #state: TestState;
  readonly #time: { aheadMs: number | undefined };

  readonly #rows: Rows;

  constructor(state: TestState, env: unknown) {
    const time: { aheadMs: number | undefined } = { aheadMs: undefined };
    const rows = { read: 0, written: 0 };
    super(counted(state, rows), env, () => Date.now() + (time.aheadMs ?? 0));
    this.#state = state;
    this.#time = time;
    this.#rows = rows;
  }

  override async fetch(request: Request): Promise<Response> {
    const now = request.headers.get(NOW);
    if (now !== null) this.#time.aheadMs = Number(now) - Date.now();
    switch (new URL(request.url).pathname) {
      case "/alarm":
        return await this.#alarmNow();
      case "/sql":
        return Response.json(this.#state.storage.sql.exec(await request.text()).toArray());
      case "/rows": {
        const counted = Response.json(this.#rows);
        Object.assign(this.#rows, { read: 0, written: 0 });
        return counted;
      }
      case "/closing":
        // The other end has not answered yet.
        for (const socket of this.#state.getWebSockets()) socket.close(1000);
        return await super.fetch(new Request("https://object/call", { method: "POST", body: request.body }));
      case "/evict":
        this.#state.abort();
        return new Response();
      case "/lose": {
        const at = await this.#state.storage.getAlarm();
        await this.#state.storage.deleteAlarm();
        return Response.json(at);
      }
      case "/errors":
        return Response.json(errors.splice(0));
    }
    const response = await super.fetch(request);
    if (request.headers.has(EVICTED)) this.#state.abort(); // whatever was not written to the disk is gone
    return response;
  }

  /** What an alarm leaves: rows of tables, and when the next one comes, in milliseconds from now on. */
  async #alarmNow(): Promise<Response> {
    await this.alarm();
    const { sql } = this.#state.storage;
    const count = (table: string) => sql.exec(`SELECT count(*) AS size FROM ${table}`).toArray()[0]?.size;
    const at = await this.#state.storage.getAlarm();
    return Response.json({
      rows: ["threads", "entries", "blob_texts", "blob_pieces", "answers"].map(count),
      inMs: at === null ? null : at - Date.now() - (this.#time.aheadMs ?? 0),
    });
  }

  /** After an eviction the time of the test is not known before the next request. */
  override async alarm(): Promise<void> {
    if (this.#time.aheadMs !== undefined) await super.alarm();
  }
}

/** The state with the rows counted that statements read and write: those that Cloudflare bills. */
function counted(state: TestState, rows: Rows): ObjectState {
  const { storage } = state;
  return {
    exports: state.exports,
    waitUntil: (promise) => state.waitUntil(promise),
    acceptWebSocket: (socket, tags) => state.acceptWebSocket(socket, tags),
    getWebSockets: (tag) => state.getWebSockets(tag),
    storage: {
      sql: {
        exec(statements, ...values) {
          const cursor = storage.sql.exec(statements, ...values);
          const found = cursor.toArray();
          rows.read += cursor.rowsRead;
          rows.written += cursor.rowsWritten;
          return { toArray: () => found };
        },
      },
      transactionSync: (work) => storage.transactionSync(work),
      getAlarm: () => storage.getAlarm(),
      setAlarm: (at) => storage.setAlarm(at),
      deleteAlarm: () => storage.deleteAlarm(),
      deleteAll: () => storage.deleteAll(),
    },
  };
}

/** What this isolate has logged as an error. */
const errors: unknown[] = [];
const { error: print } = console;
console.error = (...texts: readonly unknown[]) => {
  errors.push(...texts);
  print(...texts);
};

/** Tenants that stores of a prefix have met. */
const met = new Map<string, Set<string>>();

export default {
  async fetch(request: Request, { THREADS }: { readonly THREADS: ObjectNamespace }): Promise<Response> {
    if (request.url === ALARM_URL) return new Response(null, { status: 204 });
    const { pathname, searchParams } = new URL(request.url);
    const body = await request.text();
    const prefix = searchParams.get("prefix") ?? "";
    const shards = Number(searchParams.get("shards") ?? "1");
    const namespace = disturbed(THREADS, {
      prefix,
      now: searchParams.get("now") ?? "",
      fates: (searchParams.get("fates") ?? "").split(" ").values(),
    });
    const tenant = searchParams.get("tenant");
    if (tenant !== null) {
      const object = namespace.get(namespace.idFromName(tenant));
      return await object.fetch(`https://object${pathname}`, { method: "POST", body });
    }
    if (pathname === "/watch") {
      const { ref, lease } = JSON.parse(body);
      return new Response(
        await createDurableObjectsStore({ namespace, shards }).watch(ref, lease, request.signal),
      );
    }
    if (pathname === "/follow") {
      const headers = { "content-type": "text/event-stream" }; // others wait until there is more
      return new Response(notices(JSON.parse(body).ref, createDurableObjectsStore({ namespace, shards })), {
        headers,
      });
    }
    const { method, args, lifetimes } = readCall(body);
    const store = createDurableObjectsStore({ namespace, lifetimes, shards });
    const tenants = met.get(prefix) ?? new Set();
    met.set(prefix, tenants);
    if (method !== "listDue") tenants.add(findTenant(args[0]));
    else for (const tenant of tenants) await store.moveDue(tenant, "never", { from: -1 });
    const work: (...args: never[]) => Promise<unknown> = Reflect.get(store, method);
    try {
      return new Response(writeAnswer(method, await work(...args as never[])));
    } catch (thrown) {
      if (!(thrown instanceof AgentError)) throw thrown;
      return new Response(writeError(thrown));
    }
  },
};

/** A line for each notice of a store, until the reader leaves. */
function notices(ref: ThreadRef, store: Pick<Store, "follow">): ReadableStream<Uint8Array> {
  const over = new AbortController();
  return new ReadableStream({
    start(controller) {
      const line = new TextEncoder().encode("changed\n");
      store.follow?.(ref, () => controller.enqueue(line), over.signal);
    },
    cancel: () => over.abort(),
  });
}

/** Objects with other names and another time, requests to which are disturbed. */
function disturbed(
  namespace: ObjectNamespace,
  { prefix, now, fates }: { readonly prefix: string; readonly now: string; readonly fates: Iterator<string> },
): ObjectNamespace {
  return {
    idFromName: (name) => namespace.idFromName(`${prefix}${name}`),
    get(id, options) {
      const stub = namespace.get(id, options);
      return {
        async fetch(url, init) {
          const fate = fates.next().value ?? "-";
          const headers = new Headers(init.headers);
          headers.set(NOW, now);
          if (fate === "evicted") headers.set(EVICTED, "1");
          if (fate === "overloaded") {
            throw Object.assign(new Error("Durable Object is overloaded."), { overloaded: true });
          }
          if (fate === "request") {
            throw Object.assign(new Error("Network connection lost."), { retryable: true });
          }
          const response = await stub.fetch(url, { ...init, headers });
          if (fate !== "answer") return response;
          await response.text();
          throw Object.assign(new Error("Network connection lost."), { retryable: true });
        },
      };
    },
    jurisdiction: (name) => namespace.jurisdiction(name),
  };
}
