// What is stored of a thread as the events that said it first: for a reader who has not had them.

import type { ApprovalTerms, CallView } from "../contract/calls.ts";
import { hasOutcome } from "../contract/has_outcome.ts";
import type { Block, ToolEntry } from "../entry.ts";
import type { BlockEvent, StepEventBody, ToolEvent } from "../event.ts";
import { heldView } from "../held_calls/held_view.ts";

/** The events of the block of an answer with this number: its text is one piece. */
export function* replayBlock(content: Block, block: number): Generator<BlockEvent, void> {
  if (content.type === "call") {
    const { id: callId, name, args } = content;
    yield { type: "call.started", block, callId, name };
    yield { type: "call.delta", block, callId, text: args };
    yield { type: "call.ready", block, callId, name, args, readiness: "ready" };
    return;
  }
  yield { type: `${content.type}.started`, block };
  yield { type: `${content.type}.delta`, block, text: content.text };
  yield { type: `${content.type}.ended`, block };
}

/** The event of what a call has come to. */
export function replayOutcome(
  { callId, name, outcome, output, error, ms, app }: Pick<
    ToolEntry,
    "callId" | "name" | "outcome" | "output" | "error" | "ms" | "app"
  >,
): ToolEvent {
  return { type: "tool.finished", callId, name, outcome, output, error, ms, app };
}

/**
 * The event of what a call without an entry has come to, or of what it waits for; none where the next step takes it, and of an
 * authorization, whose address is not stored with the call.
 */
export function* replayCall(call: CallView): Generator<StepEventBody, void> {
  const { id: callId, name, output = null, error, app } = call;
  if (!hasOutcome(call)) return yield* replayWait(call);
  yield replayOutcome({ callId, name, outcome: call.state, output, error, ms: 0, app });
}

/** The event of what a call waits for, as {@link replayCall} has it. A long receipt lacks the terms: the thread has them. */
export function* replayWait(call: CallView): Generator<StepEventBody, void> {
  const { id: callId, name, args, approval, deferred } = call;
  const { waitsFor } = heldView(call);
  if (waitsFor === "caller") yield { type: "result.requested", callId, name, args };
  if (waitsFor === "later" && deferred !== undefined) {
    yield {
      type: "call.deferred",
      callId,
      name,
      ref: deferred.ref,
      expiresAt: Date.parse(deferred.expiresAt),
    };
  }
  if (waitsFor === "people" && approval !== undefined) yield replayApproval(call, approval);
}

/** The event of a call that waits for people. */
export function replayApproval(
  { id: callId, thread, name, args }: CallView,
  terms: ApprovalTerms,
): StepEventBody {
  const { digest, needed, expiresAt, edits, asks, client, because } = terms;
  return {
    type: "approval.requested",
    callId,
    thread,
    name,
    args,
    digest,
    expiresAt: expiresAt === undefined ? undefined : Date.parse(expiresAt),
    approvals: needed > 1 ? needed : undefined,
    edits,
    asks,
    client,
    because,
  };
}
