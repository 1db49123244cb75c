// The token of a link to a thread: a JSON Web Token, signed with HMAC-SHA-256 by the secret of links. It names a stored link, so that a link
// ends when that is removed. Any client may read the claims: they have no id of a thread and none of a user.

import { AgentError } from "../../core/error.ts";
import { requireLinkSecrets, signClaims, toKeys, verifyClaims } from "../../http/access/signed_claims.ts";
import type { HttpDeps } from "../../http/context.ts";

/** The stored link that a token names. */
export interface ShareClaims {
  readonly tenant: string;
  /** The name of the definition that has the links of the thread: a digest. */
  readonly name: string;
  /** Of the link, within that. */
  readonly id: string;
}

type Deps = Pick<HttpDeps, "approvalSecrets">;

/** A token of another purpose, signed with the same secret, is refused. */
const AUDIENCE = "treadle:share";

/** What is signed, for the refusal where nothing is. */
const WHAT = "links to threads";

/**
 * Refuses where links cannot be signed, before anything is read.
 *
 * @throws {AgentError} links_not_configured
 */
export function assertLinks(deps: Deps): void {
  requireLinkSecrets(deps, WHAT);
}

/**
 * The token of a link.
 *
 * @throws {AgentError} links_not_configured
 */
export async function signShare({ tenant, name, id }: ShareClaims, deps: Deps): Promise<string> {
  const [secret] = requireLinkSecrets(deps, WHAT);
  return await signClaims({ aud: AUDIENCE, tenant, name, id }, secret);
}

/**
 * The claims of a token that this deployment has signed.
 *
 * @throws {AgentError} links_not_configured, link_expired
 */
export async function verifyShare(token: string, deps: Deps): Promise<ShareClaims> {
  const verified = await verifyClaims(token, await toKeys(requireLinkSecrets(deps, WHAT)), { aud: AUDIENCE });
  const { tenant, name, id } = verified ?? {};
  if (typeof tenant === "string" && typeof name === "string" && typeof id === "string") {
    return { tenant, name, id };
  }
  throw linkOver();
}

/** The one refusal of links: it is the same for a link that was revoked, has expired, was never made, or whose thread is gone. */
export function linkOver(): AgentError {
  return new AgentError("link_expired", "This link is no longer good; ask its sender for another.");
}
