// Tokens for browsers: JSON Web Tokens that the deployment signs with HMAC-SHA-256 and verifies without a request to the store.

import { decode } from "hono/jwt";
import * as z from "zod/mini";
import { lazyShape } from "../../core/text/lazy_shape.ts";
import { AgentError } from "../../core/error.ts";
import type { Clock } from "../../core/ports.ts";
import type { Binding, ThreadRange } from "../../kernel/owner.ts";
import { person, tenantName, userName } from "../schemas/requests.ts";
import { signClaims, toKeys, verifyClaims } from "./signed_claims.ts";
import { agentNames, threadId, threadPrefix, TOKEN_SCOPES, type TokenScope } from "../schemas/token_body.ts";

/** How tokens are signed and verified. */
export interface TokenSettings {
  /** The first one signs, each of them verifies; none: there are no tokens. */
  readonly secrets: readonly string[];
  /** Issuer and audience: a token of another deployment with the same secret is refused. */
  readonly audience: string;
  /** Epoch milliseconds; tokens that were issued before are refused. */
  readonly notBefore: number | undefined;
}

/** What a token permits, and to whom. */
export interface TokenGrant extends Binding {
  readonly tenant: string;
  readonly user: string | undefined;
  /** The person as records name it. */
  readonly by: string;
  readonly scopes: ReadonlySet<TokenScope>;
  /** Epoch seconds. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** Most seconds from issue to expiry. */
export const MOST_SECONDS = 86_400;

/** Seconds by which the clocks of two isolates may differ. */
const LEEWAY_SECONDS = 5;

/** Most characters of a token: its claims have bounds. */
const MOST_CHARACTERS = 8_192;

/** 32 bytes in base64url. The last character has two bits more than the bytes, which are 0: a token has one text. */
const SIGNATURE = /\.[\w-]{42}[AEIMQUYcgkosw048]$/;

const seconds = z.int().check(z.minimum(0));

/** The claims of a token; `iss`, `aud` and `exp` have the meaning of RFC 7519. */
const claims = z.strictObject(lazyShape(() => ({
  iss: z.string(),
  aud: z.string(),
  jti: z.string().check(z.regex(/^[0-9a-z_]{1,40}$/)),
  iat: seconds,
  exp: seconds,
  tenant: tenantName,
  user: z.optional(userName),
  by: z.optional(person),
  agents: agentNames,
  thread: z.optional(threadId),
  prefix: z.optional(threadPrefix),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
})));

/** True for a text of the form of a signed token: a JSON object in base64url, and two more parts. */
export function hasTokenForm(text: string): boolean {
  return /^eyJ[\w-]*\.[\w-]*\.[\w-]*$/.test(text);
}

/** True for a token that claims this issuer; its signature is not verified. */
export function claimsIssuer(token: string, { audience }: TokenSettings): boolean {
  try {
    return decode(token).payload.iss === audience;
  } catch {
    return false;
  }
}

/** The text of a token. */
export async function signToken(
  { id, tenant, user, by, agents, threads, scopes, issuedAt, expiresAt }: TokenGrant,
  { secrets: [secret = ""], audience }: TokenSettings,
): Promise<string> {
  const payload = {
    iss: audience,
    aud: audience,
    jti: id,
    iat: issuedAt,
    exp: expiresAt,
    tenant,
    by: user === undefined ? by : undefined,
    user,
    agents: [...agents],
    ...rangeClaims(threads),
    scopes: [...scopes],
  };
  return await signClaims(payload, secret);
}

function rangeClaims(threads: ThreadRange | undefined): Record<string, string> {
  if (threads === undefined) return {};
  return threads.type === "thread" ? { thread: threads.id } : { prefix: threads.prefix };
}

/** Reads a token that this deployment has signed. */
export type TokenReader = (token: string) => Promise<TokenGrant>;

/**
 * The reader of a deployment's tokens.
 *
 * @throws {AgentError} from the reader: token_invalid, token_expired
 */
export function tokenReader(settings: TokenSettings, clock: Clock): TokenReader {
  // The keys, and not promises of them: on Workers one request may not wait for another.
  let keys: readonly CryptoKey[] | undefined;
  return async (token) => {
    keys ??= await toKeys(settings.secrets);
    const payload = await verifyToken(token, keys, settings.audience);
    const grant = readGrant(payload);
    assertCurrent(grant, settings, clock() / 1000);
    return grant;
  };
}

async function verifyToken(token: string, keys: readonly CryptoKey[], audience: string): Promise<unknown> {
  const hasForm = token.length <= MOST_CHARACTERS && SIGNATURE.test(token);
  const payload = hasForm ? await verifyClaims(token, keys, { iss: audience, aud: audience }) : undefined;
  if (payload !== undefined) return payload;
  throw new AgentError(
    "token_invalid",
    "The token is not one of this deployment; ask its issuer for another.",
  );
}

function readGrant(payload: unknown): TokenGrant {
  const checked = claims.safeParse(payload);
  const hasOwner = checked.success && (checked.data.user === undefined) !== (checked.data.by === undefined);
  if (
    !checked.success || !hasOwner || checked.data.thread !== undefined && checked.data.prefix !== undefined
  ) {
    throw new AgentError(
      "token_invalid",
      "The claims of the token are not those of this version; ask for another.",
    );
  }
  const { jti: id, iat: issuedAt, exp: expiresAt, tenant, user, by, agents, thread, prefix, scopes } =
    checked.data;
  return {
    id,
    tenant,
    user,
    agents,
    issuedAt,
    expiresAt,
    scopes: new Set(scopes),
    by: user === undefined ? by ?? "" : `user:${user}`,
    threads: thread !== undefined
      ? { type: "thread", id: thread }
      : prefix !== undefined
      ? { type: "prefix", prefix }
      : undefined,
  };
}

function assertCurrent(
  { issuedAt, expiresAt }: TokenGrant,
  { notBefore = 0 }: TokenSettings,
  now: number,
): void {
  if (expiresAt - issuedAt > MOST_SECONDS || expiresAt <= issuedAt || issuedAt > now + LEEWAY_SECONDS) {
    throw new AgentError("token_invalid", "The times of the token are not possible; ask for another.");
  }
  if (expiresAt + LEEWAY_SECONDS <= now) {
    const at = new Date(expiresAt * 1000).toISOString();
    throw new AgentError("token_expired", `The token was good until ${at}; ask for another.`);
  }
  if (issuedAt * 1000 < notBefore) {
    throw new AgentError("token_expired", "Tokens of that time are no longer accepted; ask for another.");
  }
}
