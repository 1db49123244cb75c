// The executor runs the calls of a plan: preflight of every call, one mark for the `once` calls that will run, then the runs,
// in parallel. preflight.ts decides whether a call may run; run_tool.ts runs it.

import type { PlannedCall } from "../../core/call.ts";
import type { ExecutedCall, ToolExecutor } from "../../core/executor.ts";
import type { Clock, Sleep } from "../../core/ports.ts";
import type { EnvSource } from "../../core/tool/bindings.ts";
import { appOfOutcome } from "../../core/tool/tool_app.ts";
import type { ExecutionScope, ToolCallJob } from "./run_with_timeout.ts";
import { Halt } from "./halt.ts";
import { toStopped } from "./observation.ts";
import { preflight, type PreflightResult } from "./preflight.ts";
import { runTool } from "./run_tool.ts";
import { checkJson } from "./validate.ts";

/** What an executor is built from. */
export interface ExecutorPorts {
  readonly clock: Clock;
  /** Waits for timeouts; its signal aborts as soon as the call ends, so no timer outlives a step. */
  readonly sleep: Sleep;
  /** Where `context.env` comes from; tools and hooks get the names that they declare. Empty by default. */
  readonly env?: EnvSource;
}

/**
 * Makes an executor. Whatever tools and hooks do, every call gets exactly one observation and one `tool.finished`, or
 * `call.deferred` in its place; only calls that are given to a tool get a `tool.started`. A call that fails, fails alone. `execute` rejects only with the rejection of
 * `context.markStarted`, and then no tool has run.
 */
export function createExecutor(ports: ExecutorPorts): ToolExecutor {
  return {
    check: checkJson,
    execute: (calls, context, emit) =>
      execute(calls, { env: {}, ...ports, context, meter: { steps: 0 }, signal: context.signal, emit }),
  };
}

async function execute(calls: readonly PlannedCall[], scope: ExecutionScope): Promise<ExecutedCall[]> {
  const limit = scope.context.agent.limits.parallelCalls;
  const checked = await mapLimited(
    calls,
    limit,
    async (call) => emitIfFinished(await preflight(call, scope), scope),
  );
  const halt = new Halt(scope);
  checked.forEach((result, index) => result.type === "finished" && halt.note(index, result.observation));
  const results = checked.map((result, index) => finishHalted(result, index, halt, scope));
  await markStarted(results, scope);
  return await mapLimited(results, limit, async (result, index) => {
    const latest = finishHalted(result, index, halt, scope);
    if (latest.type === "finished") return latest.observation;
    const executed = withArguments(await runTool(latest.job, scope), latest.job, calls[index]);
    return halt.note(index, emitFinished(executed, scope));
  });
}

/** Finishes a call that stands behind the one that ends the run. */
function finishHalted(
  result: PreflightResult,
  index: number,
  halt: Halt,
  scope: ExecutionScope,
): PreflightResult {
  const reason = result.type === "run" ? halt.reasonAt(index) : undefined;
  if (result.type === "finished" || reason === undefined) return result;
  return emitIfFinished({ type: "finished", observation: toStopped(result.job, scope, reason) }, scope);
}

/** Emits the end of a call without a run, as soon as that is decided. */
function emitIfFinished(result: PreflightResult, scope: ExecutionScope): PreflightResult {
  if (result.type === "finished") emitFinished(result.observation, scope);
  return result;
}

/** One request for all `once` calls, before any tool of the batch runs. */
async function markStarted(results: readonly PreflightResult[], scope: ExecutionScope): Promise<void> {
  const callIds = results.flatMap((result) =>
    result.type === "run" && result.job.tool.effect === "once" ? [result.job.call.id] : []
  );
  if (callIds.length > 0 && !scope.signal.aborted) await scope.context.markStarted(callIds);
}

/** The terms of a deferred call have the arguments that its tool ran with, where they are not those of the plan. */
function withArguments(
  executed: ExecutedCall,
  { call: { args } }: ToolCallJob,
  planned: PlannedCall | undefined,
): ExecutedCall {
  const { deferred } = executed;
  return deferred === undefined || args === planned?.args
    ? executed
    : { ...executed, deferred: { ...deferred, args } };
}

/** A call whose result comes later has not finished. */
function emitFinished(observation: ExecutedCall, scope: ExecutionScope): ExecutedCall {
  if (observation.deferred !== undefined) return observation;
  const { media: _, ...shown } = observation; // the history shows them
  const app = appOfOutcome(scope.context.agent.tools, shown);
  scope.emit({ type: "tool.finished", ...shown, ...(app && { app }) });
  return observation;
}

/** Like Promise.all over `items.map(work)`, with at most `limit` pieces of work at a time, begun in order. */
async function mapLimited<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const remaining = items.entries();
  const lane = async () => {
    for (const [index, item] of remaining) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  return results;
}
