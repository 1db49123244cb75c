/** How the suite opens each store of the registry. */
import { DatabaseSync } from "node:sqlite";
import type { STORES } from "../../src/deps/built_in.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../src/stores/embedded/sqlite/store.ts";
import { passRedisTimeAt } from "../support/redis/time.ts";
import { needsRedis } from "../support/requires.ts";
import { sqliteFile } from "../support/sqlite_file.ts";
import { openUpstashStore } from "../support/redis/upstash_store.ts";
import type { StoreSubject } from "./store.ts";

const START = 1_700_000_000_000;

/** By name; sqlite is registered by src/deno/mod.ts. A store without a line fails to compile. */
export const SUBJECTS: Record<keyof typeof STORES | "sqlite", Omit<StoreSubject, "name">> = {
  memory: {
    async open(lifetimes) {
      let now = START;
      const store = createMemoryStore({ lifetimes, clock: () => now });
      return { store, advanceTime: (ms) => void (now += ms), close: () => store.close() };
    },
    skip: [{
      test: "a commit writes the same number of bytes at any length of the history",
      reason: "nothing is written anywhere",
    }],
  },
  sqlite: {
    async open(lifetimes) {
      let now = START;
      const file = await sqliteFile();
      const store = createSqliteStore({ path: file.path, lifetimes, clock: () => now });
      return {
        store,
        advanceTime: (ms) => void (now += ms),
        bytesWrittenBy: (operation) => walBytes(file.path, operation),
        async close() {
          await store.close();
          await file[Symbol.asyncDispose]();
        },
      };
    },
  },
  upstash: {
    register: needsRedis,
    async open(lifetimes) {
      const { store, rest, redis, keyPrefix, close } = await openUpstashStore({ lifetimes });
      return {
        store,
        advanceExpiry: (ms) => passRedisTimeAt(redis, `${keyPrefix}:`, ms),
        async bytesWrittenBy(operation) {
          rest.stats.reset();
          await operation();
          return rest.stats.requests.reduce((sum, { bytesIn }) => sum + bytesIn, 0);
        },
        close,
      };
    },
  },
};

/** Bytes that an operation adds to the write-ahead log of a sqlite file. */
async function walBytes(path: string, operation: () => Promise<unknown>): Promise<number> {
  const other = new DatabaseSync(path);
  other.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  await operation();
  const { size } = await Deno.stat(`${path}-wal`);
  other.close();
  return size;
}
