// A request of a platform: verified by its signature or its secret, then parsed, then read.

import type { Json } from "../../core/json.ts";
import { readFields } from "../../http/body.ts";
import { parseEchoedJson } from "../../http/strict_json.ts";
import type { Trigger } from "../../triggers/trigger.ts";
import type { Received, ReceivedRequest } from "./channel.ts";

/** How requests are signed, and what their payloads are. */
export interface SignedRequests {
  readonly scheme: Pick<Trigger, "verify" | "greetingOf">;
  readonly secrets: readonly string[];
  /** Milliseconds by which the time of a request may be off; 0 for a scheme without times. */
  readonly windowMs: number;
  /** Says what a verified payload is; `now` in epoch milliseconds. */
  readonly readPayload: (payload: Json, now: number) => Received;
}

/** What a request is. Nothing of one with a wrong signature is parsed. */
export async function receiveSigned(
  request: ReceivedRequest,
  { scheme, secrets, windowMs, readPayload }: SignedRequests,
): Promise<Received> {
  const verdict = await scheme.verify(request, secrets, windowMs);
  if (!verdict.verified) return { type: "forged", because: verdict.because };
  const payload = parsePayload(request);
  const greeting = scheme.greetingOf?.({ headers: request.headers, payload });
  return greeting === undefined ? readPayload(payload, request.now) : { type: "greeting", body: greeting };
}

/** JSON, or a form with JSON in its field `payload`. */
function parsePayload({ body }: ReceivedRequest): Json {
  const text = new TextDecoder().decode(body);
  if (/^\s*\{/.test(text)) return parseEchoedJson(text);
  const { payload } = readFields(text);
  return payload === undefined ? null : parseEchoedJson(payload);
}
