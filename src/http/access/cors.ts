// CORS by an explicit list of origins: without a list no page of another origin can read a response.

import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { HttpDeps, HttpEnv } from "../context.ts";

/**
 * Responds to preflights and sets the CORS headers for the listed origins, by hono/cors. It runs before authentication, because
 * a preflight carries no key. Pages of these origins may send cookies and any header where the deployment authenticates by
 * itself, since its function may read them. A deployment without origins has none of it, so that OPTIONS has its ordinary response.
 */
export function allowOrigins(
  { corsOrigins, access }: Pick<HttpDeps, "corsOrigins" | "access">,
): MiddlewareHandler<HttpEnv> {
  const isCustom = access.type === "custom";
  return cors({
    origin: [...corsOrigins],
    credentials: isCustom,
    allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowHeaders: isCustom ? [] : HEADERS, // an empty list allows the requested headers
    exposeHeaders: [
      "idempotency-replayed",
      "ratelimit",
      "ratelimit-policy",
      "retry-after",
      "retry-after-ms",
      "traceparent",
      "treadle-thread",
      "x-request-id",
      "x-should-retry",
    ],
    maxAge: 7200,
  });
}

/** The headers that the API reads. */
const HEADERS = [
  "accept",
  "authorization",
  "content-type",
  "idempotency-key",
  "if-none-match",
  "last-event-id",
  // What clients of MCP send with every request.
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "traceparent",
  "tracestate",
  "x-api-key",
  "x-request-id",
  // What OpenAI's client sends of itself from a browser.
  "openai-organization",
  "openai-project",
  "x-stainless-arch",
  "x-stainless-helper-method",
  "x-stainless-lang",
  "x-stainless-os",
  "x-stainless-package-version",
  "x-stainless-retry-count",
  "x-stainless-runtime",
  "x-stainless-runtime-version",
  "x-stainless-timeout",
];
