// The methods of Slack's Web API that an agent calls, as strict as Slack or stricter: an argument that a method does not have is refused, so
// that no client sends one that does nothing. Texts of errors are those of https://docs.slack.dev/reference/methods.

import type { SlackMessage, Workspace } from "./workspace.ts";

/** What a method answers. */
export type Answer = { readonly ok: true; readonly [key: string]: unknown } | {
  readonly ok: false;
  readonly error: string;
};

/** A method is refused with a text of Slack. */
export class Refused extends Error {
  constructor(readonly error: string) {
    super(error);
  }
}

type Form = Readonly<Record<string, string>>;

interface Method {
  readonly takes: readonly string[];
  readonly run: (form: Form, workspace: Workspace) => Answer;
}

const CONTENT = ["text", "blocks", "markdown_text", "metadata"];

/** By name. */
export const METHODS: Readonly<Record<string, Method>> = {
  "chat.postMessage": {
    takes: ["channel", "thread_ts", "unfurl_links", "unfurl_media", ...CONTENT],
    run(form, workspace) {
      const { channel = "", thread_ts: threadTs } = form;
      workspace.assertMember(channel);
      if (threadTs !== undefined) workspace.messageOf(channel, threadTs, "thread_not_found");
      const message = workspace.add(channel, {
        bot_id: workspace.botId,
        user: workspace.botUser,
        ...contentOf(form),
        ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
      });
      return { ok: true, channel, ts: message.ts, message };
    },
  },
  "chat.update": {
    takes: ["channel", "ts", ...CONTENT],
    run(form, workspace) {
      const { channel = "", ts = "" } = form;
      const message = workspace.messageOf(channel, ts, "message_not_found");
      if (message.bot_id !== workspace.botId) throw new Refused("cant_update_message");
      // Blocks that an update does not name stay.
      Object.assign(message, contentOf(form));
      message.edits = (message.edits ?? 0) + 1;
      return { ok: true, channel, ts, text: message.text ?? "" };
    },
  },
  "chat.delete": {
    takes: ["channel", "ts"],
    run({ channel = "", ts = "" }, workspace) {
      const message = workspace.messageOf(channel, ts, "message_not_found");
      if (message.bot_id !== workspace.botId) throw new Refused("cant_delete_message");
      workspace.remove(channel, message.ts);
      return { ok: true, channel, ts };
    },
  },
  "chat.postEphemeral": {
    takes: ["channel", "user", "thread_ts", ...CONTENT],
    run(form, workspace) {
      const { channel = "", user = "" } = form;
      workspace.assertMember(channel);
      if (!/^U\w+$/.test(user)) throw new Refused("user_not_in_channel");
      const { text = "", ...rest } = contentOf(form);
      workspace.whispers.push({ channel, user, text, ...rest });
      return { ok: true, message_ts: workspace.nextTs() };
    },
  },
  "conversations.replies": {
    takes: ["channel", "ts", "oldest", "latest", "limit", "cursor", "inclusive", "include_all_metadata"],
    run(
      {
        channel = "",
        ts = "",
        oldest = "0",
        latest = "9e9",
        limit = "1000",
        cursor = "0",
        include_all_metadata: all,
      },
      workspace,
    ) {
      if (workspace.hidesHistory) throw new Refused("missing_scope");
      workspace.messageOf(channel, ts, "thread_not_found");
      const size = Number(limit);
      if (!(size >= 1 && size <= 1000)) throw new Refused("invalid_limit");
      const start = Number(cursor);
      const [first, ...others] = workspace.threadOf(channel, ts);
      const replies = others.filter((message) =>
        Number(message.ts) > Number(oldest) && Number(message.ts) < Number(latest)
      );
      // The first page begins with the message that the thread is of, whatever the times are.
      const begin = start === 0 && first !== undefined ? [first] : [];
      const page = [...begin, ...replies.slice(start, start + size)].map((message) => {
        const { metadata: _, ...rest } = message;
        return all === "true" ? message : rest;
      });
      const next = start + size < replies.length ? String(start + size) : "";
      return { ok: true, messages: page, has_more: next !== "", response_metadata: { next_cursor: next } };
    },
  },
};

/** The content of a message, checked against the limits of Slack. */
function contentOf(form: Form): Partial<SlackMessage> {
  const { text, markdown_text: markdown, blocks, metadata } = form;
  if (markdown !== undefined && (text !== undefined || blocks !== undefined)) {
    throw new Refused("markdown_text_conflict");
  }
  if (text === undefined && markdown === undefined && blocks === undefined) throw new Refused("no_text");
  if ((text ?? "").length > 40_000 || (markdown ?? "").length > 12_000) throw new Refused("msg_too_long");
  const content: Partial<SlackMessage> = {};
  if (text !== undefined || markdown !== undefined) content.text = text ?? markdown ?? "";
  if (blocks !== undefined) content.blocks = checkBlocks(JSON.parse(blocks));
  if (metadata !== undefined) content.metadata = checkMetadata(JSON.parse(metadata));
  return content;
}

function checkMetadata(metadata: ReturnType<typeof JSON.parse>): object {
  const { event_type: type, event_payload: payload, ...others } = metadata;
  const isRight = typeof type === "string" && /^[\w-]{1,255}$/.test(type) && typeof payload === "object";
  if (!isRight || Object.keys(others).length > 0) throw new Refused("invalid_metadata_format");
  return metadata;
}

function checkBlocks(blocks: ReturnType<typeof JSON.parse>): object[] {
  if (!Array.isArray(blocks) || blocks.length === 0 || blocks.length > 50) {
    throw new Refused("invalid_blocks");
  }
  let markdown = 0;
  for (const block of blocks) {
    if (block.type === "markdown") {
      if (typeof block.text !== "string" || block.text === "") throw new Refused("invalid_blocks");
      markdown += block.text.length;
    } else if (block.type === "actions") {
      const ids = block.elements.map(({ action_id: id }: { action_id: string }) => id);
      if (ids.length > 25 || new Set(ids).size < ids.length) throw new Refused("invalid_blocks");
      block.elements.forEach(checkButton);
    } else throw new Refused("invalid_blocks");
  }
  if (markdown > 12_000) throw new Refused("msg_blocks_too_long");
  return blocks;
}

function checkButton(button: ReturnType<typeof JSON.parse>): void {
  const { type, action_id: id, value, text, style } = button;
  const isRight = type === "button" && /^.{1,255}$/.test(id) && typeof value === "string" &&
    value.length <= 2000 &&
    text?.type === "plain_text" && text.text.length <= 75 && ["primary", "danger", undefined].includes(style);
  if (!isRight) throw new Refused("invalid_blocks");
}
