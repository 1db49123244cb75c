// The calls of a stored thread that wait for a person or for the client, as the events that asked for them: a reload draws the
// same cards.

import type { StepEvent } from "../../../core/event.ts";
import type { ThreadDetail } from "../../../core/contract/threads.ts";
import type { CallView } from "../../../core/contract/calls.ts";
import { hasOutcome } from "../../../core/contract/has_outcome.ts";

/** The events of the calls that have no observation yet; those of deferred calls also have `since`. */
export function pendingEvents({ calls }: ThreadDetail): StepEvent[] {
  return calls.flatMap(toEvents);
}

function toEvents(call: CallView): StepEvent[] {
  const { id, thread, name, args, state, approval, deferred, output = null, error } = call;
  if (state === "client") return [{ type: "result.requested", callId: id, name, args, seq: 0 }];
  if (state === "deferred" && deferred !== undefined) {
    const { ref, since, expiresAt } = deferred;
    const terms = { ref, since };
    return [{ ...terms, type: "call.deferred", callId: id, name, expiresAt: Date.parse(expiresAt), seq: 0 }];
  }
  if (hasOutcome(call)) {
    const failure = error === undefined ? {} : { error };
    const outcome = call.state;
    return [{ type: "tool.finished", callId: id, name, outcome, output, ...failure, ms: 0, seq: 0 }];
  }
  if (state !== "approval" || approval === undefined) return [];
  const { digest, needed: approvals, asks, edits, expiresAt, because } = approval;
  return [{
    type: "approval.requested",
    callId: id,
    name,
    args,
    digest,
    approvals,
    seq: 0,
    ...(expiresAt === undefined ? {} : { expiresAt: Date.parse(expiresAt) }),
    ...(asks ? { asks } : {}),
    ...(edits ? { edits } : {}),
    ...(because === undefined ? {} : { because }),
    ...(thread === undefined ? {} : { thread }),
  }];
}
