// The token of a URL that takes the result of a deferred call: a JSON Web Token, signed with HMAC-SHA-256 by the secret of links.
// It is bound to one call of one thread, and to a time.

import { sign, verify } from "hono/jwt";
import { AgentError } from "../../core/error.ts";
import type { CallbackClaims } from "../../kernel/deps.ts";
import type { HttpDeps } from "../../http/context.ts";

/** A token of another purpose, signed with the same secret, is refused. */
const AUDIENCE = "treadle:result";

/** The token of the claims, signed with the secret. */
export async function signResult(claims: CallbackClaims, secret: string): Promise<string> {
  const { tenant, thread, createdAt, callId, expiresAt } = claims;
  return await sign(
    { aud: AUDIENCE, tenant, thread, createdAt, callId, expiresAt },
    await toKey(secret),
    "HS256",
  );
}

/**
 * The claims of a token that this deployment has signed.
 *
 * @throws {AgentError} links_not_configured, link_invalid, link_expired
 */
export async function verifyResult(
  token: string,
  { approvalSecrets, clock }: Pick<HttpDeps, "approvalSecrets" | "clock">,
): Promise<CallbackClaims> {
  if (approvalSecrets.length === 0) {
    throw new AgentError(
      "links_not_configured",
      "This deployment signs no URLs for results: set TREADLE_APPROVAL_SECRET.",
    );
  }
  for (const secret of approvalSecrets) {
    const claims = await read(token, secret);
    if (claims === undefined) continue;
    if (claims.expiresAt > clock()) return claims;
    const until = new Date(claims.expiresAt).toISOString();
    throw new AgentError("link_expired", `This URL was good until ${until}.`);
  }
  throw new AgentError("link_invalid", "This URL is not one of this deployment.");
}

async function read(token: string, secret: string): Promise<CallbackClaims | undefined> {
  try {
    // The time is compared with the deployment's clock.
    const options = { alg: "HS256", aud: AUDIENCE, exp: false, iat: false, nbf: false } as const;
    return readClaims(await verify(token, await toKey(secret), options));
  } catch {
    return undefined;
  }
}

function readClaims(
  { tenant, thread, createdAt, callId, expiresAt }: Readonly<Record<string, unknown>>,
): CallbackClaims | undefined {
  return typeof tenant === "string" && typeof thread === "string" && typeof createdAt === "number" &&
      typeof callId === "string" && typeof expiresAt === "number"
    ? { tenant, thread, createdAt, callId, expiresAt }
    : undefined;
}

// Not as a text: hono takes one with the word PRIVATE or PUBLIC in it for a key in PEM.
async function toKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret);
  return await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
    "verify",
  ]);
}
