// Authentication: the tenant of a request, by its API key.

import { AgentError } from "../core/error.ts";
import type { HttpContext, HttpDeps } from "./context.ts";

/** The tenant of every request to a deployment with TREADLE_OPEN=1. */
const OPEN_TENANT = "public";

/** The tenant of this machine's requests to a deployment without keys. */
const LOCAL_TENANT = "local";

/** Paths without authentication: the page and its files, links to approvals, the health check and the description. */
const PUBLIC_PATH = /^\/(?:playground\/.*|approvals\/[^/]+|healthz|openapi\.json)?$/;

/**
 * The tenant of a request, or undefined on a public path.
 *
 * @throws {AgentError} not_configured without keys and outside this machine; unauthorized without a known key.
 */
export function authenticate(c: HttpContext, { access }: HttpDeps): string | undefined {
  switch (access.type) {
    case "open":
      return OPEN_TENANT;
    case "closed":
      if (c.env?.local === true) return LOCAL_TENANT;
      throw new AgentError(
        "not_configured",
        "This deployment has no API keys: set TREADLE_API_KEYS, or TREADLE_OPEN=1 to serve all requests.",
      );
    case "keys": {
      if (PUBLIC_PATH.test(c.req.path)) return undefined;
      const presented = presentedKey(c);
      const tenant = presented === undefined ? undefined : access.keyring(presented);
      if (tenant !== undefined) return tenant;
      throw new AgentError(
        "unauthorized",
        presented === undefined
          ? "Send an API key as Authorization: Bearer <key> or x-api-key."
          : "The API key is not known.",
      );
    }
  }
}

/**
 * Who sends a request: its API key, as the first 8 hex digits of the key's SHA-256 (`key:1f0c9a2b`), or `tenant:<name>` where
 * no key is needed.
 */
export async function callerOf(c: HttpContext, { access }: Pick<HttpDeps, "access">): Promise<string> {
  const key = access.type === "keys" ? presentedKey(c) : undefined;
  if (key === undefined) return `tenant:${c.var.tenant}`;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return `key:${new Uint8Array(digest).toHex().slice(0, 8)}`;
}

function presentedKey(c: HttpContext): string | undefined {
  const bearer = /^Bearer +([^ ]+) *$/i.exec(c.req.header("authorization") ?? "")?.[1];
  return bearer ?? (c.req.header("x-api-key") || undefined);
}
