// The Web API of Slack: https://docs.slack.dev/apis/web-api. A method is a POST with a form; what went wrong stands in `error`.

import { AgentError } from "../../../core/error.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../../core/json.ts";
import type { HttpDeps } from "../../../http/context.ts";
import { createOutbound, type OutboundFetch } from "../../../outbound/outbound.ts";
import { PostRefused } from "../channel.ts";

/** Milliseconds of one request. */
const TIMEOUT_MS = 10_000;

/** Milliseconds to wait where a 429 does not say. */
const RETRY_MS = 1_000;

/** Errors that pass: the same request may succeed later. */
const PASSING = [
  "fatal_error",
  "internal_error",
  "ratelimited",
  "rate_limited",
  "request_timeout",
  "service_unavailable",
  "team_added_to_org",
];

/** Errors of the app's token. The operator mends them, and what waits is posted then. */
const OF_TOKEN = [
  "account_inactive",
  "invalid_auth",
  "missing_scope",
  "not_authed",
  "token_expired",
  "token_revoked",
];

/** Milliseconds until a request is tried again that the token does not permit. */
const TOKEN_RETRY_MS = 60_000;

/** Where the API is, and how the app proves itself. */
export interface SlackAccount {
  readonly url: URL;
  readonly token: string;
}

/** Calls of the API. */
export class SlackApi {
  readonly #account: SlackAccount;
  readonly #fetch: typeof fetch;
  readonly #outbound: OutboundFetch;

  constructor(account: SlackAccount, { fetch, outbound }: Pick<HttpDeps, "fetch" | "outbound">) {
    this.#account = account;
    this.#fetch = fetch;
    this.#outbound = createOutbound(outbound);
  }

  /**
   * Calls a method. Values that are not texts are sent as JSON; those that are undefined are left out.
   *
   * @throws {AgentError} rate_limited - it was not done; outbound_failed - it may have been done, or not
   * @throws {PostRefused} it was not done, and never will be
   */
  async call(method: string, args: Readonly<Record<string, unknown>>): Promise<JsonObject> {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(args)) {
      if (value !== undefined) form.set(name, typeof value === "string" ? value : JSON.stringify(value));
    }
    const { status, headers, text } = await this.#send(method, form);
    if (status === 429) {
      const seconds = Number(headers.get("retry-after"));
      throw toLimit(method, seconds > 0 ? seconds * 1_000 : RETRY_MS);
    }
    const body = parseJson(text);
    if (!isJsonObject(body)) throw toFailure(method, `status ${status}`);
    if (body.ok === true) return body;
    const error = typeof body.error === "string" ? body.error : "unknown_error";
    if (error === "ratelimited" || error === "rate_limited") throw toLimit(method, RETRY_MS);
    if (PASSING.includes(error)) throw toFailure(method, error);
    if (OF_TOKEN.includes(error)) throw toFailure(method, error, { retryAfterMs: TOKEN_RETRY_MS });
    throw new PostRefused(error);
  }

  async #send(
    method: string,
    form: URLSearchParams,
  ): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
    try {
      const response = await this.#fetch(new URL(method, this.#account.url), {
        method: "POST",
        headers: { authorization: `Bearer ${this.#account.token}` },
        body: form,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (cause) {
      throw toFailure(method, "no response", { cause });
    }
  }

  /**
   * The bytes of a file. The token goes to hosts of Slack alone, and to no redirect.
   *
   * @throws {AgentError} what `createOutbound` throws; outbound_failed where Slack does not give it
   */
  async download(url: string, maxBytes: number): Promise<Uint8Array> {
    const { url: { host }, token } = this.#account;
    const response = await this.#outbound(
      url,
      { headers: { authorization: `Bearer ${token}` } },
      {
        hosts: [host, "slack.com", "*.slack.com", "slack-gov.com", "*.slack-gov.com"],
        maxBytes,
        timeoutMs: TIMEOUT_MS * 2,
      },
    );
    // Without the scope files:read it is the page to sign in, with status 200.
    const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
    if (response.status === 200 && !isPage) return new Uint8Array(await response.arrayBuffer());
    await response.body?.cancel();
    if (response.status === 429 || response.status >= 500) {
      throw toFailure("a file", `status ${response.status}`);
    }
    throw new AgentError(
      "outbound_refused",
      `Slack gives no file: status ${response.status}${isPage ? ", a page" : ""}.`,
    );
  }
}

function toLimit(method: string, retryAfterMs: number): AgentError {
  return new AgentError("rate_limited", `Slack limits ${method}; it is sent again.`, { retryAfterMs });
}

function toFailure(
  method: string,
  why: string,
  { retryAfterMs = RETRY_MS, cause }: { readonly retryAfterMs?: number; readonly cause?: unknown } = {},
): AgentError {
  return new AgentError("outbound_failed", `Slack did not do ${method}: ${why}.`, { retryAfterMs, cause });
}
