// The REST API of Discord: https://docs.discord.com/developers/reference

import { isJsonObject, type Json, type JsonObject, parseJson } from "../../../core/json.ts";
import type { HttpDeps } from "../../../http/context.ts";
import { PostRefused } from "../channel.ts";
import { PlatformHttp, type ReadResponse, readWait } from "../platform_http.ts";
import type { PlatformAccount } from "../platform_settings.ts";

/** The code of a 403 from before the API: "internal network error". */
const BLOCKED = 40_333;

/** Discord wants this form, and refuses requests without it. */
const USER_AGENT = "DiscordBot (https://www.npmjs.com/package/@treadle/treadle, 1)";

/** Hosts of attachments. */
const FILE_HOSTS = ["cdn.discordapp.com", "media.discordapp.net"];

/** Calls of the API. */
export class DiscordApi {
  readonly #account: PlatformAccount;
  readonly #clock: HttpDeps["clock"];
  readonly #http: PlatformHttp;
  /** Epoch milliseconds until which the global limit defers all requests: those that are sent all the same count against the bot. */
  #limitedUntil = 0;

  constructor(account: PlatformAccount, deps: Pick<HttpDeps, "fetch" | "clock" | "outbound">) {
    this.#account = account;
    this.#clock = deps.clock;
    this.#http = new PlatformHttp({ name: "Discord", hasSecretUrls: true }, deps);
  }

  /**
   * Sends a request; the JSON of its response. `path` may have the token of an interaction, so no error shows it: they have `what`.
   *
   * @throws {AgentError} rate_limited - it was not done; outbound_failed - it may have been done, or not
   * @throws {PostRefused} it was not done, and never will be
   */
  async send(
    what: string,
    { method, path, body }: { readonly method: string; readonly path: string; readonly body?: JsonObject },
  ): Promise<Json> {
    const now = this.#clock();
    if (now < this.#limitedUntil) throw this.#http.toLimit(what, this.#limitedUntil - now);
    const response = await this.#http.send(what, new URL(path, this.#account.url), {
      method,
      headers: {
        authorization: `Bot ${this.#account.token}`,
        "content-type": "application/json",
        "user-agent": USER_AGENT,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return this.#read(what, response);
  }

  #read(what: string, { status, headers, text }: ReadResponse): Json {
    const json = parseJson(text);
    if (status >= 200 && status < 300) {
      if (json === undefined) throw this.#http.toFailure(what, "the response is no JSON");
      return json;
    }
    const problem = isJsonObject(json) ? json : {};
    if (status === 429) {
      const retryAfterMs = readWait(problem.retry_after ?? headers.get("retry-after"));
      // A 429 that is no JSON comes from before the API, and is about the address that all requests come from.
      if (problem.global === true || !isJsonObject(json)) this.#limitedUntil = this.#clock() + retryAfterMs;
      throw this.#http.toLimit(what, retryAfterMs);
    }
    if (status === 401) throw this.#http.toRefusedToken(what, "the token is refused");
    // It is said of the address that requests come from, which on Workers others share.
    if (problem.code === BLOCKED) throw this.#http.toRefusedToken(what, "the address is blocked");
    if (status >= 500 || status === 408) throw this.#http.toFailure(what, `status ${status}`);
    throw new PostRefused(
      `${status} ${String(problem.message ?? "")} (${String(problem.code ?? "no code")})`,
    );
  }

  /**
   * The bytes of an attachment; its address is signed by Discord and needs no token.
   *
   * @throws {AgentError} what `createOutbound` throws; outbound_failed and outbound_refused where Discord does not give it
   */
  async download(url: string, maxBytes: number): Promise<Uint8Array> {
    const hosts = [...FILE_HOSTS, this.#account.url.host];
    const response = await this.#http.requestFile(url, { hosts, maxBytes });
    return new Uint8Array(await response.arrayBuffer());
  }
}
