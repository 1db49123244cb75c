// Messages of Chat Completions as JSON text: a history is written once and kept (HistoryWriter), and most of it is stored
// as it is sent.

import type OpenAI from "openai";
import type { AssistantMessage, HistoryWriter, Message } from "../../../core/model/provider.ts";
import type { Opaque } from "../../../core/entry.ts";
import { unreachable } from "../../../core/error.ts";
import { isJsonObject, joinItems, type JsonObject } from "../../../core/json.ts";
import { withEmptyField, withTextContent } from "../../../kernel/history/chat_line.ts";
import { findChatLine } from "../../../kernel/history/lazy_entry.ts";
import { toFunctionCall } from "../../_wire/calls/function_tool.ts";
import { partition, toArgsText, toToolOutput } from "../../_wire/history_parts.ts";
import type { OpenAIProfile } from "../profile.ts";
import { toChatPart } from "./media.ts";
import { signsCalls, toReplayedFields, withSignature } from "./opaque.ts";
import { mediaFacts, type MediaStyle } from "../../_wire/media/media_rules.ts";
import { type PlacedMessage, placeMedia } from "../../_wire/media/place_media.ts";
import type { Aliases } from "../../_wire/calls/tool_names.ts";
import { writerKey } from "../../_wire/writer_key.ts";

type ChatMessage = OpenAI.ChatCompletionMessageParam;
type ChatAssistant = OpenAI.ChatCompletionAssistantMessageParam & {
  /** Not OpenAI's: DeepSeek answers 400 in thinking mode when it does not get its reasoning back. */
  reasoning_content?: string;
  /** Not OpenAI's: the same at Groq, Cerebras and vLLM. */
  reasoning?: string;
  /** Not OpenAI's: OpenRouter requires signed and encrypted reasoning back as it came. */
  reasoning_details?: JsonObject[] | undefined;
  /** Not OpenAI's: LiteLLM requires Claude's thinking back as it came. */
  thinking_blocks?: JsonObject[] | undefined;
};

/** How messages are written. */
export interface ChatStyle {
  readonly aliases: Aliases;
  readonly profile: OpenAIProfile;
  /** The provider that gets its own reasoning back. */
  readonly provider: string;
  readonly model: string;
  readonly media: MediaStyle;
}

/** The writer of Chat Completions. */
export function createChatWriter(style: ChatStyle): HistoryWriter {
  const { aliases, profile, provider, model, media } = style;
  // OpenAI's own form is the same for every provider and model.
  const { replayed = "", padded } = profile;
  const facts = isPlain(profile) ? [] : [provider, model, replayed, padded?.test(model)];
  return {
    key: writerKey("chat", aliases, mediaFacts(media), ...facts),
    write: (messages) => write(messages, style),
  };
}

function isPlain({ replayed, replaysDetails, parsesArguments, noContent }: OpenAIProfile): boolean {
  return replayed === undefined && !replaysDetails && !parsesArguments && noContent === null;
}

function write(messages: readonly Message[], style: ChatStyle): string {
  let text = "";
  for (const message of placeMedia(messages, style.media)) text = joinItems(text, toMessage(message, style));
  return text;
}

function toMessage(message: PlacedMessage, style: ChatStyle): string {
  // A stored line has no signatures.
  const line = message.role === "assistant" && signsCalls(style) ? undefined : findChatLine(message);
  if (line === undefined) return JSON.stringify(toObject(message, style)) ?? "";
  return message.role === "assistant" ? adapt(line, style) : line;
}

// A stored line has neither reasoning nor arguments that a server could refuse.
function adapt(line: string, { profile: { noContent, padded, replayed }, model }: ChatStyle): string {
  const filled = noContent === "" ? withTextContent(line) : line;
  return replayed && padded?.test(model) ? withEmptyField(filled, replayed) : filled;
}

function toObject(message: PlacedMessage, style: ChatStyle): ChatMessage | undefined {
  switch (message.role) {
    case "user":
      return { role: "user", content: message.parts?.map(toChatPart) ?? message.text };
    case "assistant":
      return toAssistant(message, style);
    // As the prompt is: to a model that thinks, the API gives it as a developer's.
    case "notice":
      return { role: "system", content: message.text };
    case "tool": {
      const content = toToolOutput(message.text, message.failed);
      return { role: "tool", tool_call_id: message.callId, content };
    }
    default:
      return unreachable(message);
  }
}

// Undefined for a message that has neither text nor calls, which is a 400.
function toAssistant(
  { blocks, withoutThinking }: AssistantMessage,
  style: ChatStyle,
): ChatAssistant | undefined {
  const { profile, model } = style;
  const { text, reasoning, calls } = partition(blocks);
  if (text === "" && calls.length === 0) return undefined;
  const replayed = reasoning.map((block) => isReplayed(block.meta, style) ? block.text : "").join("");
  const reasoningText = replayed !== "" || profile.padded?.test(model) ? replayed : undefined;
  // Gemini refuses a call without its signature, and behind a gateway a request has nothing to put in its place.
  const isRefused = withoutThinking && !/gemini/i.test(model);
  const kept = isRefused ? blocks.filter(({ type }) => type !== "reasoning") : blocks;
  const { reasoning_details, thinking_blocks, rest } = toReplayedFields(kept, style);
  const toArgs = profile.parsesArguments ? toArgsText : (args: string) => args;
  return {
    role: "assistant",
    content: text === "" ? profile.noContent : text,
    tool_calls: calls.length === 0
      ? undefined
      : calls.map((call, index) =>
        withSignature(toFunctionCall(call, style.aliases, toArgs), call, index === 0, style)
      ),
    reasoning_content: profile.replayed === "reasoning_content" ? reasoningText : undefined,
    reasoning: profile.replayed === "reasoning" ? reasoningText : undefined,
    reasoning_details,
    thinking_blocks,
    ...rest,
  };
}

/** Kept with reasoning that came as text and goes back as that. */
export const REASONING_CONTENT = { type: "reasoning_content" };

function isReplayed(meta: Opaque | undefined, { profile, provider }: ChatStyle): boolean {
  return profile.replayed !== undefined && meta?.provider === provider && isJsonObject(meta.data) &&
    meta.data.type === REASONING_CONTENT.type;
}
