// The ids of a span as Treadle passes them on.

import { isSpanContextValid, type SpanContext } from "@opentelemetry/api";
import type { TraceContext } from "../../core/text/trace_context.ts";

/** The span with its ids as texts; undefined for one that has none. It has the state of the caller's where its own has none. */
export function toTraceContext(
  span: SpanContext | undefined,
  caller?: TraceContext,
): TraceContext | undefined {
  if (span === undefined || !isSpanContextValid(span)) return undefined;
  const { traceId, spanId, traceFlags, traceState } = span;
  const inherited = caller?.traceId === traceId ? caller.state : undefined;
  const state = traceState?.serialize() || inherited;
  return {
    traceId,
    spanId,
    flags: traceFlags.toString(16).padStart(2, "0"),
    state,
  };
}
