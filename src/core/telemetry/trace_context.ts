// W3C Trace Context: the place of a request in a distributed trace, and the headers that carry it.

/** One span of a distributed trace. */
export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits. */
  readonly spanId: string;
  /** 2 hex digits; 01 means sampled. */
  readonly flags: string;
  /** What vendors keep with the trace: the value of the header `tracestate`. */
  readonly state?: string;
}

/** `traceparent`, and `tracestate` where the trace has one; spread them into the headers of a request. */
export type TraceHeaders = Readonly<Record<string, string>>;

/** What is under way and has a place in a trace. */
export interface TracedWork {
  /** Of the requests that the work sends; empty where it belongs to no trace. */
  readonly headers: TraceHeaders;
  /** Runs `work` as a part of this: spans that it starts by itself are children. */
  within<T>(work: () => T): T;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** `sampled` and `random`: the flags that Level 2 defines. All others must be set to zero. */
const KNOWN_FLAGS = 0b11;

/** Printable ASCII, as long as every participant has to take it (section 3.3.1.5). */
const TRACESTATE = /^[\x20-\x7e]{1,512}$/;

/**
 * The span that headers name. A malformed `traceparent` names none (section 3.2.2.4: "must ignore the traceparent"), and a
 * malformed `tracestate` is left out.
 *
 * @example
 * ```ts
 * import { parseTraceContext } from "./trace_context.ts";
 * import assert from "node:assert/strict";
 *
 * const caller = parseTraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "vendor=1");
 * assert.deepEqual(caller, {
 *   traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
 *   spanId: "00f067aa0ba902b7",
 *   flags: "01",
 *   state: "vendor=1",
 * });
 * assert.equal(parseTraceContext("00-0-0-01"), undefined);
 * ```
 */
export function parseTraceContext(
  traceparent: string | undefined,
  tracestate?: string,
): TraceContext | undefined {
  if (traceparent === undefined) return undefined;
  const [, version, traceId, spanId, flags, rest] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  if (isZero(traceId) || isZero(spanId)) return undefined;
  const state = tracestate !== undefined && TRACESTATE.test(tracestate) ? tracestate : undefined;
  const known = (parseInt(flags, 16) & KNOWN_FLAGS).toString(16).padStart(2, "0");
  return { traceId, spanId, flags: known, ...(state === undefined ? {} : { state }) };
}

/** The header `traceparent`. */
export function toTraceparent({ traceId, spanId, flags }: TraceContext): string {
  return `00-${traceId}-${spanId}-${flags}`;
}

/** The headers of a request that belongs to the span. */
export function toTraceHeaders(context: TraceContext): TraceHeaders {
  const traceparent = toTraceparent(context);
  return context.state === undefined ? { traceparent } : { traceparent, tracestate: context.state };
}

function isZero(id: string): boolean {
  return /^0+$/.test(id);
}
