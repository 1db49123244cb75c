// Preflight: whether a call may run. Everything that is decided about a call before any tool of the batch runs.

import type { Decision } from "../../core/approval/decision.ts";
import { findVerdict } from "../../core/approval/verdict.ts";
import { isForCaller, type PlannedCall } from "../../core/call.ts";
import type { Observation } from "../../core/entry.ts";
import type { ExecutedCall } from "../../core/executor.ts";
import { unreachable } from "../../core/error.ts";
import { toClientTool } from "../../core/tool/with_client_tools.ts";
import { canonicalJson } from "../../core/text/hash.ts";
import { listNames } from "../../core/text/list_names.ts";
import { checkApproval, findDenial } from "./approval.ts";
import { withoutAuthorization } from "./authorization.ts";
import { resumeDeferred } from "./deferred.ts";
import type { ExecutionScope, ToolCallJob } from "./run_with_timeout.ts";
import { runAfterHook, runBeforeHook } from "./hooks.ts";
import { notRun, toCompleted, toFailed, toStopped, UNCERTAIN } from "./observation.ts";
import { reconcile } from "./run_tool.ts";
import { checkArguments } from "./validate.ts";

/** A call that may run, or the observation that finishes it without a run. */
export type PreflightResult =
  | { readonly type: "run"; readonly job: ToolCallJob }
  | { readonly type: "finished"; readonly observation: ExecutedCall };

/**
 * Checks a call, in this order: the plan's decision, an earlier worker's start, a cancel, the approval, the arguments, the
 * before-hook. A call that an earlier worker started is reconciled even when the thread was cancelled since. A cancelled call
 * needs no approval any more, so it is not `denied`.
 */
export async function preflight(call: PlannedCall, scope: ExecutionScope): Promise<PreflightResult> {
  const decided = scope.context.known.get(call.id) ?? observeRefused(call);
  if (decided !== undefined) return toFinished(decided);
  if (call.deferred !== undefined && call.deferred.authorization === undefined) {
    return toFinished(await resumeDeferred(call, call.deferred, scope));
  }
  if (isForCaller(call)) return toFinished(await withoutResult(call, scope));
  const { tools } = scope.context.agent;
  const tool = tools.find((candidate) => candidate.name === call.name);
  const unauthorized = withoutAuthorization(call, tool !== undefined, scope);
  if (unauthorized !== undefined) return toFinished(unauthorized);
  if (tool === undefined) return toFinished(unknownTool(call, tools.map((candidate) => candidate.name)));

  const job = { call, tool };
  const observation = await reconcileStarted(job, scope) ?? stopCancelled(job, scope);
  if (observation !== undefined) return toFinished(observation);
  const approval = await checkApproval(job, scope);
  switch (approval.type) {
    case "not_needed":
      return await checkArgumentsAndHook(job, scope);
    case "approved":
      return await runApproved(approval.job, approval.verdict, scope);
    case "refused":
      return toFinished(approval.observation);
    default:
      return unreachable(approval);
  }
}

/** The observation of a client tool's call that no result came for: an input or a cancel has ended the wait. */
async function withoutResult(call: PlannedCall, scope: ExecutionScope): Promise<Observation> {
  const job = { call, tool: toClientTool({ name: call.name, description: "", parameters: {} }) };
  const observation = stopCancelled(job, scope);
  if (observation !== undefined) return observation;
  const approval = call.disposition.type === "approve" ? await checkApproval(job, scope) : undefined;
  if (approval?.type === "refused") return approval.observation;
  return notRun(call, "skipped", { kind: "cancelled", message: "the caller brought no result for it." });
}

/** The answer of a person to a question is its output. */
async function runApproved(
  job: ToolCallJob,
  { answer }: Decision,
  scope: ExecutionScope,
): Promise<PreflightResult> {
  const { disposition } = job.call;
  if (disposition.type !== "approve" || !disposition.asks) return await checkArgumentsAndHook(job, scope);
  return toFinished(await runAfterHook(toCompleted(job.call, answer ?? null, 0), job, scope));
}

/** The observation of a call that is not runnable; see Disposition. */
function observeRefused(call: PlannedCall): Observation | undefined {
  const { disposition } = call;
  switch (disposition.type) {
    case "run":
    case "approve":
    case "client":
      return undefined;
    case "surplus":
      return notRun(call, "skipped", {
        kind: "retryable",
        message: `at most ${disposition.limit} call${
          disposition.limit === 1 ? "" : "s"
        } can be made at once.`,
        hint: "Make it again in your next answer if it is still needed.",
      });
    case "malformed":
      return toFailed(call, {
        kind: "invalid_arguments",
        message: disposition.reason,
        hint: "Call the tool again with arguments that are one valid JSON object.",
      });
    case "unknown_tool":
      return unknownTool(call, disposition.available);
    case "forbidden":
      // `blocked` and not `skipped`: a rule stopped the call, as a hook would, and making it again would not help.
      return notRun(call, "blocked", {
        kind: "failed",
        message: disposition.message ??
          `${disposition.reason ?? "the tool choice of this answer"} did not permit it.`,
        hint: disposition.message === undefined
          ? "Keep to the tools you were offered, or answer without tools if you were told to."
          : undefined,
      });
    case "repeated":
      return toFailed(call, {
        kind: "failed",
        message: disposition.cycle === undefined
          ? `Not run: the same call with the same arguments was made ${disposition.times} times in a row.`
          : `Not run: it goes on with ${disposition.cycle} answers whose calls were made ${disposition.times} times in a row, with the same arguments.`,
        hint: "Its result will not change. Change the approach, or answer with what you know.",
      });
    case "moved":
      return notRun(call, "skipped", {
        kind: "cancelled",
        message: `it was moved to thread ${disposition.thread}, a fork of this one, which runs it.`,
      });
    default:
      return unreachable(disposition);
  }
}

function unknownTool(call: PlannedCall, available: readonly string[]): Observation {
  return toFailed(call, {
    kind: "unknown_tool",
    message: `There is no tool named ${JSON.stringify(call.name.slice(0, 128))}.`,
    hint: available.length === 0
      ? "There are no tools; answer without them."
      : `Available tools: ${listNames(available)}.`,
  });
}

/** The observation of a `once` call that an earlier worker started, unless the call certainly did not happen. */
async function reconcileStarted(job: ToolCallJob, scope: ExecutionScope): Promise<Observation | undefined> {
  const startedEpoch = scope.context.marks.get(job.call.id)?.startedEpoch;
  if (job.tool.effect !== "once" || startedEpoch === undefined) return undefined;
  const { authorization } = job.call.deferred ?? {};
  // The start that ended in a wait for an authorization has had no effect.
  if (authorization !== undefined && startedEpoch <= authorization.epoch) return undefined;
  const result = await reconcile(job, scope);
  switch (result.type) {
    case "happened":
      return await runAfterHook(toCompleted(job.call, result.output, 0), job, scope);
    case "did_not_happen":
      return undefined;
    case "unknown":
      return notRun(job.call, "unknown", {
        kind: "failed",
        message: "the worker that ran it vanished before it could report.",
        hint: UNCERTAIN,
      });
    default:
      return unreachable(result);
  }
}

function stopCancelled(job: ToolCallJob, scope: ExecutionScope): Observation | undefined {
  const { context, signal } = scope;
  return signal.aborted || context.cancelledEpoch > job.call.epoch ? toStopped(job, scope) : undefined;
}

/** Validates the arguments, runs the before-hook, and validates again what the hook changed. */
async function checkArgumentsAndHook(job: ToolCallJob, scope: ExecutionScope): Promise<PreflightResult> {
  await letOthersRun(scope);
  const wrong = invalid(job, scope, "The arguments do not fit the tool's schema", "invalid_arguments");
  if (wrong !== undefined) return toFinished(wrong);

  const decision = await runBeforeHook(job, scope);
  switch (decision.type) {
    case "proceed":
      return { type: "run", job };
    case "modify":
      return modifyCall(job, decision.args, scope);
    case "block":
      return toFinished(notRun(job.call, "blocked", { kind: "failed", message: decision.reason }));
    case "failed":
      return toFinished(toFailed(job.call, decision.failure));
    case "stopped":
      return toFinished(toStopped(job, scope));
    default:
      return unreachable(decision);
  }
}

/**
 * A person approved the exact arguments, so a hook may stop an approved call but not change it. Nor may it change arguments
 * that need no approval into some that do.
 */
function modifyCall(job: ToolCallJob, args: PlannedCall["args"], scope: ExecutionScope): PreflightResult {
  const changed: ToolCallJob = { tool: job.tool, call: { ...job.call, args } };
  if (findDenial(changed, scope) !== undefined && canonicalJson(args) !== canonicalJson(job.call.args)) {
    const message = findVerdict(job.call, scope.context.marks.get(job.call.id))?.approved
      ? "Not run: the before-hook changed arguments that a person had approved."
      : "Not run: the before-hook changed the arguments to ones that need approval.";
    return toFinished(toFailed(job.call, { kind: "failed", message }));
  }
  const wrong = invalid(changed, scope, "The before-hook changed the arguments to wrong ones", "failed");
  return wrong === undefined ? { type: "run", job: changed } : toFinished(wrong);
}

/** Steps of checks after which the batch waits a turn of the event loop: requests of other tenants are served in it. */
const STEPS_IN_A_ROW = 50_000;

async function letOthersRun({ meter, sleep, signal }: ExecutionScope): Promise<void> {
  if (meter.steps < STEPS_IN_A_ROW) return;
  meter.steps = 0;
  await sleep(0, signal).catch(() => {}); // a step that is stopped finds that out by itself
}

function invalid(
  job: ToolCallJob,
  scope: ExecutionScope,
  what: string,
  kind: "invalid_arguments" | "failed",
): Observation | undefined {
  const check = checkArguments(job.tool, job.call.args, scope.meter);
  switch (check.type) {
    case "valid":
      return undefined;
    case "invalid":
      return toFailed(job.call, {
        kind,
        message: `${what}:\n${check.problems.join("\n")}`,
        hint: kind === "invalid_arguments" ? "Correct them and call the tool again." : undefined,
      });
    case "broken":
      return toFailed(job.call, { kind: "failed", message: check.reason });
    default:
      return unreachable(check);
  }
}

function toFinished(observation: ExecutedCall): PreflightResult {
  return { type: "finished", observation };
}
