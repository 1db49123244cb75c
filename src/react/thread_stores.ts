// The stores of a page: one for each thread, whatever number of components show it.

import type { Client } from "./client/client.ts";
import type { ThreadStoreSettings } from "./thread_state.ts";
import { type SharedStores, ThreadStore } from "./thread_store.ts";

/** By client and id, the stores that components share. */
const STORES = new WeakMap<Client, ThreadStores>();

class ThreadStores implements SharedStores {
  readonly #client: Client;
  readonly #stores = new Map<string, ThreadStore>();

  constructor(client: Client) {
    this.#client = client;
  }

  find(id: string, settings: ThreadStoreSettings = {}): ThreadStore {
    const store = this.#stores.get(id) ?? new ThreadStore(this.#client.thread(id), settings, this);
    // A server renders for many visitors, and none of them is to have the state of another.
    if ("document" in globalThis) this.keep(store);
    return store;
  }

  /** The store of a thread, where there is one. */
  get(id: string): ThreadStore | undefined {
    return this.#stores.get(id);
  }

  keep(store: ThreadStore): void {
    this.#stores.set(store.id, store);
  }

  drop(store: ThreadStore): void {
    if (this.#stores.get(store.id) === store) this.#stores.delete(store.id);
  }
}

/**
 * The store of a thread: one for all components of a page.
 *
 * @example
 * ```ts
 * import { createClient } from "./client/mod.ts";
 * import { threadStore } from "./thread_stores.ts";
 * import assert from "node:assert/strict";
 *
 * const client = createClient({ url: "https://x.example" });
 * const store = threadStore(client, "t1", { isNew: true });
 * assert.deepEqual(store.getSnapshot().messages, []);
 * ```
 */
export function threadStore(client: Client, id: string, settings?: ThreadStoreSettings): ThreadStore {
  const known = STORES.get(client) ?? new ThreadStores(client);
  STORES.set(client, known);
  return known.find(id, settings);
}

/** The store of a thread that the page has; undefined where no component shows the thread. */
export function openThreadStore(client: Client, id: string): ThreadStore | undefined {
  return STORES.get(client)?.get(id);
}
