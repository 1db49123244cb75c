// The methods of the Bot API that an agent calls, as strict as Telegram or stricter: an argument that a method does not have is refused, so
// that no client sends one that does nothing. Texts of errors are those of the Bot API's server.

import type { Button, Chats, TelegramMessage } from "./chats.ts";
import { parseHtml } from "./html.ts";

/** A method is refused with the code and the text of Telegram. */
export class Refused extends Error {
  constructor(readonly code: number, readonly description: string, readonly parameters?: object) {
    super(description);
  }
}

type Args = Readonly<Record<string, ReturnType<typeof JSON.parse>>>;

/** What a method changes beside the chats. */
export interface MethodState {
  readonly chats: Chats;
  /** Clicks that wait for an answer. */
  readonly clicks: Set<string>;
  /** Notes by which clicks were answered; undefined for an answer without one. */
  readonly notes: { readonly click: string; readonly text: string | undefined }[];
}

interface Method {
  readonly takes: readonly string[];
  readonly run: (args: Args, state: MethodState) => unknown;
}

const CONTENT = ["text", "parse_mode", "link_preview_options", "reply_markup"];

/** Most characters of a message, and of a note. */
const LONGEST_TEXT = 4_096;
const LONGEST_NOTE = 200;

/** Most bytes of a file that a bot may load. */
const MOST_FILE_BYTES = 20 * 1024 * 1024;

/** By name. */
export const METHODS: Readonly<Record<string, Method>> = {
  sendMessage: {
    takes: ["chat_id", "message_thread_id", "reply_parameters", ...CONTENT],
    run(args, { chats }) {
      const id = chatOf(args, chats);
      const content = contentOf(args);
      const { message_thread_id: topic, reply_parameters: reply } = args;
      if (topic !== undefined && chats.chatOf(id).is_forum !== true) {
        throw new Refused(400, "Bad Request: message thread not found");
      }
      const isThere = reply !== undefined && chats.messageOf(id, reply.message_id) !== undefined;
      if (reply !== undefined && !isThere && reply.allow_sending_without_reply !== true) {
        throw new Refused(400, "Bad Request: message to be replied not found");
      }
      const where = { topic, replyTo: isThere ? reply.message_id : undefined };
      return chats.add(id, { from: chats.bot, ...content }, where);
    },
  },
  editMessageText: {
    takes: ["chat_id", "message_id", ...CONTENT],
    run(args, { chats }) {
      const message = chats.messageOf(chatOf(args, chats), args.message_id);
      if (message === undefined) throw new Refused(400, "Bad Request: message to edit not found");
      if (message.from.id !== chats.bot.id) throw new Refused(400, "Bad Request: message can't be edited");
      const { text, reply_markup: markup } = contentOf(args);
      if (message.text === text && JSON.stringify(message.reply_markup) === JSON.stringify(markup)) {
        throw new Refused(
          400,
          "Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
        );
      }
      // A keyboard that the edit does not name is taken away.
      Object.assign(message, { text, reply_markup: markup, edits: (message.edits ?? 0) + 1 });
      return message;
    },
  },
  deleteMessage: {
    takes: ["chat_id", "message_id"],
    run(args, { chats }) {
      const id = chatOf(args, chats);
      const message = chats.messageOf(id, args.message_id);
      if (message === undefined) throw new Refused(400, "Bad Request: message to delete not found");
      if (message.from.id !== chats.bot.id) throw new Refused(400, "Bad Request: message can't be deleted");
      chats.remove(id, message.message_id);
      return true;
    },
  },
  answerCallbackQuery: {
    takes: ["callback_query_id", "text", "show_alert"],
    run({ callback_query_id: click, text }, { clicks, notes }) {
      if (typeof text === "string" && text.length > LONGEST_NOTE) {
        throw new Refused(400, "Bad Request: MESSAGE_TOO_LONG");
      }
      if (!clicks.delete(click)) {
        throw new Refused(
          400,
          "Bad Request: query is too old and response timeout expired or query ID is invalid",
        );
      }
      notes.push({ click, text });
      return true;
    },
  },
  getFile: {
    takes: ["file_id"],
    run({ file_id: id }, { chats }) {
      const file = chats.files.get(id);
      if (file === undefined) throw new Refused(400, "Bad Request: invalid file_id");
      const size = file.size ?? file.bytes.length;
      if (size > MOST_FILE_BYTES) throw new Refused(400, "Bad Request: file is too big");
      return { file_id: id, file_unique_id: `u${id}`, file_size: size, file_path: file.path };
    },
  },
};

function chatOf({ chat_id: id }: Args, chats: Chats): number {
  const movedTo = chats.moved.get(id);
  if (movedTo !== undefined) {
    throw new Refused(400, "Bad Request: group chat was upgraded to a supergroup chat", {
      migrate_to_chat_id: movedTo,
    });
  }
  if (typeof id !== "number" || !chats.chats.has(id)) throw new Refused(400, "Bad Request: chat not found");
  if (chats.blocked.has(id)) throw new Refused(403, "Forbidden: bot was blocked by the user");
  return id;
}

/** The content of a message, checked against the limits of Telegram: the text without its marks. */
function contentOf({ text, parse_mode: mode, reply_markup: markup }: Args): Pick<
  TelegramMessage,
  "text" | "reply_markup"
> {
  if (typeof text !== "string") throw new Refused(400, "Bad Request: message text is empty");
  if (!text.isWellFormed()) throw new Refused(400, "Bad Request: text must be encoded in UTF-8");
  if (mode !== undefined && mode !== "HTML") throw new Refused(400, "Bad Request: unsupported parse_mode");
  const words = mode === undefined ? text : parseHtml(text, (why) => {
    throw new Refused(400, `Bad Request: can't parse entities: ${why}`);
  });
  if (words.trim() === "") throw new Refused(400, "Bad Request: message text is empty");
  if (words.length > LONGEST_TEXT) throw new Refused(400, "Bad Request: message is too long");
  if (markup === undefined) return { text, reply_markup: undefined };
  const rows: readonly (readonly Button[])[] = markup.inline_keyboard;
  for (const { text: label, callback_data: data } of rows.flat()) {
    const bytes = new TextEncoder().encode(data ?? "").length;
    if (typeof label !== "string" || label === "" || bytes < 1 || bytes > 64) {
      throw new Refused(400, "Bad Request: BUTTON_DATA_INVALID");
    }
  }
  return { text, reply_markup: markup };
}
