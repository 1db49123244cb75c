// The stores that threads move between, each as the command opens it, and what a test needs of them.

import type { Place } from "../../../../src/cli/move/copy_thread.ts";
import { openPlace } from "../../../../src/cli/move/places.ts";
import { serveRedisRest } from "../../../support/redis/rest.ts";
import { startRedis } from "../../../support/redis/server.ts";
import { bootWorker } from "../../support/boot_worker.ts";

/** The secret of the Worker. */
export const MOVE_SECRET = "move-secret-0123456789-0123456789ab";

/** A store, opened. */
export interface OpenPlace extends AsyncDisposable {
  readonly place: Place;
  /** As the command names it, and the variables that it reads. */
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
}

/** By the name of the store. */
export const PLACES = {
  async sqlite(): Promise<OpenPlace> {
    const folder = await Deno.makeTempDir();
    return opened(`sqlite:${folder}/threads.sqlite`, {}, () => Deno.remove(folder, { recursive: true }));
  },
  async upstash(): Promise<OpenPlace> {
    const redis = await startRedis();
    const rest = await serveRedisRest({ redis, token: "test-token-of-the-bridge" });
    const env = { UPSTASH_REDIS_REST_URL: rest.url, UPSTASH_REDIS_REST_TOKEN: rest.token };
    return opened("upstash", env, async () => {
      await rest.close();
      await redis.stop();
    });
  },
  objects: () => openWorker({}),
  /** The threads of each tenant are in three objects. */
  shards: () => openWorker({ main: "tests/slow/cli/move/_shards_worker.ts" }),
} as const;

async function openWorker(options: { readonly main?: string }): Promise<OpenPlace> {
  const folder = await Deno.makeTempDir();
  const env = { TREADLE_MOVE_SECRET: MOVE_SECRET };
  const worker = await bootWorker({ TREADLE_OPEN: "1", ...env }, { ...options, objects: folder });
  return opened(worker.url, env, async () => {
    await worker[Symbol.asyncDispose]();
    await Deno.remove(folder, { recursive: true });
  });
}

function opened(name: string, env: Readonly<Record<string, string>>, end: () => Promise<unknown>): OpenPlace {
  const place = openPlace(name, env, true);
  return {
    place,
    name,
    env,
    async [Symbol.asyncDispose]() {
      await place.close().catch(() => {}); // the deployment of a test has closed it
      await end();
    },
  };
}
