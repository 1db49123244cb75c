// CORS by an explicit list of origins: without one no page of another origin can read an answer.

import type { MiddlewareHandler } from "hono";
import type { HttpEnv } from "./context.ts";

const REQUEST_HEADERS =
  "accept, authorization, content-type, idempotency-key, last-event-id, traceparent, x-api-key";
const RESPONSE_HEADERS = "idempotency-replayed, retry-after, traceparent, x-request-id";

/** Answers preflights and marks answers for the listed origins. Runs before authentication: preflights carry no key. */
export function cors(origins: readonly string[]): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const origin = c.req.header("origin");
    const allowed = origin !== undefined && origins.includes(origin);
    const isPreflight = c.req.method === "OPTIONS" &&
      c.req.header("access-control-request-method") !== undefined;
    if (isPreflight && allowed) {
      c.header("access-control-allow-methods", "GET, HEAD, POST, DELETE");
      c.header("access-control-allow-headers", REQUEST_HEADERS);
      c.header("access-control-max-age", "7200");
      c.res = c.body(null, 204);
    } else {
      await next();
    }
    if (origins.length > 0) c.header("vary", "Origin", { append: true });
    if (!allowed) return;
    c.header("access-control-allow-origin", origin);
    c.header("access-control-expose-headers", RESPONSE_HEADERS);
  };
}
