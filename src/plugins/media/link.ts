// The token of a link to a medium: a JSON Web Token, signed with HMAC-SHA-256 by the secret of links. It is bound to one medium of one entry,
// and to a time. Any client that has it reads the bytes, such as an <img>, which sends no key.

import { AgentError } from "../../core/error.ts";
import {
  assertInTime,
  requireLinkSecrets,
  signClaims,
  toKeys,
  verifyClaims,
} from "../../http/access/signed_claims.ts";
import type { HttpDeps } from "../../http/context.ts";

/** What a link shows. */
export interface MediumClaims {
  readonly tenant: string;
  readonly thread: string;
  /** The id of the medium. */
  readonly blob: string;
  /** Index of the entry that has it. */
  readonly entry: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

type Deps = Pick<HttpDeps, "approvalSecrets" | "clock">;

/** A token of another purpose, signed with the same secret, is refused. */
const AUDIENCE = "treadle:medium";

/** What is signed, for the refusal where nothing is. */
const WHAT = "links to media";

/** Milliseconds that a link is good for, at least, and for which each request gets the same one: a browser keeps what it has loaded by its address. */
const LEAST_MS = 600_000;

/**
 * The token of a link to the medium, good for 10 to 20 minutes.
 *
 * @throws {AgentError} links_not_configured
 */
export async function signMedium(
  medium: Omit<MediumClaims, "expiresAt">,
  deps: Deps,
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const [secret] = requireLinkSecrets(deps, WHAT);
  const expiresAt = (Math.floor(deps.clock() / LEAST_MS) + 2) * LEAST_MS;
  return {
    token: await signClaims({ aud: AUDIENCE, ...medium, expiresAt }, secret),
    expiresAt,
  };
}

/**
 * The claims of a token that this deployment has signed.
 *
 * @throws {AgentError} links_not_configured, link_invalid, link_expired
 */
export async function verifyMedium(token: string, deps: Deps): Promise<MediumClaims> {
  const verified = await verifyClaims(token, await toKeys(requireLinkSecrets(deps, WHAT)), { aud: AUDIENCE });
  const { tenant, thread, blob, entry, expiresAt } = verified ?? {};
  if (
    typeof tenant !== "string" || typeof thread !== "string" || typeof blob !== "string" ||
    typeof entry !== "number" || typeof expiresAt !== "number"
  ) throw new AgentError("link_invalid", "This link is not one of this deployment; ask for another.");
  assertInTime("link", expiresAt, deps);
  return { tenant, thread, blob, entry, expiresAt };
}
