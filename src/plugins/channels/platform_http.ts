// Requests to the API of a platform, each with a limit of time, and the errors of those that are to be sent again.

import { AgentError } from "../../core/error.ts";
import type { HttpDeps } from "../../http/context.ts";
import { createOutbound, type OutboundFetch } from "../../outbound/outbound.ts";

/** Milliseconds of one request, and of one for a file. */
const TIMEOUT_MS = 10_000;
const FILE_TIMEOUT_MS = 20_000;

/** Milliseconds until a request is sent again that has failed, or that a limit has refused which names no time. */
const RETRY_MS = 1_000;

/** Milliseconds until a request is sent again that an operator has to mend something for. */
const TOKEN_RETRY_MS = 60_000;

/** A response, read whole. */
export interface ReadResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The token does not permit the request. */
export class TokenRefused extends AgentError {
  constructor({ message, retryAfterMs }: AgentError) {
    super("outbound_failed", message, { retryAfterMs });
  }
}

/** Whose API it is. */
export interface PlatformHttpOptions {
  /** The name of the platform in errors. */
  readonly name: string;
  /** True where addresses have a token in them: what `fetch` throws may quote one, so no error has it as its cause. */
  readonly hasSecretUrls: boolean;
}

/** What sends requests to the API of one platform. */
export class PlatformHttp {
  readonly #options: PlatformHttpOptions;
  readonly #fetch: typeof fetch;
  readonly #outbound: OutboundFetch;

  constructor(options: PlatformHttpOptions, { fetch, outbound }: Pick<HttpDeps, "fetch" | "outbound">) {
    this.#options = options;
    this.#fetch = fetch;
    this.#outbound = createOutbound(outbound);
  }

  /**
   * Sends a request, and follows no redirect. `what` names it in errors.
   *
   * @throws {AgentError} outbound_failed - there is no response: it may have been done, or not
   */
  async send(
    what: string,
    url: URL,
    init: Pick<RequestInit, "method" | "headers" | "body">,
  ): Promise<ReadResponse> {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await this.#fetch(url, { ...init, redirect: "manual", signal });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (thrown) {
      const cause = this.#options.hasSecretUrls ? undefined : thrown;
      throw this.toFailure(what, "no response", { cause });
    }
  }

  /**
   * Requests a file; the response has status 200, and its body is not read.
   *
   * @throws {AgentError} what `createOutbound` throws; outbound_failed and outbound_refused where the platform does not give the file
   */
  async requestFile(
    url: string | URL,
    { headers = {}, hosts, maxBytes }: {
      readonly headers?: Readonly<Record<string, string>>;
      /** Hosts that the request may go to. */
      readonly hosts: readonly string[];
      readonly maxBytes: number;
    },
  ): Promise<Response> {
    const response = await this.#outbound(url, { headers }, { hosts, maxBytes, timeoutMs: FILE_TIMEOUT_MS });
    const { status } = response;
    if (status === 200) return response;
    await response.body?.cancel();
    if (status === 429 || status >= 500) throw this.toFailure("a file", `status ${status}`);
    throw this.toRefusedFile(`status ${status}`);
  }

  /** The error of a request that a limit has refused: it was not done. */
  toLimit(what: string, retryAfterMs = RETRY_MS): AgentError {
    return new AgentError("rate_limited", `${this.#options.name} limits ${what}; it is sent again.`, {
      retryAfterMs,
    });
  }

  /** The error of a request that may have been done, or not. */
  toFailure(
    what: string,
    why: string,
    { retryAfterMs = RETRY_MS, cause }: { readonly retryAfterMs?: number; readonly cause?: unknown } = {},
  ): AgentError {
    const message = `${this.#options.name} did not do ${what}: ${why}.`;
    return new AgentError("outbound_failed", message, { retryAfterMs, cause });
  }

  /** The error of a request that the token does not permit. The operator mends it, and what waits is posted then. */
  toRefusedToken(what: string, why: string): AgentError {
    return new TokenRefused(this.toFailure(what, why, { retryAfterMs: TOKEN_RETRY_MS }));
  }

  /** The error of a file that the platform never gives. */
  toRefusedFile(why: string): AgentError {
    return new AgentError("outbound_refused", `${this.#options.name} gives no file: ${why}.`);
  }
}

/** Milliseconds to wait at a limit that names these seconds; one second where it names none. */
export function readWait(seconds: unknown): number {
  return Number(seconds) > 0 ? Math.ceil(Number(seconds) * 1_000) : RETRY_MS;
}
