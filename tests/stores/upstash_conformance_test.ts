// The conformance suite on the Upstash store: real redis, the real client, the REST bridge between them.

import { type OpenStore, storeConformance } from "../conformance/store.ts";
import type { StoreLifetimes } from "../../src/core/store.ts";
import { needsRedis, redisServer } from "../support/requires.ts";
import { openUpstashStore } from "../support/upstash_store.ts";

async function open(lifetimes?: Partial<StoreLifetimes>): Promise<OpenStore> {
  const { store, rest, close } = await openUpstashStore({ lifetimes });
  const bytesWrittenBy = async (operation: () => Promise<unknown>) => {
    rest.stats.reset();
    await operation();
    return rest.stats.requests.reduce((sum, { bytesIn }) => sum + bytesIn, 0);
  };
  return { store, bytesWrittenBy, close };
}

if (redisServer.available) storeConformance({ name: "upstash", open });
else needsRedis("E2: store upstash keeps the contract of every store", () => {});
