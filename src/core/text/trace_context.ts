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
  /** Of the requests that the work sends by `fetch`: without `traceparent` where the platform's fetch adds its own. */
  readonly headers: TraceHeaders;
  /** Of everything else that the work sends; empty where it belongs to no trace. */
  readonly whole: TraceHeaders;
  /** Runs `work` as a part of this: spans that it starts by itself are children. */
  within<T>(work: () => T): T;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** `sampled` and `random`: the flags that Level 2 defines. All others must be set to zero. */
const KNOWN_FLAGS = 0b11;

/** A member of `tracestate` (section 3.3.1.3); keys of Level 2 begin with a digit as well. */
const MEMBER =
  /^([a-z0-9][a-z0-9_\-*\/]{0,255}(?:@[a-z][a-z0-9_\-*\/]{0,13})?)=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{1,256}$/;

/** Members that a `tracestate` may have (section 3.3.1.1), and characters that every participant has to pass on (3.3.1.5). */
const MAX_MEMBERS = 32;
const MAX_CHARACTERS = 512;

/** Members longer than this leave a `tracestate` first that is too long. */
const LONG_MEMBER = 128;

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
  const state = parseTraceState(tracestate);
  const known = (parseInt(flags, 16) & KNOWN_FLAGS).toString(16).padStart(2, "0");
  const span = { traceId, spanId, flags: known };
  return state === undefined ? span : { ...span, state };
}

/** The state as it is passed on; undefined for none, and for one that breaks the grammar. */
function parseTraceState(tracestate = ""): string | undefined {
  const members = tracestate.split(",").map((member) => member.trim()).filter((member) => member !== "");
  const keys = members.map((member) => MEMBER.exec(member)?.[1]);
  if (keys.includes(undefined) || new Set(keys).size < keys.length || keys.length > MAX_MEMBERS) {
    return undefined;
  }
  while (members.join().length > MAX_CHARACTERS) {
    const long = members.findLastIndex((member) => member.length > LONG_MEMBER);
    members.splice(long < 0 ? members.length - 1 : long, 1);
  }
  return members.length === 0 ? undefined : members.join();
}

/** The headers of a request by `fetch`, where the platform's adds a `traceparent` of its own below the active span. */
export function withoutTraceparent(headers: TraceHeaders): TraceHeaders {
  const { traceparent: _platform, ...others } = headers;
  return others;
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
