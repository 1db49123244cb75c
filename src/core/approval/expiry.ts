// When an approval expires. The time is set with the plan (`approveDisposition` of kernel/step/planned_calls.ts). Once it is over the call is
// settled (held_calls/people.ts), an answer is refused (kernel/threads/decide_approval.ts), and the step that reaches the call denies it
// (kernel/tools/approval.ts); kernel/held_calls/due.ts has when that is.

import type { CallMark } from "../call.ts";
import { type ApprovalCall, findVerdict } from "./verdict.ts";

/** True when the time to answer is over and the call is not settled; `now` in epoch milliseconds. */
export function isExpired(call: ApprovalCall, mark: CallMark | undefined, now: number): boolean {
  const { disposition } = call;
  return disposition.type === "approve" && disposition.expiresAt !== undefined &&
    disposition.expiresAt <= now && findVerdict(call, mark) === undefined;
}
