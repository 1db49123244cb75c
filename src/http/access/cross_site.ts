// Cross-site requests: without API keys, or with a cookie in their place, any web page in a user's browser could send requests to
// the deployment.

import type { MiddlewareHandler } from "hono";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { AgentError } from "../../core/error.ts";
import type { HttpContext, HttpDeps, HttpEnv } from "../context.ts";

/**
 * Refuses a POST that a page of another site could send without a preflight: one without `content-type:
 * application/json` whose `Origin` or `Sec-Fetch-Site` is not the page's own. PUT and DELETE always need a preflight. A deployment
 * with API keys needs none of it, because a browser adds no `authorization` to a request of another site; one that
 * authenticates by itself may do so by a cookie, which a browser adds.
 *
 * @throws {AgentError} cross_site_request, from the middleware.
 */
export function refuseCrossSite(
  { corsOrigins }: Pick<HttpDeps, "corsOrigins">,
): MiddlewareHandler<HttpEnv> {
  const guard = csrf({
    origin: (origin, c) => corsOrigins.includes(origin) || isOwnOrigin(origin, c),
    secFetchSite: "same-origin",
  });
  return async (c, next) => {
    if (c.req.method !== "POST" || isFromNoBrowser(c)) return await next();
    try {
      return await guard(c, next);
    } catch (thrown) {
      if (!(thrown instanceof HTTPException)) throw thrown;
      throw new AgentError(
        "cross_site_request",
        "A POST of a web page needs content-type: application/json, or the origin of this deployment.",
      );
    }
  };
}

/** Every browser since 2020 sends `Origin` with a POST, and each that is current `Sec-Fetch-Site` as well. */
function isFromNoBrowser(c: HttpContext): boolean {
  return c.req.header("origin") === undefined && c.req.header("sec-fetch-site") === undefined;
}

/**
 * Refuses a form that a page of another site sends, whatever the deployment's keys.
 *
 * @throws {AgentError} cross_site_request
 */
export function refuseForeignForm(c: HttpContext): void {
  const site = c.req.header("sec-fetch-site") ?? "same-origin";
  const origin = c.req.header("origin");
  if ((site === "same-origin" || site === "none") && (origin === undefined || isOwnOrigin(origin, c))) return;
  throw new AgentError("cross_site_request", "Only the page of this link may send its form.");
}

/**
 * True for a page that this deployment serves. By the host alone: behind a proxy that ends TLS the scheme of the request is not the
 * one of the page.
 */
export function isOwnOrigin(origin: string, c: HttpContext): boolean {
  const host = URL.parse(origin)?.host;
  return host !== undefined && host === c.req.header("host")?.toLowerCase();
}
