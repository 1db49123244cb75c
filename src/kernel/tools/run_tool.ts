// One call is given to its tool, or, for a `once` call that an earlier worker started, to the tool's `reconcile`.

import { unreachable } from "../../core/error.ts";
import type { Observation } from "../../core/entry.ts";
import { OutputWithMedia } from "../../core/content/with_media.ts";
import type { ExecutedCall } from "../../core/executor.ts";
import { copyOfJson, type Json } from "../../core/json.ts";
import { mayHaveArrived } from "../../core/outbound/fetch_once.ts";
import { appOfCall } from "../../core/tool/tool_app.ts";
import { AuthorizationNeeded, Deferred } from "../../core/tool/deferred.ts";
import type { Reconciled, Tool, ToolContext } from "../../core/tool.ts";
import {
  countAttempts,
  type Ending,
  type ExecutionScope,
  runWithTimeout,
  type ToolCallJob,
} from "./run_with_timeout.ts";
import { needsAuthorization } from "./authorization.ts";
import { emitDeferred, toWaiting } from "./deferred.ts";
import { runAfterHook } from "./hooks.ts";
import { keepMedia, type KeptOutput } from "./media.ts";
import { toCompleted, toFailed, toFailure, toStopped, UNCERTAIN } from "./observation.ts";
import { toOutput } from "./cut_output.ts";

/**
 * Runs the tool, then the after-hook. When the step was stopped before, neither runs and the call is skipped. The hook of a call
 * that is deferred runs when its result has come.
 */
export async function runTool(job: ToolCallJob, scope: ExecutionScope): Promise<ExecutedCall> {
  const { call, tool } = job;
  if (scope.signal.aborted) return toStopped(job, scope);

  const attempt = countAttempts(call, scope);
  const app = appOfCall(tool.app);
  scope.emit({
    type: "tool.started",
    callId: call.id,
    name: call.name,
    args: call.args,
    attempt,
    ...(app && { app }),
  });
  const startedAt = scope.clock();
  const trace = scope.context.trace?.startTool({ tool, call, step: scope.context.step, attempt });
  const own = (context: ToolContext) => tool.run(copyOfJson(call.args), context); // a tool may change its arguments
  const { wrap } = scope.context;
  const run = wrap === undefined ? own : (context: ToolContext) =>
    wrap(
      { id: call.id, name: call.name, args: call.args, effect: tool.effect, attempt, signal: context.signal },
      async () => {
        context.signal.throwIfAborted(); // the call is over: what has been waited for comes too late
        return await own(context);
      },
    );
  const ending = trace === undefined
    ? await runWithTimeout(job, scope, run)
    : await runWithTimeout({ ...job, trace }, scope, (context) => trace.within(() => run(context)));
  const ms = scope.clock() - startedAt;
  let observation: Observation;
  if (ending.type === "returned") {
    const { value } = ending;
    const isAwaited = scope.context.canDefer !== false;
    if (value instanceof Deferred && (isAwaited || value.terms.pollAt !== undefined)) {
      const observation = toWaiting(call, value.terms, ms);
      trace?.end(observation);
      emitDeferred(observation, value.terms, scope);
      return observation;
    }
    if (value instanceof AuthorizationNeeded) {
      const observation = needsAuthorization(call, value, scope, ms);
      trace?.end(observation);
      return observation;
    }
    if (value instanceof Deferred) {
      observation = cannotDefer(job, ms, scope);
    } else {
      const kept = value instanceof OutputWithMedia
        ? await keepMedia(value, tool, scope.context)
        : { output: value as Json }; // whatever it is: returned() looks
      observation = toReturned(kept, job, ms, scope);
    }
  } else {
    observation = notReturned(ending, job, ms, scope);
  }
  trace?.end(observation);
  return await runAfterHook(observation, job, scope);
}

/** The tool has begun something, and nothing here takes what that comes to. */
function cannotDefer({ call, tool }: ToolCallJob, ms: number, { context }: ExecutionScope): Observation {
  const missing = "the deployment has no plugin that takes it: add deferredCalls()";
  context.log?.("warn", `a result comes later, and ${missing}`, { tool: tool.name, callId: call.id });
  return toFailed(call, {
    kind: "failed",
    message: `The tool ran, and its result comes later, but ${missing}.`,
    hint: "Do not simply repeat the call.",
  }, ms);
}

function toReturned(
  { output: value, media }: KeptOutput,
  { call, tool }: ToolCallJob,
  ms: number,
  { context }: ExecutionScope,
): Observation {
  const output = toOutput(value, tool.maxOutputBytes, context.redact?.output);
  if (output.type === "json") return { ...toCompleted(call, output.json, ms), media };
  const message = `The tool ran, but what it returned is not JSON: ${output.reason}`;
  return toFailed(call, { kind: "failed", message, hint: "Do not simply repeat the call." }, ms);
}

/**
 * A `once` tool whose request ended without an answer is `unknown`. One that timed out or was stopped is `toFailed`, also a `once` tool:
 * the hint tells the model that the effect is uncertain.
 */
function notReturned(
  ending: Exclude<Ending<never>, { readonly type: "returned" }>,
  { call, tool }: ToolCallJob,
  ms: number,
  scope: ExecutionScope,
): Observation {
  switch (ending.type) {
    case "threw": {
      const failure = toFailure(ending.thrown, { call, tool }, scope);
      if (tool.effect !== "once" || failure.kind !== "failed" || !mayHaveArrived(ending.thrown)) {
        return toFailed(call, failure, ms);
      }
      const hint = failure.hint ?? UNCERTAIN;
      return { ...toFailed(call, { ...failure, hint }, ms), outcome: "unknown" };
    }
    case "timed_out":
      return toFailed(call, {
        kind: "timeout",
        message: `No result within ${tool.timeoutMs} ms.`,
        hint: tool.effect === "once" ? UNCERTAIN : "It may be tried again.",
      }, ms);
    case "stopped":
      return toFailed(call, {
        kind: "cancelled",
        message: "The step was stopped before the tool returned.",
        hint: tool.effect === "once" ? UNCERTAIN : undefined,
      }, ms);
    default:
      return unreachable(ending);
  }
}

/** What became of a call that an earlier worker started. */
export type ReconcileResult =
  | { readonly type: "happened"; readonly output: Json }
  | { readonly type: "did_not_happen" }
  | { readonly type: "unknown" };

/** Runs the tool's `reconcile`. Without one, or when it fails, times out or returns another value, the result is `unknown`. */
export async function reconcile(job: ToolCallJob, scope: ExecutionScope): Promise<ReconcileResult> {
  const { tool, call } = job;
  const ending = await runWithTimeout(
    job,
    scope,
    async (context) => toResult(await tool.reconcile?.(call.id, context), tool, scope),
  );
  if (ending.type === "threw") toFailure(ending.thrown, job, scope); // for the log
  return ending.type === "returned" ? ending.value : { type: "unknown" };
}

function toResult(
  reconciled: Reconciled | undefined,
  tool: Tool,
  { context }: ExecutionScope,
): ReconcileResult {
  switch (reconciled?.happened) {
    case true: {
      // Output that is not JSON is lost; the fact that the call happened is not.
      const output = toOutput(reconciled.output, tool.maxOutputBytes, context.redact?.output);
      return { type: "happened", output: output.type === "json" ? output.json : null };
    }
    case false:
      return { type: "did_not_happen" };
    default:
      return { type: "unknown" };
  }
}
