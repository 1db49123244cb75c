// The sentences that stand in the place of an answer while the run waits.

import type { ApprovalRequested } from "../../../core/event.ts";

/** Of a call that waits for people. */
export function waitingText({ name, callId, thread }: ApprovalRequested): string {
  return `The call ${callId} of ${name}${thread === undefined ? "" : ` in ${thread}`} waits for approval.`;
}

/** Of a call whose result comes later. */
export function laterText([callId, name]: readonly [callId: string, name: string]): string {
  return `The call ${callId} of ${name} waits for its result, which comes later.`;
}
