/**
 * Upstash stores for tests: a real redis-server behind the project's REST bridge. One server per test file; every store
 * has a bridge and a key prefix of its own, and so shares nothing with the others.
 */
import type { Store } from "../../../src/core/store.ts";
import { createUpstashStore, type UpstashStoreOptions } from "../../../src/stores/upstash/store.ts";
import { type RedisRest, type RedisRestOptions, serveRedisRest } from "./rest.ts";
import { type RedisServer, startRedis } from "./server.ts";

export interface OpenedUpstashStore extends AsyncDisposable {
  readonly store: Store;
  readonly rest: RedisRest;
  readonly redis: RedisServer;
  /** What every key of this store begins with. */
  readonly keyPrefix: string;
  close(): Promise<void>;
}

export type OpenUpstashOptions = Pick<RedisRestOptions, "faults"> & Partial<UpstashStoreOptions>;

let server: Promise<RedisServer> | undefined;
let opened = 0;

Deno.test.beforeAll(async () => {
  server = startRedis();
  await server.catch(() => undefined); // without redis-server only the tests that open a store fail
});

Deno.test.afterAll(async () => {
  await (await server?.catch(() => undefined))?.stop();
});

/** The server of this test file. */
export async function fileRedis(): Promise<RedisServer> {
  if (server === undefined) throw new Error("The file's redis-server starts with its first test.");
  return await server;
}

/** A fresh store; `await using` closes its bridge. `faults` as in {@link serveRedisRest}. */
export async function openUpstashStore(options: OpenUpstashOptions = {}): Promise<OpenedUpstashStore> {
  const { faults, ...rest } = options;
  const redis = await fileRedis();
  const bridge = await serveRedisRest({ redis, token: "test-token-of-the-bridge", faults });
  const keyPrefix = rest.keyPrefix ?? `t${opened++}`;
  const store = createUpstashStore({ url: bridge.url, token: bridge.token, ...rest, keyPrefix });
  const close = async () => {
    await store.close();
    await bridge.close();
  };
  return { store, rest: bridge, redis, keyPrefix, close, [Symbol.asyncDispose]: close };
}
