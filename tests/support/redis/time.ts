/** Long times on a real Redis: what would expire within them expires now, and the rest so much sooner. */
import type { RedisAddress } from "../../../src/redis_rest/address.ts";
import { RespClient } from "../../../src/redis_rest/resp.ts";

const PASS = `
for _, key in ipairs(redis.call('KEYS', ARGV[1] .. '*')) do
  local left = redis.call('PTTL', key)
  if left >= 0 then redis.call('PEXPIRE', key, left - ARGV[2]) end
end`;

/** Lets `ms` milliseconds pass for the keys that begin with the prefix. A prefix holds no character that a pattern has. */
export async function passRedisTime(client: RespClient, keyPrefix: string, ms: number): Promise<void> {
  const [reply] = await client.send([["EVAL", PASS, "0", keyPrefix, String(ms)]]);
  if (reply !== null) throw new Error(`Redis did not let the time pass: ${Deno.inspect(reply)}`);
}

/** The same over a connection of its own. */
export async function passRedisTimeAt(redis: RedisAddress, keyPrefix: string, ms: number): Promise<void> {
  const client = new RespClient(redis);
  try {
    await passRedisTime(client, keyPrefix, ms);
  } finally {
    await client.close();
  }
}
