// The transport of useChat to `/api/chat` of a deployment, and the chat as its thread has it (docs/http-api/chat.md).

import {
  DefaultChatTransport,
  type HttpChatTransportInitOptions,
  type UIMessage,
  type UIMessageChunk,
} from "ai";
import type { ShareBody } from "../../core/contract/requests.ts";
import type { NewShare } from "../../core/contract/shares.ts";
import type { GivenRating } from "../ratings_store.ts";

/** Where the chats are, and what each request has. */
export interface ChatTransportOptions<Message extends UIMessage> extends
  Pick<
    HttpChatTransportInitOptions<Message>,
    "headers" | "body" | "credentials" | "fetch" | "prepareSendMessagesRequest"
  > {
  /** `https://agents.example/api/chat/support`, or `/api/chat` for the default agent of the page's own origin. */
  readonly api: string;
  /** `step`, the default: each request runs one step, and useChat sends the next one. `full`: one request goes on to an answer. */
  readonly mode?: "step" | "full";
}

/** A chat as its thread has it. */
export interface StoredChat<Message extends UIMessage> {
  /** The thread of the branch. */
  readonly runId: string;
  readonly version: number;
  /** What the chat is called; null of a chat without words, and missing of a deployment from before 2026-12-01. */
  readonly title?: string | null;
  /** Oldest first, at most about 100. */
  readonly messages: Message[];
  /** Messages of users that a later step answers. */
  readonly waiting: Message[];
  /** By ids of messages: the threads of the branches to choose from there. */
  readonly branches: Readonly<Record<string, readonly string[]>>;
}

/**
 * The transport of one chat.
 *
 * @example
 * ```ts
 * import { ChatTransport } from "./chat_transport.ts";
 * import assert from "node:assert/strict";
 *
 * const urls: string[] = [];
 * const transport = new ChatTransport({
 *   api: "https://x.example/api/chat/support",
 *   fetch: (url) => {
 *     urls.push(String(url));
 *     const stored = { runId: "c1", version: 3, messages: [], waiting: [], branches: {} };
 *     return Promise.resolve(urls.length === 1 ? Response.json(stored) : new Response(null, { status: 204 }));
 *   },
 * });
 * const { version } = await transport.read("c1");
 * void transport.resumeFrom(version);
 * assert.equal(await transport.reconnectToStream({ chatId: "c1" }), null);
 * assert.deepEqual(urls, [
 *   "https://x.example/api/chat/support/c1/messages",
 *   "https://x.example/api/chat/support/c1/stream?version=3",
 * ]);
 * ```
 */
export class ChatTransport<Message extends UIMessage = UIMessage> extends DefaultChatTransport<Message> {
  readonly #base: string;
  #version = 0;
  #onReconnected: () => void = () => {};

  constructor({ api, mode, ...options }: ChatTransportOptions<Message>) {
    super({
      ...options,
      api: mode === "full" ? `${api}?mode=full` : api,
      prepareReconnectToStreamRequest: ({ id }) => ({
        api: this.#pathOf(id, `stream?version=${this.#version}`),
      }),
    });
    this.#base = api;
  }

  /**
   * The messages of the branch that runs, or was written last; of another one with the id of its thread. A chat that there is not has none.
   *
   * @throws {Error} with the body of a response that is not 2xx, as requests of useChat do
   */
  async read(id: string, branch?: string): Promise<StoredChat<Message>> {
    const query = branch === undefined ? "" : `?branch=${encodeURIComponent(branch)}`;
    const response = await this.#send(this.#pathOf(id, `messages${query}`), "GET");
    return await response.json();
  }

  /**
   * Cancels what the chat runs. Its stream ends with `abort`; leaving a stream cancels nothing.
   *
   * @throws {Error} as {@link read}
   */
  async stop(id: string): Promise<void> {
    await (await this.#send(this.#pathOf(id, "stop"), "POST")).body?.cancel();
  }

  /**
   * The ratings of the answers of a branch, in a deployment with the plugin `feedback()`; none of a thread that there is not.
   *
   * @throws {Error} as {@link read}
   */
  async readRatings(branch: string, signal?: AbortSignal): Promise<readonly GivenRating[]> {
    const response = await this.#request(this.#pathOfThread(branch, "feedback"), "GET", undefined, signal);
    if (response.status === 404 && (await response.clone().text()).includes('"thread_unknown"')) return [];
    const { ratings } = await (await assertOk(response)).json();
    return ratings;
  }

  /**
   * Rates an answer of a branch; null takes the rating back.
   *
   * @throws {Error} as {@link read}
   */
  async rate(branch: string, version: number, rating: "up" | "down" | null, note?: string): Promise<void> {
    const path = this.#pathOfThread(branch, `feedback/${version}`);
    const response = rating === null
      ? await this.#request(path, "DELETE")
      : await this.#request(path, "PUT", { rating, note });
    await (await assertOk(response)).body?.cancel();
  }

  /**
   * A link by which anybody reads a branch as it is now, in a deployment with the plugin `shares()`.
   *
   * @throws {Error} as {@link read}
   */
  async share(branch: string, body: ShareBody = {}): Promise<NewShare> {
    return await (await assertOk(await this.#request(this.#pathOfThread(branch, "shares"), "POST", body)))
      .json();
  }

  /**
   * Revokes a link.
   *
   * @throws {Error} as {@link read}
   */
  async unshare(branch: string, id: string): Promise<void> {
    await (await this.#send(this.#pathOfThread(branch, `shares/${id}`), "DELETE")).body?.cancel();
  }

  override async reconnectToStream(
    options: Parameters<DefaultChatTransport<Message>["reconnectToStream"]>[0],
  ): Promise<ReadableStream<UIMessageChunk> | null> {
    try {
      return await super.reconnectToStream(options);
    } finally {
      this.#onReconnected();
    }
  }

  /**
   * Makes the next request to resume ask for what is newer than this version. Resolves when that has its response: what is sent before
   * it is replaced by the stream that comes.
   */
  resumeFrom(version: number): Promise<void> {
    this.#version = version;
    return new Promise((resolve) => {
      this.#onReconnected = resolve;
    });
  }

  #pathOf(id: string, rest: string): string {
    return `${this.#base}/${encodeURIComponent(id)}/${rest}`;
  }

  /** Ratings and links are those of the thread, which all front ends share. */
  #pathOfThread(branch: string, rest: string): string {
    const root = this.#base.replace(/\/api\/chat(?:\/[^/]*)?$/, "");
    return `${root}/v1/threads/${encodeURIComponent(branch)}/${rest}`;
  }

  async #send(url: string, method: string): Promise<Response> {
    return await assertOk(await this.#request(url, method));
  }

  async #request(url: string, method: string, json?: object, signal?: AbortSignal): Promise<Response> {
    const [headers, credentials] = await Promise.all([resolve(this.headers), resolve(this.credentials)]);
    const init = { method, headers, credentials, signal };
    if (json === undefined) return await (this.fetch ?? fetch)(url, init);
    const typed = new Headers(headers);
    typed.set("content-type", "application/json");
    return await (this.fetch ?? fetch)(url, { ...init, headers: typed, body: JSON.stringify(json) });
  }
}

async function assertOk(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(await response.text());
  return response;
}

/** What an option of a transport is: a value, a promise, or a function of either. */
type Resolvable<Value> = Value | PromiseLike<Value> | (() => Value | PromiseLike<Value>);

async function resolve<Value>(option: Resolvable<Value>): Promise<Value> {
  return await (option instanceof Function ? option() : option);
}
