// Messages of Cohere v2. They are like those of Chat Completions, but what a model says beside its calls is a plan and no
// content: "text content is not allowed when tool_calls are provided" (vercel/ai#5794).

import type { ReasoningBlock } from "../../core/entry.ts";
import { unreachable } from "../../core/error.ts";
import { isJsonObject, joinItems, type JsonObject } from "../../core/json.ts";
import type { AssistantMessage, HistoryWriter, Message } from "../../core/provider.ts";
import { chatLineOf } from "../../history/lazy_entry.ts";
import { toArgsText, toToolOutput } from "../_wire/dialect.ts";
import type { Aliases } from "../_wire/tool_names.ts";
import { toText } from "../_wire/json_fields.ts";
import { writerKey } from "../_wire/writer_key.ts";

// The package cohere-ai has these types in camelCase only; the names on the wire are those of its serialisers.
type CohereMessage =
  | { role: "user"; content: string }
  | CohereAssistant
  | { role: "tool"; tool_call_id: string; content: string };

interface CohereAssistant {
  role: "assistant";
  tool_plan?: string;
  tool_calls?: CohereCall[];
  content?: string | CohereContent[];
}

interface CohereCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

type CohereContent = { type: "text"; text: string } | { type: "thinking"; thinking: string };

/** Kept with reasoning that goes back as thinking. */
export const COHERE_THINKING = { type: "thinking" };

/** Kept with reasoning that goes back as `tool_plan`. Only there: nobody was told it, as with every other provider. */
export type ToolPlan = { type: "tool_plan"; plan: string };

export interface CohereStyle {
  readonly aliases: Aliases;
  /** Who gets its plans and its thinking back. */
  readonly provider: string;
  /** The model thinks in this request: it takes thinking only then. */
  readonly thinks: boolean;
}

/** The writer of Cohere's Chat API v2. */
export function createCohereWriter(style: CohereStyle): HistoryWriter {
  const { provider, thinks, aliases } = style;
  return {
    key: writerKey("cohere", aliases, provider, thinks),
    write: (messages) => {
      let text = "";
      for (const message of messages) text = joinItems(text, toItem(message, style));
      return text;
    },
  };
}

function toItem(message: Message, style: CohereStyle): string {
  const line = message.role === "user" ? chatLineOf(message) : undefined;
  return line ?? JSON.stringify(toMessage(message, style));
}

function toMessage(message: Message, style: CohereStyle): CohereMessage {
  switch (message.role) {
    case "user":
      return { role: "user", content: message.text };
    case "assistant":
      return toAssistant(message, style);
    case "tool": {
      const content = toToolOutput(message.text, message.failed);
      return { role: "tool", tool_call_id: message.callId, content };
    }
    default:
      return unreachable(message);
  }
}

// "message must not be empty in a turn"
const NO_ANSWER = "(no answer)";

function toAssistant({ blocks }: AssistantMessage, style: CohereStyle): CohereAssistant {
  const said: string[] = [];
  const plans: string[] = [];
  const thinking: CohereContent[] = [];
  const calls: CohereCall[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case "text":
        if (block.text !== "") said.push(block.text);
        break;
      case "reasoning": {
        const { type, plan } = keptWith(block, style.provider);
        if (type === "tool_plan") plans.push(toText(plan));
        else if (type === COHERE_THINKING.type && style.thinks && block.text !== "") {
          thinking.push({ type: "thinking", thinking: block.text });
        }
        break;
      }
      case "call":
        calls.push({
          id: block.id,
          type: "function",
          function: { name: style.aliases.toWire(block.name), arguments: toArgsText(block.args) },
        });
        break;
      default:
        unreachable(block);
    }
  }
  const text = said.join("");
  if (calls.length === 0) {
    if (thinking.length === 0 || text === "") return { role: "assistant", content: text || NO_ANSWER };
    return { role: "assistant", content: [...thinking, { type: "text", text }] };
  }
  const plan = [...plans, text].filter((part) => part !== "").join("\n");
  return {
    role: "assistant",
    ...(plan === "" ? {} : { tool_plan: plan }),
    tool_calls: calls,
    ...(thinking.length === 0 ? {} : { content: thinking }),
  };
}

function keptWith({ meta }: ReasoningBlock, provider: string): JsonObject {
  return meta?.provider === provider && isJsonObject(meta.data) ? meta.data : {};
}
