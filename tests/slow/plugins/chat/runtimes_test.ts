// Row E5: the clients of the AI SDK against both real runtimes as they are deployed, on Redis.

import { bootDeno } from "../../../support/boot_deno.ts";
import { bootWorker } from "../../support/boot_worker.ts";
import { serveRedisRest } from "../../../support/redis/rest.ts";
import { startRedis } from "../../../support/redis/server.ts";
import { needsRedis } from "../../../support/requires.ts";
import { MAJORS } from "./_clients.ts";
import { clientTool, openerOf, STORIES } from "./_stories.ts";

const KEY = "key-of-acme-0123456789";

needsRedis("E5: useChat of both majors runs its stories on Deno and in workerd", async (test) => {
  await using redis = await startRedis();
  await using rest = await serveRedisRest({ redis, token: "token-for-tests" });
  const env = {
    UPSTASH_REDIS_REST_URL: rest.url,
    UPSTASH_REDIS_REST_TOKEN: rest.token,
    TREADLE_API_KEYS: `acme:${KEY}`,
  };
  const agents = "tests/slow/plugins/chat/_agents.ts";
  await using deno = await bootDeno(env, { agents });
  await using worker = await bootWorker(env, { agents });
  for (const { name, url } of [deno, worker]) {
    const served = { url, headers: { authorization: `Bearer ${KEY}` } };
    for (const [at, major] of MAJORS.entries()) {
      for (const [number, [story, run]] of Object.entries(STORIES).entries()) {
        await test.step(`${name}, ${major.name}: ${story}`, () =>
          run(openerOf(major, served, `${name}-${at}-${number}`)));
      }
      await test.step(`${name}, ${major.name}: a client tool`, () =>
        clientTool(major, served, `${name}-${at}-client`));
    }
  }
}, { sanitizeOps: false, sanitizeResources: false });
