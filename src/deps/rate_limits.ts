// The rate limits of a deployment: in Redis where its threads are there, else in the memory of the process.

import type { Clock } from "../core/ports.ts";
import type { LimitedRequests } from "../core/budget/rate_limit.ts";
import { createMemoryRateLimiter } from "../stores/embedded/memory_rate_limiter.ts";
import { createUpstashRateLimiter } from "../stores/upstash/rate_limiter.ts";
import { chooseStore, type StoreOptions } from "./open_store.ts";
import type { Settings } from "./settings.ts";

/** The limits and what counts them; undefined where no limit is set. */
export function rateLimitsFor(
  settings: Settings,
  options: StoreOptions,
  { clock }: { readonly clock: Clock },
): LimitedRequests | undefined {
  const { TREADLE_RATE_LIMIT: limits, UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } =
    settings;
  if (limits === undefined) return undefined;
  const isUpstash = chooseStore(settings, options).name === "upstash";
  if (!isUpstash || url === undefined || token === undefined) {
    return { limits, limiter: createMemoryRateLimiter({ clock }) };
  }
  return { limits, limiter: createUpstashRateLimiter({ url, token }) };
}
