// A call that somebody stopped before this step gave it to its tool. What may have happened before this step is another thing.

import type { Observation } from "../core/entry.ts";
import { notRun, skipped } from "./_observation.ts";
import { attemptOf, type Job, type Scene } from "./_scope.ts";

/**
 * `skipped` is a promise that nothing happened. For a `keyed` call on a later attempt it cannot be given: an earlier step
 * may have run it and been fenced before it could report, and only `once` calls are marked before they run. Those, when
 * they bear no mark, have not run; `pure` calls leave nothing behind.
 */
export function stopped(job: Job, scene: Scene): Observation {
  const mayHaveRun = job.tool.effect === "keyed" && attemptOf(job.call, scene) > 1 &&
    !awaitsApproval(job, scene);
  if (!mayHaveRun) return skipped(job.call);
  return notRun(job.call, "unknown", {
    kind: "cancelled",
    message: "it was cancelled while an earlier attempt may have been running.",
    hint: "It may or may not have happened: check before you make the call again.",
  });
}

function awaitsApproval({ call, tool }: Job, { context }: Scene): boolean {
  const needsApproval = tool.needsApproval || call.disposition.type === "approve";
  return needsApproval && context.marks.get(call.id)?.decision?.approved !== true;
}
