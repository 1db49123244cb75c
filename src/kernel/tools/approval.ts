// The approval of a call at its execution. What was decided when the call was planned holds; what is said of it now can only add to it.

import { isExpired } from "../../core/approval/expiry.ts";
import { findVerdict, isAbout } from "../../core/approval/verdict.ts";
import type { Decision } from "../../core/approval/decision.ts";
import type { Observation } from "../../core/entry.ts";
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
 * | planned as | `denialOf` says now | decided | outcome |
 * |---|---|---|---|
 * | `run` | nothing | | runs |
 * | `run` | that it has to be released: deployed since, or a predicate that changed its mind | | denied; `unknown` when it may have run |
 * | `run` | that it has to be released | approved | runs with the approved arguments |
 * | `approve` | anything | no verdict | denied |
 * | `approve` | anything | verdict with the digest of another call | denied |
 * | `approve` | nothing | approved | runs with the approved arguments |
 * | `approve` | that it does not run, though people have released it | approved | denied |
 */
export async function checkApproval(job: ToolCallJob, scope: ExecutionScope): Promise<Approval> {
  const { call } = job;
  const denial = findDenial(job, scope);
  if (denial === undefined) return { type: "not_needed" };
  const mark = scope.context.marks.get(call.id);
  const verdict = findVerdict(call, mark);
  if (verdict === undefined) {
    return refuseCall(job, scope, isExpired(call, mark, scope.clock()) ? EXPIRED : denial);
  }
  if (!verdict.approved) {
    return refuseCall(job, scope, verdict.reason ?? "no reason was given.", { byPerson: true });
  }
  if (!await isAbout(call, verdict)) return refuseCall(job, scope, "the approval is for other arguments.");
  const withdrawn = call.disposition.type === "approve" ? scope.context.denialOf?.(call) : undefined;
  if (withdrawn !== undefined) return refuseCall(job, scope, withdrawn);
  const { edit } = verdict;
  if (edit === undefined) return { type: "approved", job, verdict };
  return { type: "approved", job: { ...job, call: { ...call, args: edit.args } }, verdict };
}

/** Why an approval that no person answered in time is denied. */
const EXPIRED = "expired: no person answered in time.";

/** Why an approval is denied whose run goes on before its time is over: without an input, it waits. */
const PASSED_OVER = "the next input came before a person decided about it.";

/** Why a call does not run unless it is approved; undefined for one that needs no approval. */
export function findDenial({ call }: ToolCallJob, { context }: ExecutionScope): string | undefined {
  return call.disposition.type === "approve" ? PASSED_OVER : context.denialOf?.(call);
}

function refuseCall(
  job: ToolCallJob,
  scope: ExecutionScope,
  message: string,
  { byPerson = false } = {},
): Approval {
  const denied = () => notRun(job.call, "denied", { kind: "failed", message });
  const observation = mayHaveRun(job, scope)
    ? notRun(job.call, "unknown", {
      kind: "failed",
      message: "it needs an approval now, and an earlier attempt may have been running.",
      hint: UNCERTAIN,
    })
    : byPerson
    ? denied()
    : { ...denied(), undecided: true as const };
  return { type: "refused", observation };
}
