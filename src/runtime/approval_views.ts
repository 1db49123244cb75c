// Approvals as events and the API show them.

import type { ApprovalRecordView, ApprovalTerms, CallView, DecisionView } from "../core/contract/calls.ts";
import type { ApprovalRecord, Decision } from "../core/approval/decision.ts";
import {
  approvalsOf,
  awaitsCaller,
  awaitsDecision,
  digestOf,
  isCancelled,
} from "../core/approval/verdict.ts";
import { type CallMark, isUntouched, type PlannedCall } from "../core/call.ts";
import type { ApprovalRequested } from "../core/event.ts";
import type { ThreadSnapshot } from "../core/store/thread.ts";
import { keptView } from "./views.ts";

/** The event of a call that waits for people; the call's disposition is `approve`. */
export async function approvalRequest(call: PlannedCall): Promise<ApprovalRequested> {
  const { id, name, args, disposition } = call;
  const { type: _, ...terms } = disposition.type === "approve" ? disposition : { type: "approve" };
  return { type: "approval.requested", callId: id, name, args, digest: await digestOf(call), ...terms };
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
  const { disposition } = call;
  if (disposition.type !== "approve") return undefined;
  const { expiresAt, edits, asks, client } = disposition;
  return {
    digest: await digestOf(call),
    needed: approvalsOf(call),
    ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
    ...(edits ? { edits } : {}),
    ...(asks ? { asks } : {}),
    ...(client ? { client } : {}),
    decisions: (mark?.decisions ?? []).map(decisionView),
  };
}

/** The calls without an observation, with the terms of those that need approval; `now` in epoch milliseconds. */
export async function outstandingViews(
  calls: readonly PlannedCall[],
  { header, marks }: Pick<ThreadSnapshot, "header" | "marks">,
  now: number,
): Promise<CallView[]> {
  return await Promise.all(calls.map(async (call): Promise<CallView> => {
    const mark = marks.get(call.id);
    const approval = await approvalTerms(call, mark);
    const { id, name, args } = call;
    const isStopped = isCancelled(call, header);
    if (!isUntouched(call) && (call.observed !== undefined || !isStopped)) return keptView(call);
    const awaits = !isStopped && awaitsDecision(call, mark, now);
    const forCaller = !isStopped && awaitsCaller(call, mark, now);
    const state = awaits ? "approval" : forCaller ? "client" : "pending";
    return { id, name, args, state, ...(approval === undefined ? {} : { approval }) };
  }));
}
