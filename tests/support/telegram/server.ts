/**
 * Telegram for tests, over real HTTP: the Bot API that a bot calls, and the updates that Telegram sends to its webhook with the secret, again
 * until they are answered with 2xx (https://core.telegram.org/bots/api#setwebhook). The pauses between are shorter.
 */
import { type Button, Chats, type TelegramMessage } from "./chats.ts";
import { parseHtml } from "./html.ts";
import { METHODS, type MethodState, Refused } from "./methods.ts";

/** What goes wrong with one call of the API. `limited`: 429, not done. `lost`: done, and the answer is lost. `failed`: 502, not done. */
export type TelegramFault = "limited" | "lost" | "failed";

/** How Telegram behaves. */
export interface TelegramOptions {
  /** Asked for each call of the API. */
  readonly faults?: ((method: string) => TelegramFault | undefined) | undefined;
  /** Whether Telegram gets the answer of the app to an update; it does by default. */
  readonly hears?: (() => boolean) | undefined;
}

export const BOT_TOKEN = "7000001:token-of-the-bot-0123456789";
export const WEBHOOK_SECRET = "telegram-webhook-secret-0123456789";

/** Deliveries of one update at most. */
const MOST_DELIVERIES = 4;

/** Milliseconds after which Telegram gives an answer up. */
const ANSWER_MS = 10_000;

/** What a person writes. */
export interface Written {
  readonly chat: number;
  readonly user?: number;
  readonly text?: string;
  readonly topic?: number;
  readonly replyTo?: number;
  /** Members of the message that are files, such as `document`; the text is their caption then. */
  readonly files?: Pick<TelegramMessage, "document" | "photo">;
  /** Parts of the text with a meaning, as Telegram finds them. */
  readonly entities?: readonly { readonly type: string; readonly offset: number; readonly length: number }[];
  /** It was forwarded: who wrote it first. */
  readonly forwardedFrom?: number;
}

/** Telegram with one bot at an address. */
export class TelegramServer implements AsyncDisposable {
  readonly chats = new Chats();
  readonly calls: string[] = [];
  readonly state: MethodState = { chats: this.chats, clicks: new Set(), notes: [] };
  /** The URL of the bot's webhook. */
  appUrl = "";
  readonly #options: TelegramOptions;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  #updates = 100;

  constructor(options: TelegramOptions = {}) {
    this.#options = options;
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => this.#answer(request),
    );
  }

  get apiUrl(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Writes a message; the update that Telegram sends of it. */
  write(
    { chat, user = 4_711, text = "", topic, replyTo, files, entities, forwardedFrom }: Written,
  ): { message: TelegramMessage; update: object } {
    const from = { id: user, is_bot: false, first_name: "Ann" };
    const found = entities === undefined
      ? {}
      : files === undefined
      ? { entities }
      : { caption_entities: entities };
    const sender = { id: forwardedFrom, is_bot: false, first_name: "Bob" };
    const origin = forwardedFrom === undefined
      ? {}
      : { forward_origin: { type: "user", date: 0, sender_user: sender } };
    const words = files === undefined ? { text } : { caption: text, ...files };
    const message = this.chats.add(chat, { from, ...words, ...found, ...origin }, { topic, replyTo });
    return { message, update: { update_id: ++this.#updates, message } };
  }

  /** Edits a message of a person; the update that Telegram sends of it. */
  edit(message: TelegramMessage, text: string): object {
    message.text = text;
    const edited = { ...message, edit_date: Math.floor(Date.now() / 1_000) };
    return { update_id: ++this.#updates, edited_message: edited };
  }

  /** Writes a message and delivers its update. */
  async say(written: Written): Promise<TelegramMessage> {
    const { message, update } = this.write(written);
    await this.deliver(update);
    return message;
  }

  /** A person clicks on a button; the update, delivered once. */
  async click(message: TelegramMessage, label: string, user: number): Promise<object> {
    const button = buttonsOf(message).find(({ text }) => text === label);
    if (button === undefined) throw new Error(`The message has no button ${label}.`);
    const id = `click-${++this.#updates}`;
    this.state.clicks.add(id);
    const from = { id: user, is_bot: false, first_name: "Bob" };
    const query = { id, from, message, chat_instance: "1", data: button.callback_data };
    const update = { update_id: this.#updates, callback_query: query };
    await this.deliver(update);
    return update;
  }

  /** Sends an update until the app answers with 2xx and is heard; the last status, 0 without an answer. */
  async deliver(update: object, secret: string | undefined = WEBHOOK_SECRET): Promise<number> {
    for (let number = 1;; number++) {
      const status = await this.send(JSON.stringify(update), secret);
      const isHeard = this.#options.hears?.() ?? true;
      if (status >= 200 && status < 300 && isHeard || number === MOST_DELIVERIES) return status;
      await new Promise((resolve) => setTimeout(resolve, 25 * 2 ** number));
    }
  }

  async send(body: string, secret: string | undefined): Promise<number> {
    const response = await fetch(this.appUrl, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        ...(secret === undefined ? {} : { "x-telegram-bot-api-secret-token": secret }),
      },
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch(() => undefined);
    await response?.body?.cancel();
    return response?.status ?? 0;
  }

  /** What the bot has said in a chat, without marks: in a thread of replies or a topic, where one is named. */
  answers(chat: number, thread?: number): string[] {
    return this.posts(chat, thread).map(({ text = "" }) => wordsOf(text));
  }

  posts(chat: number, thread?: number): TelegramMessage[] {
    return this.chats.messagesIn(chat).filter((message) =>
      message.from.id === this.chats.bot.id &&
      (thread === undefined || message.message_thread_id === thread ||
        message.reply_to_message?.message_id === thread)
    );
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const [, isFile, token, rest = ""] = /^\/(file\/)?bot([^/]+)\/(.+)$/.exec(pathname) ?? [];
    if (token !== BOT_TOKEN) return toProblem(new Refused(401, "Unauthorized"));
    if (isFile !== undefined) return this.#giveFile(rest);
    const text = await request.text();
    this.calls.push(rest);
    const fault = this.#options.faults?.(rest);
    if (fault === "limited") {
      return toProblem(new Refused(429, "Too Many Requests: retry after 1", { retry_after: 1 }));
    }
    if (fault === "failed") return new Response("<html>Bad Gateway</html>", { status: 502 });
    const response = this.#run(rest, text);
    return fault === "lost" && response.ok ? new Response('{"ok":tr') : response;
  }

  #run(name: string, text: string): Response {
    const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
    if (method === undefined) return toProblem(new Refused(404, "Not Found"));
    const args = JSON.parse(text);
    const foreign = Object.keys(args).find((key) => !method.takes.includes(key));
    if (foreign !== undefined) {
      return toProblem(new Refused(400, `Bad Request: there is no argument ${foreign}`));
    }
    try {
      return Response.json({ ok: true, result: method.run(args, this.state) });
    } catch (error) {
      if (error instanceof Refused) return toProblem(error);
      throw error;
    }
  }

  #giveFile(path: string): Response {
    const file = [...this.chats.files.values()].find((each) => each.path === path);
    return file === undefined ? new Response("Not Found", { status: 404 }) : new Response(file.bytes);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** The words of a message without its marks. */
export function wordsOf(html: string): string {
  return parseHtml(html, (why) => {
    throw new Error(why);
  });
}

/** The buttons of a message. */
export function buttonsOf({ reply_markup: markup }: TelegramMessage): readonly Button[] {
  return markup?.inline_keyboard.flat() ?? [];
}

function toProblem({ code, description, parameters }: Refused): Response {
  return Response.json({ ok: false, error_code: code, description, parameters }, { status: code });
}
