// Which pages may call the server. A page of another site reaches a server on this machine by a name of its own that it lets point
// here, and then its requests have that name as their host.

import { AgentError } from "../../../core/error.ts";
import { isOwnOrigin } from "../../../http/access/cross_site.ts";
import type { HttpContext, HttpDeps } from "../../../http/context.ts";

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Refuses a page whose origin is neither that of the deployment nor one of TREADLE_CORS_ORIGINS, whatever the content type. A
 * deployment without keys serves this machine alone, so there the host must be a name of this machine.
 *
 * @throws {AgentError} cross_site_request
 */
export function assertOwnSite(
  c: HttpContext,
  { access, corsOrigins }: Pick<HttpDeps, "access" | "corsOrigins">,
): void {
  const origin = c.req.header("origin");
  if (origin !== undefined && !corsOrigins.includes(origin) && !isOwnOrigin(origin, c)) {
    throw new AgentError(
      "cross_site_request",
      "Pages of this origin may not call the server; TREADLE_CORS_ORIGINS lists those that may.",
    );
  }
  const host = c.req.header("host") ?? new URL(c.req.url).host;
  if (access.type === "closed" && !LOCAL_HOST.test(host)) {
    throw new AgentError(
      "cross_site_request",
      "Without keys the server is called by a name of this machine: localhost, 127.0.0.1 or [::1].",
    );
  }
}
