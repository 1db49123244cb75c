// One POST with JSON to a service of models, and its failures as errors with codes. It sends once.

import { type Json, parseJson } from "../../../core/json.ts";
import { ModelError, type ModelErrorCode, toModelErrorCode } from "../../../core/model/model_error.ts";
import type { EmbedderIo } from "./embedder.ts";

/** What is sent, and how its refusals are read. */
export interface JsonPost {
  /** In messages: `openai/text-embedding-3-small`. */
  readonly provider: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A value of JSON: the types of the packages for the wires are interfaces without an index. */
  readonly body: unknown;
  /** Never repeated in a message. */
  readonly secrets: readonly string[];
  readonly readRefusal: (body: Json | undefined) => Refusal;
}

/** What a body says of a failure. */
export interface Refusal {
  /** The service's own. */
  readonly code?: string;
  readonly text?: string;
  /** Where the service's code says more than the status. */
  readonly kind?: ModelErrorCode;
}

/** Most characters of a service's text in a message. */
const MOST_CHARS = 300;

/** The longest wait that is passed on, in milliseconds. */
const LONGEST_WAIT_MS = 86_400_000;

/**
 * The JSON of an answer with status 2xx. Redirects are refused: they would carry the key elsewhere.
 *
 * @throws {ModelError} model_network without a whole answer, model_protocol for one that is no JSON, else by its status
 * @throws the reason of the signal, when it aborts
 */
export async function postJson(post: JsonPost, { fetch, signal }: EmbedderIo): Promise<Json> {
  const { provider, url, headers, body } = post;
  signal.throwIfAborted();
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      redirect: "manual",
      signal,
    });
    text = await response.text();
  } catch (cause) {
    signal.throwIfAborted();
    throw new ModelError("model_network", `${provider}: no whole answer came from ${toHost(url)}.`, {
      provider,
      cause,
    });
  }
  const json = parseJson(text);
  if (!response.ok) throw toError(post, response, json);
  if (json !== undefined) return json;
  throw new ModelError("model_protocol", `${provider}: the answer is no JSON.`, {
    provider,
    status: response.status,
    phase: "stream",
  });
}

/** The error of a refusal that came without a response, as from a binding, or within an answer of status 2xx. */
export function toRefusalError(
  { provider, secrets }: Pick<JsonPost, "provider" | "secrets">,
  { code, text = "", kind }: Refusal,
  facts: { readonly status?: number; readonly retryAfterMs?: number; readonly cause?: unknown },
): ModelError {
  const { status } = facts;
  const at = [status === undefined ? undefined : `HTTP ${status}`, code].filter((fact) => fact).join(", ");
  const clean = redact(text, secrets).slice(0, MOST_CHARS).toWellFormed();
  return new ModelError(
    kind ?? toModelErrorCode(status),
    `${provider}${at === "" ? "" : ` (${at})`}: ${clean || "the request was refused."}`,
    { ...facts, provider, providerCode: code },
  );
}

function toError(post: JsonPost, { status, headers }: Response, json: Json | undefined): ModelError {
  // In browsers and Workers the status of a redirect that is not followed is 0.
  if (status < 400) {
    return toRefusalError(post, {
      text: "The service redirects, which is not followed. Set the base URL to where the API is.",
      kind: "model_invalid_request",
    }, { status });
  }
  const retryAfterMs = retryAfter(headers);
  return toRefusalError(post, post.readRefusal(json), { status, retryAfterMs });
}

/** `retry-after-ms`, else `retry-after` in seconds or as a date against the answer's own. */
function retryAfter(headers: Headers): number | undefined {
  const ms = Number(headers.get("retry-after-ms") ?? NaN);
  const text = headers.get("retry-after") ?? "";
  const seconds = text.trim() === "" ? NaN : Number(text);
  const until = Date.parse(text) - Date.parse(headers.get("date") ?? "");
  const wait = [ms, seconds * 1000, until].find((each) => Number.isFinite(each) && each >= 0);
  return wait === undefined ? undefined : Math.min(Math.ceil(wait), LONGEST_WAIT_MS);
}

function redact(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets) if (secret.length > 4) safe = safe.replaceAll(secret, "[redacted]");
  return safe;
}

function toHost(url: string): string {
  return URL.parse(url)?.host ?? "the service";
}
