// What selectors keep, in Redis: the vectors and indexes of a tenant's tools are made once for all isolates.

import type { SelectionCache } from "./selector.ts";

/** The part of a client of @upstash/redis that is used; it must not parse values (`automaticDeserialization: false`). */
export interface CacheClient {
  mget(...keys: string[]): Promise<readonly unknown[]>;
  mset(texts: Record<string, string>): Promise<unknown>;
}

/** What {@link redisCache} takes. */
export interface RedisCacheOptions {
  /** Begins the names of the keys; `treadle:selection:` by default. */
  readonly prefix?: string;
}

/** Characters of one request. */
const MOST_CHARS = 640_000;

/**
 * A cache in Redis, for `toolSelection({ cache })`. Keys name what they hold by its content, so nothing in it is ever out of date; let
 * the database evict (`allkeys-lru`), or use one of its own.
 *
 * @example
 * ```ts
 * import { redisCache } from "./redis_cache.ts";
 * import assert from "node:assert/strict";
 *
 * const kept = new Map<string, string>();
 * const cache = redisCache({
 *   mget: (...keys) => Promise.resolve(keys.map((key) => kept.get(key) ?? null)),
 *   mset: (texts) => Promise.resolve(Object.entries(texts).forEach(([key, text]) => kept.set(key, text))),
 * });
 * await cache.write({ a: "vector" });
 * assert.deepEqual(await cache.read(["a", "b"]), ["vector", undefined]);
 * ```
 */
export function redisCache(
  client: CacheClient,
  { prefix = "treadle:selection:" }: RedisCacheOptions = {},
): SelectionCache {
  return {
    async read(keys) {
      if (keys.length === 0) return [];
      const texts = await client.mget(...keys.map((key) => prefix + key));
      return keys.map((_, index) => {
        const text = texts[index];
        return typeof text === "string" ? text : undefined;
      });
    },
    async write(texts) {
      let part: Record<string, string> = {};
      let characters = 0;
      for (const [key, text] of Object.entries(texts)) {
        if (characters > 0 && characters + text.length > MOST_CHARS) {
          await client.mset(part);
          [part, characters] = [{}, 0];
        }
        part[prefix + key] = text;
        characters += text.length;
      }
      if (characters > 0) await client.mset(part);
    },
  };
}
