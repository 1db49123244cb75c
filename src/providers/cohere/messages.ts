// Messages of Cohere v2. They are those of Chat Completions, except that text beside calls is a plan and not content:
// "text content is not allowed when tool_calls are provided" (vercel/ai#5794).

import type { ReasoningBlock } from "../../core/entry.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import type { HistoryWriter } from "../../core/model/provider.ts";
import { type FunctionCall, toFunctionCall } from "../_wire/calls/function_tool.ts";
import { type MessageParts, toArgsText, writeEach } from "../_wire/history_parts.ts";
import { mediaFacts, type MediaStyle } from "../_wire/media/media_rules.ts";
import { type ImageContent, toImageContent } from "../_wire/media/place_media.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { toText } from "../_wire/json_fields.ts";
import { writerKey } from "../_wire/writer_key.ts";

// The package cohere-ai has these types in camelCase only; the names on the wire are those of its serialisers.
type CohereMessage =
  | { role: "user"; content: readonly ImageContent[] }
  | CohereAssistant
  | { role: "tool"; tool_call_id: string; content: string };

interface CohereAssistant {
  role: "assistant";
  tool_plan?: string;
  tool_calls?: FunctionCall[];
  content?: string | CohereContent[];
}

type CohereContent = { type: "text"; text: string } | { type: "thinking"; thinking: string };

/** Kept with reasoning that goes back as thinking. */
export const COHERE_THINKING = { type: "thinking" };

/**
 * Kept with reasoning that goes back as `tool_plan`. The plan is not part of the answer, as with every other
 * provider.
 */
export type ToolPlan = { type: "tool_plan"; plan: string };

/** How messages are written. */
export interface CohereStyle {
  readonly aliases: Aliases;
  /** The provider that gets its plans and its thinking back. */
  readonly provider: string;
  /** The model thinks in this request: it takes thinking only then. */
  readonly thinks: boolean;
  readonly media: MediaStyle;
}

/** The writer of Cohere's Chat API v2. */
export function createCohereWriter(style: CohereStyle): HistoryWriter {
  const { provider, thinks, aliases, media } = style;
  return {
    key: writerKey("cohere", aliases, provider, thinks, mediaFacts(media)),
    write: (messages) =>
      writeEach(messages, media, {
        user: (_, parts): CohereMessage => ({ role: "user", content: parts.map(toImageContent) }),
        assistant: (parts) => toAssistant(parts, style),
        tool: ({ callId }, content): CohereMessage => ({ role: "tool", tool_call_id: callId, content }),
      }),
  };
}

// "message must not be empty in a turn"
const NO_ANSWER = "(no answer)";

function toAssistant({ text, reasoning, calls }: MessageParts, style: CohereStyle): CohereAssistant {
  const plans: string[] = [];
  const thinking: CohereContent[] = [];
  for (const block of reasoning) {
    const { type, plan } = readData(block, style.provider);
    if (type === "tool_plan") plans.push(toText(plan));
    else if (type === COHERE_THINKING.type && style.thinks && block.text !== "") {
      thinking.push({ type: "thinking", thinking: block.text });
    }
  }
  if (calls.length === 0) {
    if (thinking.length === 0 || text === "") return { role: "assistant", content: text || NO_ANSWER };
    return { role: "assistant", content: [...thinking, { type: "text", text }] };
  }
  const plan = [...plans, text].filter((part) => part !== "").join("\n");
  return {
    role: "assistant",
    tool_plan: plan === "" ? undefined : plan,
    tool_calls: calls.map((call) => toFunctionCall(call, style.aliases, toArgsText)),
    content: thinking.length === 0 ? undefined : thinking,
  };
}

function readData({ meta }: ReasoningBlock, provider: string): JsonObject {
  return meta?.provider === provider && isJsonObject(meta.data) ? meta.data : {};
}
