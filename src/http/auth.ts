// Authentication: API keys per tenant. What is presented is compared with every key to its last character, so the time of
// an answer depends on its length and on nothing else. hono/utils/buffer timingSafeEqual hashes both texts with SHA-256 for
// each key of the deployment, in a promise each; isSame does the same comparison without them.

import { AgentError } from "../core/error.ts";
import type { HttpContext, HttpDeps } from "./context.ts";

/** A key of TREADLE_API_KEYS. */
export interface TenantKey {
  readonly tenant: string;
  readonly key: string;
}

/** Finds the tenant of a presented key; undefined for a key of none. */
export type Keyring = (presented: string) => string | undefined;

/** Which requests a deployment serves. */
export type Access =
  /** Those of this machine alone: no keys are configured. */
  | { readonly type: "closed" }
  /** All, as one tenant (TREADLE_OPEN=1). */
  | { readonly type: "open" }
  | { readonly type: "keys"; readonly keyring: Keyring };

/** The tenant of every request to a deployment with TREADLE_OPEN=1. */
const OPEN_TENANT = "public";

/** The tenant of this machine's requests to a deployment without keys. */
const LOCAL_TENANT = "local";

/** What needs no key: the page and its files, the health check and the description. */
const PUBLIC_PATH = /^\/(?:playground\/.*|healthz|openapi\.json)?$/;

/**
 * The tenant of a request, or undefined on a public path.
 *
 * @throws {AgentError} `not_configured`, `unauthorized`
 */
export function authenticate(c: HttpContext, { access }: HttpDeps): string | undefined {
  switch (access.type) {
    case "open":
      return OPEN_TENANT;
    case "closed":
      if (c.env?.local === true) return LOCAL_TENANT;
      throw new AgentError(
        "not_configured",
        "This deployment has no API keys: set TREADLE_API_KEYS, or TREADLE_OPEN=1 to serve everybody.",
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

/** The keyring of a list of keys. */
export function createKeyring(keys: readonly TenantKey[]): Keyring {
  return (presented) => {
    let found: string | undefined;
    for (const { tenant, key } of keys) {
      if (isSame(key, presented)) found = tenant;
    }
    return found;
  };
}

/** Equality in a time that depends on the length of what was presented, and not on where it differs. */
export function isSame(key: string, presented: Pick<string, "length" | "charCodeAt">): boolean {
  let difference = key.length ^ presented.length;
  for (let index = 0; index < presented.length; index++) {
    difference |= presented.charCodeAt(index) ^ key.charCodeAt(index % key.length);
  }
  return difference === 0;
}

function presentedKey(c: HttpContext): string | undefined {
  const bearer = /^Bearer +([^ ]+) *$/i.exec(c.req.header("authorization") ?? "")?.[1];
  return bearer ?? (c.req.header("x-api-key") || undefined);
}
