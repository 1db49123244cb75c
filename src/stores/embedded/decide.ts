// A person's decision about a pending call, over tables. DECIDE in lua/thread.ts of the Upstash store decides the same.

import type { Decision } from "../../core/approval/decision.ts";
import type { DecideOutcome } from "../../core/store/commit.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { ExpiringThreads } from "./expiry.ts";
import { isCurrent, leaseLeft } from "./record.ts";

/** The arguments of Store.decide. */
interface DecideRequest {
  readonly ref: ThreadRef;
  readonly callId: string;
  readonly decision: Decision;
  readonly needed: number;
}

/** Store.decide, inside one transaction. */
export function decide(
  threads: ExpiringThreads,
  { ref, callId, decision, needed }: DecideRequest,
  now: number,
): DecideOutcome {
  const record = threads.readable(ref, now);
  if (!record?.pending?.ids.includes(callId)) return { type: "unknown" };
  const mark = record.marks.get(callId);
  const earlier = mark?.decisions ?? [];
  const isAgain = decision.by !== undefined && earlier.some(({ by }) => by === decision.by);
  if (isAgain || isSettled(earlier, needed)) return { type: "already", decisions: earlier };
  const { header, holder } = record;
  if (header.status === "cancelled") return { type: "unknown" };
  const leaseMs = leaseLeft(record, now);
  if (leaseMs > 0) return { type: "busy", retryAfterMs: leaseMs };
  const decisions = [...earlier, decision];
  const opens = header.status === "waiting" && isSettled(decisions, needed);
  // A step that lost its lease has read the call without this decision.
  const epoch = holder && !holder.ended && isCurrent(record, holder.epoch) ? header.epoch + 1 : header.epoch;
  threads.tables.updateThread({
    ...record,
    header: { ...header, epoch, status: opens ? "open" : header.status },
    marks: new Map(record.marks).set(callId, { ...mark, decisions }),
  });
  return { type: "decided", decisions };
}

function isSettled(decisions: readonly Decision[], needed: number): boolean {
  return decisions.length >= needed || decisions.some(({ approved }) => !approved);
}
