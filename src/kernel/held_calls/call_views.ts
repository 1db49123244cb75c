// Pending calls as events, results, threads, doors, the inbox and pages show them: one view, made of what the call comes to.

import type { ApprovalRecordView, ApprovalTerms, CallView, DecisionView } from "../../core/contract/calls.ts";
import type { ApprovalRecord, Decision } from "../../core/approval/decision.ts";
import { countRequiredApprovals, hashCall } from "../../core/approval/verdict.ts";
import type { CallMark, PlannedCall } from "../../core/call.ts";
import type { ToolEntry } from "../../core/entry.ts";
import { unreachable } from "../../core/error.ts";
import type { ApprovalRequested } from "../../core/event.ts";
import type { CallFacts, Resolution } from "../../core/held_calls/hold.ts";
import { resolveCall } from "../../core/held_calls/resolve_call.ts";
import type { ThreadSnapshot } from "../../core/store/thread.ts";

/** The event of a call that waits for people; the call's disposition is `approve`. */
export async function approvalRequest(call: PlannedCall): Promise<ApprovalRequested> {
  const { id, name, args, disposition } = call;
  const { type: _, ...terms } = disposition.type === "approve" ? disposition : { type: "approve" };
  return { type: "approval.requested", callId: id, name, args, digest: await hashCall(call), ...terms };
}

/** A decision as the API shows it. Its digest stands beside it, once for all decisions of the call. */
export function decisionView({ at, digest: _, ...decision }: Decision): DecisionView {
  return { ...decision, at: new Date(at).toISOString() };
}

/** A record as the API shows it. */
export function approvalRecordView({ decisions, ...record }: ApprovalRecord): ApprovalRecordView {
  return { ...record, decisions: decisions.map(decisionView) };
}

/** The terms of a call that needs approval; undefined for any other call. */
export async function approvalTerms(
  call: PlannedCall,
  mark: CallMark | undefined,
): Promise<ApprovalTerms | undefined> {
  return call.disposition.type === "approve" ? toTerms(call, mark, await hashCall(call)) : undefined;
}

function toTerms(call: PlannedCall, mark: CallMark | undefined, digest: string): ApprovalTerms | undefined {
  const { disposition } = call;
  if (disposition.type !== "approve") return undefined;
  const { expiresAt, edits, asks, client, because } = disposition;
  return {
    digest,
    needed: countRequiredApprovals(call),
    expiresAt: toIsoTime(expiresAt),
    edits,
    asks,
    client,
    because,
    decisions: (mark?.decisions ?? []).map(decisionView),
  };
}

/** The calls without an observation, with the terms of those that need approval; `now` in epoch milliseconds. */
export async function outstandingViews(
  calls: readonly PlannedCall[],
  { header: { cancelledEpoch }, marks }: Pick<ThreadSnapshot, "header" | "marks">,
  now: number,
): Promise<CallView[]> {
  const facts = { marks, cancelledEpoch };
  return await Promise.all(
    calls.map(async (call) => heldView(call, facts, now, await approvalTerms(call, marks.get(call.id)))),
  );
}

/**
 * The calls of a step behind it, at the time of its draft. Those that people were asked about in the step have the terms of `requests`;
 * others were shown with theirs before.
 */
export function pendingViews(
  calls: readonly PlannedCall[],
  requests: readonly ApprovalRequested[],
  facts: CallFacts,
  now: number,
): CallView[] {
  return calls.map((call) => {
    const request = requests.find(({ callId }) => callId === call.id);
    if (request === undefined) return heldView(call, facts, now, undefined);
    // However long the step took: what it has asked for waits.
    return heldView(call, facts, -Infinity, toTerms(call, undefined, request.digest));
  });
}

/** The view of a pending call. An output in a blob is left out. */
function heldView(
  call: PlannedCall,
  facts: CallFacts,
  now: number,
  approval: ApprovalTerms | undefined,
): CallView {
  const { id, name, args, observed, deferred } = call;
  if (observed !== undefined) {
    if ("blob" in observed) return { id, name, args, state: observed.outcome };
    return observedView(call, observed.entry);
  }
  const resolution = resolveCall(call, facts, now);
  if (deferred === undefined || (resolution.type === "settled" && resolution.by === "cancel")) {
    return { id, name, args, state: toState(resolution), approval };
  }
  const { ref, since, expiresAt, pollAt, authorization, detach } = deferred;
  if (authorization !== undefined) {
    const { server } = authorization;
    const terms = { server, expiresAt: toIsoTime(expiresAt) };
    return { id, name, args, state: "authorization", authorization: terms };
  }
  const times = { since: toIsoTime(since), expiresAt: toIsoTime(expiresAt), pollAt: toIsoTime(pollAt) };
  // The next step says that the work of a detached call goes on: the run does not wait for it.
  return { id, name, args, state: detach ? "pending" : "deferred", deferred: { ref, ...times } };
}

/** The state of a call that no tool was given yet. */
function toState(resolution: Resolution): CallView["state"] {
  if (resolution.type !== "waits") return "pending";
  switch (resolution.for) {
    case "people":
      return "approval";
    case "caller":
      return "client";
    case "prediction":
    case "phase":
    case "time":
    case "later":
    case "authorization":
      return "pending";
    default:
      return unreachable(resolution.for);
  }
}

/** The view of a call with its observation. */
export function observedView({ id, name, args }: PlannedCall, observation: ToolEntry | undefined): CallView {
  const { outcome = "unknown", output = null, error, app } = observation ?? {};
  return { id, name, args, state: outcome, output, error, app };
}

function toIsoTime(epochMs: number): string;
function toIsoTime(epochMs: number | undefined): string | undefined;
function toIsoTime(epochMs: number | undefined): string | undefined {
  return epochMs === undefined ? undefined : new Date(epochMs).toISOString();
}
