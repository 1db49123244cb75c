// HTTP to providers: one POST by fetch, and what a refusal says. It sends once: retries are ours (retry.ts), and so is the
// reading of the answer. The fetch may be a client of a package, or a binding of the platform.

import { isJsonObject, type Json, parseJson } from "../../core/json.ts";
import type { Clock } from "../../core/ports.ts";
import type { WireRequest } from "./dialect.ts";
import { ProviderError, type ProviderErrorFacts, toProviderError } from "./errors.ts";
import { MAX_REFUSAL_CHARS } from "./limits.ts";
import { retryAfterMs } from "./retry_after.ts";
import { toObject, toText } from "./json_fields.ts";

/** An answer with a status other than 2xx. */
export interface Refused {
  readonly status: number;
  readonly headers: Headers;
  /** The body, or its beginning. */
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  readonly json: Json | undefined;
  /** What the headers say. */
  readonly facts: ProviderErrorFacts;
}

export interface Sending {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly refusal: (refused: Refused) => ProviderError;
}

/** The response with status 2xx, its body unread. Throws Fault for everything else, and the signal's reason. */
export async function post({ url, headers, body }: WireRequest, sending: Sending): Promise<Response> {
  const { fetch, signal, clock, refusal } = sending;
  try {
    const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
    if (response.ok) return response;
    throw refused(response, await readStart(response), clock, refusal);
  } catch (thrown) {
    signal.throwIfAborted();
    if (thrown instanceof ProviderError) throw thrown;
    throw new ProviderError("model_network", "The provider cannot be reached.", { cause: thrown });
  }
}

/** The failure of a body `{error: {message, code, type}}`, or close to it. */
export function toRefusal({ json, text, facts, status }: Refused): ProviderError {
  const [only] = Array.isArray(json) && json.length === 1 ? json : [json];
  // {code, error: "text"}: xAI has its code beside the text.
  const error = !isJsonObject(only) ? null : isJsonObject(only.error) ? only.error : only;
  return toProviderError(error, facts, text === "" ? `HTTP ${status} without a body.` : text);
}

/** The id under which the provider knows the exchange. */
export function requestIdOf(headers: Headers): string | undefined {
  for (const name of REQUEST_IDS) {
    const id = headers.get(name);
    if (id !== null) return id;
  }
  return undefined;
}

const REQUEST_IDS = ["x-request-id", "request-id", "x-amzn-requestid", "mistral-correlation-id", "cf-ray"];

/** The base without slashes at its end and the path, which begins with one. */
export function joinUrl(base: string, path: string): string {
  return base.replace(/\/+$/, "") + path;
}

/** Our headers and the user's, which win whatever their case. */
export function withHeaders(
  ours: Readonly<Record<string, string>>,
  theirs: Readonly<Record<string, string>>,
): Record<string, string> {
  const lower = Object.entries(theirs).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...ours, ...Object.fromEntries(lower) };
}

function refused(
  { status, headers }: Response,
  text: string,
  clock: Clock,
  refusal: (refused: Refused) => ProviderError,
): ProviderError {
  const json = parseJson(text);
  const now = clock();
  const facts: ProviderErrorFacts = {
    status,
    requestId: requestIdOf(headers),
    retryAfterMs: status === 429 || status >= 500
      ? retryAfterMs(headers, now) ?? retryAfterMs(headersIn(json), now)
      : undefined,
    shouldRetry: headers.get("x-should-retry") === "false" ? false : undefined,
  };
  // Browsers and Workers say 0 for a redirect that is not followed.
  if (status < 400) {
    const why =
      "The provider redirects, and redirects are not followed since they would carry the API key elsewhere. " +
      "Set the base URL to where the API is.";
    return new ProviderError("model_invalid_request", why, facts);
  }
  return refusal({ status, headers, text, json, facts });
}

/** OpenRouter tells the limits of its free models in the body: `error.metadata.headers`. */
function headersIn(json: Json | undefined): Headers {
  const { headers } = toObject(toObject(toObject(json).error).metadata);
  const limits = Object.entries(toObject(headers)).map((
    [name, value],
  ): [string, string] => [name, toText(value)]);
  return new Headers(
    limits.filter(([name, value]) => /^x-ratelimit-[a-z]+$/i.test(name) && /^\d+$/.test(value)),
  );
}

/** The body of a refusal, of which the beginning says why; the status stands also when the connection breaks in it. */
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
