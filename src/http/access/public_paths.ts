// Requests that need no caller.

import { localPathOf } from "../base_path.ts";
import type { HttpContext } from "../context.ts";

/**
 * Paths below the base path without authentication: the page and its files, links to approvals, URLs for results, the health check and the
 * description.
 */
const PUBLIC_PATH = /^(?:\/(?:playground\/.*|approvals\/[^/]+|callbacks\/[^/]+|healthz|openapi\.json)?)?$/;

/** True for a request that is served without a caller. */
export function isPublic(c: HttpContext): boolean {
  return PUBLIC_PATH.test(localPathOf(c));
}
