// Chats of Telegram in memory: their messages, topics and files, as a bot sees them.

/** A message as the Bot API shows it, with what the tests ask of it. */
export interface TelegramMessage {
  readonly message_id: number;
  readonly chat: Chat;
  readonly from: User;
  readonly date: number;
  text?: string;
  readonly caption?: string;
  readonly message_thread_id?: number;
  readonly is_topic_message?: true;
  readonly reply_to_message?: TelegramMessage;
  readonly document?: object;
  readonly photo?: object[];
  reply_markup?: { readonly inline_keyboard: readonly (readonly Button[])[] };
  /** How often it was edited. */
  edits?: number;
}

export interface Chat {
  readonly id: number;
  readonly type: "private" | "group" | "supergroup" | "channel";
  readonly is_forum?: true;
}

export interface User {
  readonly id: number;
  readonly is_bot: boolean;
  readonly first_name: string;
}

export interface Button {
  readonly text: string;
  readonly callback_data: string;
}

/** A file by its id. */
export interface StoredFile {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What Telegram says; that of the bytes by default. */
  readonly size?: number;
}

/** Chats with one bot in them. Ids of messages rise within a chat. */
export class Chats {
  readonly bot: User = { id: 7_000_001, is_bot: true, first_name: "Support" };
  readonly username = "acme_bot";
  readonly chats = new Map<number, Chat>();
  /** Chats that have thrown the bot out, or blocked it. */
  readonly blocked = new Set<number>();
  /** Groups that have become supergroups: their new ids. */
  readonly moved = new Map<number, number>();
  readonly files = new Map<string, StoredFile>();
  readonly #messages = new Map<number, TelegramMessage[]>();
  #last = 0;

  add(
    chatId: number,
    message: Omit<TelegramMessage, "message_id" | "chat" | "date" | "message_thread_id">,
    { topic, replyTo }: { readonly topic?: number | undefined; readonly replyTo?: number | undefined } = {},
  ): TelegramMessage {
    const chat = this.chatOf(chatId);
    const replied = replyTo === undefined ? undefined : this.messageOf(chatId, replyTo);
    const added: TelegramMessage = {
      ...message,
      message_id: ++this.#last,
      chat,
      date: Math.floor(Date.now() / 1_000),
      ...(replied === undefined ? {} : { reply_to_message: withoutReply(replied) }),
      ...threadOf(chat, topic, replied),
    };
    this.#messages.set(chatId, [...this.messagesIn(chatId), added]);
    return added;
  }

  chatOf(id: number): Chat {
    const chat = this.chats.get(id);
    if (chat === undefined) throw new Error(`There is no chat ${id}.`);
    return chat;
  }

  messageOf(chat: number, id: number): TelegramMessage | undefined {
    return this.messagesIn(chat).find((message) => message.message_id === id);
  }

  messagesIn(chat: number): readonly TelegramMessage[] {
    return this.#messages.get(chat) ?? [];
  }

  remove(chat: number, id: number): void {
    this.#messages.set(chat, this.messagesIn(chat).filter((message) => message.message_id !== id));
  }
}

/** A topic, or in a supergroup the thread of replies, by the id of its first message. */
function threadOf(
  { type, is_forum: isForum }: Chat,
  topic: number | undefined,
  replied: TelegramMessage | undefined,
): Pick<TelegramMessage, "message_thread_id" | "is_topic_message"> {
  if (isForum && topic !== undefined) return { message_thread_id: topic, is_topic_message: true };
  if (type !== "supergroup" || replied === undefined) return {};
  return { message_thread_id: replied.message_thread_id ?? replied.message_id };
}

/** A message that is replied to is shown without the one that it replies to itself. */
function withoutReply({ reply_to_message: _reply, ...message }: TelegramMessage): TelegramMessage {
  return message;
}
