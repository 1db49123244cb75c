// May this call run? Everything that can be known about a call before any tool of the batch runs.

import type { PlannedCall } from "../core/call.ts";
import type { Observation } from "../core/entry.ts";
import { unreachable } from "../core/error.ts";
import { canonicalJson } from "../core/text/hash.ts";
import type { Tool } from "../core/tool.ts";
import { askAfter, askBefore } from "./_hooks.ts";
import { stopped } from "./_stopped.ts";
import { completed, failed, notRun } from "./_observation.ts";
import type { ExecutionScope, ToolCallJob } from "./_scope.ts";
import { reconcileCall } from "./_reconcile.ts";
import { checkArguments } from "./validate.ts";

export type PreflightResult =
  | { readonly type: "settled"; readonly observation: Observation }
  | { readonly type: "run"; readonly job: ToolCallJob };

/**
 * The order matters. What the plan says comes first. A call that an earlier worker started must be cleared up even when
 * the thread was cancelled since. A cancelled call is not asked about any more, so it is not `denied`.
 */
export async function preflight(call: PlannedCall, scope: ExecutionScope): Promise<PreflightResult> {
  const refusal = scope.context.known.get(call.id) ?? refuse(call);
  if (refusal !== undefined) return settled(refusal);
  const { tools } = scope.context.agent;
  const tool = tools.find((candidate) => candidate.name === call.name);
  if (tool === undefined) return settled(unknownTool(call, tools.map((candidate) => candidate.name)));

  const left = await reconcileStarted({ call, tool }, scope) ?? cancelled({ call, tool }, scope) ??
    unapproved(call, tool, scope);
  return left === undefined ? await prepare({ call, tool }, scope) : settled(left);
}

/** What the plan already decided. */
function refuse(call: PlannedCall): Observation | undefined {
  const { disposition } = call;
  switch (disposition.type) {
    case "run":
    case "approve":
      return undefined;
    case "surplus":
      return notRun(call, "skipped", {
        kind: "retryable",
        message: `at most ${count(disposition.limit, "call")} can be made at once.`,
        hint: "Make it again in your next answer if it is still needed.",
      });
    case "malformed":
      return failed(call, {
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
        message: "the tool choice of this answer did not permit it.",
        hint: "Keep to the tools you were offered, or answer without tools if you were told to.",
      });
    case "repeated":
      return failed(call, {
        kind: "failed",
        message:
          `Not run: the same call with the same arguments was made ${disposition.times} times in a row.`,
        hint: "Its result will not change. Change the approach, or answer with what you know.",
      });
    default:
      return unreachable(disposition);
  }
}

const NAMES_SHOWN = 20;

function unknownTool(call: PlannedCall, available: readonly string[]): Observation {
  const names = available.slice(0, NAMES_SHOWN).join(", ");
  const more = available.length > NAMES_SHOWN ? ` and ${available.length - NAMES_SHOWN} more` : "";
  return failed(call, {
    kind: "unknown_tool",
    message: `There is no tool named ${JSON.stringify(call.name.slice(0, 128))}.`,
    hint: names === "" ? "There are no tools; answer without them." : `Available tools: ${names}${more}.`,
  });
}

/** An observation when an earlier worker started the call and it must not, or need not, run now. */
async function reconcileStarted(job: ToolCallJob, scope: ExecutionScope): Promise<Observation | undefined> {
  const startedEpoch = scope.context.marks.get(job.call.id)?.startedEpoch;
  if (job.tool.effect !== "once" || startedEpoch === undefined) return undefined;
  const found = await reconcileCall(job, scope);
  switch (found.type) {
    case "happened":
      return await askAfter(completed(job.call, found.output, 0), job, scope);
    case "did_not_happen":
      return undefined;
    case "unknown":
      return notRun(job.call, "unknown", {
        kind: "failed",
        message: "the worker that ran it vanished before it could report.",
        hint: "It may or may not have happened: check before you make the call again.",
      });
    default:
      return unreachable(found);
  }
}

function cancelled(job: ToolCallJob, scope: ExecutionScope): Observation | undefined {
  const { context, signal } = scope;
  return signal.aborted || context.cancelledEpoch > job.call.epoch ? stopped(job, scope) : undefined;
}

/**
 * A tool that needs approval needs it here too, whatever the plan said: the agent may have been deployed anew since.
 */
function unapproved(call: PlannedCall, tool: Tool, scope: ExecutionScope): Observation | undefined {
  if (!tool.needsApproval && call.disposition.type !== "approve") return undefined;
  const decision = scope.context.marks.get(call.id)?.decision;
  if (decision?.approved) return undefined;
  const message = decision === undefined ? "not approved." : decision.reason ?? "no reason was given.";
  return notRun(call, "denied", { kind: "failed", message });
}

/** Validates the arguments, asks the before-hook, and validates again what the hook changed. */
async function prepare(job: ToolCallJob, scope: ExecutionScope): Promise<PreflightResult> {
  const wrong = invalid(job, "The arguments do not fit the tool's schema", "invalid_arguments");
  if (wrong !== undefined) return settled(wrong);

  const answer = await askBefore(job, scope);
  switch (answer.type) {
    case "proceed":
      return { type: "run", job };
    case "modify":
      return modified(job, answer.args);
    case "block":
      return settled(notRun(job.call, "blocked", { kind: "failed", message: answer.reason }));
    case "failed":
      return settled(failed(job.call, answer.failure));
    case "stopped":
      return settled(stopped(job, scope));
    default:
      return unreachable(answer);
  }
}

/** A person approved the exact arguments, so a hook may stop an approved call but not change it. */
function modified(job: ToolCallJob, args: PlannedCall["args"]): PreflightResult {
  const changed: ToolCallJob = { tool: job.tool, call: { ...job.call, args } };
  const approved = job.tool.needsApproval || job.call.disposition.type === "approve";
  if (approved && canonicalJson(args) !== canonicalJson(job.call.args)) {
    return settled(failed(job.call, {
      kind: "failed",
      message: "Not run: the before-hook changed arguments that a person had approved.",
    }));
  }
  const wrong = invalid(changed, "The before-hook changed the arguments to wrong ones", "failed");
  return wrong === undefined ? { type: "run", job: changed } : settled(wrong);
}

function invalid(
  job: ToolCallJob,
  what: string,
  kind: "invalid_arguments" | "failed",
): Observation | undefined {
  const check = checkArguments(job.tool, job.call.args);
  switch (check.type) {
    case "valid":
      return undefined;
    case "invalid":
      return failed(job.call, {
        kind,
        message: `${what}:\n${check.problems.join("\n")}`,
        ...(kind === "invalid_arguments" ? { hint: "Correct them and call the tool again." } : {}),
      });
    case "broken":
      return failed(job.call, { kind: "failed", message: check.reason });
    default:
      return unreachable(check);
  }
}

function settled(observation: Observation): PreflightResult {
  return { type: "settled", observation };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
