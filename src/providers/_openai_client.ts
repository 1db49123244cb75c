// The openai package as the HTTP client: it knows the paths, the headers and the error bodies. It is loaded on first use
// (50 ms of cold start), by its parts, because the whole also brings Azure, Bedrock and what else it exports. It sends
// once: retries are ours (retry.ts), and so is the reading of the answer.

import type OpenAI from "openai";
import { parseJson } from "../core/json.ts";
import type { Clock } from "../core/ports.ts";
import { Fault, toFault } from "./_errors.ts";
import type { ChatBody } from "./_openai_chat.ts";
import type { ResponsesBody } from "./_openai_responses.ts";
import { retryAfterMs } from "./_retry_after.ts";

export interface ClientConfig {
  readonly apiKey: string;
  readonly baseURL: string;
  readonly organization: string | undefined;
  readonly project: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

export type WireBody =
  | { readonly dialect: "chat"; readonly body: ChatBody }
  | { readonly dialect: "responses"; readonly body: ResponsesBody };

export class OpenAIClient {
  readonly #config: ClientConfig;
  #cached: { readonly fetch: typeof fetch; readonly client: OpenAI } | undefined;

  constructor(config: ClientConfig) {
    this.#config = config;
  }

  /** The response with status 2xx, its body unread. Throws Fault for everything else. */
  async send(wire: WireBody, fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<Response> {
    const [{ OpenAI }, errors] = await Promise.all([import("openai/client"), import("openai/core/error")]);
    const client = this.#client(OpenAI, fetch);
    try {
      const request = wire.dialect === "chat"
        ? client.chat.completions.create(wire.body, { signal })
        : client.responses.create(wire.body, { signal });
      return await request.asResponse();
    } catch (thrown) {
      signal.throwIfAborted();
      if (thrown instanceof errors.APIConnectionTimeoutError) {
        throw new Fault("model_timeout", "The provider did not answer in time.", { cause: thrown });
      }
      if (thrown instanceof errors.APIError && thrown.status !== undefined) throw this.#refused(thrown);
      const cause = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown;
      throw new Fault("model_network", "The provider cannot be reached.", { cause });
    }
  }

  // No cause: the package's error holds the response's headers and cookies, and our message has all it knows.
  #refused(thrown: InstanceType<typeof OpenAI.APIError>): Fault {
    const headers = new Headers(thrown.headers);
    const status = thrown.status ?? 0;
    const facts = {
      status,
      requestId: thrown.requestID ?? undefined,
      retryAfterMs: status === 429 || status >= 500 ? retryAfterMs(headers, this.#config.clock()) : undefined,
      shouldRetry: headers.get("x-should-retry") === "false" ? false : undefined,
    };
    if (status >= 300 && status < 400) {
      const why =
        "The provider redirects, and redirects are not followed since they would carry the API key elsewhere. " +
        "Set the base URL to where the API is.";
      return new Fault("model_invalid_request", why, facts);
    }
    // The package parsed the body and types it as Object.
    const said = parseJson(JSON.stringify(thrown.error ?? null));
    return toFault(said ?? null, facts, thrown.message);
  }

  #client(Client: typeof OpenAI, fetch: typeof globalThis.fetch): OpenAI {
    if (this.#cached?.fetch === fetch) return this.#cached.client;
    const { apiKey, baseURL, organization, project, headers, timeoutMs } = this.#config;
    const client = new Client({
      apiKey,
      baseURL,
      // null and not undefined: the package would read the environment.
      adminAPIKey: null,
      organization: organization ?? null,
      project: project ?? null,
      webhookSecret: null,
      defaultHeaders: headers,
      fetch: (url, init) => fetch(url, { ...init, redirect: "manual" }),
      // The watchdog ends the wait; the package's own timer is only behind it.
      timeout: timeoutMs * 2,
      maxRetries: 0,
      logLevel: "off",
    });
    this.#cached = { fetch, client };
    return client;
  }
}
