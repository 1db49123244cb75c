// The record of an approval in the history.

import type { CallMark, PlannedCall } from "../call.ts";
import type { ApprovalRecord } from "./decision.ts";
import { isExpired } from "./expiry.ts";
import { findVerdict, hashCall } from "./verdict.ts";

/** The record of a call that needed approval; undefined for any other call. */
export async function toApprovalRecord(
  call: PlannedCall,
  mark: CallMark | undefined,
  now: number,
): Promise<ApprovalRecord | undefined> {
  if (call.disposition.type !== "approve") return undefined;
  const verdict = findVerdict(call, mark);
  return {
    outcome: verdict === undefined
      ? isExpired(call, mark, now) ? "expired" : "unanswered"
      : verdict.approved
      ? "approved"
      : "denied",
    digest: await hashCall(call),
    decisions: mark?.decisions ?? [],
  };
}
