// requestState: what a client brings back with the answers of a person (MCP 2026-07-28, multi round-trip requests). It is a JSON
// Web Token, signed with the key of links to approvals, and bound to the caller, the call of the client and the calls that wait.

import { canonicalJson } from "../../../core/text/hash.ts";
import type { Json } from "../../../core/json.ts";
import { signClaims, toKeys, verifyClaims } from "../../../http/access/signed_claims.ts";
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
  return await signClaims(claims, secret);
}

/** What a state says; undefined for one that is forged, too old, of another caller or of another call. */
export async function readState(
  state: string,
  call: ClientCall,
  c: HttpContext,
  deps: Deps,
): Promise<WaitingRun | undefined> {
  if (state.length > LONGEST) return undefined;
  const claims = await verifyClaims(state, await toKeys(deps.approvalSecrets), { aud: AUDIENCE });
  if (claims === undefined) return undefined;
  const { thread, calls, bound, expiresAt } = claims;
  if (typeof thread !== "string" || !Array.isArray(calls) || typeof expiresAt !== "number") return undefined;
  if (expiresAt < deps.clock() || bound !== await hashBinding(call, c, deps)) return undefined;
  return { thread, calls: calls.map(([id, digest]) => ({ id: String(id), digest: String(digest) })) };
}

const LONGEST = 16_384;

/** Of the caller and of the call, as one hash: neither can be read from the state. */
async function hashBinding({ tool, args }: ClientCall, c: HttpContext, { sha256 }: Deps): Promise<string> {
  const { tenant, by = null, user = null, bound } = c.var;
  return await sha256(canonicalJson([tenant, by, user, bound?.id ?? null, tool, args]));
}
