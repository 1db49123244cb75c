// A test on memory, sqlite and Redis behind the bridge, each with an empty store of its own.

import type { Store } from "../../src/core/store.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../src/stores/embedded/sqlite/store.ts";
import { openUpstashStore } from "./redis/upstash_store.ts";
import { needsRedis } from "./requires.ts";

/** Declares a test on all three stores. */
export function onEveryStore(name: string, run: (store: Store) => Promise<void>): void {
  Deno.test(`${name} (memory)`, () => run(createMemoryStore()));
  Deno.test(`${name} (sqlite)`, async () => {
    const store = createSqliteStore({ path: ":memory:" });
    await run(store);
    await store.close();
  });
  needsRedis(`${name} (upstash)`, async () => {
    await using opened = await openUpstashStore();
    await run(opened.store);
  });
}
