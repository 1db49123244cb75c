// The servers of one store, of which one at a time is up, and the network between them and the clients. A server that is killed answers
// nothing any more, and its requests to the store come to nothing.

import type { Store } from "../../../../src/core/store.ts";
import { agUi } from "../../../../src/plugins/ag_ui/mod.ts";
import { openaiApi } from "../../../../src/plugins/openai_api/mod.ts";
import { KEY } from "../../../http/_app.ts";
import { type Fate, meetFate } from "../_fate.ts";
import { type ChatApp, createChatApp } from "../chat/_app.ts";
import { clock, createSlowDriver, pause, slowAgent } from "../_slow.ts";

interface Server {
  readonly app: ChatApp;
  /** Rejects when the server is killed. */
  readonly dead: Promise<never>;
  kill(): void;
}

/** A driver for all servers: its plans are numbered on. */
const driver = createSlowDriver();

function startServer(bare: Store): Server {
  const { promise: dead, reject } = Promise.withResolvers<never>();
  dead.catch(() => {});
  let isDead = false;
  const store = new Proxy(bare, {
    get(target, property) {
      const method = Reflect.get(target, property);
      if (typeof method !== "function") return method;
      return async (...args: unknown[]) => {
        if (isDead) await NEVER;
        const outcome = await Reflect.apply(method, target, args);
        if (isDead) await NEVER;
        return outcome;
      };
    },
  });
  const app = createChatApp({
    plugins: [agUi(), openaiApi()],
    driver,
    agents: [slowAgent],
    store,
    clock,
    sleep: pause,
  });
  return {
    app,
    dead,
    kill() {
      isDead = true;
      reject(new TypeError("The connection was reset."));
    },
  };
}

const NEVER = new Promise<never>(() => {});

/** The network of a story. */
export class Network {
  readonly #store: Store;
  #server: Server;

  constructor(store: Store) {
    this.#store = store;
    this.#server = startServer(store);
  }

  /** Kills the server, and starts another one. */
  kill(): void {
    this.#server.kill();
    this.#server = startServer(this.#store);
  }

  /** A request of somebody whose line is good. */
  async send(method: string, path: string, body?: object): Promise<Response> {
    const init = {
      method,
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      body: body && JSON.stringify(body),
    };
    return await this.fetch(path, init, "passes");
  }

  async fetch(input: string, init: RequestInit | undefined, fate: Fate): Promise<Response> {
    const { app, dead } = this.#server;
    const over = Promise.race([dead, abortOf(init?.signal)]);
    over.catch(() => {});
    return await meetFate(fate, async () => {
      const answered = app.fetch(new Request(new URL(input, "http://treadle.test"), init));
      const response = await Promise.race([answered, over]);
      return response.body === null ? response : new Response(passOn(response.body, over), response);
    });
  }

  /** Settles when what the server has begun has ended. */
  async idle(): Promise<void> {
    await this.#server.app.idle();
  }
}

/** Rejects when the client leaves. */
function abortOf(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** The body until its server dies, or the client leaves. */
function passOn(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  over: Promise<never>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await Promise.race([reader.read(), over]);
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
