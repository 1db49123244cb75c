// The ids of a span as Treadle passes them on.

import { isSpanContextValid, type SpanContext } from "@opentelemetry/api";
import type { TraceContext } from "../core/telemetry/trace_context.ts";

/** The span with its ids as texts; undefined for one that has none. */
export function toTraceContext(span: SpanContext | undefined): TraceContext | undefined {
  if (span === undefined || !isSpanContextValid(span)) return undefined;
  const { traceId, spanId, traceFlags, traceState } = span;
  const state = traceState?.serialize();
  return {
    ...{ traceId, spanId, flags: traceFlags.toString(16).padStart(2, "0") },
    ...(state === undefined || state === "" ? {} : { state }),
  };
}
