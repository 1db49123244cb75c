// What every request gets: an id, a trace, safe headers, and one log line when its answer begins.

import type { MiddlewareHandler } from "hono";
import { failureFields, toAgentError } from "../core/error.ts";
import { newId } from "../core/id.ts";
import type { HttpContext, HttpDeps, HttpEnv } from "./context.ts";
import { problem } from "./errors.ts";
import { continueTrace, toTraceparent } from "./trace.ts";

/** The outermost middleware. */
export function observe({ clock, log, random }: HttpDeps): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const startedAt = clock();
    const trace = continueTrace(c.req.header("traceparent"), random);
    c.set("requestId", newId("req", random));
    c.set("trace", trace);
    await next();
    c.header("x-request-id", c.var.requestId);
    c.header("traceparent", toTraceparent(trace));
    c.header("x-content-type-options", "nosniff");
    if (!c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
    const { status } = c.res;
    log(status >= 500 ? "error" : "info", "request", {
      method: c.req.method,
      route: c.var.route ?? null,
      status,
      ms: clock() - startedAt,
      tenant: c.var.tenant ?? null,
      trace: trace.traceId,
      request: c.var.requestId,
      code: c.var.errorCode,
      ...(c.error === undefined || status < 500 ? {} : failureFields(c.error)),
    });
  };
}

/** The answer to whatever a handler or a middleware threw. */
export function answerError(thrown: unknown, c: HttpContext): Response {
  return problem(c, toAgentError(thrown));
}
