// The published clients on both runtimes, as they are deployed, over real HTTP and on a real Redis.

import { bootDeno } from "../../../support/boot_deno.ts";
import { bootWorker } from "../../support/boot_worker.ts";
import { serveRedisRest } from "../../../support/redis/rest.ts";
import { startRedis } from "../../../support/redis/server.ts";
import { needsRedis } from "../../../support/requires.ts";
import { SCENES } from "./_clients.ts";
import { STORED_SCENES } from "./_stored_clients.ts";

const KEY = "key-of-acme-0123456789";
/** Miniflare keeps a child process and timers beyond a test's own scope; so do the clients with their connections. */
const loose = { sanitizeOps: false, sanitizeResources: false };

needsRedis(
  "E6: openai 6 and 7, the AI SDK and arcadejs are served on Deno and in workerd",
  async (test) => {
    await using redis = await startRedis();
    await using rest = await serveRedisRest({ redis, token: "token-for-tests" });
    const env = {
      UPSTASH_REDIS_REST_URL: rest.url,
      UPSTASH_REDIS_REST_TOKEN: rest.token,
      TREADLE_API_KEYS: `acme:${KEY}`,
    };
    await using deno = await bootDeno(env);
    await using worker = await bootWorker(env);
    for (const { name: runtime, url } of [deno, worker]) {
      for (const { name, run } of [...SCENES, ...STORED_SCENES]) {
        await test.step(`${runtime}: ${name}`, () => run({ url, key: KEY, model: "agent-demo" }));
      }
    }
  },
  loose,
);
