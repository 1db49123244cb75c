// What Cloudflare bills objects for, counted in the isolate that they run in: requests, rows, and the time within which an object cannot leave
// memory. That is while an event is handled, or while a promise of waitUntil, a timer, a request of its own or a socket that may not hibernate
// is open. An idle object that may hibernate is not billed, even before it does.
// https://developers.cloudflare.com/durable-objects/platform/pricing/
// https://developers.cloudflare.com/durable-objects/concepts/durable-object-lifecycle/

import type { Row, Value } from "../../../src/stores/embedded/sqlite/rows.ts";
import type { ObjectSocket, ObjectState } from "../../../src/stores/durable_objects/platform.ts";

/** What keeps an object in memory. */
type Holder = "events" | "promises" | "timers" | "fetches" | "sockets";

/** What the objects of an isolate have cost since its start. */
export interface Bill {
  /** A sum over the objects. */
  readonly billedMs: number;
  /** What is open now. */
  readonly open: Readonly<Record<Holder, number>>;
  /** Events by their kind: the path of a request, `alarm`, `webSocketClose`. */
  readonly events: Readonly<Record<string, number>>;
  /** Events that are billed as requests: the end of a socket is none. */
  readonly requests: number;
  /** Of the bodies of requests and of answers. */
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly rowsRead: number;
  /** With one for each time that an alarm is set. */
  readonly rowsWritten: number;
  /** How often a constructor ran: once more for each time that workerd has removed an object from memory. */
  readonly made: number;
}

/** An object as the platform calls it. */
interface EventObject {
  fetch(request: Request): Promise<Response>;
  alarm?(): Promise<void>;
  webSocketClose?(): void;
  webSocketError?(): void;
}

/** The state as the platform has it, with more than the store uses. */
export interface MeteredState extends Omit<ObjectState, "storage"> {
  readonly id: { toString(): string };
  readonly storage: Omit<ObjectState["storage"], "sql"> & {
    readonly sql: { exec(statements: string, ...values: readonly Value[]): Cursor };
    /** Resolves when all that was written is on the disk. */
    sync(): Promise<void>;
  };
}

interface Cursor {
  toArray(): Row[];
  /** Of indexes too. */
  readonly rowsRead: number;
  readonly rowsWritten: number;
}

/** The time within which at least one of several things was open. */
class OpenTime {
  #open = 0;
  #since = 0;
  #ms = 0;

  get ms(): number {
    return this.#ms + (this.#open > 0 ? performance.now() - this.#since : 0);
  }

  begin(): () => void {
    if (this.#open++ === 0) this.#since = performance.now();
    return () => {
      if (--this.#open === 0) this.#ms += performance.now() - this.#since;
    };
  }
}

const open: Record<Holder, number> = { events: 0, promises: 0, timers: 0, fetches: 0, sockets: 0 };
const counts = { requests: 0, bytesIn: 0, bytesOut: 0, rowsRead: 0, rowsWritten: 0, made: 0 };
const events: Record<string, number> = {};
/** By the object. They outlive its removal from memory, since the isolate does. */
const byObject = new Map<string, OpenTime>();
const ofObjects = new OpenTime();
/** Of the objects or of whatever else: which object a timer belongs to is not known. */
const ofIsolate = new OpenTime();

/** What the objects of this isolate have cost so far. */
export function readBill(): Bill {
  const ofEach = [...byObject.values()].reduce((sum, time) => sum + time.ms, 0);
  return { ...counts, billedMs: ofEach + ofIsolate.ms - ofObjects.ms, open, events };
}

/** Counts what is open in an isolate that has objects alone, besides their events. Is called once, at its start. */
export function meterGlobals(): void {
  const { setTimeout, clearTimeout, setInterval, clearInterval, fetch } = globalThis; // called without an object in front
  const timers = new Map<unknown, () => void>();
  const end = (timer: unknown) => {
    timers.get(timer)?.();
    timers.delete(timer);
  };
  const startTimeout = (work: () => void, ms?: number) => {
    const timer = setTimeout(() => {
      end(timer);
      work();
    }, ms);
    timers.set(timer, hold("timers"));
    return timer;
  };
  const startInterval = (work: () => void, ms?: number) => {
    const timer = setInterval(work, ms);
    timers.set(timer, hold("timers"));
    return timer;
  };
  Object.assign(globalThis, {
    setTimeout: startTimeout,
    setInterval: startInterval,
    clearTimeout(timer?: number) {
      end(timer);
      clearTimeout(timer);
    },
    clearInterval(timer?: number) {
      end(timer);
      clearInterval(timer);
    },
    fetch: (...args: Parameters<typeof fetch>) => fetch(...args).finally(hold("fetches")),
  });
  const sockets: ObjectSocket = Reflect.get(WebSocket, "prototype") as never; // that of workerd accepts
  const { accept } = sockets;
  sockets.accept = function () {
    this.addEventListener("close", hold("sockets"), { once: true });
    accept.call(this);
  };
}

/** The class whose objects are metered. */
export function metered<Env>(make: (state: ObjectState, env: Env) => EventObject) {
  return class {
    readonly #state: MeteredState;
    readonly #time: OpenTime;
    readonly #object: EventObject;

    constructor(state: MeteredState, env: Env) {
      const name = state.id.toString();
      this.#state = state;
      this.#time = byObject.get(name) ?? new OpenTime();
      byObject.set(name, this.#time);
      counts.made += 1;
      const end = hold("events", this.#time);
      this.#object = make(this.#meter(state), env);
      end();
    }

    fetch(request: Request): Promise<Response> {
      return this.#event(new URL(request.url).pathname, async () => {
        if (request.body === null) return await this.#object.fetch(request);
        const body = await request.text();
        const response = await this.#object.fetch(
          new Request(request.url, { method: request.method, headers: request.headers, body }),
        );
        const answer = await response.text();
        counts.bytesIn += byteLength(body);
        counts.bytesOut += byteLength(answer);
        return new Response(answer, response);
      });
    }

    alarm(): Promise<void> {
      return this.#event("alarm", async () => await this.#object.alarm?.());
    }

    webSocketClose(): Promise<void> {
      return this.#event("webSocketClose", async () => this.#object.webSocketClose?.());
    }

    webSocketError(): Promise<void> {
      return this.#event("webSocketError", async () => this.#object.webSocketError?.());
    }

    /** An event ends when what it wrote is on the disk: its answer leaves no earlier. */
    async #event<T>(kind: string, handle: () => Promise<T>): Promise<T> {
      events[kind] = (events[kind] ?? 0) + 1;
      if (!kind.startsWith("webSocket")) counts.requests += 1;
      const end = hold("events", this.#time);
      try {
        const result = await handle();
        await this.#state.storage.sync();
        return result;
      } finally {
        end();
      }
    }

    #meter({ storage, ...state }: MeteredState): ObjectState {
      return {
        exports: state.exports,
        waitUntil: (promise) => this.#state.waitUntil(promise.finally(hold("promises", this.#time))),
        acceptWebSocket: (socket, tags) => this.#state.acceptWebSocket(socket, tags),
        getWebSockets: (tag) => this.#state.getWebSockets(tag),
        storage: {
          transactionSync: (work) => storage.transactionSync(work),
          getAlarm: () => storage.getAlarm(),
          setAlarm(at) {
            counts.rowsWritten += 1;
            return storage.setAlarm(at);
          },
          deleteAlarm: () => storage.deleteAlarm(),
          deleteAll: () => storage.deleteAll(),
          sql: {
            exec(statements, ...values) {
              const cursor = storage.sql.exec(statements, ...values);
              return {
                toArray() {
                  const rows = cursor.toArray();
                  counts.rowsRead += cursor.rowsRead;
                  counts.rowsWritten += cursor.rowsWritten;
                  return rows;
                },
              };
            },
          },
        },
      };
    }
  };
}

/** Opens something, of an object where it is known of which one. It may be ended once. */
function hold(holder: Holder, object?: OpenTime): () => void {
  const times = [ofIsolate, ...object === undefined ? [] : [ofObjects, object]].map((time) => time.begin());
  open[holder] += 1;
  return () => {
    open[holder] -= 1;
    for (const end of times) end();
  };
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
