// W3C Trace Context: a request continues the caller's trace under a new span; a malformed header starts a new trace
// (section 3.2.2.4: "must ignore the traceparent"). By hand: the propagator of @opentelemetry/core brings its whole
// API into the bundle.

import type { RandomBytes } from "../core/ports.ts";

/** The place of a request in a distributed trace. */
export interface Trace {
  /** 32 hex digits. */
  readonly traceId: string;
  /** The span of the request: 16 hex digits. */
  readonly spanId: string;
  /** 2 hex digits; 01 means sampled. */
  readonly flags: string;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The trace of a request: continued from its `traceparent`, or new. */
export function continueTrace(traceparent: string | undefined, random: RandomBytes): Trace {
  const spanId = random(8).toHex();
  const [, version, traceId, parentId, flags, rest] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  const legal = version !== undefined && version !== "ff" && (version !== "00" || rest === undefined) &&
    isId(traceId) && isId(parentId);
  return legal && traceId !== undefined && flags !== undefined
    ? { traceId, spanId, flags }
    : { traceId: random(16).toHex(), spanId, flags: "00" };
}

/** The `traceparent` header of the response. */
export function toTraceparent({ traceId, spanId, flags }: Trace): string {
  return `00-${traceId}-${spanId}-${flags}`;
}

function isId(id: string | undefined): boolean {
  return id !== undefined && /[^0]/.test(id);
}
