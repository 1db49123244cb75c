// One attempt to deliver one message to one endpoint.

import { toAgentError } from "../../core/error.ts";
import type { Clock } from "../../core/ports.ts";
import type { OutboundFetch } from "../../outbound/outbound.ts";
import { signMessage } from "../../outbound/sign.ts";
import type { LastAttempt } from "./delivery_retries.ts";

/** Milliseconds that a receiver has. */
const TIMEOUT_MS = 15_000;

/** How an attempt ended. */
export type AttemptOutcome =
  | { readonly type: "delivered" }
  /** 410: the receiver wants nothing more. */
  | { readonly type: "gone"; readonly last: LastAttempt }
  /** The address may not be requested: another attempt would end the same way. */
  | { readonly type: "refused"; readonly last: LastAttempt }
  | { readonly type: "failed"; readonly last: LastAttempt; readonly retryAfterMs?: number | undefined };

/** What is sent. */
export interface OutgoingMessage {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  /** Reads the secrets of the endpoint. */
  readonly secrets: () => Promise<readonly string[]>;
}

/** Sends the message once. Every status but 2xx is a failure, a redirect as well. Does not throw. */
export async function attempt(
  { id, url, body, secrets }: OutgoingMessage,
  { send, clock }: { readonly send: OutboundFetch; readonly clock: Clock },
): Promise<AttemptOutcome> {
  try {
    const signed = await signMessage({ id, at: clock(), body }, await secrets());
    const headers = { "content-type": "application/json", "user-agent": "Treadle-Webhooks/1", ...signed };
    // The body is not read, so it has no limit.
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: Infinity };
    const response = await send(url, { method: "POST", body, headers }, limits);
    await response.body?.cancel().catch(() => {});
    if (response.ok) return { type: "delivered" };
    const last = { at: clock(), status: response.status };
    if (response.status === 410) return { type: "gone", last };
    return { type: "failed", last, retryAfterMs: retryAfter(response.headers, last.at) };
  } catch (thrown) {
    const { code, details } = toAgentError(thrown);
    const last = { at: clock(), code };
    const isRefused = code === "outbound_refused" && details.why !== "redirect";
    return { type: isRefused ? "refused" : "failed", last };
  }
}

/** `retry-after` in milliseconds: a number of seconds, or a date. */
function retryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
