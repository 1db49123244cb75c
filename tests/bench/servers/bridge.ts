// The REST bridge in a process of its own. Commands: `open`, `reset`, `stats`.

import { type RedisRest, serveRedisRest } from "../../support/redis/rest.ts";
import { answerCommands } from "../lab/process.ts";

let bridge: RedisRest;

await answerCommands({
  open: async ({ redis, token }) => {
    // Upstash's paid plans take 10 MB; the whole conversation as one value needs more than the free plan's 1 MB.
    bridge = await serveRedisRest({ redis, token, maxRequestBytes: 10 * 1024 * 1024 });
    return { url: bridge.url };
  },
  reset: () => bridge.stats.reset(),
  stats: () => {
    const { total, requests } = bridge.stats;
    const sum = (key: "bytesIn" | "bytesOut") => requests.reduce((bytes, request) => bytes + request[key], 0);
    return { requests: total, bytesIn: sum("bytesIn"), bytesOut: sum("bytesOut") };
  },
});
await bridge!.close();
