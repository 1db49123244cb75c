// HTTP for both OpenAI APIs. It is fetch, although the openai package is at hand (its types check what is sent): loading the
// package costs 50 ms and 94 KiB, and each call through it 0.3 ms of CPU more than the request itself. It sends once: retries
// are ours (retry.ts), and so is the reading of the answer.

import { isJsonObject, type Json, parseJson } from "../core/json.ts";
import type { Clock } from "../core/ports.ts";
import { Fault, toFault } from "./_errors.ts";
import { MAX_REFUSAL_CHARS } from "./_limits.ts";
import type { Api } from "./_openai_model.ts";
import { retryAfterMs } from "./_retry_after.ts";

export interface ClientConfig {
  readonly apiKey: string;
  readonly baseURL: string;
  readonly organization: string | undefined;
  readonly project: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
}

/** What is sent, and to which API. */
export interface WireBody {
  readonly api: Api;
  /** JSON text. */
  readonly body: string;
}

export class OpenAIClient {
  readonly #urls: Readonly<Record<Api, string>>;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #clock: Clock;

  constructor({ apiKey, baseURL, organization, project, headers, clock }: ClientConfig) {
    const base = baseURL.replace(/\/+$/, "");
    this.#urls = { chat: `${base}/chat/completions`, responses: `${base}/responses` };
    this.#headers = withoutTwins({
      "accept": "text/event-stream",
      "authorization": `Bearer ${apiKey}`,
      "content-type": "application/json",
      ...(organization === undefined ? {} : { "openai-organization": organization }),
      ...(project === undefined ? {} : { "openai-project": project }),
    }, headers);
    this.#clock = clock;
  }

  /** The response with status 2xx, its body unread. Throws Fault for everything else, and the signal's reason. */
  async send(
    { api, body }: WireBody,
    fetch: typeof globalThis.fetch,
    signal: AbortSignal,
  ): Promise<Response> {
    try {
      const init = { method: "POST", headers: this.#headers, body, signal, redirect: "manual" } as const;
      const response = await fetch(this.#urls[api], init);
      if (response.ok) return response;
      throw this.#refused(response, await readStart(response));
    } catch (thrown) {
      signal.throwIfAborted();
      if (thrown instanceof Fault) throw thrown;
      throw new Fault("model_network", "The provider cannot be reached.", { cause: thrown });
    }
  }

  #refused({ status, headers }: Response, text: string): Fault {
    const facts = {
      status,
      requestId: headers.get("x-request-id") ?? undefined,
      retryAfterMs: status === 429 || status >= 500 ? retryAfterMs(headers, this.#clock()) : undefined,
      shouldRetry: headers.get("x-should-retry") === "false" ? false : undefined,
    };
    // Browsers and Workers say 0 for a redirect that is not followed.
    if (status < 400) {
      const why =
        "The provider redirects, and redirects are not followed since they would carry the API key elsewhere. " +
        "Set the base URL to where the API is.";
      return new Fault("model_invalid_request", why, facts);
    }
    return toFault(errorIn(text), facts, text === "" ? `HTTP ${status} without a body.` : text);
  }
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

// {error: ...}, the error itself, or what no JSON is.
function errorIn(text: string): Json {
  const json = parseJson(text);
  const [only] = Array.isArray(json) && json.length === 1 ? json : [json];
  return (isJsonObject(only) ? only.error ?? only : undefined) ?? null;
}

/** Our headers and the user's, which win whatever their case. */
function withoutTwins(
  ours: Record<string, string>,
  theirs: Readonly<Record<string, string>>,
): Record<string, string> {
  const lower = Object.entries(theirs).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...ours, ...Object.fromEntries(lower) };
}
