// A call that was stopped before this step gave it to its tool. What may have happened before this step is another thing.

import type { Observation } from "../core/entry.ts";

import type { ToolFailure } from "../core/tool_error.ts";
import { notRun } from "./_observation.ts";
import { attemptOf, type ExecutionScope, type ToolCallJob } from "./_scope.ts";

const CANCELLED: ToolFailure = { kind: "cancelled", message: "it was cancelled." };

/**
 * The call does not start, for `reason`. `skipped` is a promise that nothing happened. For a `keyed` call on a later attempt it cannot be given: an earlier step
 * may have run it and been fenced before it could report, and only `once` calls are marked before they run. Those, when
 * they bear no mark, have not run; `pure` calls leave nothing behind.
 */
export function stopped(
  job: ToolCallJob,
  scope: ExecutionScope,
  reason: ToolFailure = CANCELLED,
): Observation {
  const mayHaveRun = job.tool.effect === "keyed" && attemptOf(job.call, scope) > 1 &&
    !awaitsApproval(job, scope);
  if (!mayHaveRun) return notRun(job.call, "skipped", reason);
  return notRun(job.call, "unknown", {
    kind: "cancelled",
    message: "it was cancelled while an earlier attempt may have been running.",
    hint: "It may or may not have happened: check before you make the call again.",
  });
}

function awaitsApproval({ call, tool }: ToolCallJob, { context }: ExecutionScope): boolean {
  const needsApproval = tool.needsApproval || call.disposition.type === "approve";
  return needsApproval && context.marks.get(call.id)?.decision?.approved !== true;
}
