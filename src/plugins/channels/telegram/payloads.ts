// What Telegram sends: https://core.telegram.org/bots/api#update. Read by hand from the fields that are used.

import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import type { IncomingFile, Place, Quote, Received } from "../channel.ts";
import { readDecision, toFileName, withFiles } from "../incoming_fields.ts";
import { fill, toProse } from "../reading/prose.ts";

const NOTHING: Received = { type: "nothing" };

/** The bot that updates are for. */
export interface TelegramBot {
  /** Without `@`. */
  readonly username: string;
  /** The number that its token begins with. */
  readonly id: number;
}

/** Reads a verified update. An edit changes no earlier input; an edit that mentions the bot is a message if there was none. */
export function readUpdate(update: Json, bot: TelegramBot): Received {
  if (!isJsonObject(update)) return NOTHING;
  if (isJsonObject(update.message)) return readMessage(update.message, bot);
  if (isJsonObject(update.edited_message)) return readEdited(update.edited_message, bot);
  if (isJsonObject(update.callback_query)) return readClick(update.callback_query);
  return NOTHING;
}

/** An edit has the id of its message, so an edited input is recognised. In a private chat every message is an input. */
function readEdited(message: JsonObject, bot: TelegramBot): Received {
  const isPrivate = isJsonObject(message.chat) && message.chat.type === "private";
  return !isPrivate && isMention(message, bot) ? readMessage(message, bot) : NOTHING;
}

function readMessage(message: JsonObject, bot: TelegramBot): Received {
  const { message_id: id, from, chat } = message;
  const where = readConversation(message);
  if (where === undefined || typeof id !== "number" || !isJsonObject(chat)) return NOTHING;
  // Messages without a sender, or in the name of a chat, are no person's.
  if (!isJsonObject(from) || typeof from.id !== "number" || from.is_bot === true) return NOTHING;
  if (isJsonObject(message.sender_chat)) return NOTHING;
  const text = withoutMention(writtenIn(message), readProse(message), bot.username);
  const files = readFiles(message);
  if (/^\/start(\s|$)/.test(text) || text === "" && files.length === 0) return NOTHING;
  const person = String(from.id);
  return {
    type: "message",
    message: {
      ...where,
      id: `${String(chat.id)}.${id}`,
      person,
      user: person,
      text,
      files,
      isAddressed: chat.type === "private" || isMention(message, bot) || isReply(message, bot),
      quotes: readQuotes(message, where.place, bot),
    },
  };
}

/** A click on a button of a message of the bot. */
function readClick({ id, from, message, data }: JsonObject): Received {
  if (!isJsonObject(message) || !isJsonObject(from)) return NOTHING;
  const where = readConversation(message);
  if (where === undefined || typeof id !== "string" || typeof data !== "string") return NOTHING;
  const decision = readDecision(data);
  if (decision === undefined || typeof from.id !== "number") return NOTHING;
  const person = String(from.id);
  return {
    type: "decision",
    decision: {
      conversation: where.conversation,
      place: { ...where.place, click: id },
      person,
      user: person,
      callId: decision.call,
      approved: decision.approved,
    },
  };
}

/**
 * The conversation of a message: a topic; a private chat or a group that is no supergroup; in any other one the thread of replies, which
 * has the id of its first message. Undefined in channels, which have posts and no conversations.
 */
function readConversation(
  message: JsonObject,
): { readonly conversation: string; readonly place: Place } | undefined {
  const { chat, message_id: id, message_thread_id: thread, reply_to_message: reply } = message;
  if (!isJsonObject(chat) || typeof chat.id !== "number" || typeof id !== "number") return undefined;
  const kind = chat.type;
  const place = { chat: String(chat.id), kind: String(kind) };
  if (message.is_topic_message === true && typeof thread === "number") {
    return { conversation: `${chat.id}.${thread}`, place: { ...place, topic: String(thread) } };
  }
  if (kind === "private" || kind === "group") return { conversation: String(chat.id), place };
  if (kind !== "supergroup") return undefined;
  const replied = isJsonObject(reply) && typeof reply.message_id === "number" ? reply.message_id : undefined;
  const first = typeof thread === "number" ? thread : replied ?? id;
  return { conversation: `${chat.id}.${first}`, place: { ...place, reply: String(first) } };
}

/** True for a message that mentions the bot in words of its sender. */
function isMention(message: JsonObject, { username }: TelegramBot): boolean {
  return !isJsonObject(message.forward_origin) && createMentionPattern(username).test(readProse(message));
}

function isReply({ reply_to_message: reply }: JsonObject, { id }: TelegramBot): boolean {
  return isJsonObject(reply) && isJsonObject(reply.from) && reply.from.id === id;
}

/**
 * What the message replies to. Of the bot's own messages the thread has the words; the first message of a thread of replies is that of all.
 * Of one in another chat Telegram shows its files, and of its words those that were chosen:
 * https://core.telegram.org/bots/api#externalreplyinfo
 */
function readQuotes(message: JsonObject, place: Place, bot: TelegramBot): Quote[] {
  const { reply_to_message: reply, external_reply: foreign, quote } = message;
  const chosen = isJsonObject(quote) ? readText(quote.text) ?? "" : "";
  if (!isJsonObject(reply)) {
    if (!isJsonObject(foreign)) return [];
    const files = readFiles(foreign);
    const text = withFiles(chosen, files);
    return text === "" ? [] : [{ by: "a message of another chat", text, files }];
  }
  if (isReply(message, bot)) return [];
  const files = readFiles(reply);
  const text = withFiles(writtenIn(reply), files);
  if (text === "") return [];
  const isFirst = place.reply === String(reply.message_id);
  const by = describeWriter(reply);
  return [
    { by, text, files, ...(isFirst ? { isOfAll: true } : {}) },
    ...(chosen === "" ? [] : [{ by: `${by}, the part that is meant`, text: chosen }]),
  ];
}

/** What people read as the name of a user. */
export function nameUser(user: string): string {
  return `[${user}](tg://user?id=${user})`;
}

/** Messages in the name of a chat have its title. */
function describeWriter({ from, sender_chat: chat }: JsonObject): string {
  if (isJsonObject(chat)) return readText(chat.title) ?? "a chat";
  return isJsonObject(from) ? nameUser(String(from.id)) : "unknown";
}

/** A mention of the bot, alone or behind a command: `@acme_bot`, `/ask@acme_bot`. An address of mail is none. */
function createMentionPattern(username: string): RegExp {
  return new RegExp(`(?<=^|[^A-Za-z0-9_]|(?:^|\\s)/[a-z0-9_]+)@${username}(?![A-Za-z0-9_])`, "i");
}

function writtenIn({ text, caption }: JsonObject): string {
  return readText(text) ?? readText(caption) ?? "";
}

/** Kinds of parts of a text that are no words of its sender: https://core.telegram.org/bots/api#messageentity */
const NO_PROSE = ["blockquote", "code", "expandable_blockquote", "pre"];

/** What is written, with fillers in place of quotes and code. */
function readProse(message: JsonObject): string {
  const { entities = message.caption_entities } = message;
  let text = writtenIn(message);
  for (const entity of Array.isArray(entities) ? entities : []) {
    if (!isJsonObject(entity) || !NO_PROSE.some((kind) => kind === entity.type)) continue;
    const [begin, end] = [Number(entity.offset), Number(entity.offset) + Number(entity.length)];
    text = text.slice(0, begin) + fill(text.slice(begin, end)) + text.slice(end);
  }
  return toProse(text);
}

/** The text without the mention, or the command, that its prose begins with. */
function withoutMention(text: string, prose: string, username: string): string {
  const begin = new RegExp(`^\\s*(?:/[a-z0-9_]+)?@${username}(?![A-Za-z0-9_])[:,]?\\s*`, "i");
  return (begin.test(prose) ? text.replace(begin, "") : text).trim();
}

/** A message has one file. Of a photo Telegram keeps several sizes, the largest of them last. */
function readFiles(message: JsonObject): IncomingFile[] {
  const photo = Array.isArray(message.photo) ? message.photo.at(-1) : undefined;
  if (isJsonObject(photo)) return readFile(photo, { name: "photo.jpg", mediaType: "image/jpeg" });
  const { document, audio, video } = message;
  if (isJsonObject(message.voice)) {
    return readFile(message.voice, { name: "voice.ogg", mediaType: "audio/ogg" });
  }
  const file = [document, audio, video].find(isJsonObject);
  return file === undefined ? [] : readFile(file, { name: "file", mediaType: "application/octet-stream" });
}

function readFile(
  file: JsonObject,
  otherwise: { readonly name: string; readonly mediaType: string },
): IncomingFile[] {
  const ref = readText(file.file_id);
  if (ref === undefined) return [];
  return [{
    ref,
    name: toFileName(readText(file.file_name) ?? otherwise.name),
    mediaType: readText(file.mime_type) ?? otherwise.mediaType,
    bytes: Number(file.file_size) || 0,
  }];
}

function readText(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
