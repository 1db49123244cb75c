// Requests to a deployment: the address, the key, errors, and the tries after a failure of the network.

import { hasCode, isPassing, readError, TreadleError } from "./error.ts";

/** Where a deployment is and how it is reached. */
export interface ClientOptions {
  /** Its address, with the base path where it has one: `https://x.example/agents`. A page may give a path alone. */
  readonly url: string;
  /**
   * The API key, or a function that gives a short-lived token: it is called for every request. It gets the token that the deployment
   * has just refused as expired, when there is one; the request is sent once more when it gives another.
   */
  readonly key?: string | ((expired?: string) => string | Promise<string>);
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the global fetch: a service binding of a Worker, a test. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Tries after the first one that get no answer or no further event: 8, the first after about 250 ms, then twice as long, at most 8 s. */
  readonly retries?: { readonly count?: number; readonly firstMs?: number };
  /** Milliseconds of silence after which a stream is closed and resumed: 60,000. The server sends something every 15 s. */
  readonly idleMs?: number;
}

/** One request. */
export interface Call {
  /** POST with a body, and GET without one, by default. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Longest wait between two tries, in milliseconds; an error of a server that wants a longer wait is thrown. */
const LONGEST_MS = 8_000;

/** How long a `retry-after` may be for the request to be sent again without the caller, in milliseconds. */
const LONGEST_RETRY_AFTER_MS = 30_000;

/** The requests of one client. */
export class Transport {
  readonly idleMs: number;
  readonly #options: ClientOptions;
  readonly #base: string;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#base = options.url.replace(/\/+$/, "");
    this.idleMs = options.idleMs ?? 60_000;
  }

  /** The tries of one request or stream. */
  tries(signal: AbortSignal | undefined): Tries {
    const { count = 8, firstMs = 250 } = this.#options.retries ?? {};
    let failed = 0;
    return {
      reset: () => {
        failed = 0;
      },
      again: async (thrown) => {
        if (signal?.aborted || !isTransient(thrown) || failed >= count) throw thrown;
        const backoff = Math.min(LONGEST_MS, firstMs * 2 ** failed++) * (0.75 + Math.random() / 2);
        await wait(Math.max(backoff, thrown.retryAfterMs ?? 0), signal);
      },
    };
  }

  /**
   * Sends a request once, and again with another token where its token has expired.
   *
   * @throws {TreadleError} for a failed connection, and for every status that is an error
   */
  async send(path: string, call: Call): Promise<Response> {
    const { key } = this.#options;
    if (typeof key !== "function") return await this.#sendWith(key, path, call);
    const token = await trying(() => key(), call.signal);
    try {
      return await this.#sendWith(token, path, call);
    } catch (thrown) {
      if (!hasCode(thrown, "token_expired")) throw thrown;
      const next = await trying(() => key(token), call.signal);
      if (next === token) throw thrown;
      return await this.#sendWith(next, path, call);
    }
  }

  async #sendWith(
    token: string | undefined,
    path: string,
    { body, method = body ? "POST" : "GET", headers, signal }: Call,
  ): Promise<Response> {
    const { fetch = globalThis.fetch } = this.#options;
    const init: RequestInit = {
      method,
      headers: checkHeaders(this.#options, {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { "content-type": "application/json" }),
        ...headers,
      }),
      body: body && JSON.stringify(body),
      signal,
    };
    const response = await trying(() => fetch(this.#base + path, init), signal);
    // A page for people, of a proxy or a login, has another type.
    const isAnswer = /json|event-stream/.test(response.headers.get("content-type") ?? "");
    if (response.ok && (isAnswer || response.status === 204)) return response;
    throw await trying(() => readError(response), signal);
  }

  /**
   * The JSON of the response to a request that is sent once.
   *
   * @throws {TreadleError} as {@link send}; `connection_failed` also where the response ends early
   */
  async jsonOnce<T>(path: string, call: Call): Promise<T> {
    const response = await this.send(path, call);
    return await trying(() => response.json(), call.signal);
  }

  /**
   * The JSON of the response. A request that got no answer is sent again, so it must be one that may arrive twice.
   *
   * @throws {TreadleError}
   */
  async json<T>(path: string, call: Call = {}): Promise<T> {
    const tries = this.tries(call.signal);
    for (;;) {
      try {
        return await this.jsonOnce(path, call);
      } catch (thrown) {
        await tries.again(thrown);
      }
    }
  }
}

/** The address and the headers as fetch takes them. What is wrong with them is wrong for every try. */
function checkHeaders(
  { url, headers, fetch }: ClientOptions,
  more: Readonly<Record<string, string>>,
): Headers {
  try {
    const all = new Headers(headers);
    for (const [name, value] of Object.entries(more)) all.set(name, value);
    if (fetch !== undefined || /^http/.test(new URL(url, globalThis.location?.href).protocol)) return all;
  } catch { /* the same: its cause would repeat the key */ }
  throw new TreadleError("The url (https://...), the key or a header is not valid.", {
    code: "connection_failed",
  });
}

/**
 * The outcome of a fetch, or of the function of the key: a token often comes over the same network. Rejects with the signal's reason
 * when it aborts.
 */
async function trying<T>(way: () => T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  signal?.throwIfAborted();
  let onAbort;
  try {
    return await Promise.race([
      way(),
      new Promise<never>((_resolve, reject) => signal?.addEventListener("abort", onAbort = reject)),
    ]);
  } catch (cause) {
    throw connectionFailed(cause, signal);
  } finally {
    if (onAbort !== undefined) signal?.removeEventListener("abort", onAbort);
  }
}

/** Counts the tries without progress, and waits between them. */
export interface Tries {
  /** There has been progress: all tries are left. */
  reset(): void;
  /**
   * Waits before the next try, at least as long as the server's `retry-after`.
   *
   * @throws what was thrown, when it is no passing failure or no try is left
   */
  again(thrown: unknown): Promise<void>;
}

/** Failures of the way, and refusals for the moment; a step that failed is an answer. */
function isTransient(thrown: unknown): thrown is TreadleError {
  if (!(thrown instanceof TreadleError) || thrown.thread !== undefined) return false;
  const { status, retryable, retryAfterMs = 0 } = thrown;
  if (hasCode(thrown, "connection_failed", "stream_cut")) return retryable;
  return retryable && isPassing(status) && retryAfterMs <= LONGEST_RETRY_AFTER_MS;
}

/** Rejects with the signal's reason when it aborts. */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await trying(() => new Promise<void>((resolve) => timer = setTimeout(resolve, ms)), signal);
  } finally {
    clearTimeout(timer);
  }
}

/** What a failed fetch or a broken body is to the caller: an abort keeps its reason. */
export function connectionFailed(cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  const facts = { code: "connection_failed", retryable: true, cause } as const;
  return new TreadleError(
    "The connection or the key function failed.",
    facts,
  );
}

/** 128 random bits in hex. crypto.randomUUID is missing on pages without https. */
export function randomId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `${prefix}_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
