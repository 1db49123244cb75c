// The REST API of Discord: https://docs.discord.com/developers/reference

import { AgentError } from "../../../core/error.ts";
import { isJsonObject, type Json, type JsonObject, parseJson } from "../../../core/json.ts";
import type { HttpDeps } from "../../../http/context.ts";
import { createOutbound, type OutboundFetch } from "../../../outbound/outbound.ts";
import { PostRefused } from "../channel.ts";

/** Milliseconds of one request. */
const TIMEOUT_MS = 10_000;

/** Milliseconds until a request is sent again that has failed. */
const RETRY_MS = 1_000;

/** Milliseconds until a request is tried again that the token does not permit. */
const TOKEN_RETRY_MS = 60_000;

/** The code of a 403 from before the API: "internal network error". */
const BLOCKED = 40_333;

/** Discord wants this form, and refuses requests without it. */
const USER_AGENT = "DiscordBot (https://www.npmjs.com/package/@treadle/treadle, 1)";

/** Hosts of attachments. */
const FILE_HOSTS = ["cdn.discordapp.com", "media.discordapp.net"];

/** Where the API is, and how the bot proves itself. */
export interface DiscordAccount {
  /** With a slash at its end. */
  readonly url: URL;
  readonly token: string;
}

/** Calls of the API. */
export class DiscordApi {
  readonly #account: DiscordAccount;
  readonly #deps: Pick<HttpDeps, "fetch" | "clock">;
  readonly #outbound: OutboundFetch;
  /** Epoch milliseconds until which the global limit holds back all requests: those that are sent all the same count against the bot. */
  #limitedUntil = 0;

  constructor(account: DiscordAccount, deps: Pick<HttpDeps, "fetch" | "clock" | "outbound">) {
    this.#account = account;
    this.#deps = deps;
    this.#outbound = createOutbound(deps.outbound);
  }

  /**
   * Sends a request; the JSON of its response. `path` may have the token of an interaction, so no error shows it: they have `what`.
   *
   * @throws {AgentError} rate_limited - it was not done; outbound_failed - it may have been done, or not
   * @throws {PostRefused} it was not done, and never will be
   */
  async send(
    what: string,
    { method, path, body }: { readonly method: string; readonly path: string; readonly body: JsonObject },
  ): Promise<Json> {
    const now = this.#deps.clock();
    if (now < this.#limitedUntil) throw toLimit(what, this.#limitedUntil - now);
    const { status, headers, text } = await this.#request(what, method, path, body);
    const json = parseJson(text);
    if (status >= 200 && status < 300) {
      if (json === undefined) throw toFailure(what, "the response is no JSON");
      return json;
    }
    const problem = isJsonObject(json) ? json : {};
    if (status === 429) {
      const seconds = Number(problem.retry_after ?? headers.get("retry-after"));
      const retryAfterMs = seconds > 0 ? Math.ceil(seconds * 1_000) : RETRY_MS;
      // A 429 that is no JSON comes from before the API, and is about the address that all requests come from.
      if (problem.global === true || !isJsonObject(json)) {
        this.#limitedUntil = this.#deps.clock() + retryAfterMs;
      }
      throw toLimit(what, retryAfterMs);
    }
    // The operator mends the token, and what waits is posted then.
    if (status === 401) throw toFailure(what, "the token is refused", TOKEN_RETRY_MS);
    // It is said of the address that requests come from, which on Workers others share.
    if (problem.code === BLOCKED) throw toFailure(what, "the address is blocked", TOKEN_RETRY_MS);
    if (status >= 500 || status === 408) throw toFailure(what, `status ${status}`);
    throw new PostRefused(
      `${status} ${String(problem.message ?? "")} (${String(problem.code ?? "no code")})`,
    );
  }

  async #request(
    what: string,
    method: string,
    path: string,
    body: JsonObject,
  ): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
    try {
      const response = await this.#deps.fetch(new URL(path, this.#account.url), {
        method,
        headers: {
          authorization: `Bot ${this.#account.token}`,
          "content-type": "application/json",
          "user-agent": USER_AGENT,
        },
        body: JSON.stringify(body),
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch {
      // What is thrown may quote the address, and with it the token of an interaction.
      throw toFailure(what, "no response");
    }
  }

  /**
   * The bytes of an attachment; its address is signed by Discord and needs no token.
   *
   * @throws {AgentError} what `createOutbound` throws; outbound_failed where Discord does not give it
   */
  async download(url: string, maxBytes: number): Promise<Uint8Array> {
    const hosts = [...FILE_HOSTS, this.#account.url.host];
    const response = await this.#outbound(url, {}, { hosts, maxBytes, timeoutMs: TIMEOUT_MS * 2 });
    if (response.status === 200) return new Uint8Array(await response.arrayBuffer());
    await response.body?.cancel();
    if (response.status === 429 || response.status >= 500) {
      throw toFailure("a file", `status ${response.status}`);
    }
    throw new AgentError("outbound_refused", `Discord gives no file: status ${response.status}.`);
  }
}

function toLimit(what: string, retryAfterMs: number): AgentError {
  return new AgentError("rate_limited", `Discord limits ${what}; it is sent again.`, { retryAfterMs });
}

function toFailure(what: string, why: string, retryAfterMs = RETRY_MS): AgentError {
  return new AgentError("outbound_failed", `Discord did not do ${what}: ${why}.`, { retryAfterMs });
}
