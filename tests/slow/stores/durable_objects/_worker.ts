// A Worker with the store of Durable Objects, whose methods a test calls over HTTP. The test sets the time of the objects, and what befalls
// requests to them.

import { AgentError } from "../../../../src/core/error.ts";
import { ALARM_URL } from "../../../../src/core/store/alarm.ts";
import { ThreadsObject } from "../../../../src/stores/durable_objects/object.ts";
import { createDurableObjectsStore } from "../../../../src/stores/durable_objects/store.ts";
import type { ObjectNamespace, ObjectState } from "../../../../src/stores/durable_objects/platform.ts";
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

const NOW = "test-now-ms";
const EVICTED = "test-evicted";

export class TestObject extends ThreadsObject {
  readonly #state: ObjectState & { abort(): void };
  readonly #time: { aheadMs: number | undefined };

  constructor(state: ObjectState & { abort(): void }, env: unknown) {
    const time: { aheadMs: number | undefined } = { aheadMs: undefined };
    super(state, env, () => Date.now() + (time.aheadMs ?? 0));
    this.#state = state;
    this.#time = time;
  }

  override async fetch(request: Request): Promise<Response> {
    const now = request.headers.get(NOW);
    if (now !== null) this.#time.aheadMs = Number(now) - Date.now();
    if (new URL(request.url).pathname === "/alarm") return await this.#alarmNow();
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

/** Tenants that stores of a prefix have met. */
const met = new Map<string, Set<string>>();

export default {
  async fetch(request: Request, { THREADS }: { readonly THREADS: ObjectNamespace }): Promise<Response> {
    if (request.url === ALARM_URL) return new Response(null, { status: 204 });
    const { pathname, searchParams } = new URL(request.url);
    const body = await request.text();
    const prefix = searchParams.get("prefix") ?? "";
    const namespace = disturbed(THREADS, {
      prefix,
      now: searchParams.get("now") ?? "",
      fates: (searchParams.get("fates") ?? "").split(" ").values(),
    });
    if (pathname === "/alarm" || pathname === "/claim") {
      return await namespace.get(namespace.idFromName(body)).fetch(`https://object${pathname}`, {
        method: "POST",
        body: JSON.stringify({ token: crypto.randomUUID(), to: 1 }),
      });
    }
    if (pathname === "/watch") {
      const { ref, lease } = JSON.parse(body);
      return new Response(await createDurableObjectsStore({ namespace }).watch(ref, lease, request.signal));
    }
    const { method, args, lifetimes } = readCall(body);
    const store = createDurableObjectsStore({ namespace, lifetimes });
    const tenants = met.get(prefix) ?? new Set();
    met.set(prefix, tenants);
    if (method !== "listDue") tenants.add(findTenant(args[0]));
    else for (const tenant of tenants) await store.moveDue(tenant, "never", { from: -1 });
    const work: (...args: never[]) => Promise<unknown> = store[method];
    try {
      return new Response(writeAnswer(method, await work(...args as never[])));
    } catch (thrown) {
      if (!(thrown instanceof AgentError)) throw thrown;
      return new Response(writeError(thrown));
    }
  },
};

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
