// The trace of an HTTP request: that of the platform's own server span, else the caller's under a new span, else a new one.

import type { RandomBytes } from "../core/ports.ts";
import type { TraceContext } from "../core/telemetry/trace_context.ts";

/** The place of a request in a distributed trace. */
export function continueTrace(
  active: TraceContext | undefined,
  caller: TraceContext | undefined,
  random: RandomBytes,
): TraceContext {
  if (active !== undefined) return active;
  const spanId = random(8).toHex();
  if (caller !== undefined) return { traceId: caller.traceId, spanId, flags: caller.flags };
  return { traceId: random(16).toHex(), spanId, flags: "00" };
}
