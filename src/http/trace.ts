// The trace of an HTTP request: that of the platform's own server span, else the caller's under a new span, else a new one.

import type { RandomBytes } from "../core/ports.ts";
import type { TraceContext } from "../core/text/trace_context.ts";
import { toHex } from "../core/text/byte_text.ts";

/** The place of a request in a distributed trace. */
export function continueTrace(
  active: TraceContext | undefined,
  caller: TraceContext | undefined,
  random: RandomBytes,
): TraceContext {
  if (active !== undefined) return active;
  const spanId = toHex(random(8));
  if (caller !== undefined) return { traceId: caller.traceId, spanId, flags: caller.flags };
  return { traceId: toHex(random(16)), spanId, flags: "00" };
}
