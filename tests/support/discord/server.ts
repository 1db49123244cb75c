/**
 * Discord for tests, over real HTTP: the routes of its REST API that an application calls, as strict as Discord or stricter (a field that a
 * route does not have is refused), and interactions, signed with Ed25519, with three seconds to answer.
 */
import { Buffer } from "node:buffer";
import { generateKeyPairSync, sign } from "node:crypto";

/**
 * What goes wrong with one call of the API. `limited`: 429 of the route. `global`: 429 of the bot. `blocked`: 429 of the address, from before
 * the API. `network`: 403 of it. `lost`: done, and the response is lost. `failed`: 502.
 */
export type DiscordFault = "limited" | "global" | "blocked" | "network" | "lost" | "failed";

/** A message as Discord shows it, with what the tests ask of it. */
export interface DiscordMessage {
  readonly id: string;
  readonly channel: string;
  content: string;
  components: readonly { readonly components: readonly DiscordButton[] }[];
  /** How often it was edited. */
  edits: number;
}

/** A message of a person, or of another app. */
export interface PersonMessage {
  readonly id: string;
  readonly channel: string;
  readonly author: { readonly id: string; readonly username: string; readonly bot?: boolean };
  readonly content: string;
  /** Ids of files. */
  readonly files: readonly string[];
  readonly more: object;
}

/** A button of a message. */
export interface DiscordButton {
  readonly label: string;
  readonly custom_id: string;
}

/** What one person alone was shown. */
export interface Note {
  readonly token: string;
  readonly content: string;
}

/** How Discord behaves. */
export interface DiscordOptions {
  /** Asked for each call of the API. */
  readonly faults?: (() => DiscordFault | undefined) | undefined;
}

/** A command that a person runs. */
export interface Command {
  readonly channel?: string;
  /** The type of the channel: 0 of a server, 1 private, 11 a thread. */
  readonly kind?: number;
  readonly user?: string;
  readonly text?: string;
  readonly files?: readonly string[];
  /** The command is one on this message, by its name. */
  readonly on?: { readonly name: string; readonly message: PersonMessage };
}

const KEYS = generateKeyPairSync("ed25519");

export const BOT_TOKEN = "discord-bot-token-0123456789";
export const PUBLIC_KEY = Buffer.from(String(KEYS.publicKey.export({ format: "jwk" }).x), "base64url")
  .toString("hex");
export const APPLICATION = "1100000000000000000";

/** Milliseconds that an application has to answer an interaction. */
const ANSWER_MS = 3_000;

const BLOCKED_MS = 2_000;

/** Most characters of a message, of the id of a component and of a nonce. */
const LONGEST_TEXT = 2_000;
const LONGEST_ID = 100;
const LONGEST_NONCE = 25;

/** How an interaction was answered; the status is 0 without an answer in time. */
export interface Answered {
  readonly status: number;
  readonly body: string;
}

/** Discord with one application at an address. */
export class DiscordServer implements AsyncDisposable {
  readonly messages: DiscordMessage[] = [];
  /** Of people, and the responses to commands. */
  readonly others: PersonMessage[] = [];
  /** The application has not the intent to read messages: but for its own and those a command is on, they come without words and files. */
  hidesContent = false;
  readonly notes: Note[] = [];
  readonly files = new Map<string, { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> }>();
  /** Channels that the bot may not write in. */
  readonly closed = new Set<string>();
  /** Paths of the calls, in their order. */
  readonly calls: string[] = [];
  /** What the application does wrong. */
  readonly complaints: string[] = [];
  /** The interactions endpoint URL. */
  appUrl = "";
  readonly #faults: () => DiscordFault | undefined;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #nonces = new Map<string, DiscordMessage>();
  readonly #tokens = new Set<string>();
  #blockedUntil = 0;
  #last = 1_200_000_000_000_000_000n;

  constructor({ faults = () => undefined }: DiscordOptions = {}) {
    this.#faults = faults;
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => this.#answer(request),
    );
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  get apiUrl(): string {
    return `${this.origin}/api/v10`;
  }

  /** The interaction of a command. */
  command(
    { channel = "C1", kind = 0, user = "U1", text, files = [], on }: Command,
  ): { readonly id: string; readonly body: string } {
    const id = this.#nextId();
    if (on !== undefined) {
      const { name, message } = on;
      const resolved = { messages: { [message.id]: this.#viewOther(message) } };
      const data = { id: "2", name, type: 3, target_id: message.id, resolved };
      const about = { channel_id: channel, channel: { id: channel, type: kind }, data };
      return { id, body: JSON.stringify({ ...this.#begin(id, 2, user, kind), ...about }) };
    }
    const options = [
      ...(text === undefined ? [] : [{ name: "message", type: 3, value: text }]),
      ...files.map((file) => ({ name: "file", type: 11, value: file })),
    ];
    const attachments = Object.fromEntries(files.map((file) => [file, this.#viewFile(file)]));
    const data = { id: "1", name: "ask", type: 1, options, resolved: { attachments } };
    const about = { channel_id: channel, channel: { id: channel, type: kind }, data };
    return { id, body: JSON.stringify({ ...this.#begin(id, 2, user, kind), ...about }) };
  }

  /** A person writes, and no application is told so. */
  say(
    user: string,
    content: string,
    { channel = "C1", files = [], bot, more = {} }: {
      readonly channel?: string;
      readonly files?: readonly string[];
      readonly bot?: boolean;
      readonly more?: object;
    } = {},
  ): PersonMessage {
    const author = { id: user, username: user.toLowerCase(), ...(bot === undefined ? {} : { bot }) };
    const message = { id: this.#nextId(), channel, author, content, files, more };
    this.others.push(message);
    return message;
  }

  /** The interaction of a click. */
  click(message: DiscordMessage, label: string, user: string): string {
    const button = buttonsOf(message).find((each) => each.label === label);
    if (button === undefined) throw new Error(`The message has no button ${label}.`);
    const { channel } = message;
    const data = { component_type: 2, custom_id: button.custom_id };
    return JSON.stringify({
      ...this.#begin(this.#nextId(), 3, user, 0),
      channel_id: channel,
      data,
      message: { id: message.id },
    });
  }

  #begin(id: string, type: number, user: string, kind: number): object {
    const token = `token-of-${id}`;
    this.#tokens.add(token);
    const person = { id: user, username: user.toLowerCase() };
    const who = kind === 1 ? { user: person } : { guild_id: "G1", member: { user: person, roles: [] } };
    return { id, application_id: APPLICATION, type, token, version: 1, ...who };
  }

  /** Sends an interaction once: Discord sends none again. */
  async send(
    body: string,
    { at = Date.now(), sent = body }: { readonly at?: number; readonly sent?: string } = {},
  ): Promise<Answered> {
    const time = String(Math.floor(at / 1_000));
    const signature = sign(null, Buffer.from(time + body), KEYS.privateKey).toString("hex");
    try {
      const response = await fetch(this.appUrl, {
        method: "POST",
        body: sent,
        signal: AbortSignal.timeout(ANSWER_MS),
        headers: {
          "content-type": "application/json",
          "x-signature-ed25519": signature,
          "x-signature-timestamp": time,
        },
      });
      const text = await response.text();
      if (response.ok) this.#checkAnswer(text, body);
      return { status: response.status, body: text };
    } catch (error) {
      this.complaints.push(`no answer in ${ANSWER_MS} ms: ${error}`);
      return { status: 0, body: "" };
    }
  }

  /** https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object */
  #checkAnswer(text: string, interaction: string): void {
    const { type, data } = JSON.parse(text);
    if (type === 4) {
      const { channel_id: channel } = JSON.parse(interaction);
      this.say(APPLICATION, data.content, { channel, bot: true, more: { type: 20 } });
    }
    if (![1, 4, 6].includes(type)) this.complaints.push(`an interaction was answered with type ${type}`);
    if (type === 4) this.complaints.push(...problemsOf(data, ["content", "allowed_mentions"]));
  }

  /** Runs a command; how it was answered. */
  async ask(command: Command): Promise<Answered> {
    return await this.send(this.command(command).body);
  }

  /** What the bot has said in a channel. */
  answers(channel = "C1"): string[] {
    return this.posts(channel).map(({ content }) => content);
  }

  posts(channel = "C1"): DiscordMessage[] {
    return this.messages.filter((message) => message.channel === channel);
  }

  #nextId(): string {
    return String(++this.#last);
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith("/attachments/")) return this.#giveFile(pathname.slice(13));
    if (!/^DiscordBot \(https?:\/\/\S+, [\d.]+\)$/.test(request.headers.get("user-agent") ?? "")) {
      return problem(403, 40333, "internal network error");
    }
    if (request.headers.get("authorization") !== `Bot ${BOT_TOKEN}`) {
      return problem(401, 0, "401: Unauthorized");
    }
    const text = await request.text();
    const path = pathname.slice("/api/v10/".length);
    this.calls.push(`${request.method} ${path}`);
    if (performance.now() < this.#blockedUntil) this.complaints.push("a call while the address is blocked");
    const fault = this.#faults();
    if (fault === "limited" || fault === "global") {
      const limit = { message: "You are being rate limited.", retry_after: 0.65, global: fault === "global" };
      return Response.json(limit, { status: 429, headers: { "retry-after": "1" } });
    }
    if (fault === "blocked") {
      this.#blockedUntil = performance.now() + BLOCKED_MS;
      const headers = { "content-type": "text/html", "retry-after": `${BLOCKED_MS / 1000}` };
      return new Response("<html>You are being blocked</html>", { status: 429, headers });
    }
    if (fault === "network") return problem(403, 40333, "internal network error");
    if (fault === "failed") return new Response("<html>Bad Gateway</html>", { status: 502 });
    const response = request.method === "GET"
      ? this.#list(path, new URLSearchParams(search), text)
      : this.#run(request.method, path, JSON.parse(text));
    return fault === "lost" && response.ok
      ? new Response('{"id":"12', { status: response.status })
      : response;
  }

  #run(method: string, path: string, body: ReturnType<typeof JSON.parse>): Response {
    const [, channel, id] = /^channels\/(\w+)\/messages(?:\/(\d+))?$/.exec(path) ?? [];
    const [, token] = /^webhooks\/1100000000000000000\/([\w-]+)$/.exec(path) ?? [];
    const own = id === undefined ? ["nonce", "enforce_nonce"] : [];
    const takes = token === undefined
      ? ["content", "components", "allowed_mentions", ...own]
      : ["content", "flags", "allowed_mentions"];
    const problems = problemsOf(body, takes);
    if (problems.length > 0) return problem(400, 50035, `Invalid Form Body: ${problems.join("; ")}`);
    if (method === "POST" && token !== undefined) {
      if (!this.#tokens.has(token)) return problem(404, 10015, "Unknown Webhook");
      this.notes.push({ token, content: body.content });
      return Response.json({ id: this.#nextId() });
    }
    if (channel === undefined) return problem(404, 0, "404: Not Found");
    if (this.closed.has(channel)) return problem(403, 50013, "Missing Permissions");
    if (method === "POST" && id === undefined) return Response.json(this.#post(channel, body));
    const message = this.messages.find((each) => each.id === id && each.channel === channel);
    if (method !== "PATCH" || message === undefined) return problem(404, 10008, "Unknown Message");
    message.content = body.content;
    // Components that an edit does not name stay.
    message.components = body.components ?? message.components;
    message.edits++;
    return Response.json({ id: message.id });
  }

  /** A nonce that is enforced returns the message that has it. */
  #post(channel: string, { content, components = [], nonce, enforce_nonce: isEnforced }: {
    readonly content: string;
    readonly components?: DiscordMessage["components"];
    readonly nonce?: string;
    readonly enforce_nonce?: boolean;
  }): object {
    const known = isEnforced === true && nonce !== undefined ? this.#nonces.get(nonce) : undefined;
    if (known !== undefined) return { id: known.id, nonce };
    const message = { id: this.#nextId(), channel, content, components, edits: 0 };
    this.messages.push(message);
    if (nonce !== undefined) this.#nonces.set(nonce, message);
    return { id: message.id, nonce };
  }

  /** https://docs.discord.com/developers/resources/message#get-channel-messages */
  #list(path: string, query: URLSearchParams, text: string): Response {
    const [, channel = ""] = /^channels\/(\w+)\/messages$/.exec(path) ?? [];
    const [limit, before] = [Number(query.get("limit") ?? 50), query.get("before") ?? "9".repeat(19)];
    const isRight = text === "" && limit >= 1 && limit <= 100 && /^\d+$/.test(before) &&
      [...query.keys()].every((key) => ["before", "limit"].includes(key));
    if (!isRight) return problem(400, 50035, "Invalid Form Body");
    if (this.closed.has(channel)) return problem(403, 50001, "Missing Access");
    const author = { id: APPLICATION, username: "support", bot: true };
    const own = this.posts(channel).map(({ id, content }) => ({
      id,
      type: 0,
      author,
      content,
      attachments: [],
      embeds: [],
    }));
    const others = this.others.filter((each) => each.channel === channel).map((each) =>
      this.#viewOther(each, this.hidesContent && each.author.id !== APPLICATION)
    );
    const found = [...own, ...others].filter(({ id }) => BigInt(id) < BigInt(before))
      .sort((one, other) => BigInt(one.id) < BigInt(other.id) ? 1 : -1);
    return Response.json(found.slice(0, limit));
  }

  #viewOther({ id, channel, author, content, files, more }: PersonMessage, isHidden = false) {
    const words = isHidden
      ? { content: "", attachments: [] }
      : { content, attachments: files.map((file) => this.#viewFile(file)) };
    return { id, channel_id: channel, type: 0, author, ...words, embeds: [], mentions: [], ...more };
  }

  #viewFile(id: string): object {
    const { type, bytes } = this.files.get(id) ?? { type: "text/plain", bytes: new Uint8Array() };
    return {
      id,
      filename: `${id}.png`,
      content_type: type,
      size: bytes.length,
      url: `${this.origin}/attachments/${id}`,
    };
  }

  #giveFile(id: string): Response {
    const file = this.files.get(id);
    return file === undefined ? new Response("", { status: 404 }) : new Response(file.bytes);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** The buttons of a message. */
export function buttonsOf({ components }: DiscordMessage): readonly DiscordButton[] {
  return components.flatMap((row) => row.components);
}

/** What is wrong with the body of a message. */
function problemsOf(body: ReturnType<typeof JSON.parse>, takes: readonly string[]): string[] {
  const { content, nonce, components = [], allowed_mentions: mentions } = body;
  const buttons = components.flatMap((row: { components: object[] }) => row.components);
  const isButton = ({ type, style, label, custom_id: id }: ReturnType<typeof JSON.parse>) =>
    type === 2 && style >= 1 && style <= 4 && label.length <= 80 && id.length >= 1 && id.length <= LONGEST_ID;
  return [
    ...Object.keys(body).filter((key) => !takes.includes(key)).map((key) => `there is no field ${key}`),
    ...(typeof content === "string" && content.trim() !== "" && content.length <= LONGEST_TEXT
      ? []
      : ["content must be 1 to 2000 characters"]),
    // A pair of which one half is missing is no letter.
    ...(String(content).isWellFormed() ? [] : ["content is no Unicode text"]),
    ...(nonce === undefined || nonce.length <= LONGEST_NONCE ? [] : ["nonce must be 25 or fewer in length"]),
    ...(components.every(({ type }: { type: number }) => type === 1) && buttons.every(isButton)
      ? []
      : ["components are wrong"]),
    // Without it a text of a model could notify everybody.
    ...(JSON.stringify(mentions) === '{"parse":[]}' ? [] : ["mentions are not turned off"]),
  ];
}

function problem(status: number, code: number, message: string): Response {
  return Response.json({ message, code }, { status });
}
