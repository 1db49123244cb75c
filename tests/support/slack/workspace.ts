// A workspace of Slack in memory: channels, their messages, and files.

import { Refused } from "./methods.ts";

/** A message as Slack shows it. */
export interface SlackMessage {
  ts: string;
  user: string;
  text?: string;
  blocks?: object[];
  thread_ts?: string;
  bot_id?: string;
  username?: string;
  metadata?: object;
  files?: object[];
  /** How often it was edited; Slack has only the last one. */
  edits?: number;
}

/** What one person alone was shown. */
export interface Whisper {
  readonly channel: string;
  readonly user: string;
  readonly text: string;
}

/** A file that people have uploaded. */
export interface UploadedFile {
  readonly name: string;
  readonly mimetype: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A workspace with one app in it. */
export class Workspace {
  readonly team = "T061EG9R6";
  readonly botId = "B0APP";
  readonly botUser = "U0BOT";
  readonly channels = new Map<string, SlackMessage[]>();
  readonly archived = new Set<string>();
  readonly whispers: Whisper[] = [];
  /** The app has no scope that reads messages. */
  hidesHistory = false;
  readonly files = new Map<string, UploadedFile>();
  /** Milliseconds by which the clock of Slack is behind. */
  behindMs = 0;
  #last = 0;

  /** Seconds with six digits, each later than the one before. */
  nextTs(): string {
    this.#last = Math.max(this.#last + 1, (Date.now() - this.behindMs) * 1_000);
    return `${Math.floor(this.#last / 1_000_000)}.${String(this.#last % 1_000_000).padStart(6, "0")}`;
  }

  add(channel: string, message: Partial<SlackMessage> & { readonly user: string }): SlackMessage {
    const added: SlackMessage = { ...message, ts: this.nextTs() };
    const messages = this.channels.get(channel) ?? [];
    this.channels.set(channel, [...messages, added]);
    return added;
  }

  /** Deletes a message. */
  remove(channel: string, ts: string): void {
    this.channels.set(channel, (this.channels.get(channel) ?? []).filter((message) => message.ts !== ts));
  }

  /** The message and its replies, the oldest first. */
  threadOf(channel: string, ts: string): SlackMessage[] {
    return (this.channels.get(channel) ?? []).filter((message) =>
      message.ts === ts || message.thread_ts === ts
    );
  }

  messageOf(channel: string, ts: string, error: string): SlackMessage {
    const message = this.channels.get(channel)?.find((each) => each.ts === ts);
    if (message === undefined) throw new Refused(error);
    return message;
  }

  assertMember(channel: string): void {
    if (!this.channels.has(channel)) throw new Refused("channel_not_found");
    if (this.archived.has(channel)) throw new Refused("is_archived");
  }

  /** What the app has posted in a thread, the oldest first. */
  answersIn(channel: string, ts: string): SlackMessage[] {
    return this.threadOf(channel, ts).filter(({ bot_id: bot }) => bot === this.botId);
  }
}

/** The words of a message: those of its blocks, or else its text. */
export function wordsOf({ text = "", blocks }: SlackMessage): string {
  if (blocks === undefined) return text;
  return blocks.map((block) => String(Object(block).text ?? "")).filter((words) => words !== "").join("\n");
}

/** The buttons of a message. */
export function buttonsOf(
  { blocks = [] }: SlackMessage,
): { readonly action_id: string; readonly value: string }[] {
  return blocks.flatMap((block) => Object(block).elements ?? []);
}
