// Messages of Anthropic as JSON text; a history is written once and kept. Inputs and results between two answers are
// one message, the results first and all together.

import type Anthropic from "@anthropic-ai/sdk";
import type { Block } from "../../core/entry.ts";
import { unreachable } from "../../core/error.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import type {
  AssistantMessage,
  ChoiceRequest,
  HistoryWriter,
  Message,
  NoticeMessage,
} from "../../core/model/provider.ts";
import { boundId, toArgsObject, withoutUnbound } from "../_wire/history_parts.ts";
import { BOUND_THINKING } from "./models.ts";
import { type MediaBlock, toMediaBlock } from "./media.ts";
import { noticeFacts, type NoticeStyle, type SystemMessage, toSystemMessages } from "./notices.ts";
import { mediaFacts, type MediaStyle } from "../_wire/media/media_rules.ts";
import {
  type PlacedMessage,
  type PlacedResult,
  type PlacedUser,
  placeMedia,
} from "../_wire/media/place_media.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { isBlank, toName, toText } from "../_wire/json_fields.ts";
import { readDefinedTools, searchFacts, type SearchStyle } from "../_wire/found_tools.ts";
import { writerKey } from "../_wire/writer_key.ts";

type WireMessage = Anthropic.MessageParam | SystemMessage;
type AssistantBlock =
  | Anthropic.TextBlockParam
  | Anthropic.ThinkingBlockParam
  | Anthropic.RedactedThinkingBlockParam
  | Anthropic.ToolUseBlockParam;
type UserBlock = MediaBlock | Anthropic.ToolResultBlockParam;

/** How messages are written. */
export interface MessageStyle {
  readonly aliases: Aliases;
  /** The provider and the model that get thinking back: signatures are bound to the model. */
  readonly provider: string;
  readonly model: string;
  readonly media: MediaStyle;
  readonly notices: NoticeStyle;
  /** See `_wire/found_tools.ts`. */
  readonly search: SearchStyle | undefined;
  /** See {@link ChoiceRequest.noticePlaces}. */
  readonly noticePlaces: ChoiceRequest["noticePlaces"];
  /** Anthropic itself, which says why its prompt cache has not read on; gateways may refuse the field. */
  readonly isDiagnosed: boolean;
}

/** What is kept with reasoning and goes back unmodified; the text of `thinking` is that of the block. */
export type Sealed =
  | { type: "thinking"; signature: string }
  | { type: "redacted_thinking"; data: string };

/** The writer of Messages. */
export function createAnthropicWriter(style: MessageStyle): HistoryWriter {
  const { aliases, provider, model, media, notices, search, noticePlaces } = style;
  const facts = [provider, model, mediaFacts(media), noticeFacts(notices), searchFacts(search), noticePlaces];
  return {
    key: writerKey("anthropic", aliases, ...facts),
    write: (messages) => writeMessages(messages, style),
  };
}

function writeMessages(unplaced: readonly Message[], style: MessageStyle): string {
  const messages = placeMedia(unplaced, style.media);
  const wire: WireMessage[] = [];
  const ids = new Map<string, string>();
  for (let index = 0; index < messages.length;) {
    const message = messages[index];
    if (message?.role === "assistant") {
      endTurn(wire);
      for (const block of message.blocks) {
        const id = block.type === "call" ? boundId(block, style) : undefined;
        if (block.type === "call" && id !== undefined) ids.set(block.id, id);
      }
      wire.push({ role: "assistant", content: toContent(message, style) });
      index++;
      continue;
    }
    if (message?.role === "notice") {
      endTurn(wire);
      index++;
      addNotice(wire, message, style);
      continue;
    }
    const ofUser: (PlacedUser | PlacedResult)[] = [];
    for (let next = messages[index]; isOfUser(next); next = messages[index]) {
      ofUser.push(next);
      index++;
    }
    if (wire.at(-1)?.role === "system" && style.noticePlaces === undefined) wire.push(NO_ANSWER);
    wire.push(toUser(ofUser, style, ids));
  }
  endTurn(wire);
  return JSON.stringify(wire).slice(1, -1);
}

// "This model does not support assistant message prefill. The conversation must end with a user message." An answer never stands
// last, so that parts can be joined, and one that follows another is not joined with it by the API.
const GO_ON: WireMessage = { role: "user", content: "Continue." };

function endTurn(wire: WireMessage[]): void {
  if (wire.at(-1)?.role === "assistant") wire.push(GO_ON);
}

// "role 'system' must precede an 'assistant' message or end the array": after a notice comes another user message where the step that
// wrote the notice had no answer.
const NO_ANSWER: WireMessage = { role: "assistant", content: [{ type: "text", text: "(no answer)" }] };

// Several in a row are one message.
function addNotice(wire: WireMessage[], notice: NoticeMessage, style: MessageStyle): void {
  for (const message of toSystemMessages(notice, style.notices, style.aliases)) {
    const last = wire.at(-1);
    if (isSystem(last) && last.clear_at === message.clear_at) last.content.push(...message.content);
    else wire.push(message);
  }
}

function isSystem(message: WireMessage | undefined): message is SystemMessage {
  return message?.role === "system";
}

function isOfUser(message: PlacedMessage | undefined): message is PlacedUser | PlacedResult {
  return message?.role === "user" || message?.role === "tool";
}

/** The answer begins with thinking that goes back. */
export function beginsWithThinking(message: AssistantMessage, style: MessageStyle): boolean {
  const [first] = toContent(message, style);
  return first?.type === "thinking" || first?.type === "redacted_thinking";
}

function toUser(
  messages: readonly (PlacedUser | PlacedResult)[],
  style: MessageStyle,
  ids: ReadonlyMap<string, string>,
): WireMessage {
  const results: UserBlock[] = [];
  const texts: UserBlock[] = [];
  for (const message of messages) {
    if (message.role === "tool") {
      results.push({
        type: "tool_result",
        tool_use_id: ids.get(message.callId) ?? message.callId,
        content: toReferences(message, style) ?? toResultContent(message),
        is_error: message.failed || undefined,
      });
    } else if (message.role === "user" && message.parts !== undefined) {
      texts.push(...message.parts.map(toMediaBlock));
    } else if (message.role === "user" && !isBlank(message.text)) {
      texts.push({ type: "text", text: message.text });
    }
  }
  // A text without a word is a 400.
  if (results.length === 0 && texts.length === 0) texts.push({ type: "text", text: "(no text)" });
  const blocks = [...results, ...texts];
  const [only] = blocks;
  return { role: "user", content: only?.type === "text" && blocks.length === 1 ? only.text : blocks };
}

/**
 * Of a search that has found tools the names alone: the API shows the model their definitions here, which `tools` has with
 * `defer_loading`. Source: platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool, "Custom tool search implementation",
 * and ToolReferenceBlockParam of @anthropic-ai/sdk 1.12.0, as of 2026-11-26.
 */
function toReferences(
  { name, text }: PlacedResult,
  { search, aliases }: MessageStyle,
): Anthropic.ToolReferenceBlockParam[] | undefined {
  const tools = name === search?.name ? readDefinedTools(text, search) : [];
  if (tools.length === 0) return undefined;
  return tools.map((tool) => ({ type: "tool_reference", tool_name: aliases.toWire(tool.name) }));
}

function toResultContent({ text, parts }: PlacedResult): Anthropic.ToolResultBlockParam["content"] {
  if (parts === undefined) return isBlank(text) ? undefined : text;
  const blocks = parts.map(toMediaBlock);
  return isBlank(text) ? blocks : [{ type: "text", text }, ...blocks];
}

// "The final block in an assistant message cannot be `thinking`": an answer that was cut may end in it. An answer
// without any other block keeps its place with a text.
function toContent({ blocks, withoutThinking }: AssistantMessage, style: MessageStyle): AssistantBlock[] {
  const content = withoutUnbound(blocks, BOUND_THINKING.test(style.model)).flatMap((block) =>
    withoutThinking && block.type === "reasoning" ? [] : toBlock(block, style)
  );
  const last = content.findLastIndex(({ type }) => type === "text" || type === "tool_use");
  return last < 0 ? [{ type: "text", text: "(no answer)" }] : content.slice(0, last + 1);
}

function toBlock(block: Block, style: MessageStyle): AssistantBlock[] {
  const { aliases, provider, model } = style;
  switch (block.type) {
    case "text":
      return isBlank(block.text) ? [] : [{ type: "text", text: block.text }];
    case "reasoning": {
      const sealed = block.meta?.provider === provider && block.meta.model === model
        ? toSealed(block.meta.data)
        : undefined;
      if (sealed?.type === "thinking") {
        return [{ type: "thinking", thinking: block.text, signature: sealed.signature }];
      }
      return sealed ? [sealed] : [];
    }
    case "call":
      return [{
        type: "tool_use",
        id: boundId(block, style) ?? block.id,
        name: aliases.toWire(block.name),
        input: toArgsObject(block.args),
      }];
    default:
      return unreachable(block);
  }
}

function toSealed(data: Json): Sealed | undefined {
  if (!isJsonObject(data)) return undefined;
  if (data.type === "thinking") return { type: "thinking", signature: toText(data.signature) };
  const encrypted = data.type === "redacted_thinking" ? toName(data.data) : undefined;
  return encrypted === undefined ? undefined : { type: "redacted_thinking", data: encrypted };
}
