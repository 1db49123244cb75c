/**
 * Slack for tests, over real HTTP: the Web API that an app calls, and the requests that Slack sends to an app, signed, with three seconds to
 * answer and three retries, as https://docs.slack.dev/apis/events-api has it. The pauses between retries are shorter.
 */
import { createHmac } from "node:crypto";
import { METHODS, Refused } from "./methods.ts";
import { buttonsOf, type SlackMessage, Workspace } from "./workspace.ts";

/** What goes wrong with one call of the API. `limited`: 429, not done. `lost`: done, and the answer is lost. `failed`: 503, not done. */
export type SlackFault = "limited" | "lost" | "failed";

/** How Slack behaves. */
export interface SlackOptions {
  /** Asked for each call of the API. */
  readonly faults?: ((method: string) => SlackFault | undefined) | undefined;
  /** Whether Slack gets the answer of the app to a delivery; it does by default. */
  readonly hears?: (() => boolean) | undefined;
  /** Milliseconds between two messages that one channel takes, as https://docs.slack.dev/apis/web-api/rate-limits has it; no limit by default. */
  readonly postEveryMs?: number | undefined;
}

export const BOT_TOKEN = "xoxb-token-of-the-bot-0123456789";
export const SIGNING_SECRET = "slack-signing-secret-0123456789";

/** Milliseconds that an app has to answer. */
const ANSWER_MS = 3_000;

/** Deliveries of one event at most: the first, and three retries. */
const MOST_DELIVERIES = 4;

/** Seconds of Retry-After. */
const RETRY_AFTER = 1;

/** How one request to the app ended; the status is 0 without an answer in time. */
export interface Sent {
  readonly status: number;
  readonly body: string;
}

/** What a person writes. */
export interface Written {
  readonly channel: string;
  readonly user?: string;
  readonly text: string;
  /** The thread that it is in; a new one by default. */
  readonly threadTs?: string;
  /** Ids of files. */
  readonly files?: readonly string[];
}

/** Slack with one workspace, and an app at an address. */
export class SlackServer implements AsyncDisposable {
  readonly workspace = new Workspace();
  readonly calls: string[] = [];
  /** What the app does wrong: late answers, requests without a token. */
  readonly complaints: string[] = [];
  /** The request URL of the app. */
  appUrl = "";
  options: SlackOptions;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  /** When each channel takes the next message. */
  readonly #nextPost = new Map<string, number>();
  #events = 0;

  constructor(options: SlackOptions = {}) {
    this.options = options;
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => this.#answer(request),
    );
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  get apiUrl(): string {
    return `${this.origin}/api/`;
  }

  /** A channel with the app in it. */
  join(channel: string): void {
    if (!this.workspace.channels.has(channel)) this.workspace.channels.set(channel, []);
  }

  /** Writes a message; the events that Slack sends of it. In a channel a mention is two events. */
  write(
    { channel, user = "U024BE7LH", text, threadTs, files = [] }: Written,
  ): { message: SlackMessage; events: object[] } {
    this.join(channel);
    const uploaded = files.map((id) => this.#fileView(id));
    const message = this.workspace.add(channel, {
      user,
      text,
      ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
      ...(uploaded.length === 0 ? {} : { files: uploaded }),
    });
    const isDirect = channel.startsWith("D");
    const filed = uploaded.length === 0 ? {} : { files: uploaded, subtype: "file_share" };
    const event = {
      type: "message",
      channel,
      channel_type: isDirect ? "im" : "channel",
      event_ts: message.ts,
      team: this.workspace.team,
      ...message,
      ...filed,
    };
    const isMention = !isDirect && text.includes(`<@${this.workspace.botUser}>`);
    const events = [
      this.eventOf(event),
      ...(isMention ? [this.mentionOf(channel, { ...message, ...filed })] : []),
    ];
    return { message, events };
  }

  /** The event of a message that mentions the app. */
  mentionOf(channel: string, message: SlackMessage): object {
    const { team } = this.workspace;
    return this.eventOf({ type: "app_mention", channel, event_ts: message.ts, team, ...message });
  }

  /** Edits a message; the events that Slack sends of it: a mention comes with the `ts` of the message, as one that is edited. */
  edit(channel: string, message: SlackMessage, text: string): object[] {
    const before = { ...message };
    message.text = text;
    const edited = { user: message.user, ts: this.workspace.nextTs() };
    const changed = {
      type: "message",
      subtype: "message_changed",
      channel,
      channel_type: "channel",
      ts: edited.ts,
      event_ts: edited.ts,
      message: { type: "message", ...message, edited },
      previous_message: { type: "message", ...before },
    };
    const isMention = text.includes(`<@${this.workspace.botUser}>`);
    return [
      this.eventOf(changed),
      ...(isMention ? [this.mentionOf(channel, Object.assign({ ...message }, { edited }))] : []),
    ];
  }

  /** An event as Slack sends it. */
  eventOf(event: object): object {
    return {
      token: "verification-token-that-nobody-reads",
      team_id: this.workspace.team,
      api_app_id: "A0APP",
      type: "event_callback",
      event_id: `Ev${String(++this.#events).padStart(9, "0")}`,
      event_time: Math.floor(Date.now() / 1_000),
      authorizations: [{ team_id: this.workspace.team, user_id: this.workspace.botUser, is_bot: true }],
      event,
    };
  }

  /** Writes a message and delivers its events. */
  async say(written: Written): Promise<SlackMessage> {
    const { message, events } = this.write(written);
    await Promise.all(events.map((event) => this.deliver(event)));
    return message;
  }

  /** Sends an event until the app answers with 2xx and is heard, at most four times. */
  async deliver(event: object): Promise<Sent> {
    const body = JSON.stringify(event);
    let reason = "";
    for (let number = 0;; number++) {
      const retry: Record<string, string> = number === 0
        ? {}
        : { "x-slack-retry-num": String(number), "x-slack-retry-reason": reason };
      const sent = await this.send(body, { "content-type": "application/json", ...retry });
      const isHeard = this.options.hears?.() ?? true;
      const isTaken = sent.status >= 200 && sent.status < 300;
      if (isTaken && isHeard || number === MOST_DELIVERIES - 1) return sent;
      reason = isTaken ? "http_timeout" : "http_error";
      await new Promise((resolve) => setTimeout(resolve, 50 * 2 ** number));
    }
  }

  /** A person clicks on a button of a message. Slack sends a click once. */
  async click(
    channel: string,
    message: SlackMessage,
    { action, user }: { action: string; user: string },
  ): Promise<Sent> {
    const button = buttonsOf(message).find(({ action_id: id }) => id === action);
    if (button === undefined) throw new Error(`The message has no button ${action}.`);
    const payload = {
      type: "block_actions",
      team: { id: this.workspace.team, domain: "acme" },
      user: { id: user, username: user.toLowerCase(), team_id: this.workspace.team },
      api_app_id: "A0APP",
      trigger_id: `1.${++this.#events}`,
      channel: { id: channel, name: "general" },
      container: { type: "message", message_ts: message.ts, channel_id: channel },
      message,
      actions: [{ type: "button", block_id: "b", action_ts: this.workspace.nextTs(), ...button }],
    };
    const form = new URLSearchParams({ payload: JSON.stringify(payload) });
    const sent = await this.send(form.toString(), { "content-type": "application/x-www-form-urlencoded" });
    if (sent.status !== 200) this.complaints.push(`a click was answered with ${sent.status}: ${sent.body}`);
    return sent;
  }

  /** One signed request to the app. */
  async send(
    body: string,
    headers: Readonly<Record<string, string>>,
    { secret = SIGNING_SECRET, at = Date.now() }: { secret?: string; at?: number } = {},
  ): Promise<Sent> {
    const time = String(Math.floor(at / 1_000));
    const signature = createHmac("sha256", secret).update(`v0:${time}:${body}`).digest("hex");
    const began = performance.now();
    try {
      const response = await fetch(this.appUrl, {
        method: "POST",
        body,
        signal: AbortSignal.timeout(ANSWER_MS),
        headers: { ...headers, "x-slack-request-timestamp": time, "x-slack-signature": `v0=${signature}` },
      });
      return { status: response.status, body: await response.text() };
    } catch (error) {
      this.complaints.push(`no answer in ${Math.round(performance.now() - began)} ms: ${error}`);
      return { status: 0, body: "" };
    }
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const isKnown = request.headers.get("authorization") === `Bearer ${BOT_TOKEN}`;
    if (pathname.startsWith("/files-pri/")) {
      return this.#giveFile(pathname.slice("/files-pri/".length), isKnown);
    }
    const name = pathname.slice("/api/".length);
    const form = Object.fromEntries(new URLSearchParams(await request.text()));
    this.calls.push(name);
    const fault = this.options.faults?.(name);
    const isOverLimit = fault === undefined && name === "chat.postMessage" && this.#isOverLimit(form.channel);
    if (fault === "limited" || isOverLimit) {
      return Response.json({ ok: false, error: "ratelimited" }, {
        status: 429,
        headers: { "retry-after": String(RETRY_AFTER) },
      });
    }
    if (fault === "failed") return new Response("<html>Service unavailable</html>", { status: 503 });
    const answer = this.#run(name, form, isKnown);
    if (fault !== "lost") return Response.json(answer);
    return new Response('{"ok":'); // cut off
  }

  /** True for a post that comes before its channel takes another one. */
  #isOverLimit(channel = ""): boolean {
    const { postEveryMs = 0 } = this.options;
    const now = performance.now();
    if (now < (this.#nextPost.get(channel) ?? 0)) return true;
    this.#nextPost.set(channel, now + postEveryMs);
    return false;
  }

  #run(name: string, form: Record<string, string>, isKnown: boolean): object {
    const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
    if (!isKnown) return { ok: false, error: "invalid_auth" };
    if (method === undefined) return { ok: false, error: "unknown_method" };
    const foreign = Object.keys(form).find((key) => !method.takes.includes(key));
    if (foreign !== undefined) return { ok: false, error: `invalid_arguments: ${foreign}` };
    try {
      return method.run(form, this.workspace);
    } catch (error) {
      if (error instanceof Refused) return { ok: false, error: error.error };
      throw error;
    }
  }

  #fileView(id: string): object {
    const { name, mimetype, bytes } = this.workspace.files.get(id) ??
      { name: "", mimetype: "", bytes: new Uint8Array() };
    const url = `${this.origin}/files-pri/${id}`;
    return { id, name, mimetype, size: bytes.length, url_private: url, url_private_download: url };
  }

  /** Without the token Slack shows the page to sign in. */
  #giveFile(id: string, isKnown: boolean): Response {
    const file = this.workspace.files.get(id);
    if (!isKnown) {
      return new Response("<html>Sign in</html>", {
        headers: { "content-type": "text/html; charset=utf-8" },
      });
    }
    if (file === undefined) return new Response("not found", { status: 404 });
    return new Response(file.bytes, { headers: { "content-type": file.mimetype } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}
