// What a step adds to the counters of its thread.

import { addCounters, type Counters } from "../../core/usage.ts";
import type { Draft } from "../draft.ts";

/** What the step adds to the counters of its thread. `wallMs` is its duration in milliseconds. */
export function toCounters(draft: Draft, wallMs: number): Counters {
  const own = toOwnCounters(draft, wallMs);
  return draft.children === undefined ? own : addCounters(own, draft.children.counters);
}

/** The same without what phases have cost, whose own steps are booked. */
export function toOwnCounters({ calls, usage, spent = 0 }: Draft, wallMs: number): Counters {
  return {
    steps: 1,
    calls,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cachedTokens: usage.cachedTokens ?? 0,
    wallMs: Math.max(0, Math.round(wallMs)),
    microDollars: (usage.microDollars ?? 0) + spent,
  };
}
