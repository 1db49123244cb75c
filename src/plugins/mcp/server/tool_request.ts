// One tools/call: who sends it, what it says, and what the protocol permits.

import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { parseTraceContext, type TraceContext } from "../../../core/text/trace_context.ts";
import type { HttpContext, HttpDeps } from "../../../http/context.ts";
import type { ServedTool } from "./served_tools.ts";

/** The official package. Its module is loaded by the first request, and what uses it gets it as an argument. */
export type McpPackage = typeof import("./dist/package.js");

/** The parts of a request that tools are run with. */
export interface ToolRequest {
  readonly c: HttpContext;
  readonly deps: HttpDeps;
  readonly mcp: McpPackage;
  /** Those that the caller may use. */
  readonly tools: readonly ServedTool[];
  /** `params` of the message, as it was sent. */
  readonly params: JsonObject;
  /** The protocol is 2026-07-28: the client may have questions for its user, and a client that leaves cancels. */
  readonly isModern: boolean;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  /** Sends a notification before the result. */
  notify(method: "notifications/progress", params: JsonObject): Promise<void>;
}

/** The key of `_meta` under which two calls are one. */
export const IDEMPOTENCY_KEY = "treadle/idempotencyKey";

const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/** What `_meta` of a call says. */
export interface CallMeta {
  readonly idempotencyKey: Json | undefined;
  readonly progressToken: string | number | undefined;
  /** The span of the caller; that of the headers where `_meta` names none. */
  readonly trace: TraceContext | undefined;
  /** The client shows forms to its user. */
  readonly takesForms: boolean;
}

/** Reads `_meta`. */
export function readCallMeta({ c, params, isModern }: ToolRequest): CallMeta {
  const meta = readObject(params._meta);
  const { progressToken: token, traceparent, tracestate } = meta;
  const elicitation = readObject(meta[CAPABILITIES]).elicitation;
  return {
    idempotencyKey: meta[IDEMPOTENCY_KEY],
    progressToken: typeof token === "string" || typeof token === "number" ? token : undefined,
    trace: parseTraceContext(readText(traceparent), readText(tracestate)) ?? c.get("caller"),
    takesForms: isModern && isJsonObject(elicitation) &&
      (isJsonObject(elicitation.form) || Object.keys(elicitation).length === 0),
  };
}

/** The value if it is an object, else an empty one. */
export function readObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function readText(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
