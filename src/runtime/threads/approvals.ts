// Approvals: a human's answer about one call with exactly the arguments it was shown with, given once, with no step and
// no client attached. The next step acts on it.

import { AgentError, unreachable } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { readPendingCalls } from "../stored.ts";
import type { Origin } from "../../core/record.ts";
import type { RuntimeDeps } from "../request.ts";
import { snapshotOf } from "./threads.ts";

/** A recorded decision about a call. */
export interface Approval {
  readonly callId: string;
  readonly approved: boolean;
  readonly reason?: string;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Records the answer of a person to a call.
 *
 * @throws {AgentError} thread_unknown
 * @throws {AgentError} call_unknown - the call does not wait for approval
 * @throws {AgentError} approval_decided - with the earlier answer in `details`
 * @throws {AgentError} thread_busy - a step is in progress
 */
export async function decideApproval(
  ref: ThreadRef,
  callId: string,
  answer: { readonly approved: boolean; readonly reason?: string | undefined; readonly origin?: Origin },
  deps: Pick<RuntimeDeps, "store" | "clock">,
): Promise<Approval> {
  const { pending } = await snapshotOf(ref, deps);
  const call = readPendingCalls(ref, pending).find(({ id }) => id === callId);
  if (call?.disposition.type !== "approve") throw callUnknown(ref, callId);
  const at = deps.clock();
  const reason = answer.reason === undefined ? {} : { reason: answer.reason };
  const decision = { approved: answer.approved, ...reason, at, ...answer.origin };
  const outcome = await deps.store.decide(ref, callId, decision);
  switch (outcome.type) {
    case "decided":
      return { callId, approved: answer.approved, ...reason, at: new Date(at).toISOString() };
    case "already": {
      const { approved, reason: earlier, at: earlierAt } = outcome.decision;
      const decided = approved ? "approved" : "denied";
      throw new AgentError("approval_decided", `Call ${callId} was ${decided} before; that answer stands.`, {
        details: { approved, reason: earlier ?? null, at: new Date(earlierAt).toISOString() },
      });
    }
    case "unknown":
      throw callUnknown(ref, callId);
    case "busy":
      throw new AgentError(
        "thread_busy",
        `Thread ${ref.thread} has a step in progress; answer call ${callId} again after ${outcome.retryAfterMs} ms.`,
        { retryAfterMs: outcome.retryAfterMs },
      );
    default:
      return unreachable(outcome);
  }
}

function callUnknown(ref: ThreadRef, callId: string): AgentError {
  return new AgentError(
    "call_unknown",
    `Thread ${ref.thread} has no call ${callId} that waits for approval.`,
  );
}
