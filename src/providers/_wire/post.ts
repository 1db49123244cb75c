// One POST to a provider, and the facts in the headers of a refusal. It sends once; retries are the runtime's. The fetch
// may be a client of a package, or a binding of the platform.

import { type Json, parseJson } from "../../core/json.ts";
import type { Clock } from "../../core/ports.ts";
import { ProviderError, type ProviderErrorFacts } from "./errors/provider_error.ts";
import { retryAfterMs } from "./errors/retry_after.ts";
import { toObject, toText } from "./json_fields.ts";
import { MAX_REFUSAL_CHARS } from "./limits.ts";
import type { Refused, WireRequest } from "./protocol_adapter.ts";

/** What sends a request, and what reads its refusal. */
export interface Sending {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** Reads dates in `retry-after` where the response has no date of its own. */
  readonly clock: Clock;
  /** The failure of a status other than 2xx. */
  readonly refusal: (refused: Refused) => ProviderError;
}

/**
 * The response with status 2xx, its body unread. Redirects are not followed. Rejects with the signal's reason when it
 * aborts.
 *
 * @throws {ProviderError} model_network without a response; as `sending.refusal` reads every other status
 */
export async function post({ url, headers, body }: WireRequest, sending: Sending): Promise<Response> {
  const { fetch, signal, clock, refusal } = sending;
  try {
    const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
    if (response.ok) return response;
    throw toRefusal(response, await readStart(response), clock, refusal);
  } catch (thrown) {
    signal.throwIfAborted();
    if (thrown instanceof ProviderError) throw thrown;
    throw new ProviderError("model_network", "The provider cannot be reached.", { cause: thrown });
  }
}

/** The id under which the provider logs the request, of the first header that has one. */
export function findRequestId(headers: Headers): string | undefined {
  for (const name of REQUEST_IDS) {
    const id = headers.get(name);
    if (id !== null) return id;
  }
  return undefined;
}

const REQUEST_IDS = ["x-request-id", "request-id", "x-amzn-requestid", "mistral-correlation-id", "cf-ray"];

/** The provider's own headers and the user's, which win; all names in lower case. */
export function withHeaders(
  ours: Readonly<Record<string, string>>,
  theirs: Readonly<Record<string, string>>,
): Record<string, string> {
  const lower = Object.entries(theirs).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...ours, ...Object.fromEntries(lower) };
}

function toRefusal(
  { status, headers }: Response,
  text: string,
  clock: Clock,
  refusal: (refused: Refused) => ProviderError,
): ProviderError {
  const json = parseJson(text);
  const now = clock();
  const facts: ProviderErrorFacts = {
    status,
    requestId: findRequestId(headers),
    retryAfterMs: status === 429 || status >= 500
      ? retryAfterMs(headers, now) ?? retryAfterMs(headersIn(json), now)
      : undefined,
    shouldRetry: headers.get("x-should-retry") === "false" ? false : undefined,
  };
  // In browsers and Workers the status of a redirect that is not followed is 0.
  if (status < 400) {
    const why = "The provider redirects, which would carry the API key along. " +
      "Set the base URL of the API.";
    return new ProviderError("model_invalid_request", why, facts);
  }
  return refusal({ status, headers, text, json, facts });
}

/** OpenRouter has the limits of its free models in the body: `error.metadata.headers`. */
function headersIn(json: Json | undefined): Headers {
  const { headers } = toObject(toObject(toObject(json).error).metadata);
  const limits = Object.entries(toObject(headers)).map((
    [name, value],
  ): [string, string] => [name, toText(value)]);
  return new Headers(
    limits.filter(([name, value]) => /^x-ratelimit-[a-z]+$/i.test(name) && /^\d+$/.test(value)),
  );
}

/** The beginning of a refusal's body; what has come is returned when the connection breaks. */
async function readStart({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > MAX_REFUSAL_CHARS) break;
    }
  } catch {
    return text;
  }
  return text + decoder.decode();
}
