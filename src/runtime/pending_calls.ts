// Which of the pending calls wait for a result that comes later, and when there is something to do about them.

import type { CallMark, PlannedCall } from "../core/call.ts";
import { dueOf, resultId } from "../core/tool/deferred.ts";

/** True for a call whose result comes later and that has no observation. */
export function isDeferred({ deferred, observed }: Pick<PlannedCall, "deferred" | "observed">): boolean {
  return deferred !== undefined && observed === undefined;
}

/** True when the result of the call has come. */
export function hasResult({ id }: Pick<PlannedCall, "id">, marks: ReadonlyMap<string, CallMark>): boolean {
  return (marks.get(resultId(id))?.decisions ?? []).length > 0;
}

/**
 * The earliest time at which a step polls for a result, or records that none came, in epoch milliseconds; undefined when no call
 * is deferred. A time that has passed is `now`.
 */
export function dueOfPending(pending: readonly PlannedCall[], now: number): number | undefined {
  const times = pending.flatMap((call) =>
    isDeferred(call) && call.deferred !== undefined ? [dueOf(call.deferred)] : []
  );
  return times.length === 0 ? undefined : Math.max(now, Math.min(...times));
}

/** Longest wait for a poll that a waker is asked for, in milliseconds; the due index brings a later one. */
const WAKER_MS = 15 * 60_000;

/**
 * When a waker has the next poll made, in epoch milliseconds; undefined when none comes soon, or something else is due before
 * it.
 */
export function nextPoll(pending: readonly PlannedCall[], now: number): number | undefined {
  const due = dueOfPending(pending, now);
  if (due === undefined || due - now > WAKER_MS) return undefined;
  const isPoll = pending.some((call) =>
    isDeferred(call) && call.deferred?.pollAt !== undefined && call.deferred.pollAt <= due
  );
  return isPoll ? due : undefined;
}
