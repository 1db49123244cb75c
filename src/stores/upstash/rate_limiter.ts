// A rate limiter in Redis behind Upstash's REST protocol, by @upstash/ratelimit. The package is loaded at the first request that
// is counted.

import type { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis/cloudflare";
import { AgentError } from "../../core/error.ts";
import type { LimitStanding, RateLimiter, Subject } from "../../core/budget/rate_limit.ts";
import { LOCKING_LINE } from "./lua/script.ts";
import { createRedis } from "./redis.ts";
import { hashOfScript } from "./script_hash.ts";

/** Milliseconds that a request waits for the limiter. */
const TIMEOUT_MS = 1_000;

/** Most subjects of a type that an isolate knows to be over their limit. */
const MOST_SUBJECTS = 10_000;

/** Where it counts. */
export interface RateLimiterAddress {
  readonly url: string;
  readonly token: string;
  /** The beginning of every key; `td:rate` by default. */
  readonly keyPrefix?: string;
}

/**
 * Makes one. Each subject of a request takes one request to Redis, all at the same time; none where this isolate knows that the
 * subject is over its limit.
 *
 * @throws {AgentError} config_invalid when the URL or the token is malformed
 */
export function createUpstashRateLimiter(
  { url, token, keyPrefix = "td:rate" }: RateLimiterAddress,
): RateLimiter {
  const redis = onAnyRedis(createRedis({ url, token, requestTimeoutMs: TIMEOUT_MS }).redis);
  const windows = new Map<string, Ratelimit>();
  return {
    async take(subjects) {
      const limiters = await import("@upstash/ratelimit");
      return await Promise.all(subjects.map((subject) => takeOne(subject, windowOf(subject))));

      function windowOf({ type, requests, windowMs }: Subject): Ratelimit {
        const known = windows.get(type);
        if (known !== undefined) return known;
        const window = new limiters.Ratelimit({
          redis,
          limiter: limiters.Ratelimit.slidingWindow(requests, `${windowMs} ms`),
          prefix: `${keyPrefix}:${type}`,
          timeout: TIMEOUT_MS,
          ephemeralCache: new NewestMap<string, number>(MOST_SUBJECTS),
        });
        windows.set(type, window);
        return window;
      }
    },
  };
}

async function takeOne({ id }: Subject, window: Ratelimit): Promise<LimitStanding> {
  const { success, remaining, reset, reason } = await window.limit(id);
  if (reason === "timeout") {
    throw new AgentError("store_unavailable", `Redis has not answered within ${TIMEOUT_MS} ms.`);
  }
  return { isWithin: success, remaining, resetMs: Math.max(0, reset - Date.now()) };
}

/**
 * The client, for a Redis that is not Upstash's as well: that one refuses the line of the package's scripts which lets Upstash
 * run them side by side. Such a script is run without the line, and later by the hash that it has then.
 */
function onAnyRedis(redis: Redis): Redis {
  const { eval: byText, evalsha: byHash } = redis;
  const hashes = new Map<string, string>();
  redis.evalsha = (hash, keys, args) => byHash(hashes.get(hash) ?? hash, keys, args);
  redis.eval = async (script, keys, args) => {
    const plain = script.startsWith(LOCKING_LINE) ? script.slice(LOCKING_LINE.length) : script;
    if (plain === script) return await byText(script, keys, args);
    if (!hashes.has(await hashOfScript(script))) {
      try {
        return await byText(script, keys, args);
      } catch (thrown) {
        // Redis 7: "Unexpected flag in script shebang"; older ones cannot compile the line.
        if (!/shebang|allow-key-locking|compiling script/i.test(String(thrown))) throw thrown;
        hashes.set(await hashOfScript(script), await hashOfScript(plain));
      }
    }
    return await byText(plain, keys, args);
  };
  return redis;
}

/**
 * A map of the keys that were set last, at most `limit`. The package drops a subject that was over its limit when it is
 * looked up again, and an expired token is never looked up again.
 */
export class NewestMap<K, V> extends Map<K, V> {
  readonly #limit: number;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#limit) break;
      this.delete(oldest);
    }
    return this;
  }
}
