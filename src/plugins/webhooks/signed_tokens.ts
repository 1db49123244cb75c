// Deliveries that are signed by a token with an id, while the sender's id of the event is in an unsigned header. The first delivery of a
// token binds it to its event; while the token is valid it cannot name another event.

import { AgentError } from "../../core/error.ts";
import { isJsonObject, parseJson } from "../../core/json.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { SignedToken } from "../../triggers/trigger.ts";

/** The kind of the definitions: each has the tokens of a part of the ids, without those that are over. */
const KIND = "webhook-token";

/** Most tokens of one definition; there are 64 of them for a trigger. */
const MOST_TOKENS = 400;

/** Most characters of an id that a header names. */
const MOST_CHARACTERS = 100;

/** How often a definition is written that another delivery changes meanwhile. */
const ATTEMPTS = 8;

/** A token that was seen: the digest of its id, the id of its event, and when it is over. */
type SeenToken = readonly [token: string, event: string, until: number];

/** The event of a token. */
export interface NamedEvent {
  readonly tenant: string;
  readonly trigger: string;
  /** As a header names it; undefined without one. */
  readonly id: string | undefined;
}

/**
 * The id of the event: the one that the token's first delivery has named. Two store requests. Where more tokens are good at once
 * than are kept, the token itself is the event: a repetition of its message is another one then.
 *
 * @throws {AgentError} store_unavailable - too many deliveries at once
 */
export async function eventOfToken(
  { tenant, trigger, id }: NamedEvent,
  { id: token, until }: SignedToken,
  { store, clock, sha256 }: Pick<HttpDeps, "store" | "clock" | "sha256">,
): Promise<string> {
  const digest = await sha256(token);
  const name = `${trigger}/${digest.slice(0, 1)}`;
  const own = id === undefined || id === "" || id.length > MOST_CHARACTERS ? digest : id;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const text = await store.readDefinition(tenant, KIND, name);
    const seen = readSeen(text).filter(([, , end]) => end > clock());
    const known = seen.find(([each]) => each === digest);
    if (known !== undefined) return known[1];
    if (seen.length >= MOST_TOKENS) return digest;
    const written = JSON.stringify({ tokens: [...seen, [digest, own, until]] });
    if (await store.putDefinition(tenant, KIND, name, written, text ?? null)) return own;
  }
  throw new AgentError("store_unavailable", "Too many deliveries at once; deliver it again.", {
    retryAfterMs: 1_000,
  });
}

function readSeen(text: string | undefined): SeenToken[] {
  const value = text === undefined ? undefined : parseJson(text);
  const tokens = isJsonObject(value) && Array.isArray(value.tokens) ? value.tokens : [];
  return tokens.flatMap((each): SeenToken[] => {
    const [token, event, until] = Array.isArray(each) ? each : [];
    return typeof token === "string" && typeof event === "string" && typeof until === "number"
      ? [[token, event, until]]
      : [];
  });
}
