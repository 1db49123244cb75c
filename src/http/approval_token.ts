// The token of a link to an approval: a JSON Web Token, signed with HMAC-SHA-256. It is bound to one call with exactly its
// arguments, to one person, and to a time.

import { sign, verify } from "hono/jwt";
import { AgentError } from "../core/error.ts";
import type { HttpDeps } from "./context.ts";

/** What a link permits. */
export interface ApprovalClaims {
  readonly tenant: string;
  readonly thread: string;
  readonly callId: string;
  readonly digest: string;
  /** Who answers with the link. */
  readonly by: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

type Deps = Pick<HttpDeps, "approvalSecret" | "clock">;

/** No token of another purpose, signed with the same key, is a link. */
const AUDIENCE = "treadle:approval";

/**
 * The token of the claims.
 *
 * @throws {AgentError} links_not_configured
 */
export async function signApproval(claims: ApprovalClaims, deps: Deps): Promise<string> {
  const { tenant, thread, callId, digest, by, expiresAt } = claims;
  return await sign(
    { aud: AUDIENCE, tenant, thread, callId, digest, by, expiresAt },
    secretOf(deps),
    "HS256",
  );
}

/**
 * The claims of a token that this deployment has signed.
 *
 * @throws {AgentError} links_not_configured, link_invalid, link_expired
 */
export async function verifyApproval(token: string, deps: Deps): Promise<ApprovalClaims> {
  const secret = secretOf(deps);
  const claims = claimsOf(await verified(token, secret));
  if (claims.expiresAt > deps.clock()) return claims;
  throw new AgentError(
    "link_expired",
    `This link was good until ${new Date(claims.expiresAt).toISOString()}.`,
  );
}

async function verified(token: string, secret: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    // The time is compared with the deployment's clock; `exp` would be with that of the platform.
    return await verify(token, secret, { alg: "HS256", aud: AUDIENCE, exp: false, iat: false, nbf: false });
  } catch (cause) {
    throw new AgentError("link_invalid", "This link is not one of this deployment; ask for another.", {
      cause,
    });
  }
}

function claimsOf(
  { tenant, thread, callId, digest, by, expiresAt }: Readonly<Record<string, unknown>>,
): ApprovalClaims {
  if (
    typeof tenant === "string" && typeof thread === "string" && typeof callId === "string" &&
    typeof digest === "string" && typeof by === "string" && typeof expiresAt === "number"
  ) return { tenant, thread, callId, digest, by, expiresAt };
  throw new AgentError("link_invalid", "This link is of another version; ask for another.");
}

/**
 * Refuses where links cannot be signed, before anything is read.
 *
 * @throws {AgentError} links_not_configured
 */
export function assertLinks(deps: Deps): void {
  secretOf(deps);
}

function secretOf({ approvalSecret }: Deps): string {
  if (approvalSecret !== undefined) return approvalSecret;
  throw new AgentError(
    "links_not_configured",
    "This deployment signs no links to approvals: set TREADLE_APPROVAL_SECRET.",
  );
}
