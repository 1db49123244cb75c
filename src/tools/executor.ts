// The executor: runs the calls of a plan. Judge every call, mark the `once` calls that will run, run them in parallel.
// The way of a single call is in _preflight.ts (may it run?) and _run_tool.ts (the run itself).

import type { PlannedCall } from "../core/call.ts";
import type { Observation } from "../core/entry.ts";
import type { ToolExecutor } from "../core/executor.ts";
import type { Clock, Env, Sleep } from "../core/ports.ts";
import { Halt } from "./_halt.ts";
import { preflight, type PreflightResult } from "./_preflight.ts";
import { mapLimited } from "./_parallel.ts";
import { run } from "./_run_tool.ts";
import type { ExecutionScope } from "./_scope.ts";
import { stopped } from "./_stopped.ts";

export interface ExecutorPorts {
  readonly clock: Clock;
  /** Ends timeouts; its wait is aborted as soon as the call ends, so no timer outlives a step. */
  readonly sleep: Sleep;
  /** Where `context.env` comes from; tools and hooks get the names that they declare. Empty by default. */
  readonly env?: Env;
}

/**
 * An executor. Whatever tools and hooks do, every call gets exactly one observation and one `tool.finished`; only calls
 * that are given to a tool get a `tool.started`. A call that fails, fails alone. The one thing that is thrown is the
 * rejection of `context.markStarted`, and then nothing has run.
 */
export function createExecutor(ports: ExecutorPorts): ToolExecutor {
  return {
    execute: (calls, context, emit) =>
      act(calls, { env: {}, ...ports, context, signal: context.signal, emit }),
  };
}

async function act(calls: readonly PlannedCall[], scope: ExecutionScope): Promise<Observation[]> {
  const limit = scope.context.agent.limits.parallelCalls;
  const judged = await mapLimited(
    calls,
    limit,
    async (call) => announce(await preflight(call, scope), scope),
  );
  const halt = new Halt(scope);
  judged.forEach((verdict, index) => verdict.type === "settled" && halt.note(index, verdict.observation));
  const verdicts = judged.map((verdict, index) => unlessHalted(verdict, index, halt, scope));
  await markStarted(verdicts, scope);
  return await mapLimited(verdicts, limit, async (verdict, index) => {
    const now = unlessHalted(verdict, index, halt, scope);
    return now.type === "settled"
      ? now.observation
      : halt.note(index, finish(await run(now.job, scope), scope));
  });
}

function unlessHalted(
  verdict: PreflightResult,
  index: number,
  halt: Halt,
  scope: ExecutionScope,
): PreflightResult {
  const reason = verdict.type === "run" ? halt.reasonAt(index) : undefined;
  if (verdict.type === "settled" || reason === undefined) return verdict;
  return announce({ type: "settled", observation: stopped(verdict.job, scope, reason) }, scope);
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
