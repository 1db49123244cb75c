// A call that its tool has deferred: its result has come, its time is over, the tool is polled, or it waits on.

import type { PlannedCall } from "../../core/call.ts";
import type { Observation } from "../../core/entry.ts";
import { unreachable } from "../../core/error.ts";
import type { ExecutedCall } from "../../core/executor.ts";
import { OutputWithMedia } from "../../core/content/with_media.ts";
import { type CallResult, Deferred, type DeferredTerms } from "../../core/tool/deferred.ts";
import { ToolError } from "../../core/tool/tool_error.ts";
import type { Tool } from "../../core/tool.ts";
import { type ExecutionScope, runWithTimeout, type ToolCallJob } from "./run_with_timeout.ts";
import { runAfterHook } from "./hooks.ts";
import { keepMedia } from "./media.ts";
import { clipFailure, notRun, toCompleted, toFailed, toFailure, UNCERTAIN } from "./observation.ts";
import { toOutput } from "./cut_output.ts";

/**
 * What a deferred call comes to in this step, in this order: its result, a cancel of the thread, a poll, the end of its time.
 * With none of them it waits on.
 */
export async function resumeDeferred(
  planned: PlannedCall,
  terms: DeferredTerms,
  scope: ExecutionScope,
): Promise<ExecutedCall> {
  const { context, clock } = scope;
  const call = terms.args === undefined ? planned : { ...planned, args: terms.args };
  const tool = context.agent.tools.find(({ name }) => name === call.name);
  const job = tool && { call, tool };
  const result = context.results?.get(call.id);
  if (result !== undefined) return await settle(toObservation(call, result, tool, scope), job, scope);
  if (context.cancelledEpoch > call.epoch) {
    return notRun(call, "unknown", {
      kind: "cancelled",
      message: "it was cancelled while its result was outstanding.",
      hint: UNCERTAIN,
    });
  }
  const now = clock();
  const isDue = terms.pollAt !== undefined && terms.pollAt <= now && !scope.signal.aborted;
  const polledNow = job !== undefined && isDue ? await pollCall(job, terms, scope) : toWaiting(call, terms);
  if (polledNow.deferred === undefined) return polledNow;
  if (polledNow.deferred.expiresAt > now) return emitIfChanged(polledNow, terms, scope);
  const expired = toFailed(call, {
    kind: "timeout",
    message: `No result came until ${new Date(terms.expiresAt).toISOString()}.`,
    hint: tool === undefined || tool.effect === "once" ? UNCERTAIN : "It may be tried again.",
  });
  return await settle(expired, job, scope);
}

/** The observation of a call that waits, for where the run goes on without its result. */
export function toWaiting({ id, name }: PlannedCall, terms: DeferredTerms, ms = 0): ExecutedCall {
  const output = {
    status: "deferred",
    ref: terms.ref,
    note: "The work goes on. Its result comes later, as a message; do not make the call again.",
  };
  return { callId: id, name, outcome: "completed", output, ms, deferred: terms };
}

/** Emits that a call waits. */
export function emitDeferred(
  { callId, name }: Observation,
  terms: DeferredTerms,
  scope: ExecutionScope,
): void {
  const { ref, expiresAt, pollAt } = terms;
  scope.emit({
    type: "call.deferred",
    callId,
    name,
    ref,
    expiresAt,
    pollAt,
  });
}

async function pollCall(
  job: ToolCallJob,
  terms: DeferredTerms,
  scope: ExecutionScope,
): Promise<ExecutedCall> {
  const { call, tool } = job;
  const startedAt = scope.clock();
  const ending = await runWithTimeout<unknown>(
    job,
    scope,
    async (context) => await tool.poll?.(terms.ref, context),
  );
  const now = scope.clock();
  switch (ending.type) {
    case "returned": {
      const { value } = ending;
      if (value instanceof Deferred) return toWaiting(call, withKept(value.terms, terms));
      const { output, media } = value instanceof OutputWithMedia
        ? await keepMedia(value, tool, scope.context)
        : { output: value ?? null, media: undefined };
      const observation = toObservation(call, { output }, tool, scope);
      return await settle({ ...observation, media, ms: now - startedAt }, job, scope);
    }
    case "threw":
      if (ending.thrown instanceof ToolError && PASSING.includes(ending.thrown.kind)) {
        return toWaiting(call, later(terms, now, ending.thrown.retryAfterMs));
      }
      return await settle(toFailed(call, toFailure(ending.thrown, job, scope), now - startedAt), job, scope);
    case "timed_out":
    case "stopped":
      return toWaiting(call, later(terms, now));
    default:
      return unreachable(ending);
  }
}

/** New terms of a call that waits on. The arguments that its tool ran with stay, and since when it waits. */
function withKept(terms: DeferredTerms, before: DeferredTerms): DeferredTerms {
  return { ...terms, args: before.args ?? terms.args, since: before.since ?? terms.since };
}

/** A call that waits on with other terms than before says so. */
function emitIfChanged(call: ExecutedCall, before: DeferredTerms, scope: ExecutionScope): ExecutedCall {
  if (call.deferred !== undefined && call.deferred !== before) emitDeferred(call, call.deferred, scope);
  return call;
}

/** Kinds of a failure of `poll` after which it is called again. */
const PASSING: readonly string[] = ["retryable", "rate_limited"];

function later(terms: DeferredTerms, now: number, retryAfterMs = 0): DeferredTerms {
  const afterMs = Math.max(terms.pollAfterMs ?? 1_000, Number(retryAfterMs) || 0);
  return { ...terms, pollAt: Math.min(terms.expiresAt, now + afterMs) };
}

function toObservation(
  call: PlannedCall,
  result: { readonly output: unknown } | Extract<CallResult, { readonly error: unknown }>,
  tool: Tool | undefined,
  { context }: ExecutionScope,
): Observation {
  if ("error" in result) return toFailed(call, clipFailure(result.error, context.redact));
  const output = toOutput(result.output, tool?.maxOutputBytes ?? MOST_BYTES, context.redact?.output);
  if (output.type === "json") return toCompleted(call, output.json, 0);
  return toFailed(call, { kind: "failed", message: `The result is not JSON: ${output.reason}` });
}

/** UTF-8 bytes of a result as JSON where its tool is gone. */
const MOST_BYTES = 262_144;

async function settle(
  observation: Observation,
  job: ToolCallJob | undefined,
  scope: ExecutionScope,
): Promise<Observation> {
  return job === undefined ? observation : await runAfterHook(observation, job, scope);
}
