// requestState: what a client brings back with the answers of a person (MCP 2026-07-28, multi round-trip requests). It is a JSON
// Web Token, signed with the key of links to approvals, and bound to the caller, the call of the client and the calls that wait.

import { sign, verify } from "hono/jwt";
import { canonicalJson } from "../../../core/text/hash.ts";
import type { Json } from "../../../core/json.ts";
import type { HttpContext, HttpDeps } from "../../../http/context.ts";

/** A run that waits for people. */
export interface WaitingRun {
  readonly thread: string;
  /** The calls of the questions, with their digests. */
  readonly calls: readonly { readonly id: string; readonly digest: string }[];
}

/** What the client calls. */
export interface ClientCall {
  /** Name of the server's tool. */
  readonly tool: string;
  readonly args: Json;
}

type Deps = Pick<HttpDeps, "approvalSecrets" | "clock" | "sha256">;

/** No token of another purpose, signed with the same key, is a state. */
const AUDIENCE = "treadle:mcp";

/** How long a client may keep a state. What an approval itself permits may be shorter. */
const STATE_MS = 24 * 60 * 60 * 1000;

/** The state of a run that waits; undefined where the deployment has no key. */
export async function signState(
  { thread, calls }: WaitingRun,
  call: ClientCall,
  c: HttpContext,
  deps: Deps,
): Promise<string | undefined> {
  const [secret] = deps.approvalSecrets;
  if (secret === undefined) return undefined;
  const claims = {
    aud: AUDIENCE,
    thread,
    calls: calls.map(({ id, digest }) => [id, digest]),
    bound: await hashBinding(call, c, deps),
    expiresAt: deps.clock() + STATE_MS,
  };
  return await sign(claims, await toKey(secret), "HS256");
}

/** What a state says; undefined for one that is forged, too old, of another caller or of another call. */
export async function readState(
  state: string,
  call: ClientCall,
  c: HttpContext,
  deps: Deps,
): Promise<WaitingRun | undefined> {
  if (state.length > LONGEST) return undefined;
  for (const secret of deps.approvalSecrets) {
    const claims = await verifyState(state, secret);
    if (claims === undefined) continue;
    const { thread, calls, bound, expiresAt } = claims;
    if (typeof thread !== "string" || !Array.isArray(calls) || typeof expiresAt !== "number") {
      return undefined;
    }
    if (expiresAt < deps.clock() || bound !== await hashBinding(call, c, deps)) return undefined;
    return { thread, calls: calls.map(([id, digest]) => ({ id: String(id), digest: String(digest) })) };
  }
  return undefined;
}

const LONGEST = 16_384;

async function verifyState(
  state: string,
  secret: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    // The time is compared with the deployment's clock; `exp` would be with that of the platform.
    const options = { alg: "HS256", aud: AUDIENCE, exp: false, iat: false, nbf: false } as const;
    return await verify(state, await toKey(secret), options);
  } catch {
    return undefined;
  }
}

/** Of the caller and of the call, as one hash: neither can be read from the state. */
async function hashBinding({ tool, args }: ClientCall, c: HttpContext, { sha256 }: Deps): Promise<string> {
  const { tenant, by = null, user = null, bound } = c.var;
  return await sha256(canonicalJson([tenant, by, user, bound?.id ?? null, tool, args]));
}

// Not as a text: hono takes one with the word PRIVATE or PUBLIC in it for a key in PEM.
async function toKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret);
  return await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
    "verify",
  ]);
}
