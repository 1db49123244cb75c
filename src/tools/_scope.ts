// What every part of the executor needs while it works on one batch of calls.

import type { PlannedCall } from "../core/call.ts";
import type { ToolEvent } from "../core/event.ts";
import type { ExecutionContext } from "../core/executor.ts";
import type { Clock, Env, Sleep } from "../core/ports.ts";
import type { Tool, ToolContext } from "../core/tool.ts";
import { bounded, type Ending } from "./_bounded.ts";

export interface ExecutionScope {
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly env: Env;
  readonly context: ExecutionContext;
  /** Aborts when the step is stopped. */
  readonly signal: AbortSignal;
  emit(event: ToolEvent): void;
}

/** A call that may run, with the arguments it runs with. */
export interface ToolCallJob {
  readonly call: PlannedCall;
  readonly tool: Tool;
}

/** How often the call has been tried, this time included. */
export function attemptOf(call: PlannedCall, scope: ExecutionScope): number {
  return Math.max(1, scope.context.epoch - call.epoch);
}

/** Runs a tool, its reconcile or a hook: bounded by the tool's timeout and by the life of the step. */
export function runWithTimeout<T>(
  job: ToolCallJob,
  scope: ExecutionScope,
  work: (context: ToolContext) => T | Promise<T>,
): Promise<Ending<T>> {
  return bounded((signal) => work(toolContext(job, signal, scope)), {
    timeoutMs: job.tool.timeoutMs,
    signal: scope.signal,
    sleep: scope.sleep,
  });
}

/** The history is there only when the tool asked for it. */
function toolContext({ call, tool }: ToolCallJob, signal: AbortSignal, scope: ExecutionScope): ToolContext {
  const { tenant, thread, agent, step, metadata } = scope.context;
  return {
    tenant,
    thread,
    agent: agent.name,
    step,
    callId: call.id,
    idempotencyKey: call.id,
    attempt: attemptOf(call, scope),
    signal,
    metadata: structuredClone(metadata),
    env: declared([...agent.env, ...tool.env ?? []], scope.env),
    ...(tool.wantsThread ? { history: scope.context.history } : {}),
  };
}

function declared(names: readonly string[], env: Env): Env {
  const isSet = (name: string) => Object.hasOwn(env, name) && env[name] !== undefined;
  return Object.fromEntries(names.filter(isSet).map((name) => [name, env[name]]));
}
