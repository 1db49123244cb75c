// A store of each kind, empty, for tests that run on all of them.

import type { Store } from "../../../src/core/store.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";
import { needsRedis } from "../../support/requires.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";

export interface OpenedStore extends AsyncDisposable {
  readonly store: Store;
  /** HTTP requests and the bytes of their answers so far; undefined for a store in process. */
  traffic(): { readonly requests: number; readonly bytes: number } | undefined;
}

export interface StoreKind {
  readonly name: string;
  readonly register: (name: string, fn: () => Promise<void>) => void;
  open(): Promise<OpenedStore>;
}

export const STORES: readonly StoreKind[] = [
  {
    name: "memory",
    register: (name, fn) => Deno.test(name, fn),
    open() {
      const store = createMemoryStore();
      return Promise.resolve({ store, traffic: () => undefined, [Symbol.asyncDispose]: () => store.close() });
    },
  },
  {
    name: "sqlite",
    register: (name, fn) => Deno.test(name, fn),
    async open() {
      const file = await sqliteFile();
      const store = createSqliteStore({ path: file.path });
      return {
        store,
        traffic: () => undefined,
        async [Symbol.asyncDispose]() {
          await store.close();
          await file[Symbol.asyncDispose]();
        },
      };
    },
  },
  {
    name: "upstash",
    register: needsRedis,
    async open() {
      const { store, rest: { stats }, close } = await openUpstashStore();
      return {
        store,
        traffic: () => ({
          requests: stats.requests.length,
          bytes: stats.requests.reduce((sum, { bytesOut }) => sum + bytesOut, 0),
        }),
        [Symbol.asyncDispose]: close,
      };
    },
  },
];
