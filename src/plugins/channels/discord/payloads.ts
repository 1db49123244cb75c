// What Discord sends: https://docs.discord.com/developers/interactions/receiving-and-responding. Read by hand from the fields that are used.

import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import type { IncomingFile, IncomingMessage, Place, Quote, Received } from "../channel.ts";
import { readDecision, toFileName, withFiles } from "../incoming_fields.ts";

const NOTHING: Received = { type: "nothing" };

/** Types of interactions. */
const PING = 1;
const COMMAND = 2;
const CLICK = 3;

/** Types of responses. */
const PONG = 1;
const MESSAGE = 4;
const DEFERRED_UPDATE = 6;

/** Types of commands: one that people write, and one on a message. */
const CHAT_INPUT = 1;
const ON_MESSAGE = 3;

/** Types of options. */
const STRING = 3;
const ATTACHMENT = 11;

/** Types of channels that are threads. */
const THREADS = [10, 11, 12];

/** Types of channels that are one conversation: private ones, and threads. */
const OF_ONE = [1, ...THREADS];

/** The type of a private channel with the bot. */
const PRIVATE = 1;

/** Milliseconds for which the token of an interaction is good: some less than 15 minutes. */
const TOKEN_MS = 840_000;

/** Most characters of the question that its response shows. */
const SHOWN_CHARS = 1_500;

/** What is quoted of a message without words and files. */
const NO_WORDS: Quote = { by: "The message", text: "[It has no words and no files.]" };

/** What a verified interaction is; `now` in epoch milliseconds. */
export function readInteraction(
  interaction: Json,
  { shared, now }: { readonly shared: boolean; readonly now: number },
): Received {
  if (!isJsonObject(interaction)) return NOTHING;
  switch (interaction.type) {
    case PING:
      return { type: "greeting", body: { type: PONG } };
    case COMMAND:
      return readCommand(interaction, { shared, now });
    case CLICK:
      return readClick(interaction, now);
    default:
      return NOTHING;
  }
}

/** A command. The response repeats the question, because Discord renders only the name of a command. */
function readCommand(
  interaction: JsonObject,
  { shared, now }: { readonly shared: boolean; readonly now: number },
): Received {
  const { id, data, channel_id: channel, channel: about } = interaction;
  const person = findPerson(interaction);
  const question = isJsonObject(data) ? readQuestion(data, interaction) : undefined;
  if (question === undefined || person === undefined) return NOTHING;
  if (typeof id !== "string" || typeof channel !== "string") return NOTHING;
  const kind = isJsonObject(about) ? about.type : undefined;
  const isOfOne = shared || OF_ONE.some((each) => each === kind);
  const { text, files, quotes, link = "" } = question;
  const quoted = [text, ...files.map(({ name }) => name)].join("\n").trim().slice(0, SHOWN_CHARS)
    .toWellFormed();
  const content = [`<@${person}> asks:`, ...quoted.split("\n").map((line) => `> ${line}`), link].join("\n")
    .trim().slice(0, 2_000);
  return {
    type: "message",
    response: { type: MESSAGE, data: { content, allowed_mentions: { parse: [] } } },
    message: {
      id,
      conversation: isOfOne ? channel : `${channel}.${person}`,
      place: {
        channel,
        ...(isOfOne ? {} : { owner: person }),
        ...(kind === PRIVATE ? { kind: "private" } : {}),
        ...readToken(interaction, now),
      },
      person,
      user: person,
      text,
      files,
      isAddressed: true,
      quotes,
      ...(THREADS.some((each) => each === kind) ? { hasEarlier: true, order: id } : {}),
    },
  };
}

/** The question of a command. */
type CommandQuestion = Pick<IncomingMessage, "text" | "files"> & {
  readonly quotes: readonly Quote[];
  /** The address of the message that it is about. */
  readonly link?: string;
};

function readQuestion(data: JsonObject, interaction: JsonObject): CommandQuestion | undefined {
  if (data.type === ON_MESSAGE) return readTarget(data, interaction);
  if (data.type !== CHAT_INPUT) return undefined;
  const options = Array.isArray(data.options) ? data.options.filter(isJsonObject) : [];
  const text = options.filter(({ type }) => type === STRING).map(({ value }) => String(value)).join("\n\n")
    .trim();
  const files = options.filter(({ type }) => type === ATTACHMENT).flatMap(({ value }) =>
    readFile(readResolved(data, "attachments", value))
  );
  return text === "" && files.length === 0 ? undefined : { text, files, quotes: [] };
}

/**
 * A command on a message: its name is the question, and it contains the message, whatever intents the application has:
 * https://docs.discord.com/developers/interactions/application-commands#message-commands
 */
function readTarget(
  data: JsonObject,
  { application_id: application, guild_id: guild, channel_id: channel }: JsonObject,
): CommandQuestion | undefined {
  const { name, target_id: id } = data;
  const target = readResolved(data, "messages", id);
  if (typeof name !== "string" || !isJsonObject(target)) return undefined;
  const quote = readQuote(target)?.quote ?? NO_WORDS;
  const replied = readQuote(target.referenced_message);
  // Of the bot's own words those are quoted that the command is on.
  const before = replied === undefined || replied.author === application ? [] : [replied.quote];
  const link = `https://discord.com/channels/${String(guild ?? "@me")}/${String(channel)}/${String(id)}`;
  return { text: name, files: [], quotes: [...before, quote], link };
}

/** What a message says, and who has written it by the id; undefined for one without words and files, as without the intent to read them. */
export function readQuote(
  message: Json | undefined,
): { readonly author: string; readonly quote: Quote } | undefined {
  if (!isJsonObject(message) || !isJsonObject(message.author)) return undefined;
  const { id, author, content, embeds, message_snapshots: snapshots } = message;
  const forwarded = readList(snapshots).map((each) => isJsonObject(each.message) ? each.message : {});
  const files = [message, ...forwarded].flatMap(({ attachments }) => readList(attachments).flatMap(readFile));
  const words = [
    content,
    ...readList(embeds).flatMap(({ title, description }) => [title, description]),
    ...forwarded.map((each) => each.content),
  ].filter((each) => typeof each === "string" && each !== "").join("\n");
  const text = withFiles(words, files);
  if (text === "") return undefined;
  const isApp = author.bot === true || message.webhook_id !== undefined;
  const by = isApp ? `${String(author.username)} (an app)` : `<@${String(author.id)}>`;
  return { author: String(author.id), quote: { id: String(id), by, text, files } };
}

/** A click on a button. Its id names the call, and whose conversation in a channel it is. */
function readClick(interaction: JsonObject, now: number): Received {
  const { data, channel_id: channel } = interaction;
  const person = findPerson(interaction);
  const customId = isJsonObject(data) ? data.custom_id : undefined;
  if (typeof customId !== "string" || typeof channel !== "string" || person === undefined) return NOTHING;
  const decision = readDecision(customId);
  if (decision === undefined) return NOTHING;
  const [callId = "", owner = ""] = decision.call.split(":");
  return {
    type: "decision",
    response: { type: DEFERRED_UPDATE },
    decision: {
      conversation: owner === "" ? channel : `${channel}.${owner}`,
      place: { channel, ...readToken(interaction, now) },
      person,
      user: person,
      callId,
      approved: decision.approved,
    },
  };
}

/** By which a note to the person alone is sent, and until when. */
function readToken({ application_id: application, token }: JsonObject, now: number): Place {
  if (typeof application !== "string" || typeof token !== "string") return {};
  return { application, token, until: String(now + TOKEN_MS) };
}

/** In a server it is the user of a member. */
function findPerson({ member, user }: JsonObject): string | undefined {
  const person = isJsonObject(member) ? member.user : user;
  if (!isJsonObject(person) || person.bot === true) return undefined;
  return typeof person.id === "string" ? person.id : undefined;
}

function readResolved({ resolved }: JsonObject, kind: string, id: Json | undefined): Json | undefined {
  const each = isJsonObject(resolved) ? resolved[kind] : undefined;
  return isJsonObject(each) && typeof id === "string" ? each[id] : undefined;
}

function readFile(file: Json | undefined): IncomingFile[] {
  if (!isJsonObject(file) || typeof file.url !== "string") return [];
  const name = typeof file.filename === "string" ? file.filename : "file";
  const mediaType = typeof file.content_type === "string" ? file.content_type : "application/octet-stream";
  return [{
    ref: file.url,
    name: toFileName(name),
    mediaType: mediaType.split(";")[0] ?? mediaType,
    bytes: Number(file.size) || 0,
  }];
}

function readList(list: Json | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}
