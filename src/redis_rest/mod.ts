// The entry of `@treadle/redis-rest`: the Upstash REST protocol in front of a Redis of one's own, for Deno and Node.

export { parseRedisUrl, type RedisAddress } from "./address.ts";
export type { Answer } from "./answer.ts";
export { runRedisRest } from "./main.ts";
export { probeRedis } from "./probe.ts";
export type { Argument, Command } from "./resp.ts";
export {
  type Around,
  type Exchange,
  type RedisRest,
  type RedisRestOptions,
  type Sent,
  serveRedisRest,
} from "./server.ts";
