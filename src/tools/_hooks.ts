// The agent's hooks (row X1). They are foreign code: a hook that throws, hangs or answers nonsense fails its call alone.

import type { BeforeCall } from "../core/agent.ts";
import type { Observation, Outcome, ToolFailure } from "../core/entry.ts";
import type { Ending } from "./_bounded.ts";
import { clip, clipFailure, toFailure } from "./_failure.ts";
import { failed } from "./_observation.ts";
import { type Job, leashed, type Scene } from "./_scene.ts";
import { toOutput } from "./output.ts";

export type BeforeAnswer =
  | BeforeCall
  | { readonly type: "failed"; readonly failure: ToolFailure }
  /** The step was stopped while the hook was thinking. */
  | { readonly type: "stopped" };

/** What the before-hook says; `proceed` when there is none. */
export async function askBefore(job: Job, scene: Scene): Promise<BeforeAnswer> {
  const { beforeCall } = scene.context.agent.hooks;
  if (beforeCall === undefined) return { type: "proceed" };
  const ending = await leashed<BeforeCall | undefined>(
    job,
    scene,
    (context) => beforeCall(structuredClone(job.call), context),
  );
  if (ending.type === "stopped") return ending;
  if (ending.type !== "returned") return { type: "failed", failure: hookFailure("before", ending, job) };
  return toBeforeAnswer(ending.value);
}

// Hooks written in JavaScript may answer anything.
function toBeforeAnswer(answer: BeforeCall | undefined): BeforeAnswer {
  switch (answer?.type) {
    case "proceed":
      return { type: "proceed" };
    case "modify": {
      const args = toOutput(answer.args, Infinity);
      const json = args.type === "json" ? args.json : null;
      if (typeof json === "object" && json !== null && !Array.isArray(json)) {
        return { type: "modify", args: json };
      }
      return nonsense("a `modify` whose args are not a JSON object");
    }
    case "block":
      return { type: "block", reason: clip(String(answer.reason ?? "no reason was given.")) };
    default:
      return nonsense("none of `proceed`, `modify` and `block`");
  }
}

function nonsense(what: string): BeforeAnswer {
  return {
    type: "failed",
    failure: { kind: "failed", message: `Not run: the before-hook answered ${what}.` },
  };
}

const OUTCOMES: readonly Outcome[] = ["completed", "failed", "blocked", "denied", "skipped", "unknown"];

/**
 * The observation as the after-hook leaves it. It may replace outcome, output and error; id, name and duration are ours.
 * When the hook fails, the raw output is withheld (the hook may be there to redact it), and the model is told that the
 * tool did run.
 */
export async function askAfter(observation: Observation, job: Job, scene: Scene): Promise<Observation> {
  const { afterCall } = scene.context.agent.hooks;
  if (afterCall === undefined || observation.error?.kind === "cancelled") return observation;
  const ending = await leashed<Observation | undefined>(
    job,
    scene,
    (context) => afterCall(structuredClone(observation), structuredClone(job.call), context),
  );
  if (ending.type !== "returned") return spoiled(observation, job, hookFailure("after", ending, job));
  const replaced = ending.value;
  if (replaced === undefined || replaced === null || !OUTCOMES.includes(replaced.outcome)) {
    const message = "The after-hook answered no observation.";
    return spoiled(observation, job, { kind: "failed", message });
  }
  const output = toOutput(replaced.output, job.tool.maxOutputBytes);
  if (output.type === "not_json") {
    const message = `The after-hook answered an output that is not JSON: ${output.reason}`;
    return spoiled(observation, job, { kind: "failed", message });
  }
  return {
    callId: observation.callId,
    name: observation.name,
    outcome: replaced.outcome,
    output: output.json,
    ...(replaced.error === undefined || replaced.outcome === "completed"
      ? {}
      : { error: clipFailure(replaced.error) }),
    ms: observation.ms,
  };
}

function spoiled(observation: Observation, job: Job, failure: ToolFailure): Observation {
  const hint = observation.outcome === "completed"
    ? "The tool itself completed and its result was lost: do not simply repeat the call."
    : "The tool itself had failed too.";
  return failed(job.call, { ...failure, hint }, observation.ms);
}

function hookFailure(
  which: "before" | "after",
  ending: Exclude<Ending<never>, { type: "returned" }>,
  job: Job,
): ToolFailure {
  switch (ending.type) {
    case "threw": {
      const failure = toFailure(ending.thrown);
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
