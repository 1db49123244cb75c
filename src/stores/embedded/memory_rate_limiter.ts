// A rate limiter in the memory of one process. It counts as the sliding window of @upstash/ratelimit does.

import { Lru } from "../../core/lru.ts";
import type { Clock } from "../../core/ports.ts";
import type { LimitStanding, RateLimiter, Subject } from "../../core/budget/rate_limit.ts";

/** Most subjects that are counted; the one that was longest without a request is forgotten. */
const MOST_SUBJECTS = 50_000;

interface Count {
  /** Number of the window since the epoch. */
  readonly window: number;
  readonly current: number;
  readonly previous: number;
}

/** Makes one. */
export function createMemoryRateLimiter({ clock }: { readonly clock: Clock }): RateLimiter {
  const counts = new Lru<Count>(MOST_SUBJECTS);
  return {
    take: (subjects) => Promise.resolve(subjects.map((subject) => takeOne(subject, counts, clock()))),
  };
}

/** The window before counts by the part of it that the sliding window still covers. */
function takeOne(
  { type, id, requests, windowMs }: Subject,
  counts: Lru<Count>,
  now: number,
): LimitStanding {
  const key = `${type}/${id}`;
  const window = Math.floor(now / windowMs);
  const { current, previous } = countsIn(window, counts.get(key));
  const covered = Math.floor((1 - (now % windowMs) / windowMs) * previous);
  const isWithin = covered + current < requests;
  const counted = current + (isWithin ? 1 : 0);
  counts.set(key, { window, current: counted, previous });
  return {
    isWithin,
    remaining: Math.max(0, requests - covered - counted),
    resetMs: (window + 1) * windowMs - now,
  };
}

function countsIn(window: number, count: Count | undefined): Pick<Count, "current" | "previous"> {
  if (count === undefined || count.window < window - 1) return { current: 0, previous: 0 };
  return count.window === window ? count : { current: 0, previous: count.current };
}
