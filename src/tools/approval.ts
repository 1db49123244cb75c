// The approval of a call at its execution. What was decided when the call was planned holds; the tool's present definition can
// only add to it.

import { approvalNeed } from "../core/approval/needs_approval.ts";
import { isExpired } from "../core/approval/expiry.ts";
import { isAbout, verdictOf } from "../core/approval/verdict.ts";
import type { Decision } from "../core/approval/decision.ts";
import type { Observation } from "../core/entry.ts";
import type { ExecutionScope, ToolCallJob } from "./run_with_timeout.ts";
import { mayHaveRun, notRun, UNCERTAIN } from "./observation.ts";

/** Whether a call is approved. */
export type Approval =
  /** It needs no approval. */
  | { readonly type: "not_needed" }
  /** With the arguments that were approved. */
  | { readonly type: "approved"; readonly job: ToolCallJob; readonly verdict: Decision }
  | { readonly type: "refused"; readonly observation: Observation };

/**
 * Checks the approval of a call, with these arguments.
 *
 * | planned as | the tool says now | decided | outcome |
 * |---|---|---|---|
 * | `run` | no approval | | runs |
 * | `run` | approval: deployed since, or a predicate that changed its mind | | denied; `unknown` when it may have run |
 * | `approve` | anything | no verdict | denied |
 * | `approve` | anything | verdict with the digest of another call | denied |
 * | `approve` | anything | approved | runs with the approved arguments |
 */
export async function checkApproval(job: ToolCallJob, scope: ExecutionScope): Promise<Approval> {
  if (!needsApproval(job, scope)) return { type: "not_needed" };
  const { call } = job;
  const mark = scope.context.marks.get(call.id);
  const verdict = verdictOf(call, mark);
  if (verdict === undefined) {
    return refuseCall(job, scope, isExpired(call, mark, scope.clock()) ? EXPIRED : "not approved.");
  }
  if (!verdict.approved) return refuseCall(job, scope, verdict.reason ?? "no reason was given.");
  if (!await isAbout(call, verdict)) return refuseCall(job, scope, "the approval is for other arguments.");
  const { edit } = verdict;
  if (edit === undefined) return { type: "approved", job, verdict };
  return { type: "approved", job: { ...job, call: { ...call, args: edit.args } }, verdict };
}

/** Why an approval that no person answered in time is denied. */
const EXPIRED = "expired: no person answered in time.";

/** True for a call that runs only when it is approved. */
export function needsApproval({ call, tool }: ToolCallJob, { context }: ExecutionScope): boolean {
  if (call.disposition.type === "approve") return true;
  const { tenant, thread, agent, user, metadata } = context;
  return approvalNeed(tool.needsApproval, call.args, { tenant, thread, agent: agent.name, user, metadata })
    .needed;
}

function refuseCall(job: ToolCallJob, scope: ExecutionScope, message: string): Approval {
  const observation = mayHaveRun(job, scope)
    ? notRun(job.call, "unknown", {
      kind: "failed",
      message: "it needs an approval now, and an earlier attempt may have been running.",
      hint: UNCERTAIN,
    })
    : notRun(job.call, "denied", { kind: "failed", message });
  return { type: "refused", observation };
}
