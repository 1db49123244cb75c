// The REST API of GitHub: https://docs.github.com/rest/issues/comments

import { isJsonObject, type Json, parseJson } from "../../../core/json.ts";
import type { HttpDeps } from "../../../http/context.ts";
import { PostRefused } from "../channel.ts";
import { PlatformHttp, type ReadResponse } from "../platform_http.ts";
import type { PlatformAccount } from "../platform_settings.ts";

/** Milliseconds until a limit is over at least whose reset is given: the clock of GitHub may be behind. */
const LEAST_WAIT_MS = 1_000;

/** Milliseconds to wait at a limit that names no time: https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api */
const LIMITED_MS = 60_000;

/** Of a repository that was renamed or moved, and of an issue that was transferred: the request is repeated as it is. */
const REDIRECTS = [301, 302, 307, 308];

/** Redirects of one request that are followed. */
const MOST_REDIRECTS = 3;

/** Calls of the API. */
export class GitHubApi {
  readonly #account: PlatformAccount;
  readonly #clock: HttpDeps["clock"];
  readonly #http: PlatformHttp;

  constructor(account: PlatformAccount, deps: Pick<HttpDeps, "fetch" | "clock" | "outbound">) {
    this.#account = account;
    this.#clock = deps.clock;
    this.#http = new PlatformHttp({ name: "GitHub", hasSecretUrls: false }, deps);
  }

  /**
   * Sends a request; the JSON of its response, null for one without content. An address that has moved is followed within the API.
   *
   * @throws {AgentError} rate_limited - it was not done; outbound_failed - it may have been done, or not
   * @throws {PostRefused} it was not done, and never will be
   */
  async send(method: string, path: string, body?: Readonly<Record<string, string>>): Promise<Json> {
    const what = `${method} ${path}`;
    let url = new URL(path, this.#account.url);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const response = await this.#request(what, { method, url, body });
      if (!REDIRECTS.includes(response.status)) return this.#read(what, response);
      const next = URL.parse(response.headers.get("location") ?? "", url);
      // The token goes to no other server.
      if (next?.origin !== url.origin) throw new PostRefused(`status_${response.status}`);
      url = next;
    }
    throw new PostRefused("too_many_redirects");
  }

  #read(what: string, { status, headers, text }: ReadResponse): Json {
    if (status === 204) return null;
    const json = parseJson(text);
    if (status >= 200 && status < 300) {
      if (json === undefined) throw this.#http.toFailure(what, "the response is no JSON");
      return json;
    }
    if (isLimit(status, headers, json)) throw this.#http.toLimit(what, this.#readWait(headers));
    if (status === 401) throw this.#http.toRefusedToken(what, "the token is refused");
    if (status >= 500 || status === 408) throw this.#http.toFailure(what, `status ${status}`);
    throw new PostRefused(`status_${status}`);
  }

  async #request(
    what: string,
    { method, url, body }: {
      readonly method: string;
      readonly url: URL;
      readonly body: Readonly<Record<string, string>> | undefined;
    },
  ): Promise<ReadResponse> {
    return await this.#http.send(what, url, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${this.#account.token}`,
        "content-type": "application/json",
        "user-agent": "Treadle",
        "x-github-api-version": "2022-11-28",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Milliseconds until the limit is over. The time of the reset is that of the primary limit, so it counts where that is used up. */
  #readWait(headers: Headers): number {
    const seconds = Number(headers.get("retry-after"));
    if (seconds > 0) return seconds * 1_000;
    const reset = Number(headers.get("x-ratelimit-reset")) * 1_000;
    const isUsedUp = headers.get("x-ratelimit-remaining") === "0";
    return isUsedUp && reset > 0 ? Math.max(LEAST_WAIT_MS, reset - this.#clock()) : LIMITED_MS;
  }
}

/** A secondary limit may have neither header, and says what it is in its message alone. */
function isLimit(status: number, headers: Headers, body: Json | undefined): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  const message = isJsonObject(body) ? String(body.message) : "";
  return headers.has("retry-after") || headers.get("x-ratelimit-remaining") === "0" ||
    /rate limit/i.test(message);
}
