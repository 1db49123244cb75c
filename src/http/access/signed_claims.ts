// Claims as a JSON Web Token that the deployment signs with HMAC-SHA-256: tokens of callers, links to approvals, URLs of results and
// states of MCP. Each purpose has its audience, so that no token is good for another one.

import { sign, verify } from "hono/jwt";
import { AgentError } from "../../core/error.ts";
import type { Clock } from "../../core/ports.ts";

/** The claims of a token that was verified: their form is still to be checked. */
export type Claims = Readonly<Record<string, unknown>>;

/** What a token must name. */
export interface Purpose {
  readonly aud: string;
  /** Any issuer where it is absent. */
  readonly iss?: string;
}

/** The token of the claims; those that are undefined are left out. */
export async function signClaims(claims: Purpose & Claims, secret: string): Promise<string> {
  return await sign({ ...claims }, await toKey(secret), "HS256");
}

/** The keys of the secrets of a deployment, in their order. */
export async function toKeys(secrets: readonly string[]): Promise<readonly CryptoKey[]> {
  return await Promise.all(secrets.map(toKey));
}

/**
 * The claims of a token of this purpose that one of the keys has signed; undefined for every other. Its times are the caller's to compare:
 * hono would compare them with the clock of the platform.
 */
export async function verifyClaims(
  token: string,
  keys: readonly CryptoKey[],
  { aud, iss }: Purpose,
): Promise<Claims | undefined> {
  const options = { alg: "HS256", aud, iss, exp: false, iat: false, nbf: false } as const;
  for (const key of keys) {
    try {
      return await verify(token, key, options);
    } catch {
      // It may be signed with an earlier secret. The message of the exception has the token in it.
    }
  }
  return undefined;
}

/**
 * The secrets of links, the first of them for new ones. `what` is what is signed, such as `links to approvals`.
 *
 * @throws {AgentError} links_not_configured
 */
export function requireLinkSecrets(
  { approvalSecrets: [first, ...earlier] }: { readonly approvalSecrets: readonly string[] },
  what: string,
): readonly [string, ...string[]] {
  if (first !== undefined) return [first, ...earlier];
  throw new AgentError(
    "links_not_configured",
    `This deployment signs no ${what}: set TREADLE_APPROVAL_SECRET.`,
  );
}

/**
 * Refuses a link, or a URL, that was good until a time, in epoch milliseconds.
 *
 * @throws {AgentError} link_expired
 */
export function assertInTime(
  what: "link" | "URL",
  expiresAt: number,
  { clock }: { readonly clock: Clock },
): void {
  if (expiresAt > clock()) return;
  throw new AgentError("link_expired", `This ${what} was good until ${new Date(expiresAt).toISOString()}.`);
}

// Not as a text: hono takes one with the word PRIVATE or PUBLIC in it for a key in PEM.
async function toKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret);
  return await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
    "verify",
  ]);
}
