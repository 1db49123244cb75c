// Messages of Chat Completions as JSON text: a history is written once and kept (Dialect), and most of it is stored as it is
// sent.

import type OpenAI from "openai";
import type { Dialect, Message } from "../core/provider.ts";
import type { Block, Opaque } from "../core/entry.ts";
import { unreachable } from "../core/error.ts";
import { isJsonObject, joinItems, type JsonObject, parseJson } from "../core/json.ts";
import { toToolOutput } from "./_dialect.ts";
import type { Aliases } from "./_prompt_alias.ts";
import { toObjects } from "./_wire.ts";

type ChatMessage = OpenAI.ChatCompletionMessageParam;
type ChatAssistant = OpenAI.ChatCompletionAssistantMessageParam & {
  /** Not OpenAI's: DeepSeek answers 400 in thinking mode when it does not get its reasoning back. */
  reasoning_content?: string;
  /** Not OpenAI's: OpenRouter wants signed and encrypted reasoning back as it came. */
  reasoning_details?: JsonObject[];
};

/** How messages are written. OpenAI takes no reasoning and only keeps arguments; its imitators want one and parse the other. */
export interface ChatStyle {
  readonly aliases: Aliases;
  readonly imitator: { readonly provider: string; readonly model: string } | undefined;
}

/** The dialect of Chat Completions. */
export function createChatDialect(style: ChatStyle): Dialect {
  const { imitator, aliases } = style;
  return {
    key: JSON.stringify(["chat", imitator ? [imitator.provider, imitator.model] : [], aliases.detours]),
    write: (messages) => write(messages, style),
  };
}

function write(messages: readonly Message[], style: ChatStyle): string {
  let text = "";
  for (const message of messages) text = joinItems(text, toMessage(message, style));
  return text;
}

function toMessage(message: Message, style: ChatStyle): string {
  return message.chat ?? JSON.stringify(toObject(message, style)) ?? "";
}

function toObject(message: Message, style: ChatStyle): ChatMessage | undefined {
  switch (message.role) {
    case "user":
      return { role: "user", content: message.text };
    case "assistant":
      return toAssistant(message.blocks, style);
    case "tool": {
      const content = toToolOutput(message.text, message.failed);
      return { role: "tool", tool_call_id: message.callId, content };
    }
    default:
      return unreachable(message);
  }
}

// Undefined when nothing of the message can be said in this dialect: neither text nor calls is a 400.
function toAssistant(blocks: readonly Block[], style: ChatStyle): ChatAssistant | undefined {
  let text = "";
  let reasoning = "";
  const details: JsonObject[] = [];
  const calls: OpenAI.ChatCompletionMessageFunctionToolCall[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case "text":
        text += block.text;
        break;
      case "reasoning":
        if (isReasoningContent(block.meta, style)) reasoning += block.text;
        details.push(...reasoningDetails(block.meta, style));
        break;
      case "call":
        calls.push({
          id: block.id,
          type: "function",
          function: {
            name: style.aliases.toWire(block.name),
            arguments: style.imitator ? toValidArgs(block.args) : block.args,
          },
        });
        break;
      default:
        unreachable(block);
    }
  }
  if (text === "" && calls.length === 0) return undefined;
  return {
    role: "assistant",
    content: text === "" ? null : text,
    tool_calls: calls.length === 0 ? undefined : calls,
    reasoning_content: reasoning === "" ? undefined : reasoning,
    reasoning_details: details.length === 0 ? undefined : details,
  };
}

/** Kept with reasoning that came as `reasoning_content` and goes back as that. */
export const REASONING_CONTENT = { type: "reasoning_content" };

/** Kept with reasoning that came as `reasoning_details`: what goes back, unchanged. */
export type ReasoningDetails = { type: "reasoning_details"; details: JsonObject[] };

function isReasoningContent(meta: Opaque | undefined, { imitator }: ChatStyle): boolean {
  return imitator !== undefined && meta?.provider === imitator.provider && isJsonObject(meta.data) &&
    meta.data.type === REASONING_CONTENT.type;
}

// Signatures mean nothing to another model.
function reasoningDetails(meta: Opaque | undefined, { imitator }: ChatStyle): JsonObject[] {
  if (!imitator || meta?.provider !== imitator.provider || meta.model !== imitator.model) return [];
  return isJsonObject(meta.data) && meta.data.type === "reasoning_details"
    ? toObjects(meta.data.details)
    : [];
}

/** Arguments that are a JSON object: chat templates parse those in the history, and a server answers 500 to any other. */
export function toValidArgs(args: string): string {
  return isJsonObject(parseJson(args)) ? args : JSON.stringify({ rawInvalidInput: args });
}
