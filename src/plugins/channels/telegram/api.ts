// The Bot API of Telegram: https://core.telegram.org/bots/api. A method is a POST with JSON. The token stands in the path of each address, so
// no address gets into an error or a log.

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

/** Most bytes of a file that bots may load: https://core.telegram.org/bots/api#getfile */
const MOST_FILE_BYTES = 20_971_520;

/** Where the API is, and how the bot proves itself. */
export interface TelegramAccount {
  /** With a slash at its end. */
  readonly url: URL;
  readonly token: string;
}

/** Calls of the API. */
export class TelegramApi {
  readonly #account: TelegramAccount;
  readonly #fetch: typeof fetch;
  readonly #outbound: OutboundFetch;

  constructor(account: TelegramAccount, { fetch, outbound }: Pick<HttpDeps, "fetch" | "outbound">) {
    this.#account = account;
    this.#fetch = fetch;
    this.#outbound = createOutbound(outbound);
  }

  /**
   * Calls a method; what it returns. A group that has become a supergroup has another id: the call is repeated with that one.
   *
   * @throws {AgentError} rate_limited - it was not done; outbound_failed - it may have been done, or not
   * @throws {PostRefused} it was not done, and never will be; the code is the description of Telegram
   */
  async call(method: string, args: JsonObject): Promise<Json> {
    const answer = await this.#send(method, args);
    const { migrate_to_chat_id: movedTo } = readParameters(answer);
    if (answer.ok !== true && typeof movedTo === "number" && args.chat_id !== movedTo) {
      return await this.call(method, { ...args, chat_id: movedTo });
    }
    return readResult(method, answer);
  }

  async #send(method: string, args: JsonObject): Promise<JsonObject> {
    // Without the dot the colon of the token would end the scheme of an address.
    const url = new URL(`./bot${this.#account.token}/${method}`, this.#account.url);
    let text: string;
    let status: number;
    try {
      const response = await this.#fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(args),
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      status = response.status;
      text = await response.text();
    } catch {
      // What is thrown may quote the address, and with it the token.
      throw toFailure(method, "no response");
    }
    const answer = parseJson(text);
    if (!isJsonObject(answer) || typeof answer.ok !== "boolean") throw toFailure(method, `status ${status}`);
    return answer;
  }

  /**
   * The bytes of a file by its id. It is loaded from the host of the API alone.
   *
   * @throws {AgentError} as `call` does; outbound_too_large; outbound_refused where Telegram does not give it
   */
  async download(fileId: string, maxBytes: number): Promise<Uint8Array> {
    const path = await this.#findPath(fileId);
    const { url: base, token } = this.#account;
    const response = await this.#load(new URL(`file/bot${token}/${path}`, base), maxBytes);
    if (response.status === 200) return new Uint8Array(await response.arrayBuffer());
    await response.body?.cancel();
    if (response.status === 429 || response.status >= 500) {
      throw toFailure("a file", `status ${response.status}`);
    }
    throw new AgentError("outbound_refused", `Telegram gives no file: status ${response.status}.`);
  }

  async #findPath(fileId: string): Promise<string> {
    try {
      const file = await this.call("getFile", { file_id: fileId });
      if (isJsonObject(file) && typeof file.file_path === "string") return file.file_path;
      throw toFailure("getFile", "the result has no path");
    } catch (error) {
      if (!(error instanceof PostRefused)) throw error;
      throw new AgentError("outbound_refused", `Telegram gives no file: ${error.code}.`);
    }
  }

  async #load(url: URL, maxBytes: number): Promise<Response> {
    try {
      return await this.#outbound(url, {}, {
        hosts: [this.#account.url.host],
        maxBytes: Math.min(maxBytes, MOST_FILE_BYTES),
        timeoutMs: TIMEOUT_MS * 2,
      });
    } catch (error) {
      if (error instanceof AgentError) throw error;
      throw toFailure("a file", "no response");
    }
  }
}

/** https://core.telegram.org/bots/api#making-requests and #responseparameters */
function readResult(method: string, answer: JsonObject): Json {
  if (answer.ok === true) return answer.result ?? null;
  const { error_code: code, description } = answer;
  const why = typeof description === "string" ? description : `error ${String(code)}`;
  if (code === 429) {
    const { retry_after: seconds } = readParameters(answer);
    const retryAfterMs = Number(seconds) > 0 ? Number(seconds) * 1_000 : RETRY_MS;
    throw new AgentError("rate_limited", `Telegram limits ${method}; it is sent again.`, { retryAfterMs });
  }
  // The operator mends the token, and what waits is posted then. A token that is none is an address that is not there.
  if (code === 401 || code === 404) throw toFailure(method, why, TOKEN_RETRY_MS);
  if (typeof code !== "number" || code >= 500) throw toFailure(method, why);
  throw new PostRefused(why);
}

function readParameters({ parameters }: JsonObject): JsonObject {
  return isJsonObject(parameters) ? parameters : {};
}

function toFailure(method: string, why: string, retryAfterMs = RETRY_MS): AgentError {
  return new AgentError("outbound_failed", `Telegram did not do ${method}: ${why}.`, { retryAfterMs });
}
