// The token of a URL that takes the result of a deferred call: a JSON Web Token, signed with HMAC-SHA-256 by the secret of links.
// It is bound to one call of one thread, and to a time.

import { AgentError } from "../../core/error.ts";
import type { CallbackClaims } from "../../kernel/deps.ts";
import {
  assertInTime,
  type Claims,
  requireLinkSecrets,
  signClaims,
  toKeys,
  verifyClaims,
} from "../../http/access/signed_claims.ts";
import type { HttpDeps } from "../../http/context.ts";

/** A token of another purpose, signed with the same secret, is refused. */
const AUDIENCE = "treadle:result";

/** The token of the claims, signed with the secret. */
export async function signResult(claims: CallbackClaims, secret: string): Promise<string> {
  const { tenant, thread, createdAt, callId, expiresAt } = claims;
  return await signClaims({ aud: AUDIENCE, tenant, thread, createdAt, callId, expiresAt }, secret);
}

/**
 * The claims of a token that this deployment has signed.
 *
 * @throws {AgentError} links_not_configured, link_invalid, link_expired
 */
export async function verifyResult(
  token: string,
  deps: Pick<HttpDeps, "approvalSecrets" | "clock">,
): Promise<CallbackClaims> {
  const keys = await toKeys(requireLinkSecrets(deps, "URLs for results"));
  const claims = readClaims(await verifyClaims(token, keys, { aud: AUDIENCE }));
  if (claims === undefined) throw new AgentError("link_invalid", "This URL is not one of this deployment.");
  assertInTime("URL", claims.expiresAt, deps);
  return claims;
}

function readClaims(
  { tenant, thread, createdAt, callId, expiresAt }: Claims = {},
): CallbackClaims | undefined {
  return typeof tenant === "string" && typeof thread === "string" && typeof createdAt === "number" &&
      typeof callId === "string" && typeof expiresAt === "number"
    ? { tenant, thread, createdAt, callId, expiresAt }
    : undefined;
}
