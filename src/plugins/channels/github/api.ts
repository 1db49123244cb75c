// The REST API of GitHub: https://docs.github.com/rest/issues/comments

import { AgentError } from "../../../core/error.ts";
import { type Json, parseJson } from "../../../core/json.ts";
import type { HttpDeps } from "../../../http/context.ts";
import { PostRefused } from "../channel.ts";

/** Milliseconds of one request. */
const TIMEOUT_MS = 10_000;

/** Milliseconds until a request is sent again that has failed. */
const RETRY_MS = 1_000;

/** Milliseconds to wait at a limit that names no time: https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api */
const LIMITED_MS = 60_000;

/** Where the API is, and how the account proves itself. */
export interface GitHubAccount {
  /** With a slash at its end. */
  readonly url: URL;
  readonly token: string;
}

/** Calls of the API. */
export class GitHubApi {
  readonly #account: GitHubAccount;
  readonly #deps: Pick<HttpDeps, "fetch" | "clock">;

  constructor(account: GitHubAccount, deps: Pick<HttpDeps, "fetch" | "clock">) {
    this.#account = account;
    this.#deps = deps;
  }

  /**
   * Sends a request; the JSON of its response.
   *
   * @throws {AgentError} rate_limited - it was not done; outbound_failed - it may have been done, or not
   * @throws {PostRefused} it was not done, and never will be
   */
  async send(method: string, path: string, body?: Readonly<Record<string, string>>): Promise<Json> {
    const { status, headers, text } = await this.#request(method, path, body);
    const json = parseJson(text);
    if (status >= 200 && status < 300) {
      if (json === undefined) throw failed(`${method} ${path}`, "the response is no JSON");
      return json;
    }
    const isLimit = status === 429 || status === 403 &&
        (headers.has("retry-after") || headers.get("x-ratelimit-remaining") === "0");
    if (isLimit) {
      const retryAfterMs = this.#waitOf(headers);
      throw new AgentError("rate_limited", `GitHub limits ${method} ${path}; it is sent again.`, {
        retryAfterMs,
      });
    }
    // The operator mends the token, and what waits is posted then.
    if (status === 401) {
      throw failed(`${method} ${path}`, "the token is refused", { retryAfterMs: LIMITED_MS });
    }
    if (status >= 500 || status === 408) throw failed(`${method} ${path}`, `status ${status}`);
    throw new PostRefused(`status_${status}`);
  }

  async #request(
    method: string,
    path: string,
    body: Readonly<Record<string, string>> | undefined,
  ): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
    try {
      const response = await this.#deps.fetch(new URL(path, this.#account.url), {
        method,
        headers: {
          accept: "application/vnd.github+json",
          authorization: `Bearer ${this.#account.token}`,
          "content-type": "application/json",
          "user-agent": "Treadle",
          "x-github-api-version": "2022-11-28",
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (cause) {
      throw failed(`${method} ${path}`, "no response", { cause });
    }
  }

  /** Milliseconds until the limit is over. */
  #waitOf(headers: Headers): number {
    const seconds = Number(headers.get("retry-after"));
    if (seconds > 0) return seconds * 1_000;
    const reset = Number(headers.get("x-ratelimit-reset")) * 1_000;
    return reset > 0 ? Math.max(RETRY_MS, reset - this.#deps.clock()) : LIMITED_MS;
  }
}

function failed(
  what: string,
  why: string,
  { retryAfterMs = RETRY_MS, cause }: { readonly retryAfterMs?: number; readonly cause?: unknown } = {},
): AgentError {
  return new AgentError("outbound_failed", `GitHub did not do ${what}: ${why}.`, { retryAfterMs, cause });
}
