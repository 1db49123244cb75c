// Telegram as a platform of channels. It shows a bot none of its own messages and knows no key of a post, so it has no `find`: messages are
// put into ones that were posted before.

import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import { type ChannelMessage, type Place, type Platform, PostRefused } from "../channel.ts";
import { writeDecision } from "../incoming_fields.ts";
import type { TelegramApi } from "./api.ts";
import { nameUser } from "./payloads.ts";
import { toHtml } from "./to_html.ts";

/** A message has at most 4,096 characters, without its marks. */
const LONGEST_TEXT = 4_000;

/** A group takes 20 messages of a bot a minute, edits among them: https://core.telegram.org/bots/faq#broadcasting-to-users */
const EDIT_MS = 3_000;

/** Most characters of a note that is the answer to a click. */
const LONGEST_NOTE = 200;

/** What Telegram says of an edit that changes nothing: the message is as it is to be. */
const UNCHANGED = "message is not modified";

/** What Telegram says of a message that is to be deleted and is not there. */
const GONE = "message to delete not found";

/** The platform, with the calls of one bot. */
export function openPlatform(api: TelegramApi, receive: Platform["receive"]): Platform {
  return {
    longestText: LONGEST_TEXT,
    editMs: EDIT_MS,
    receive,
    nameUser,
    isLater: (message, than) => Number(message.slice(message.indexOf(".") + 1)) > Number(than),
    whispersAlone: ({ kind, click }) => kind === "private" || click !== undefined,
    async post(place, message) {
      const posted = await api.call("sendMessage", { ...toTarget(place), ...toContent(message) });
      return String(isJsonObject(posted) ? posted.message_id : "");
    },
    async edit({ chat = "" }, id, message) {
      try {
        await api.call("editMessageText", {
          chat_id: Number(chat),
          message_id: Number(id),
          ...toContent(message),
        });
      } catch (error) {
        if (!(error instanceof PostRefused) || !error.code.includes(UNCHANGED)) throw error;
      }
    },
    // https://core.telegram.org/bots/api#deletemessage: for 48 hours.
    async remove({ chat = "" }, id) {
      try {
        await api.call("deleteMessage", { chat_id: Number(chat), message_id: Number(id) });
      } catch (error) {
        if (!(error instanceof PostRefused) || !error.code.includes(GONE)) throw error;
      }
    },
    // In a group nothing but the answer to a click is for one person alone.
    async whisper(place, person, text) {
      if (place.click !== undefined) {
        await answerClick(api, place.click, text);
        return;
      }
      const named = place.kind === "private" ? text : `${nameUser(person)}: ${text}`;
      await api.call("sendMessage", { ...toTarget(place), ...toContent({ text: named }) });
    },
    async confirmClick({ click }) {
      if (click !== undefined) await answerClick(api, click, undefined);
    },
    download: ({ ref }, maxBytes) => api.download(ref, maxBytes),
  };
}

/** Until a click is answered, the button shows that it is being worked on. An answer that comes too late is none. */
async function answerClick(api: TelegramApi, click: string, text: string | undefined): Promise<void> {
  const answer: JsonObject = { callback_query_id: click };
  const note = text?.slice(0, LONGEST_NOTE).toWellFormed();
  const args = note === undefined ? answer : { ...answer, text: note, show_alert: true };
  await api.call("answerCallbackQuery", args);
}

function toTarget({ chat, topic, reply }: Place): JsonObject {
  return {
    chat_id: Number(chat),
    ...(topic === undefined ? {} : { message_thread_id: Number(topic) }),
    // The message may have been deleted: the answer stands in the group then.
    ...(reply === undefined
      ? {}
      : { reply_parameters: { message_id: Number(reply), allow_sending_without_reply: true } }),
  };
}

/** An edit without a keyboard takes away the one that stands there. */
function toContent({ text, decides }: Pick<ChannelMessage, "text" | "decides">): JsonObject {
  const content = {
    text: toHtml(text),
    parse_mode: "HTML",
    link_preview_options: { is_disabled: true },
  };
  if (decides === undefined) return content;
  const buttons = [
    { text: "Approve", callback_data: writeDecision(true, decides) },
    { text: "Deny", callback_data: writeDecision(false, decides) },
  ];
  return { ...content, reply_markup: { inline_keyboard: [buttons] } };
}
