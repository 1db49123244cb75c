// The agent's hooks (row X1). They are foreign code, maybe not even typed: a hook that throws, hangs or answers nonsense
// fails its call alone. What a hook answered is read on its leash too, because reading it can throw.

import type { BeforeCall } from "../core/agent.ts";
import type { Observation, Outcome } from "../core/entry.ts";
import type { ToolErrorKind, ToolFailure } from "../core/tool_error.ts";
import { isJsonObject } from "../core/json.ts";
import type { Tool } from "../core/tool.ts";
import type { Ending } from "./_bounded.ts";
import { clip, clipFailure, toFailure } from "./_failure.ts";
import { failed } from "./_observation.ts";
import { type ExecutionScope, runWithTimeout, type ToolCallJob } from "./_scope.ts";
import { toOutput } from "./output.ts";

export type BeforeAnswer =
  | BeforeCall
  | { readonly type: "failed"; readonly failure: ToolFailure }
  /** The step was stopped while the hook was thinking. */
  | { readonly type: "stopped" };

/** What the before-hook says; `proceed` when there is none. */
export async function askBefore(job: ToolCallJob, scope: ExecutionScope): Promise<BeforeAnswer> {
  const { beforeCall } = scope.context.agent.hooks;
  if (beforeCall === undefined) return { type: "proceed" };
  const ending = await runWithTimeout(
    job,
    scope,
    async (context) => readAnswer(await beforeCall(structuredClone(job.call), context)),
  );
  if (ending.type === "returned") return ending.value;
  return ending.type === "stopped" ? ending : { type: "failed", failure: hookFailure("before", ending, job) };
}

/** A hook that answers nothing has nothing against the call: people forget to return. */
function readAnswer(answer: BeforeCall | undefined | void): BeforeCall {
  if (answer === undefined) return { type: "proceed" };
  switch (answer?.type) {
    case "proceed":
      return { type: "proceed" };
    case "modify": {
      const args = toOutput(answer.args, Infinity);
      if (args.type === "json" && isJsonObject(args.json)) return { type: "modify", args: args.json };
      throw new TypeError("it answered a `modify` whose args are not a JSON object.");
    }
    case "block":
      return { type: "block", reason: clip(String(answer.reason)) };
    default:
      throw new TypeError("it answered none of `proceed`, `modify` and `block`.");
  }
}

/**
 * The observation as the after-hook leaves it. It may replace outcome, output and error; id, name and duration are ours.
 * When the hook fails, the raw output is withheld (the hook may be there to redact it), and the model is told that the
 * tool did run.
 */
export async function askAfter(
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
      return readReplacement(replacement, observation, job.tool);
    },
  );
  if (ending.type === "returned") return ending.value;
  const hint = observation.outcome === "completed"
    ? "The tool itself completed and its result was lost: do not simply repeat the call."
    : "The tool itself had failed too.";
  return failed(job.call, { ...hookFailure("after", ending, job), hint }, observation.ms);
}

const KINDS: readonly ToolErrorKind[] = [
  "invalid_arguments",
  "unknown_tool",
  "retryable",
  "context_required",
  "rate_limited",
  "timeout",
  "cancelled",
  "fatal",
  "failed",
];

const OUTCOMES: readonly Outcome[] = ["completed", "failed", "blocked", "denied", "skipped", "unknown"];

function readReplacement(
  replacement: Observation | undefined,
  { callId, name, ms }: Observation,
  tool: Tool,
): Observation {
  const outcome = replacement?.outcome;
  if (replacement === undefined || outcome === undefined || !OUTCOMES.includes(outcome)) {
    throw new TypeError("it answered no observation.");
  }
  const output = toOutput(replacement.output, tool.maxOutputBytes);
  if (output.type === "not_json") throw new TypeError(`its output is not JSON: ${output.reason}`);
  const error = outcome === "completed" ? undefined : replacement.error;
  if (error !== undefined && !KINDS.includes(error?.kind)) {
    throw new TypeError(`its error is of no known kind; write one of ${KINDS.join(", ")}.`);
  }
  return {
    callId,
    name,
    outcome,
    output: output.json,
    ...(error === undefined ? {} : { error: clipFailure(error) }),
    ms,
  };
}

type HookTrouble = Exclude<Ending<never>, { type: "returned" }>;

function hookFailure(which: "before" | "after", trouble: HookTrouble, job: ToolCallJob): ToolFailure {
  switch (trouble.type) {
    case "threw": {
      const failure = toFailure(trouble.thrown);
      return { ...failure, message: clip(`The ${which}-hook failed: ${failure.message}`) };
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
