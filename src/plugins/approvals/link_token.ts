// The token of a link to an approval: a JSON Web Token, signed with HMAC-SHA-256. It is bound to one call with exactly its
// arguments, to one person, and to a time.

import { AgentError } from "../../core/error.ts";
import {
  assertInTime,
  type Claims,
  requireLinkSecrets,
  signClaims,
  toKeys,
  verifyClaims,
} from "../../http/access/signed_claims.ts";
import type { HttpDeps } from "../../http/context.ts";

/** What a link permits. */
export interface ApprovalClaims {
  readonly tenant: string;
  readonly thread: string;
  /** When the thread was created, in epoch milliseconds: another thread of the same id is not meant. */
  readonly createdAt?: number | undefined;
  readonly callId: string;
  readonly digest: string;
  /** Who answers with the link. */
  readonly by: string;
  /** The API key that made the link. */
  readonly key?: string | undefined;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

type Deps = Pick<HttpDeps, "approvalSecrets" | "clock">;

/** No token of another purpose, signed with the same key, is a link. */
const AUDIENCE = "treadle:approval";

/** What is signed, for the refusal where nothing is. */
const WHAT = "links to approvals";

/**
 * The token of the claims.
 *
 * @throws {AgentError} links_not_configured
 */
export async function signApproval(claims: ApprovalClaims, deps: Deps): Promise<string> {
  const [secret] = requireLinkSecrets(deps, WHAT);
  return await signClaims({ aud: AUDIENCE, ...claims }, secret);
}

/**
 * The claims of a token that this deployment has signed.
 *
 * @throws {AgentError} links_not_configured, link_invalid, link_expired
 */
export async function verifyApproval(token: string, deps: Deps): Promise<ApprovalClaims> {
  const verified = await verifyClaims(token, await toKeys(requireLinkSecrets(deps, WHAT)), { aud: AUDIENCE });
  if (verified === undefined) {
    throw new AgentError("link_invalid", "This link is not one of this deployment; ask for another.");
  }
  const claims = readClaims(verified);
  assertInTime("link", claims.expiresAt, deps);
  return claims;
}

function readClaims(
  { tenant, thread, createdAt, callId, digest, by, key, expiresAt }: Claims,
): ApprovalClaims {
  if (
    typeof tenant === "string" && typeof thread === "string" && typeof callId === "string" &&
    typeof digest === "string" && typeof by === "string" && typeof expiresAt === "number" &&
    (createdAt === undefined || typeof createdAt === "number") &&
    (key === undefined || typeof key === "string")
  ) return { tenant, thread, createdAt, callId, digest, by, key, expiresAt };
  throw new AgentError("link_invalid", "This link is of another version; ask for another.");
}

/**
 * Refuses where links cannot be signed, before anything is read.
 *
 * @throws {AgentError} links_not_configured
 */
export function assertLinks(deps: Deps): void {
  requireLinkSecrets(deps, WHAT);
}
