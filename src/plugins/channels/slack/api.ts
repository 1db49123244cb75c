// The Web API of Slack: https://docs.slack.dev/apis/web-api. A method is a POST with a form; what went wrong stands in `error`.

import { isJsonObject, type JsonObject, parseJson } from "../../../core/json.ts";
import type { HttpDeps } from "../../../http/context.ts";
import { PostRefused } from "../channel.ts";
import { PlatformHttp, readWait } from "../platform_http.ts";
import type { PlatformAccount } from "../platform_settings.ts";

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

/** Errors of the app's token. */
const OF_TOKEN = [
  "account_inactive",
  "invalid_auth",
  "missing_scope",
  "not_authed",
  "token_expired",
  "token_revoked",
];

/** Calls of the API. */
export class SlackApi {
  readonly #account: PlatformAccount;
  readonly #http: PlatformHttp;

  constructor(account: PlatformAccount, deps: Pick<HttpDeps, "fetch" | "outbound">) {
    this.#account = account;
    this.#http = new PlatformHttp({ name: "Slack", hasSecretUrls: false }, deps);
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
    const { status, headers, text } = await this.#http.send(method, new URL(method, this.#account.url), {
      method: "POST",
      headers: this.#authorize(),
      body: form,
    });
    if (status === 429) throw this.#http.toLimit(method, readWait(headers.get("retry-after")));
    const body = parseJson(text);
    if (!isJsonObject(body)) throw this.#http.toFailure(method, `status ${status}`);
    if (body.ok === true) return body;
    const error = typeof body.error === "string" ? body.error : "unknown_error";
    if (error === "ratelimited" || error === "rate_limited") throw this.#http.toLimit(method);
    if (PASSING.includes(error)) throw this.#http.toFailure(method, error);
    if (OF_TOKEN.includes(error)) throw this.#http.toRefusedToken(method, error);
    throw new PostRefused(error);
  }

  /**
   * The bytes of a file. The token goes to hosts of Slack alone, and to no redirect.
   *
   * @throws {AgentError} what `createOutbound` throws; outbound_failed and outbound_refused where Slack does not give it
   */
  async download(url: string, maxBytes: number): Promise<Uint8Array> {
    const { host } = this.#account.url;
    const hosts = [host, "slack.com", "*.slack.com", "slack-gov.com", "*.slack-gov.com"];
    const response = await this.#http.requestFile(url, { headers: this.#authorize(), hosts, maxBytes });
    // Without the scope files:read it is the page to sign in, with status 200.
    const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
    if (!isPage) return new Uint8Array(await response.arrayBuffer());
    await response.body?.cancel();
    throw this.#http.toRefusedFile("status 200, a page");
  }

  #authorize(): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${this.#account.token}` };
  }
}
