// What Slack sends: https://docs.slack.dev/reference/events and https://docs.slack.dev/reference/interaction-payloads. Read by hand from
// the fields that are used.

import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { type IncomingFile, type Quote, RECEIPT_MS, type Received } from "../channel.ts";
import { toFileName, withFiles } from "../incoming_fields.ts";
import { fill, toProse } from "../reading/prose.ts";
import { APPROVE, DENY } from "./blocks.ts";
import { toMarkdown } from "./mrkdwn.ts";

const NOTHING: Received = { type: "nothing" };

/** Kinds of messages that a person has written; all others are edits, deletions, joins and messages of apps. */
const WRITTEN = [undefined, "file_share", "thread_broadcast", "me_message"];

/** What a verified payload is; `now` in epoch milliseconds. */
export function readPayload(payload: Json, now: number): Received {
  if (!isJsonObject(payload)) return NOTHING;
  switch (payload.type) {
    case "event_callback":
      return readEvent(payload, now);
    case "block_actions":
      return readClick(payload);
    default:
      return NOTHING;
  }
}

/**
 * A mention, a private message, or a message in a channel where the app is. An edit of a message with a mention comes as a mention with the
 * `ts` of the message: it is one as long as the message is recognised that it may have been.
 */
function readEvent({ event, team_id: team, authorizations }: JsonObject, now: number): Received {
  if (!isJsonObject(event) || event.type !== "app_mention" && event.type !== "message") return NOTHING;
  const { channel, ts, user: person, thread_ts: threadTs } = event;
  if (typeof team !== "string" || typeof channel !== "string" || typeof ts !== "string") return NOTHING;
  if (typeof person !== "string" || event.bot_id !== undefined && event.bot_id !== null) return NOTHING;
  if (!WRITTEN.includes(readText(event.subtype))) return NOTHING;
  if (isJsonObject(event.edited) && now - Number(ts) * 1_000 > RECEIPT_MS) return NOTHING;
  const bot = findBot(authorizations);
  if (person === bot) return NOTHING;
  const text = readText(event.text) ?? "";
  const files = readFiles(event.files);
  const isDirect = event.channel_type === "im";
  // Slack sends a mention as an event of its own, beside the message.
  if (event.type === "message" && !isDirect && bot !== undefined && text.includes(`<@${bot}>`)) {
    return NOTHING;
  }
  const words = toMarkdown(text, bot);
  const quotes = readShared(event.attachments, team);
  if (words === "" && files.length === 0 && quotes.length === 0) return NOTHING;
  const { conversation, place } = toConversation(team, channel, readText(threadTs) ?? ts);
  return {
    type: "message",
    message: {
      id: `${team}.${channel}.${ts}`,
      conversation,
      place: bot === undefined ? place : { ...place, bot },
      person,
      user: `${team}.${person}`,
      text: words,
      files,
      quotes,
      isAddressed: isDirect || event.type === "app_mention" && (bot === undefined || isSaidTo(bot, text)),
      ...(place.threadTs === ts ? {} : { hasEarlier: true }),
      // In a private thread each message is for the agent: nothing stands between two of them.
      ...(isDirect ? {} : { order: ts }),
    },
  };
}

/** True for a text that mentions the bot beside quotes and code, where a mention is an event as well. */
function isSaidTo(bot: string, text: string): boolean {
  const markdown = text.replaceAll(/^(?:&gt;){3}[^]*|```[^]*?(?:```|(?![^]))/gm, fill)
    .replaceAll("&gt;", ">   ");
  return new RegExp(`<@${bot}[|>]`).test(toProse(markdown));
}

/** A click on a button. */
function readClick({ actions, user, team, channel, message }: JsonObject): Received {
  const [action] = Array.isArray(actions) ? actions : [];
  if (![action, user, team, channel, message].every(isJsonObject)) return NOTHING;
  const [callId, person] = [textIn(action, "value"), textIn(user, "id")];
  const [teamId, channelId] = [textIn(team, "id"), textIn(channel, "id")];
  const threadTs = textIn(message, "thread_ts") ?? textIn(message, "ts");
  const actionId = textIn(action, "action_id");
  if (actionId !== APPROVE && actionId !== DENY) return NOTHING;
  if (callId === undefined || person === undefined || teamId === undefined) return NOTHING;
  if (channelId === undefined || threadTs === undefined) return NOTHING;
  return {
    type: "decision",
    decision: {
      ...toConversation(teamId, channelId, threadTs),
      person,
      user: `${teamId}.${person}`,
      callId,
      approved: actionId === APPROVE,
    },
  };
}

function toConversation(team: string, channel: string, threadTs: string) {
  return { conversation: `${team}.${channel}.${threadTs}`, place: { channel, threadTs } };
}

/** The user of the app who receives the event. */
function findBot(authorizations: Json | undefined): string | undefined {
  const [first] = Array.isArray(authorizations) ? authorizations : [];
  return isJsonObject(first) && first.is_bot !== false ? readText(first.user_id) : undefined;
}

/** Messages that are shared within another one; Slack documents no more of them than their attachments show. */
export function readShared(attachments: Json | undefined, team: string): Quote[] {
  if (!Array.isArray(attachments)) return [];
  return attachments.filter(isJsonObject).flatMap((attachment) => {
    if (attachment.is_share !== true && attachment.is_msg_unfurl !== true) return [];
    const { author_id: author, author_name: name, channel_id: channel, ts } = attachment;
    const files = readFiles(attachment.files);
    const text = withFiles(toMarkdown(readText(attachment.text) ?? "", undefined), files);
    const by = readText(author) === undefined ? readText(name) ?? "unknown" : `<@${String(author)}>`;
    return text === "" ? [] : [{ id: `${team}.${String(channel)}.${String(ts)}`, by, text, files }];
  });
}

/** The files of a message. */
export function readFiles(files: Json | undefined): IncomingFile[] {
  if (!Array.isArray(files)) return [];
  return files.filter(isJsonObject).map((file) => {
    // A file of another workspace has no address, nor a name: the agent reads that there was one.
    const ref = readText(file.url_private_download) ?? readText(file.url_private) ?? "";
    const name = toFileName(readText(file.name) ?? readText(file.id) ?? "file");
    const mediaType = readText(file.mimetype) ?? "application/octet-stream";
    return { ref, name, mediaType, bytes: Number(file.size) || 0 };
  });
}

function textIn(value: Json | undefined, key: string): string | undefined {
  return isJsonObject(value) ? readText(value[key]) : undefined;
}

function readText(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
