// The agent's hooks. A hook may be untyped JavaScript: one that throws, hangs or returns another value fails its call alone.
// The returned value is read inside the guard too, because reading it can throw.

import type { BeforeCall } from "../../core/agent.ts";
import { type Observation, OUTCOMES } from "../../core/entry.ts";
import { isJsonObject } from "../../core/json.ts";
import type { Tool } from "../../core/tool.ts";
import { TOOL_ERROR_KINDS, type ToolFailure } from "../../core/tool/tool_error.ts";
import { type Ending, type ExecutionScope, runWithTimeout, type ToolCallJob } from "./run_with_timeout.ts";
import { clip, clipFailure, toFailed, toFailure } from "./observation.ts";
import { toOutput } from "./cut_output.ts";

/** What the before-hook decided, or how it failed. */
export type BeforeHookResult =
  | BeforeCall
  | { readonly type: "failed"; readonly failure: ToolFailure }
  /** The step was stopped while the hook ran. */
  | { readonly type: "stopped" };

/** Runs the before-hook; `proceed` when the agent has none. */
export async function runBeforeHook(job: ToolCallJob, scope: ExecutionScope): Promise<BeforeHookResult> {
  const { beforeCall } = scope.context.agent.hooks;
  if (beforeCall === undefined) return { type: "proceed" };
  const ending = await runWithTimeout(
    job,
    scope,
    async (context) => readDecision(await beforeCall(structuredClone(job.call), context), scope),
  );
  if (ending.type === "returned") return ending.value;
  return ending.type === "stopped"
    ? ending
    : { type: "failed", failure: hookFailure("before", ending, job, scope) };
}

/** A hook that returns nothing lets the call proceed. */
function readDecision(decision: BeforeCall | undefined | void, { context }: ExecutionScope): BeforeCall {
  if (decision === undefined) return { type: "proceed" };
  switch (decision?.type) {
    case "proceed":
      return { type: "proceed" };
    case "modify": {
      const args = toOutput(decision.args, Infinity);
      if (args.type === "json" && isJsonObject(args.json)) return { type: "modify", args: args.json };
      throw new TypeError("it answered a `modify` whose args are not a JSON object.");
    }
    case "block":
      return { type: "block", reason: clip(String(decision.reason), context.redact) };
    default:
      throw new TypeError("it answered none of `proceed`, `modify` and `block`.");
  }
}

/**
 * Runs the after-hook, which may replace outcome, output and error; id, name and duration stay. When the hook fails, the raw
 * output is withheld, because the hook may be there to redact it, and the hint tells the model that the tool did run.
 */
export async function runAfterHook(
  observation: Observation,
  job: ToolCallJob,
  scope: ExecutionScope,
): Promise<Observation> {
  const { afterCall } = scope.context.agent.hooks;
  if (afterCall === undefined || observation.error?.kind === "cancelled") return observation;
  const ending = await runWithTimeout(
    job,
    scope,
    async (context) => {
      const replacement = await afterCall(structuredClone(observation), structuredClone(job.call), context);
      return readReplacement(replacement, observation, job.tool, scope);
    },
  );
  if (ending.type === "returned") return ending.value;
  const hint = observation.outcome === "completed"
    ? "The tool itself completed and its result was lost: do not simply repeat the call."
    : "The tool itself had failed too.";
  return toFailed(job.call, { ...hookFailure("after", ending, job, scope), hint }, observation.ms);
}

function readReplacement(
  replacement: Observation | undefined,
  { callId, name, ms, media }: Observation,
  tool: Tool,
  { context }: ExecutionScope,
): Observation {
  const outcome = replacement?.outcome;
  if (replacement === undefined || outcome === undefined || !OUTCOMES.includes(outcome)) {
    throw new TypeError("it answered no observation.");
  }
  const output = toOutput(replacement.output, tool.maxOutputBytes, context.redact?.output);
  if (output.type === "not_json") throw new TypeError(`its output is not JSON: ${output.reason}`);
  const error = outcome === "completed" ? undefined : replacement.error;
  if (error !== undefined && !TOOL_ERROR_KINDS.includes(error?.kind)) {
    throw new TypeError(`its error is of no known kind; write one of ${TOOL_ERROR_KINDS.join(", ")}.`);
  }
  // A hook may take media away, and add none: what it brings is not stored.
  const left = media?.filter((mediaPart) => {
    return Array.from(replacement.media ?? []).some((other) =>
      JSON.stringify(other) === JSON.stringify(mediaPart)
    );
  });
  return {
    callId,
    name,
    outcome,
    output: output.json,
    media: left?.length ? left : undefined,
    error: error && clipFailure(error, context.redact),
    ms,
  };
}

type HookTrouble = Exclude<Ending<never>, { type: "returned" }>;

function hookFailure(
  which: "before" | "after",
  trouble: HookTrouble,
  job: ToolCallJob,
  scope: ExecutionScope,
): ToolFailure {
  switch (trouble.type) {
    case "threw": {
      const failure = toFailure(trouble.thrown, job, scope);
      return {
        ...failure,
        message: clip(`The ${which}-hook failed: ${failure.message}`, scope.context.redact),
      };
    }
    case "timed_out":
      return {
        kind: "timeout",
        message: `The ${which}-hook did not answer within ${job.tool.timeoutMs} ms.`,
      };
    case "stopped":
      return { kind: "cancelled", message: `The step was stopped before the ${which}-hook answered.` };
  }
}
