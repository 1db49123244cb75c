// A client of the `openai` package as a fetch: one POST of ready text, answered by the raw response. Retries,
// deadlines and decoding are not the client's, so the exchange is that of every other provider.

import type { OpenAI } from "openai/client";
import { AgentError } from "../../core/error.ts";
import { LONGEST_TIMER_MS } from "../../core/ports.ts";
import type { WireRequest } from "../_wire/protocol_adapter.ts";
import { post, type Sending, withHeaders } from "../_wire/post.ts";
import { SESSION_HEADERS } from "./profile.ts";

/**
 * What is used of a client: an `OpenAI` of version 6 or 7, an `AzureOpenAI`, or what a tracing library makes of one. Each request is
 * one `post`, whose `asResponse()` gives the response unread.
 */
export interface OpenAIClient {
  readonly baseURL: string;
  readonly apiKey: string | null;
  post(path: string, options: ClientRequest): { asResponse(): Promise<Response> };
}

/** The options of a client's request that all supported versions of the package have. */
interface ClientRequest {
  readonly body: string;
  readonly headers: Record<string, string | null>;
  readonly fetchOptions: { readonly redirect: "manual" };
  readonly signal: AbortSignal;
  readonly maxRetries: number;
  readonly timeout: number;
}

/** What a client is made from when the caller passes none. */
export interface ClientSettings {
  /** Paths are appended to it. */
  readonly baseURL: string;
  /** Sent as a bearer token; without one the header is absent. */
  readonly apiKey?: string | undefined;
  readonly organization?: string | undefined;
  readonly project?: string | undefined;
  /** They win over those of the package. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>> | undefined;
}

/**
 * A client has its own address and key: `others` are options, by name, none of which may be set beside a client.
 *
 * @throws {AgentError} config_invalid
 */
export function checkAlone(client: OpenAIClient | undefined, others: object, provider: string): void {
  const [name] = Object.entries(others).flatMap(([name, value]) => value === undefined ? [] : [name]);
  if (client === undefined || name === undefined) return;
  throw new AgentError(
    "config_invalid",
    `Provider ${provider} is given a client and ${name}; give that to the client.`,
  );
}

/** Sends messages whose url is a path beneath the base URL of a client. */
export interface OpenAITransport {
  /** That of the client. */
  readonly baseURL: string;
  /** Loads the package ahead of the first request. */
  prepare(): void;
  /** The response with status 2xx, its body unread. Throws as {@link post} does. */
  send(message: WireRequest, sending: Sending): Promise<Response>;
}

/** A client of the user's sends by its own fetch, whatever `sending.fetch` is. */
export function byGivenClient(client: OpenAIClient): OpenAITransport {
  return {
    baseURL: client.baseURL,
    prepare: () => {},
    send: (message, sending) =>
      post(message, { ...sending, fetch: () => request(client, message, sending.signal) }),
  };
}

/** One client for each `sending.fetch`; a deployment has one. The package is loaded by the first request. */
export function byOwnClient(settings: ClientSettings): OpenAITransport {
  const clients = new WeakMap<typeof fetch, OwnClient>();
  return {
    baseURL: settings.baseURL,
    // What fails here fails again in the first request, and is reported there.
    prepare: () => void loadPackage().catch(() => {}),
    send: async (message, sending) => {
      let client = clients.get(sending.fetch);
      if (client === undefined) {
        client = await createClient(settings, sending.fetch);
        clients.set(sending.fetch, client);
      }
      const own = client;
      return await post(message, { ...sending, fetch: () => own.request(message, sending.signal) });
    },
  };
}

/**
 * A client that is made here. `post` of the package builds the same headers for each request, formats what it would log, and
 * wraps the answer for retries and parsing (docs/benchmarks.md counts it). Its `buildRequest` says once what is sent to
 * a path, and its `fetchWithTimeout` sends it.
 */
class OwnClient {
  readonly #client: OpenAI;
  /** By path and headers: what the package sends with them. */
  readonly #built = new Map<string, { readonly url: string; readonly headers: Record<string, string> }>();

  constructor(client: OpenAI) {
    this.#client = client;
  }

  /** The response, whatever its status. */
  async request({ url: path, headers, body }: WireRequest, signal: AbortSignal): Promise<Response> {
    const changing = Object.fromEntries(Object.entries(headers).filter(([name]) => CHANGING.has(name)));
    const others = Object.fromEntries(Object.entries(headers).filter(([name]) => !CHANGING.has(name)));
    const key = JSON.stringify([path, others]);
    const built = this.#built.get(key) ?? await this.#build(key, path, others);
    const init = {
      method: "POST",
      headers: { ...built.headers, ...changing },
      body,
      redirect: "manual" as const,
    };
    try {
      // The signal is the exchange's own, and no timer of the client aborts it.
      const controller = { signal, abort: () => {} };
      return await this.#client.fetchWithTimeout(built.url, init, LONGEST_TIMER_MS, controller);
    } catch (thrown) {
      if (thrown instanceof NotOk) return thrown.response;
      throw thrown;
    }
  }

  async #build(key: string, path: string, headers: Readonly<Record<string, string>>) {
    const { url, req } = await this.#client.buildRequest({
      method: "post",
      path,
      ...requestOptions(headers, ""),
    });
    const built = { url, headers: Object.fromEntries(req.headers) };
    if (this.#built.size >= MOST_BUILT) this.#built.clear();
    this.#built.set(key, built);
    return built;
  }
}

/** Headers of a request that differ from those of the others are few: betas of a model, say. */
const MOST_BUILT = 32;

// Not "openai": its index adds clients that are not used here, 8 KiB of the bundle and 7 ms of loading.
const loadPackage = async () => {
  const [{ OpenAI }, { VERSION }] = await Promise.all([import("openai/client"), import("openai/version")]);
  return { OpenAI, VERSION };
};

/**
 * The client has every option that the package otherwise reads from `OPENAI_*` variables of the process: those are
 * meant for OpenAI, and this client may send to another server.
 */
async function createClient(settings: ClientSettings, fetch: typeof globalThis.fetch): Promise<OwnClient> {
  const { baseURL, apiKey, organization, project, query } = settings;
  const headers = withHeaders({}, settings.headers);
  const { OpenAI, VERSION } = await loadPackage();
  return new OwnClient(
    new OpenAI({
      baseURL: baseURL.replace(/\/+$/, ""),
      // The constructor throws without a key; a header of null is not sent.
      apiKey: apiKey ?? "none",
      defaultHeaders: {
        // The package would write the name of its class, which a minified bundle has changed, such as "Fe/JS".
        "user-agent": `OpenAI/JS ${VERSION}`,
        // Those of OPENAI_CUSTOM_HEADERS would stand in their place, at any server.
        authorization: apiKey === undefined ? null : `Bearer ${apiKey}`,
        "openai-organization": organization ?? null,
        "openai-project": project ?? null,
        ...headers,
      },
      defaultQuery: query,
      organization: organization ?? null,
      project: project ?? null,
      logLevel: "off",
      adminAPIKey: null,
      webhookSecret: null,
      fetch: toClientFetch(headers, fetch),
    }),
  );
}

/**
 * The fetch of a client that is made here. A status other than 2xx is thrown as {@link NotOk}, since the client would
 * parse the body of a refusal and keep only a part of it.
 */
function toClientFetch(
  headers: Readonly<Record<string, string>>,
  fetch: typeof globalThis.fetch,
): typeof globalThis.fetch {
  const own = new Set([...PACKAGE_HEADERS, ...CHANGING, ...Object.keys(headers)]);
  const isForeign = (name: string) => !own.has(name) && !name.startsWith("x-stainless-");
  // OPENAI_CUSTOM_HEADERS is the one variable that no option replaces. It is read once, so the first request has its
  // names.
  let foreign: readonly string[] | undefined;
  return async (url, init) => {
    foreign ??= [...new Headers(init?.headers).keys()].filter(isForeign);
    const response = await fetch(url, foreign.length === 0 ? init : without(init, foreign));
    if (response.ok) return response;
    throw new NotOk(response);
  };
}

function without(init: RequestInit | undefined, names: readonly string[]): RequestInit {
  const headers = new Headers(init?.headers);
  for (const name of names) headers.delete(name);
  return { ...init, headers };
}

const PACKAGE_HEADERS = [
  "accept",
  "authorization",
  "content-type",
  "user-agent",
  "openai-organization",
  "openai-project",
];

/** Those that differ from request to request: the trace and the thread. They are no part of what is built once. */
const CHANGING: ReadonlySet<string> = new Set(["traceparent", "tracestate", ...SESSION_HEADERS]);

class NotOk extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super(`HTTP ${response.status}`);
    this.response = response;
  }
}

// The client waits as long as the signal lets it. Text is sent as it is only where the request itself names its content type.
function requestOptions(
  headers: Readonly<Record<string, string>>,
  body: string,
): Omit<ClientRequest, "signal"> {
  return {
    body,
    headers: { ...headers, "x-stainless-timeout": null },
    fetchOptions: { redirect: "manual" },
    maxRetries: 0,
    timeout: LONGEST_TIMER_MS,
  };
}

/** The response of a client that the user passes in, whatever its status. */
async function request(
  client: OpenAIClient,
  { url: path, headers, body }: WireRequest,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await client.post(path, { ...requestOptions(headers, body), signal }).asResponse();
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (refusal === undefined) throw thrown;
    return refusal;
  }
}

/**
 * The response that a client has thrown: the response itself, or what an APIError of the user's client keeps of it.
 */
function refusalIn(thrown: unknown): Response | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (!isAPIError(thrown)) return undefined;
  const { status, headers, error, message } = thrown;
  const text = error === undefined
    ? message.replace(BEFORE_BODY, "")
    // Some servers put the object into a list.
    : JSON.stringify(Array.isArray(error) ? error : { error });
  return new Response(status === 304 ? null : text, { status, headers });
}

/** What an APIError writes before a body that is not JSON, and in place of an empty one. */
const BEFORE_BODY = /^\d{3} (?:status code \(no body\)$)?/;

interface APIError extends Error {
  readonly status: number;
  readonly headers: Headers;
  /** `error` of the body, or the whole body where it has none; undefined for a body that is not JSON. */
  readonly error: unknown;
}

// Not by instanceof: the user's client may be from another copy of the package.
function isAPIError(thrown: Error): thrown is APIError {
  return "status" in thrown && typeof thrown.status === "number" && thrown.status >= 300 &&
    thrown.status < 600 && "headers" in thrown && thrown.headers instanceof Headers && "error" in thrown;
}
