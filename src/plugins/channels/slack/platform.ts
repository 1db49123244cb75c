// Slack as a platform of channels. A message has its key in its metadata, by which it is found when the answer to its post was lost.

import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import {
  type ChannelMessage,
  type IncomingMessage,
  type Place,
  type Platform,
  PostRefused,
  type Quote,
} from "../channel.ts";
import type { SlackApi } from "./api.ts";
import { withFiles } from "../incoming_fields.ts";
import { messageBlocks } from "./blocks.ts";
import { toMarkdown, withoutBroadcasts } from "./mrkdwn.ts";
import { readFiles, readShared } from "./payloads.ts";

/** Blocks of Markdown have at most 12,000 characters together; marks that keep broadcasts from being sent take some. */
const LONGEST_TEXT = 11_000;

/** Characters of an answer that a notification shows. */
const NOTIFIED = 200;

/** chat.update permits about 50 calls a minute. */
const EDIT_MS = 1_500;

/** Messages of one page of a thread, and pages that are searched. */
const PAGE = 200;
const MOST_PAGES = 10;

/** Messages of a thread that are read before one: a page begins with the oldest. */
const EARLIER = 999;

/** The type of the metadata of messages: letters, digits, `_` and `-`. */
const EVENT_TYPE = "treadle_message";

/** The platform, with the calls of one app. */
export function openPlatform(api: SlackApi, receive: Platform["receive"]): Platform {
  return {
    longestText: LONGEST_TEXT,
    editMs: EDIT_MS,
    receive,
    nameUser: (user) => `<@${user.slice(user.lastIndexOf(".") + 1)}>`,
    async post({ channel, threadTs }, message) {
      const metadata = { event_type: EVENT_TYPE, event_payload: { key: message.key } };
      const { ts } = await api.call("chat.postMessage", {
        channel,
        thread_ts: threadTs,
        metadata,
        unfurl_links: false,
        ...toContent(message),
      });
      return String(ts);
    },
    isLater: (message, than) => readTime(message) > than,
    whispersAlone: () => true,
    find: (place, key, since) => findMessage(api, place, key, since),
    async edit({ channel }, ts, message) {
      await api.call("chat.update", { channel, ts, ...toContent(message) });
    },
    async remove({ channel }, ts) {
      try {
        await api.call("chat.delete", { channel, ts });
      } catch (error) {
        if (!(error instanceof PostRefused) || error.code !== "message_not_found") throw error;
      }
    },
    async whisper({ channel, threadTs }, user, text) {
      await api.call("chat.postEphemeral", {
        channel,
        thread_ts: threadTs,
        user,
        markdown_text: withoutBroadcasts(text),
      });
    },
    readEarlier: (message, after) => readEarlier(api, message, after),
    download: ({ ref }, maxBytes) => api.download(ref, maxBytes),
  };
}

/** An edit without blocks would leave those that stand there. The text is that of notifications. */
function toContent({ text, decides }: Pick<ChannelMessage, "text" | "decides">): JsonObject {
  const words = withoutBroadcasts(text);
  return { blocks: messageBlocks(words, decides), text: words.slice(0, NOTIFIED).toWellFormed() };
}

async function findMessage(
  api: SlackApi,
  { channel, threadTs }: Place,
  key: string,
  since: number,
): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { messages, response_metadata: more } = await api.call("conversations.replies", {
      channel,
      ts: threadTs,
      oldest: String(since / 1_000),
      limit: PAGE,
      include_all_metadata: true,
      cursor,
    });
    const found = (Array.isArray(messages) ? messages : []).find((message) => readKey(message) === key);
    if (isJsonObject(found)) return String(found.ts);
    cursor = isJsonObject(more) && typeof more.next_cursor === "string" ? more.next_cursor : "";
    if (cursor === "") return undefined;
  }
  return undefined;
}

/** The messages of a thread before one, without those of this app as a channel. The first one of the thread comes with every page. */
async function readEarlier(
  api: SlackApi,
  { id, place: { channel, threadTs, bot } }: IncomingMessage,
  after = "",
): Promise<readonly Quote[]> {
  const time = readTime(id);
  const { messages } = await api.call("conversations.replies", {
    channel,
    ts: threadTs,
    oldest: after === "" ? undefined : after,
    latest: time,
    limit: EARLIER,
    include_all_metadata: true,
  });
  return (Array.isArray(messages) ? messages : []).filter(isJsonObject).flatMap((message) => {
    const ts = String(message.ts);
    const isOwn = readKey(message) !== undefined && (bot === undefined || message.user === bot);
    const shared = readShared(message.attachments, "").flatMap(({ files = [] }) => files);
    const files = [...readFiles(message.files), ...shared];
    const text = withFiles(joinText(message), files);
    if (isOwn || text === "" || ts >= time || ts <= after) return [];
    return [{ id: `${id.slice(0, -time.length)}${ts}`, by: describeWriter(message), text, files }];
  });
}

/** An app is named by what it shows as its name. */
function describeWriter({ user, username, bot_id: app, bot_profile: profile }: JsonObject): string {
  if (app === undefined && typeof user === "string") return `<@${user}>`;
  const name = isJsonObject(profile) ? profile.name : undefined;
  return `${String(username ?? name ?? user ?? app)} (an app)`;
}

/** Messages of apps may have their words in attachments alone. */
function joinText({ text, attachments }: JsonObject): string {
  return [
    toMarkdown(typeof text === "string" ? text : "", undefined),
    ...(Array.isArray(attachments) ? attachments : []).filter(isJsonObject)
      .map(({ fallback, text: words }) => String(words ?? fallback ?? "")),
  ].filter((words) => words !== "").join("\n");
}

/** The key of a message of this app; a message of a person has no metadata. */
function readKey(message: Json): Json | undefined {
  if (!isJsonObject(message) || message.bot_id === undefined || !isJsonObject(message.metadata)) {
    return undefined;
  }
  const { event_type: type, event_payload: payload } = message.metadata;
  return type === EVENT_TYPE && isJsonObject(payload) ? payload.key : undefined;
}

/** The time in the id of a message, `<team>.<channel>.<ts>`. Times have as many digits each, so that they compare as texts. */
function readTime(message: string): string {
  const [_team, _channel, ...time] = message.split(".");
  return time.join(".");
}
