// Addresses of this deployment for others than the client of a request.

import { AgentError } from "../core/error.ts";
import { readBasePath } from "./base_path.ts";
import type { HttpContext, HttpDeps } from "./context.ts";

/**
 * The address of a path below the base path: at TREADLE_PUBLIC_URL where that is set, since the Host header is what the client of this request
 * wrote.
 *
 * @throws {AgentError} invalid_header - the Host header names no host
 */
export function toPublicUrl(
  c: HttpContext,
  path: string,
  { publicUrl }: Pick<HttpDeps, "publicUrl">,
): string {
  if (publicUrl !== undefined) return `${publicUrl}${path}`;
  const url = URL.parse(`${readBasePath(c)}${path}`, c.req.url)?.href;
  if (url === undefined) throw new AgentError("invalid_header", "The Host header names no host.");
  return url;
}
