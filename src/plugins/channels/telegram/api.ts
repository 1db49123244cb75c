// The Bot API of Telegram: https://core.telegram.org/bots/api. A method is a POST with JSON. The token stands in the path of each address, so
// no address gets into an error or a log.

import { isJsonObject, type Json, type JsonObject, parseJson } from "../../../core/json.ts";
import type { HttpDeps } from "../../../http/context.ts";
import { PostRefused } from "../channel.ts";
import { PlatformHttp, readWait } from "../platform_http.ts";
import type { PlatformAccount } from "../platform_settings.ts";

/** Most bytes of a file that bots may load: https://core.telegram.org/bots/api#getfile */
const MOST_FILE_BYTES = 20_971_520;

/** Calls of the API. */
export class TelegramApi {
  readonly #account: PlatformAccount;
  readonly #http: PlatformHttp;

  constructor(account: PlatformAccount, deps: Pick<HttpDeps, "fetch" | "outbound">) {
    this.#account = account;
    this.#http = new PlatformHttp({ name: "Telegram", hasSecretUrls: true }, deps);
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
    return this.#readResult(method, answer);
  }

  async #send(method: string, args: JsonObject): Promise<JsonObject> {
    // Without the dot the colon of the token would end the scheme of an address.
    const url = new URL(`./bot${this.#account.token}/${method}`, this.#account.url);
    const { status, text } = await this.#http.send(method, url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(args),
    });
    const answer = parseJson(text);
    if (isJsonObject(answer) && typeof answer.ok === "boolean") return answer;
    throw this.#http.toFailure(method, `status ${status}`);
  }

  /** https://core.telegram.org/bots/api#making-requests and #responseparameters */
  #readResult(method: string, answer: JsonObject): Json {
    if (answer.ok === true) return answer.result ?? null;
    const { error_code: code, description } = answer;
    const why = typeof description === "string" ? description : `error ${String(code)}`;
    if (code === 429) throw this.#http.toLimit(method, readWait(readParameters(answer).retry_after));
    // A token that is none is an address that is not there.
    if (code === 401 || code === 404) throw this.#http.toRefusedToken(method, why);
    if (typeof code !== "number" || code >= 500) throw this.#http.toFailure(method, why);
    throw new PostRefused(why);
  }

  /**
   * The bytes of a file by its id. It is loaded from the host of the API alone.
   *
   * @throws {AgentError} as `call` does; outbound_too_large; outbound_refused where Telegram does not give it
   */
  async download(fileId: string, maxBytes: number): Promise<Uint8Array> {
    const path = await this.#findPath(fileId);
    const { url, token } = this.#account;
    const response = await this.#http.requestFile(new URL(`file/bot${token}/${path}`, url), {
      hosts: [url.host],
      maxBytes: Math.min(maxBytes, MOST_FILE_BYTES),
    });
    return new Uint8Array(await response.arrayBuffer());
  }

  async #findPath(fileId: string): Promise<string> {
    try {
      const file = await this.call("getFile", { file_id: fileId });
      if (isJsonObject(file) && typeof file.file_path === "string") return file.file_path;
      throw this.#http.toFailure("getFile", "the result has no path");
    } catch (error) {
      throw error instanceof PostRefused ? this.#http.toRefusedFile(error.code) : error;
    }
  }
}

function readParameters({ parameters }: JsonObject): JsonObject {
  return isJsonObject(parameters) ? parameters : {};
}
