// Authentication: the caller of a request, by its API key.

import { AgentError } from "../core/error.ts";
import { localPathOf } from "./base_path.ts";
import type { HttpContext, HttpDeps } from "./context.ts";
import type { Caller } from "./keyring.ts";

/** The tenant of every request to a deployment with TREADLE_OPEN=1. */
const OPEN_TENANT = "public";

/** The tenant of this machine's requests to a deployment without keys. */
const LOCAL_TENANT = "local";

/**
 * Paths below the base path without authentication: the page and its files, links to approvals, the health check and the
 * description.
 */
const PUBLIC_PATH = /^(?:\/(?:playground\/.*|approvals\/[^/]+|healthz|openapi\.json)?)?$/;

/**
 * The caller of a request, or undefined on a public path.
 *
 * @throws {AgentError} not_configured without keys and outside this machine; unauthorized without a known key.
 */
export function authenticate(c: HttpContext, { access }: HttpDeps): Caller | undefined {
  switch (access.type) {
    case "open":
      return { tenant: OPEN_TENANT, by: undefined };
    case "closed":
      if (c.env?.local === true) return { tenant: LOCAL_TENANT, by: undefined };
      throw new AgentError(
        "not_configured",
        "This deployment has no API keys: set TREADLE_API_KEYS, or TREADLE_OPEN=1 to serve all requests.",
      );
    case "keys": {
      const presented = presentedKey(c);
      const caller = presented === undefined ? undefined : access.keyring(presented);
      if (caller !== undefined) return caller;
      if (PUBLIC_PATH.test(localPathOf(c))) return undefined;
      throw new AgentError(
        "unauthorized",
        presented === undefined
          ? "Send an API key as Authorization: Bearer <key> or x-api-key."
          : "The API key is not known.",
      );
    }
  }
}

function presentedKey(c: HttpContext): string | undefined {
  const bearer = /^Bearer +([^ ]+) *$/i.exec(c.req.header("authorization") ?? "")?.[1];
  return bearer ?? (c.req.header("x-api-key") || undefined);
}
