// Messages of Mistral: those of Chat Completions with rules of their own about ids, order and emptiness. What the rules are:
// mistral-common's request validators V3 to V13, and the refusals that users report (avante#2695, OpenHands#8685).

import type { AssistantMessage$Outbound } from "@mistralai/mistralai/models/components/assistantmessage.js";
import type { ThinkChunk$Outbound } from "@mistralai/mistralai/models/components/thinkchunk.js";
import type { ToolCall$Outbound } from "@mistralai/mistralai/models/components/toolcall.js";
import type { ToolMessage$Outbound } from "@mistralai/mistralai/models/components/toolmessage.js";
import type { ReasoningBlock } from "../../core/entry.ts";
import { unreachable } from "../../core/error.ts";
import { isJsonObject, joinItems } from "../../core/json.ts";
import type { AssistantMessage, HistoryWriter, Message, ToolMessage } from "../../core/provider.ts";
import { chatLineOf } from "../../history/lazy_entry.ts";
import { toShortIds } from "../_wire/short_ids.ts";
import { toArgsText, toToolOutput } from "../_wire/dialect.ts";
import { THINKING } from "../openai/chat/content.ts";
import type { Aliases } from "../_wire/tool_names.ts";
import { toName } from "../_wire/json_fields.ts";
import { writerKey } from "../_wire/writer_key.ts";

// The API fills in the rest, as it does for `index`.
type MistralCall = Omit<ToolCall$Outbound, "index">;
type MistralAssistant = Omit<AssistantMessage$Outbound, "prefix" | "tool_calls"> & {
  tool_calls?: MistralCall[];
};
type MistralChunk = ThinkChunk$Outbound | { type: "text"; text: string };

/** Who gets its thinking back. */
export interface MistralStyle {
  readonly aliases: Aliases;
  readonly provider: string;
  readonly model: string;
}

/** The writer of Mistral's Chat Completions. */
export function createMistralWriter(style: MistralStyle): HistoryWriter {
  const { provider, model, aliases } = style;
  return {
    key: writerKey("mistral", aliases, provider, model),
    write: (messages) => write(messages, style),
  };
}

/** What a conversation ends with whose last word is the model's: "Expected last role User or Tool", the API says else. */
export const CONTINUE = JSON.stringify({ role: "user", content: "Continue." });

function write(messages: readonly Message[], style: MistralStyle): string {
  let text = "";
  let shortId = toShortIds([]);
  let previous: Message["role"] | undefined;
  for (const message of messages) {
    switch (message.role) {
      case "user":
        if (previous === "tool") text = joinItems(text, BRIDGE);
        text = joinItems(
          text,
          chatLineOf(message) ?? JSON.stringify({ role: "user", content: message.text }),
        );
        break;
      case "assistant":
        shortId = toShortIds(message.blocks.flatMap((block) => block.type === "call" ? [block.id] : []));
        text = joinItems(text, JSON.stringify(toAssistant(message, shortId, style)));
        break;
      case "tool":
        text = joinItems(text, JSON.stringify(toTool(message, shortId, style)));
        break;
      default:
        unreachable(message);
    }
    previous = message.role;
  }
  return text;
}

// "Unexpected role 'user' after role 'tool'": the user spoke before the model saw the results.
const BRIDGE = JSON.stringify({ role: "assistant", content: "Understood." });

// "Assistant message must have either content or tool_calls, but not none."
const NO_ANSWER = "(no answer)";

function toAssistant(
  { blocks }: AssistantMessage,
  shortId: (id: string) => string,
  { aliases, provider, model }: MistralStyle,
): MistralAssistant {
  const chunks: MistralChunk[] = [];
  const calls: MistralCall[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case "text":
        if (block.text !== "") chunks.push({ type: "text", text: block.text });
        break;
      case "reasoning": {
        const thinking = toThinking(block, provider, model);
        if (thinking) chunks.push(thinking);
        break;
      }
      case "call":
        calls.push({
          id: shortId(block.id),
          type: "function",
          function: { name: aliases.toWire(block.name), arguments: toArgsText(block.args) },
        });
        break;
      default:
        unreachable(block);
    }
  }
  const text = chunks.map((chunk) => chunk.type === "text" ? chunk.text : "").join("");
  const content = chunks.some(({ type }) => type === "thinking") ? chunks : text;
  if (calls.length > 0) return { role: "assistant", content, tool_calls: calls };
  return { role: "assistant", content: content.length === 0 ? NO_ANSWER : content };
}

// Live answers are replayed whole, thinking included: vercel/ai#17967. A signature is the model's own.
function toThinking(
  { text, meta }: ReasoningBlock,
  provider: string,
  model: string,
): ThinkChunk$Outbound | undefined {
  if (meta?.provider !== provider || !isJsonObject(meta.data) || meta.data.type !== THINKING) {
    return undefined;
  }
  const signature = meta.model === model ? toName(meta.data.signature) : undefined;
  if (text === "" && signature === undefined) return undefined;
  return { type: "thinking", thinking: [{ type: "text", text }], signature, closed: true };
}

function toTool(
  { callId, name, text, failed }: ToolMessage,
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
