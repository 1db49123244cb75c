// Telemetry over @opentelemetry/api: the deployment registers an SDK, or the platform does. Contexts are passed from parent to
// child explicitly, so no context manager is required; where there is one, what a tool starts by itself is a child as well.

import {
  type Context,
  context,
  createTraceState,
  ProxyTracerProvider,
  trace,
  TraceFlags,
  type Tracer,
} from "@opentelemetry/api";
import type { Log } from "../../core/ports.ts";
import type { RunStart, RunTrace, Telemetry, ToolTrace } from "../../core/telemetry/telemetry.ts";
import { instrumentsOfGlobal } from "./instruments.ts";
import { observeRun, type TelemetryOptions } from "./observe_run.ts";
import { SCHEMA_URL, SCOPE } from "./scope.ts";
import { unseenApi } from "./platform.ts";
import { toTraceContext } from "./span_context.ts";
import type { ChatTrace } from "../../core/model/provider.ts";
import { toTraceHeaders, type TraceContext } from "../../core/text/trace_context.ts";

/** Telemetry that uses what is registered with @opentelemetry/api when a run begins. While nothing is, a run has no trace. */
export function createTelemetry(options: TelemetryOptions & { readonly log: Log }): Telemetry {
  const instruments = instrumentsOfGlobal();
  let isWarned = false;
  const warnOfTwoCopies = () => {
    const version = isWarned ? undefined : unseenApi();
    if (version === undefined) return;
    isWarned = true;
    options.log(
      "warn",
      "spans are lost: the SDK of OpenTelemetry is registered with another copy of @opentelemetry/api than Treadle has; " +
        "install one version of it (npm ls @opentelemetry/api)",
      { version },
    );
  };
  warnOfTwoCopies();
  return {
    current: () => toTraceContext(trace.getActiveSpan()?.spanContext()),
    startRun: (run): RunTrace | undefined => {
      const meters = instruments();
      const tracer = findTracer();
      if (tracer === undefined && meters === undefined) {
        warnOfTwoCopies(); // an SDK may be registered later
        return run.caller === undefined ? undefined : forwardRun(run.caller);
      }
      return observeRun(run, resolveParent(run), {
        ...options,
        caller: run.caller,
        tracer: tracer ?? trace.getTracer(SCOPE),
        instruments: meters,
      });
    },
  };
}

/** The tracer of the SDK; undefined while none is registered. */
function findTracer(): Tracer | undefined {
  const provider = trace.getTracerProvider();
  const options = { schemaUrl: SCHEMA_URL };
  return provider instanceof ProxyTracerProvider
    ? provider.getDelegateTracer(SCOPE, undefined, options)
    : provider.getTracer(SCOPE, undefined, options);
}

/** The span that is active, such as that of the platform's HTTP server, which has read the headers; else that of the caller. */
function resolveParent({ caller }: RunStart): Context {
  const active = context.active();
  if (caller === undefined || trace.getSpanContext(active) !== undefined) return active;
  const { traceId, spanId, flags, state } = caller;
  return trace.setSpanContext(active, {
    traceId,
    spanId,
    traceFlags: parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: true,
    traceState: state === undefined ? undefined : createTraceState(state),
  });
}

/** A run without telemetry whose caller has a trace: it has no span, and its requests carry the headers of the caller. */
function forwardRun(caller: TraceContext): RunTrace {
  const headers = toTraceHeaders(caller);
  const within = <T>(work: () => T): T => work();
  const end = () => {};
  const chat: ChatTrace = { headers, whole: headers, within, end, fail: end };
  const tool: ToolTrace = { headers, whole: headers, within, end };
  const model = { startChat: () => chat };
  return {
    context: undefined,
    headers,
    whole: headers,
    within,
    end,
    fail: end,
    forModel: () => model,
    startTool: () => tool,
  };
}
