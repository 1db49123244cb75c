// Messages of Mistral: those of Chat Completions with rules of their own about ids, order and emptiness. Sources:
// mistral-common's request validators V3 to V13, and the refusals that users report (avante#2695, OpenHands#8685).

import type { AssistantMessage$Outbound } from "@mistralai/mistralai/models/components/assistantmessage.js";
import type { ThinkChunk$Outbound } from "@mistralai/mistralai/models/components/thinkchunk.js";
import type { ToolMessage$Outbound } from "@mistralai/mistralai/models/components/toolmessage.js";
import type { UserMessage$Outbound } from "@mistralai/mistralai/models/components/usermessage.js";
import type { CallBlock, ReasoningBlock } from "../../core/entry.ts";
import { unreachable } from "../../core/error.ts";
import { isJsonObject, joinItems } from "../../core/json.ts";
import type { AssistantMessage, HistoryWriter, Message } from "../../core/model/provider.ts";
import { toShortIds } from "../_wire/calls/short_ids.ts";
import { findChatLine } from "../../kernel/history/lazy_entry.ts";
import { type FunctionCall, toFunctionCall } from "../_wire/calls/function_tool.ts";
import { partition, refuseNotice, toArgsText, toToolOutput } from "../_wire/history_parts.ts";
import { THINKING } from "../openai/chat/content.ts";
import { toChunk } from "./media.ts";
import { mediaFacts, type MediaStyle } from "../_wire/media/media_rules.ts";
import { type PlacedResult, type PlacedUser, placeMedia } from "../_wire/media/place_media.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { toName } from "../_wire/json_fields.ts";
import { writerKey } from "../_wire/writer_key.ts";

// The API fills in the rest, such as the `index` of a call.
type MistralAssistant = Omit<AssistantMessage$Outbound, "prefix" | "tool_calls"> & {
  tool_calls?: FunctionCall[];
};
type MistralChunk = ThinkChunk$Outbound | { type: "text"; text: string };

/** How messages are written; `provider` and `model` are those that get their thinking back. */
export interface MistralStyle {
  readonly aliases: Aliases;
  readonly provider: string;
  readonly model: string;
  readonly media: MediaStyle;
}

/** The writer of Mistral's Chat Completions. */
export function createMistralWriter(style: MistralStyle): HistoryWriter {
  const { provider, model, aliases, media } = style;
  return {
    key: writerKey("mistral", aliases, provider, model, mediaFacts(media)),
    write: (messages) => write(messages, style),
  };
}

/** The end of a conversation whose last message is the model's, for "Expected last role User or Tool". */
export const CONTINUE = JSON.stringify({ role: "user", content: "Continue." });

function write(messages: readonly Message[], style: MistralStyle): string {
  let text = "";
  let shortId = toShortIds([]);
  let previous: Message["role"] | undefined;
  for (const message of placeMedia(messages, style.media)) {
    switch (message.role) {
      case "user":
        if (previous === "tool") text = joinItems(text, BRIDGE);
        text = joinItems(
          text,
          findChatLine(message) ?? JSON.stringify(toUser(message)),
        );
        break;
      case "assistant":
        shortId = toShortIds(message.blocks.flatMap((block) => block.type === "call" ? [block.id] : []));
        text = joinItems(text, JSON.stringify(toAssistant(message, shortId, style)));
        break;
      case "tool":
        text = joinItems(text, JSON.stringify(toTool(message, shortId, style)));
        break;
      case "notice":
        refuseNotice();
        break;
      default:
        unreachable(message);
    }
    previous = message.role;
  }
  return text;
}

function toUser({ text, parts }: PlacedUser): UserMessage$Outbound {
  return { role: "user", content: parts?.map(toChunk) ?? text };
}

// For "Unexpected role 'user' after role 'tool'": an input that came before the model had the results.
const BRIDGE = JSON.stringify({ role: "assistant", content: "Understood." });

// "Assistant message must have either content or tool_calls, but not none."
const NO_ANSWER = "(no answer)";

function toAssistant(
  { blocks }: AssistantMessage,
  shortId: (id: string) => string,
  { aliases, provider, model }: MistralStyle,
): MistralAssistant {
  const { text, spoken, calls } = partition(blocks);
  const chunks = spoken.flatMap((block): MistralChunk[] =>
    block.type === "text" ? [{ type: "text", text: block.text }] : toThinking(block, provider, model)
  );
  const content = chunks.some(({ type }) => type === "thinking") ? chunks : text;
  if (calls.length > 0) {
    const toWire = (call: CallBlock) =>
      toFunctionCall({ ...call, id: shortId(call.id) }, aliases, toArgsText);
    return { role: "assistant", content, tool_calls: calls.map(toWire) };
  }
  return { role: "assistant", content: content.length === 0 ? NO_ANSWER : content };
}

// Live answers are replayed whole, thinking included: vercel/ai#17967. A signature is the model's own.
function toThinking(
  { text, meta }: ReasoningBlock,
  provider: string,
  model: string,
): ThinkChunk$Outbound[] {
  if (meta?.provider !== provider || !isJsonObject(meta.data) || meta.data.type !== THINKING) return [];
  const signature = meta.model === model ? toName(meta.data.signature) : undefined;
  if (text === "" && signature === undefined) return [];
  return [{ type: "thinking", thinking: [{ type: "text", text }], signature, closed: true }];
}

function toTool(
  { callId, name, text, failed }: PlacedResult,
  shortId: (id: string) => string,
  { aliases }: MistralStyle,
): ToolMessage$Outbound {
  return {
    role: "tool",
    tool_call_id: shortId(callId),
    name: aliases.toWire(name),
    content: toToolOutput(text, failed),
  };
}
