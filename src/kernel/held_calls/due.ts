// When a step has something to do about calls that wait, with nothing that comes from outside.

import type { PlannedCall } from "../../core/call.ts";
import type { CallFacts } from "../../core/held_calls/hold.ts";
import { findHeldCalls, type Held } from "../../core/held_calls/resolve_call.ts";

/**
 * The earliest time at which a step polls for a result, or records that an answer did not come, in epoch milliseconds: `now` for one that
 * has passed, and where nothing is waited for any more. Undefined where only an answer makes a step due, and without calls.
 */
export function nextDue(pending: readonly PlannedCall[], facts: CallFacts, now: number): number | undefined {
  if (pending.length === 0) return undefined;
  const held = findHeldCalls(pending, facts, now);
  return held.length === 0 ? now : earliest(held, now);
}

/** Longest wait for a poll that a waker is asked for, in milliseconds; the due index brings a later one. */
const WAKER_MS = 15 * 60_000;

/** When a waker has the next poll made, in epoch milliseconds; undefined when none comes soon, or something else is due before it. */
export function nextPoll(pending: readonly PlannedCall[], facts: CallFacts, now: number): number | undefined {
  const held = findHeldCalls(pending, facts, now, ["later", "authorization"]);
  const due = earliest(held, now);
  if (due === undefined || due - now > WAKER_MS) return undefined;
  return held.some(({ call: { deferred } }) => (deferred?.pollAt ?? Infinity) <= due) ? due : undefined;
}

/**
 * Until when a step would be refused, or would find nothing to do, in epoch milliseconds; undefined when one may begin now. A wait
 * without a time of its own is looked at again after `longMs`. One result that is due is enough for a step.
 */
export function heldUntil(
  pending: readonly PlannedCall[],
  facts: CallFacts,
  now: number,
  longMs: number,
): number | undefined {
  const results = earliest(findHeldCalls(pending, facts, now, ["later", "authorization"]), now);
  if (results !== undefined) return results > now ? results : undefined;
  const answers = findHeldCalls(pending, facts, now, ["people", "caller", "prediction"]);
  if (answers.length === 0) return undefined;
  return Math.min(...answers.map(({ wait: { due = now + longMs } }) => due));
}

function earliest(held: readonly Held[], now: number): number | undefined {
  const times = held.flatMap(({ wait: { due } }) => due === undefined ? [] : [due]);
  return times.length === 0 ? undefined : Math.max(now, Math.min(...times));
}
