// SeenDelivery: the facts about a delivery up to its refusal, and the row of the refusal.

import type { AgentError } from "../../../core/error.ts";
import { toBase64url } from "../../../core/text/byte_text.ts";
import { BY_CODE, NO_TEMPLATE, UNVERIFIED, type Unverified } from "./reasons.ts";
import type { RefusedDelivery } from "./refused_delivery.ts";

/** A delivery, as far as it was read. */
export interface SeenDelivery {
  /** The agent of the address; null where the deployment has none of the name. */
  readonly agent: string | null;
  /** Undefined before its signature was checked. */
  verdict?: "verified" | Unverified;
  /** What its header says, then what has arrived; null where it says nothing. */
  bytes: number | null;
  body?: Uint8Array<ArrayBuffer>;
  /** The sender's id of the event, and its kind. */
  id?: string | undefined;
  event?: string | undefined;
}

/** Characters of a digest of 256 bits that are kept: 66 bits. */
const DIGEST = 11;

/** The digest of a body as a row has it, to find the delivery by at its sender. */
export async function hashBody(body: Uint8Array<ArrayBuffer>): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest("SHA-256", body)));
}

/** The row of a refusal at a time in epoch milliseconds. `trigger` is undefined where the deployment has none of the name. */
export async function toRefused(
  { agent, verdict, bytes, body, id, event }: SeenDelivery,
  error: Pick<AgentError, "code" | "status" | "message"> | undefined,
  { trigger = "", now }: { readonly trigger: string | undefined; readonly now: number },
): Promise<RefusedDelivery> {
  const verified = verdict === "verified";
  const unverified = verdict === undefined || verified ? undefined : verdict;
  const code = error?.code ?? "no_template";
  const message = unverified !== undefined
    ? UNVERIFIED[unverified]
    : error === undefined
    ? NO_TEMPLATE
    : BY_CODE[error.code] ?? error.message;
  return {
    trigger,
    agent,
    verified,
    status: error?.status ?? 204,
    code,
    reason: unverified ?? code,
    message,
    event: verified && event || null,
    id: verified && id || null,
    bytes,
    digest: verified && body !== undefined ? (await hashBody(body)).slice(0, DIGEST) : null,
    count: 1,
    firstAt: now,
    lastAt: now,
  };
}
