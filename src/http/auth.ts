// Who asks: API keys per tenant. Keys are kept and compared as SHA-256 digests, every digest to its last byte, so the time
// of an answer tells nothing about them.

import { AgentError } from "../core/error.ts";
import type { HttpContext, HttpDeps } from "./context.ts";

export interface TenantKey {
  readonly tenant: string;
  readonly key: string;
}

/** Finds the tenant whose key was presented. */
export type Keyring = (presented: string) => Promise<string | undefined>;

/** Whom a deployment serves. */
export type Access =
  /** Nobody but this machine: no keys are configured. */
  | { readonly type: "closed" }
  /** Everybody, as one tenant (TREADLE_OPEN=1). */
  | { readonly type: "open" }
  | { readonly type: "keys"; readonly keyring: Keyring };

/** The tenants of requests without a key. */
export const OPEN_TENANT = "public";
export const LOCAL_TENANT = "local";

/** What needs no key: the page and its files, the health check and the description. */
const PUBLIC_PATH = /^\/(?:playground\/.*|healthz|openapi\.json)?$/;

/** The tenant of a request, or undefined on a public path. Throws `not_configured` and `unauthorized`. */
export async function authenticate(c: HttpContext, { access }: HttpDeps): Promise<string | undefined> {
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
      const tenant = presented === undefined ? undefined : await access.keyring(presented);
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

/** The keyring of a list of keys. Digests are made on first use, since Workers allow no crypto while a module loads. */
export function createKeyring(keys: readonly TenantKey[]): Keyring {
  let digests: Promise<{ tenant: string; digest: Uint8Array }[]> | undefined;
  return async (presented) => {
    digests ??= Promise.all(keys.map(async ({ tenant, key }) => ({ tenant, digest: await sha256(key) })));
    const candidate = await sha256(presented);
    let found: string | undefined;
    for (const { tenant, digest } of await digests) {
      if (sameDigest(digest, candidate)) found = tenant;
    }
    return found;
  };
}

/** Equality of two digests in a time that does not depend on where they differ. */
export function sameDigest(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index++) difference |= (a[index] ?? 0) ^ (b[index] ?? 0);
  return difference === 0;
}

function presentedKey(c: HttpContext): string | undefined {
  const bearer = /^Bearer +([^ ]+) *$/i.exec(c.req.header("authorization") ?? "")?.[1];
  return bearer ?? (c.req.header("x-api-key") || undefined);
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
