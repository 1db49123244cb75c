// The guard around code that users write. A tool, its `reconcile` or a hook may hang, throw anything and ignore its signal;
// the step continues in every case.

import type { PlannedCall } from "../../core/call.ts";
import type { ToolEvent } from "../../core/event.ts";
import type { ExecutionContext } from "../../core/executor.ts";
import { copyOfJson } from "../../core/json.ts";
import { type Clock, type Sleep, startTimer } from "../../core/ports.ts";
import type { StepMeter } from "../../core/json_schema/fits_schema.ts";
import { fetchOnce } from "../../core/outbound/fetch_once.ts";
import { toDeferred } from "../../core/tool/deferred.ts";
import { ToolError } from "../../core/tool/tool_error.ts";
import type { TracedWork } from "../../core/text/trace_context.ts";
import type { Tool, ToolContext } from "../../core/tool.ts";
import type { EnvSource } from "../../core/tool/bindings.ts";
import { toolEnv } from "./tool_env.ts";

/** What every part of the executor reads while one batch of calls runs. */
export interface ExecutionScope {
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** What tools and hooks read their declared names from. */
  readonly env: EnvSource;
  readonly context: ExecutionContext;
  /** What the checks of the batch have cost since others could run. */
  readonly meter: StepMeter;
  /** Aborts when the step is stopped. */
  readonly signal: AbortSignal;
  emit(event: ToolEvent): void;
}

/** A call and its tool, with the arguments that the tool runs with. */
export interface ToolCallJob {
  readonly call: PlannedCall;
  readonly tool: Tool;
  /** The run of the tool in its trace; undefined where the code belongs to the whole run: a hook, or `reconcile`. */
  readonly trace?: TracedWork;
}

/** How guarded code ended. After `timed_out` and `stopped` it may still run; its result is dropped. */
export type Ending<T> =
  | { readonly type: "returned"; readonly value: T }
  | { readonly type: "threw"; readonly thrown: unknown }
  | { readonly type: "timed_out" }
  | { readonly type: "stopped" };

/** How often the call has been tried, this time included: from 1. */
export function countAttempts(call: PlannedCall, scope: ExecutionScope): number {
  return Math.max(1, scope.context.epoch - call.epoch);
}

/**
 * Runs a tool, its `reconcile` or a hook, until it ends, the tool's timeout is over, or the step is stopped. The promise
 * never rejects.
 */
export function runWithTimeout<T>(
  job: ToolCallJob,
  scope: ExecutionScope,
  work: (context: ToolContext) => T | Promise<T>,
): Promise<Ending<T>> {
  const { timeoutMs } = job.tool;
  const { signal, sleep } = scope;
  if (signal.aborted) return Promise.resolve({ type: "stopped" });
  const abort = new AbortController();
  let hasEnded = false;
  return new Promise((resolve) => {
    const end = (ending: Ending<T>, reason?: unknown) => {
      if (hasEnded) return;
      hasEnded = true;
      stopTimer();
      signal.removeEventListener("abort", stop);
      if (reason !== undefined) abort.abort(reason);
      resolve(ending);
    };
    const stop = () => end({ type: "stopped" }, signal.reason);
    const expire = () =>
      end({ type: "timed_out" }, new DOMException(`No result within ${timeoutMs} ms.`, "TimeoutError"));
    signal.addEventListener("abort", stop);
    const stopTimer = startTimer(sleep, timeoutMs, expire);
    startWork(() => work(toolContext(job, abort.signal, scope))).then(
      (value) => end({ type: "returned", value }),
      (thrown) => end({ type: "threw", thrown }),
    );
  });
}

/** The promise of the work; a synchronous throw rejects it. */
async function startWork<T>(work: () => T | Promise<T>): Promise<T> {
  return await work();
}

function toolContext(
  { call, tool, trace }: ToolCallJob,
  signal: AbortSignal,
  scope: ExecutionScope,
): ToolContext {
  const { tenant, thread, agent, step, metadata, user, urlOfCallback, fetch, outbound } = scope.context;
  return {
    tenant,
    thread,
    agent: agent.name,
    step,
    callId: call.id,
    idempotencyKey: call.id,
    attempt: countAttempts(call, scope),
    signal,
    metadata: copyOfJson(metadata),
    user,
    get state() {
      return scope.context.state; // reading it copies
    },
    env: toolEnv(agent, tool, scope.env),
    traceHeaders: (trace ?? scope.context.trace)?.headers,
    traceContext: (trace ?? scope.context.trace)?.whole,
    fetch: fetchUntil(signal, fetch ?? fetchOnce),
    outbound,
    defer: (options) => toDeferred(options, scope.clock(), tool.poll !== undefined, call.deferred),
    callbackUrl: async ({ expiresInMs = DAY_MS } = {}) => {
      if (urlOfCallback === undefined) throw new ToolError("failed", NO_CALLBACKS);
      return await urlOfCallback(call.id, expiresInMs);
    },
    history: tool.wantsThread ? scope.context.history : undefined, // reading it decodes the entries
  };
}

/** A request has its own signal beside that of the call. */
function fetchUntil(signal: AbortSignal, send: typeof fetch): typeof fetch {
  return (input, init) => {
    // The options in a Request stand on its prototype, where a copy does not find them.
    if (init instanceof Request) [input, init] = [new Request(input, init), undefined];
    const own = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    return send(input, { ...init, signal: own ? AbortSignal.any([own, signal]) : signal });
  };
}

const DAY_MS = 86_400_000;

const NO_CALLBACKS =
  "This deployment has no URL for callbacks: set TREADLE_PUBLIC_URL and TREADLE_APPROVAL_SECRET, and add deferredCalls().";
