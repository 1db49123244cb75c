// The trace of a run: begun once the thread is, ended with its result. A run that nothing observes has none.

import type { Log } from "../../core/ports.ts";
import type { RunTrace } from "../../core/telemetry/telemetry.ts";
import type { TraceContext } from "../../core/text/trace_context.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { StepRequest } from "../request.ts";
import type { RunResult } from "../result.ts";
import type { Session } from "../session.ts";

/** Begins the trace; undefined when nothing observes the run and its request belongs to no trace. */
export function startTrace(
  { ref, agent, model }: Session,
  { trace: caller }: StepRequest,
  startedAt: number,
  { telemetry }: RuntimeDeps,
): RunTrace | undefined {
  return telemetry?.startRun({
    ref,
    agent,
    caller,
    startedAt,
    provider: model.provider.name,
    model: model.model,
  });
}

/** Runs `run` as a part of the trace, which ends with its result. */
export async function runTraced(trace: RunTrace, run: () => Promise<RunResult>): Promise<RunResult> {
  try {
    const result = await trace.within(run);
    const { thread: { version, status }, step, usage, choice, outcome, error } = result;
    trace.end({ step, version, status, usage, choice, outcome, error });
    return result;
  } catch (thrown) {
    trace.fail(thrown);
    throw thrown;
  }
}

/** The log with the ids of the span in each line; the log itself without one. */
export function logWithTrace(log: Log, context: TraceContext | undefined): Log {
  if (context === undefined) return log;
  const ids = traceIds(context);
  return (level, message, fields) => log(level, message, { ...ids, ...fields });
}

/** The fields of a log line by which it is found with its trace. */
export function traceIds(
  { traceId, spanId }: TraceContext,
): { readonly trace_id: string; readonly span_id: string } {
  return { trace_id: traceId, span_id: spanId };
}
