// One call is given to its tool. From here on something has happened in the world, and the observation says so.

import type { Observation } from "../core/entry.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Ending } from "./_bounded.ts";
import { toFailure } from "./_failure.ts";
import { askAfter } from "./_hooks.ts";
import { completed, failed } from "./_observation.ts";
import { attemptOf, type ExecutionScope, runWithTimeout, type ToolCallJob } from "./_scope.ts";
import { stopped } from "./_stopped.ts";
import { toOutput } from "./output.ts";

/** Runs the tool and asks the after-hook. A call whose turn comes after the step was stopped is skipped. */
export async function run(job: ToolCallJob, scope: ExecutionScope): Promise<Observation> {
  const { call, tool } = job;
  if (scope.signal.aborted) return stopped(job, scope);

  scope.emit({
    type: "tool.started",
    callId: call.id,
    name: call.name,
    args: call.args,
    attempt: attemptOf(call, scope),
  });
  const startedAt = scope.clock();
  const ending = await runWithTimeout(job, scope, (context) => tool.run(copyOf(call.args), context));
  return await askAfter(observe(ending, job, scope.clock() - startedAt), job, scope);
}

/** A tool may change what it is given. */
function copyOf(args: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(args));
}

/**
 * A tool that was left behind is `failed`, also a `once` tool: we were there and know what we saw, and the hint says what
 * we do not know. `unknown` is kept for the call whose worker vanished, where nobody saw anything.
 */
function observe(ending: Ending<Json>, { call, tool }: ToolCallJob, ms: number): Observation {
  switch (ending.type) {
    case "returned": {
      const output = toOutput(ending.value, tool.maxOutputBytes);
      if (output.type === "json") return completed(call, output.json, ms);
      const message = `The tool ran, but what it returned is not JSON: ${output.reason}`;
      return failed(call, { kind: "failed", message, hint: "Do not simply repeat the call." }, ms);
    }
    case "threw":
      return failed(call, toFailure(ending.thrown), ms);
    case "timed_out":
      return failed(call, {
        kind: "timeout",
        message: `No result within ${tool.timeoutMs} ms.`,
        ...(tool.effect === "once" ? { hint: MAYBE } : { hint: "It may be tried again." }),
      }, ms);
    case "stopped":
      return failed(call, {
        kind: "cancelled",
        message: "The step was stopped before the tool returned.",
        ...(tool.effect === "once" ? { hint: MAYBE } : {}),
      }, ms);
  }
}

const MAYBE = "It may or may not have happened: check before you make the call again.";
