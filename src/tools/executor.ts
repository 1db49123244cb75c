// The executor: runs the calls of a plan. Judge every call, mark the `once` calls that will run, run them in parallel.
// The way of a single call is in _preflight.ts (may it run?) and _run_tool.ts (the run itself).

import type { PlannedCall } from "../core/call.ts";
import type { Observation } from "../core/entry.ts";
import type { ToolExecutor } from "../core/executor.ts";
import type { Clock, Sleep } from "../core/ports.ts";
import { preflight, type PreflightResult } from "./_preflight.ts";
import { mapLimited } from "./_parallel.ts";
import { run } from "./_run_tool.ts";
import type { ExecutionScope } from "./_scope.ts";

export interface ExecutorPorts {
  readonly clock: Clock;
  /** Ends timeouts; its wait is aborted as soon as the call ends, so no timer outlives a step. */
  readonly sleep: Sleep;
}

/**
 * An executor. Whatever tools and hooks do, every call gets exactly one observation and one `tool.finished`; only calls
 * that are given to a tool get a `tool.started`. A call that fails, fails alone. The one thing that is thrown is the
 * rejection of `context.markStarted`, and then nothing has run.
 */
export function createExecutor(ports: ExecutorPorts): ToolExecutor {
  return {
    execute: (calls, context, emit) => act(calls, { ...ports, context, signal: context.signal, emit }),
  };
}

async function act(calls: readonly PlannedCall[], scope: ExecutionScope): Promise<Observation[]> {
  const limit = scope.context.agent.limits.parallelCalls;
  const verdicts = await mapLimited(
    calls,
    limit,
    async (call) => announce(await preflight(call, scope), scope),
  );
  await markStarted(verdicts, scope);
  return await mapLimited(
    verdicts,
    limit,
    async (verdict) =>
      verdict.type === "settled" ? verdict.observation : finish(await run(verdict.job, scope), scope),
  );
}

/** A call that will not run is finished as soon as that is known. */
function announce(verdict: PreflightResult, scope: ExecutionScope): PreflightResult {
  if (verdict.type === "settled") finish(verdict.observation, scope);
  return verdict;
}

/** One request for all `once` calls, before any tool of the batch runs. */
async function markStarted(verdicts: readonly PreflightResult[], scope: ExecutionScope): Promise<void> {
  const callIds = verdicts.flatMap((verdict) =>
    verdict.type === "run" && verdict.job.tool.effect === "once" ? [verdict.job.call.id] : []
  );
  if (callIds.length > 0 && !scope.signal.aborted) await scope.context.markStarted(callIds);
}

function finish(observation: Observation, scope: ExecutionScope): Observation {
  scope.emit({ type: "tool.finished", ...observation });
  return observation;
}
