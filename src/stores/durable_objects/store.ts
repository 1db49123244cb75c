// The store of a Worker without an account elsewhere: threads in Durable Objects. Begin and commit are one request each to the object of the
// tenant, where nothing waits for a model.

import { AgentError, toAgentError } from "../../core/error.ts";
import type { Store } from "../../core/store.ts";
import type { DueItem } from "../../core/store/due.ts";
import { LIFETIMES, type StoreLifetimes } from "../../core/store/limits.ts";
import type { MovingStore, RelayingStore } from "../../core/store/moving.ts";
import type { WatchOutcome } from "../../core/store/step_store.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import type { Jurisdiction, LocationHint, ObjectNamespace, ObjectSocket, ObjectStub } from "./platform.ts";
import { pause } from "../pause.ts";
import { type Send, Shards } from "./shards.ts";
import {
  findTenant,
  kindOf,
  type Method,
  METHODS,
  type ObjectStore,
  readAnswer,
  readCall,
  type Watched,
  writeAnswer,
  writeCall,
  writeError,
} from "./wire.ts";

/** Waits between the attempts of a request that was not answered. Every method may be sent again. */
const RETRY_DELAYS_MS = [50, 250];

/** How much longer the waits are where an object is overloaded: a request that comes again at once adds to that. */
const OVERLOADED = 8;

/** Milliseconds until an attempt counts as lost. */
const REQUEST_MS = 10_000;

/** Milliseconds until a watch is opened again whose socket has closed; twice as long each time, up to the last one. */
const FIRST_REOPEN_MS = 200;
const LAST_REOPEN_MS = 10_000;

/** Bytes of a request at most: the memory of an object is 128 MB, and it has a text some three times. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Tenants whose rows `listDue` lists. */
const MOST_MET = 1_000;

/** Where objects live, and for how long what is in them. */
export interface DurableObjectsStoreOptions {
  readonly namespace: ObjectNamespace;
  readonly lifetimes?: Partial<StoreLifetimes> | undefined;
  /** Where an object is made that is not there yet; near the Worker that makes it by default. */
  readonly locationHint?: LocationHint | undefined;
  /** Where objects may be. Those of a jurisdiction are others than those without. */
  readonly jurisdiction?: Jurisdiction | undefined;
  /**
   * In how many objects the threads of each tenant are, from 1 to 64; 1 by default. With more than one, what is of the tenant is in one more.
   * A tenant that has threads keeps its number: another one is `config_invalid`.
   */
  readonly shards?: number | undefined;
}

/**
 * A store in Durable Objects, one for each tenant, or several. `listDue` lists the rows of tenants that this store has met: objects wake what is due by
 * their alarms.
 *
 * Every method may throw `store_unavailable`: the object is overloaded, or was not reached in three attempts. It is `store_full` when an object
 * has 10 GB, `store_failed` when a row would have more than 2 MB, and `body_too_large` when a request would have more than 32 MiB.
 */
export function createDurableObjectsStore(
  { namespace, jurisdiction, locationHint, lifetimes: given, shards }: DurableObjectsStoreOptions,
): Store & MovingStore & RelayingStore {
  const lifetimes = { ...LIFETIMES, ...given };
  const objects = new Objects(
    jurisdiction === undefined ? namespace : namespace.jurisdiction(jurisdiction),
    { locationHint, lifetimes, shards },
  );
  const methods = Object.fromEntries(
    METHODS.map((method) => [method, (...args: readonly unknown[]) => objects.run(method, args)]),
  ) as unknown as ObjectStore;
  return {
    ...methods,
    name: "durable_objects",
    lifetimes,
    listDue: (until, limit) => objects.listDue(until, limit),
    ping: () => objects.ping(),
    watch: (ref, lease, signal) => objects.watch(ref, lease, signal),
    follow: (ref, changed, signal) => objects.follow(ref, changed, signal),
    claimAlarm: (name, token, to) => objects.claimAlarm(name, token, to),
    relay: async (call) => {
      try {
        return await objects.relay(call);
      } catch (thrown) {
        return writeError(toAgentError(thrown));
      }
    },
    close: () => Promise.resolve(),
  };
}

/** The objects of one namespace. */
class Objects {
  readonly #namespace: ObjectNamespace;
  readonly #locationHint: LocationHint | undefined;
  readonly #lifetimes: StoreLifetimes;
  readonly #shards: Shards;
  /** How many shards, where there is more than one. */
  readonly #count: number | undefined;
  /** The first tenants for which something was written. */
  readonly #met = new Set<string>();

  constructor(
    namespace: ObjectNamespace,
    { locationHint, lifetimes, shards = 1 }: Pick<DurableObjectsStoreOptions, "locationHint" | "shards"> & {
      readonly lifetimes: StoreLifetimes;
    },
  ) {
    this.#namespace = namespace;
    this.#locationHint = locationHint;
    this.#lifetimes = lifetimes;
    this.#count = shards === 1 ? undefined : shards;
    this.#shards = new Shards(shards, this.#call.bind(this) as Send);
  }

  /** Sends a call to the objects of the tenant that its first argument names. */
  async run(method: Method, args: readonly unknown[], id?: string): Promise<unknown> {
    if (kindOf(method) !== "reads" && this.#met.size < MOST_MET) this.#met.add(findTenant(args[0]));
    return await this.#shards.run(method, args, id);
  }

  /** A call that is written elsewhere, as if the tenant had one object. */
  async relay(call: string): Promise<string> {
    const { id, name, method, args } = readCall(call);
    if (this.#count === undefined) return await this.send(name, "relay", call);
    return writeAnswer(method, await this.run(method, args, id));
  }

  async listDue(until: number, limit: number): Promise<DueItem[]> {
    const lists = await Promise.all(
      [...this.#met].flatMap((tenant) => this.#shards.namesOf(tenant)).map((name) =>
        this.#call(name, "listDue", [until, limit]) as Promise<DueItem[]>
      ),
    );
    return lists.flat().sort((left, right) => left.at - right.at).slice(0, limit);
  }

  /** To an object of no tenant, which keeps nothing. */
  async ping(): Promise<void> {
    await this.send("", "ping", "");
  }

  async claimAlarm(name: string, token: string, to: number): Promise<readonly DueItem[] | undefined> {
    const body = await this.send(name, "claim", JSON.stringify({ token, to }));
    return (readAnswer("listDue", body) as DueItem[] | null) ?? undefined;
  }

  /** A socket to the object, which says when the step is fenced. The object leaves memory meanwhile. */
  async watch(
    ref: ThreadRef,
    lease: { readonly owner: string; readonly epoch: number },
    signal: AbortSignal,
  ): Promise<WatchOutcome> {
    return await this.#listen({ ref, ...lease }, () => true, signal) ? "fenced" : "stopped";
  }

  /** The same socket, which says when the log may have grown. */
  async follow(ref: ThreadRef, changed: () => void, signal: AbortSignal): Promise<void> {
    const isLast = () => {
      changed();
      return false;
    };
    await this.#listen({ ref }, isLast, signal);
  }

  /** Until a message is the last one, which is true, or the abort. The object may be away: a reader reads, and a flush finds the fence as well. */
  async #listen(watched: Watched, isLast: () => boolean, signal: AbortSignal): Promise<boolean> {
    const aborted = untilAborted(signal); // an object that hangs does not open the socket
    for (let pauseMs = FIRST_REOPEN_MS; !signal.aborted; pauseMs = Math.min(LAST_REOPEN_MS, pauseMs * 2)) {
      const outcome = this.#openWatch(watched).then((socket) => untilLast(socket, isLast, signal));
      if (await Promise.race([outcome.catch(() => false), aborted])) return true;
      await pause(pauseMs * (0.5 + Math.random()), signal);
    }
    return false;
  }

  async #openWatch(watched: Watched): Promise<ObjectSocket | undefined> {
    const query = encodeURIComponent(JSON.stringify(watched));
    const { webSocket } = await this.#stub(this.#shards.nameOf(watched.ref)).fetch(
      `https://object/watch?step=${query}`,
      {
        headers: { upgrade: "websocket" },
      },
    );
    return webSocket ?? undefined;
  }

  async #call(
    name: string,
    method: Method,
    args: readonly unknown[],
    id: string = crypto.randomUUID(),
  ): Promise<unknown> {
    const [lifetimes, shards] = [this.#lifetimes, this.#count];
    const call = writeCall({ id, method, args, name, lifetimes, shards });
    return readAnswer(method, await this.send(name, method, call));
  }

  /** Sends until an answer comes. After an exception of the platform the stub is of no more use. */
  async send(name: string, path: string, body: string): Promise<string> {
    if (body.length > MOST_BYTES / 3 && utf8Bytes(body) > MOST_BYTES) {
      throw new AgentError("body_too_large", "A text has at most 32 MiB in Durable Objects, as JSON.");
    }
    for (let sent = 0;; sent++) {
      try {
        const response = await this.#stub(name).fetch(`https://object/${path}`, {
          method: "POST",
          body,
          signal: AbortSignal.timeout(REQUEST_MS),
        });
        const text = await response.text();
        if (response.ok) return text;
        throw new AgentError("store_failed", `The object responded with ${response.status} to ${path}.`);
      } catch (cause) {
        if (cause instanceof AgentError) throw cause;
        const delayMs = RETRY_DELAYS_MS[sent];
        if (delayMs === undefined) throw unavailable(cause);
        // https://developers.cloudflare.com/durable-objects/best-practices/error-handling/
        const isOverloaded = Object(cause).overloaded === true;
        await pause(delayMs * (isOverloaded ? OVERLOADED : 1) * (0.5 + Math.random()));
      }
    }
  }

  #stub(name: string): ObjectStub {
    const locationHint = this.#locationHint;
    return this.#namespace.get(
      this.#namespace.idFromName(name),
      locationHint === undefined ? {} : { locationHint },
    );
  }
}

/** Until a message is the last one; false when the socket closes, or at the abort. */
function untilLast(
  socket: ObjectSocket | undefined,
  isLast: () => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  if (socket === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (isAtLast: boolean) => {
      signal.removeEventListener("abort", stop);
      socket.close(1000);
      resolve(isAtLast);
    };
    const stop = () => end(false);
    signal.addEventListener("abort", stop);
    socket.addEventListener("message", () => {
      if (isLast()) end(true);
    });
    socket.addEventListener("close", stop);
    socket.addEventListener("error", stop);
    socket.accept();
    if (signal.aborted) stop();
  });
}

function untilAborted(signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(false), { once: true }));
}

function unavailable(cause: unknown): AgentError {
  return new AgentError("store_unavailable", "The object of the tenant cannot be reached; try again.", {
    cause,
    retryAfterMs: 1_000,
  });
}
