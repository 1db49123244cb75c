// Every request has a trace, and one log line when its response begins; one that may begin work waits for its turn of the event loop. Its
// id comes from hono/request-id.

import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { type AgentError, failureFields, toAgentError } from "../core/error.ts";
import { parseTraceContext, toTraceparent, type TraceContext } from "../core/text/trace_context.ts";
import { traceIds } from "../kernel/trace/run_trace.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { Turns } from "./turns.ts";
import type { OpenedPlugin, PluginDeps } from "./plugin.ts";
import { problem } from "./errors.ts";
import type { RandomBytes } from "../core/ports.ts";
import { toHex } from "../core/text/byte_text.ts";

/** Sets the trace, the headers and the form of errors of a response, and logs it. Only hono/request-id stands before it. */
export function observe(
  { clock, log, random, telemetry, openedPlugins }: PluginDeps,
): MiddlewareHandler<HttpEnv> {
  const formatError = createErrorFormat(openedPlugins);
  const turns = new Turns(clock);
  return async (c, next) => {
    const startedAt = clock();
    const turn = c.req.method === "POST" ? turns.take() : undefined; // what reads alone does not wait
    if (turn !== undefined) await turn;
    if (formatError !== undefined) c.set("formatError", formatError);
    const caller = parseTraceContext(c.req.header("traceparent"), c.req.header("tracestate"));
    if (caller !== undefined) c.set("caller", caller);
    c.set("trace", continueTrace(telemetry?.current(), caller, random));
    await next();
    const trace = c.get("trace"); // a run has its own span
    const { requestId, tenant, by, user, bound, errorCode } = c.var; // read once: each `var` is a new object
    const { status, headers } = c.res;
    headers.set("x-request-id", requestId); // again: a Response that a handler makes lacks the headers that middleware sets before it
    headers.set("traceparent", toTraceparent(trace));
    for (const [name, value] of OWN_HEADERS) if (!headers.has(name)) headers.set(name, value);
    const failure = c.error === undefined || status < 500 ? undefined : failureFields(c.error);
    log(status >= 500 ? "error" : "info", "request", {
      method: c.req.method,
      route: findRoute(c),
      status,
      ms: clock() - startedAt,
      tenant: tenant ?? null,
      caller: user === undefined && bound === undefined ? by : undefined, // names of people stay out of logs
      token: bound?.id,
      ...traceIds(trace),
      request: requestId,
      code: errorCode,
      ...failure,
    });
  };
}

/**
 * Responses are not cached and not sniffed, and pages of other origins do not embed them. HSTS binds the whole domain, which belongs
 * to the deployment; the rest is about documents, and the page sets its own. Every header costs 2 us a request.
 */
const OWN_HEADERS = [
  ["cache-control", "no-store"],
  ["x-content-type-options", "nosniff"],
  ["cross-origin-resource-policy", "same-origin"],
] as const;

/** The first form that a plugin has for the path; undefined when no plugin has one. */
function createErrorFormat(openedPlugins: readonly OpenedPlugin[]) {
  const formats = openedPlugins.filter((door) => door.formatError !== undefined);
  if (formats.length === 0) return undefined;
  return (path: string, error: AgentError): Response | undefined => {
    for (const door of formats) {
      const response = door.formatError?.(path, error);
      if (response !== undefined) return response;
    }
    return undefined;
  };
}

/** The pattern of the route that matched, with the base path; null when only middleware did. */
function findRoute(c: HttpContext): string | null {
  return matchedRoutes(c).findLast(({ path }) => !path.includes("*"))?.path ?? null;
}

/** The response to an exception of a handler or a middleware; an unexpected one is `internal`. */
export function errorResponse(thrown: unknown, c: HttpContext): Response {
  return problem(c, toAgentError(thrown));
}

/** The trace of a request: that of the platform's own server span, else a new span of the caller's trace, else a new trace. */
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
