// Messages of Workers AI as JSON text: those of Chat Completions, except that a content is text or has images, that results
// have the name of their tool, and that thoughts go back as `reasoning` (workers-ai-provider 4.0.0, what its models'
// vLLM reads).

import type { HistoryWriter } from "../../core/model/provider.ts";
import { type FunctionCall, toFunctionCall } from "../_wire/calls/function_tool.ts";
import { joinReasoning, type MessageParts, toArgsText, writeEach } from "../_wire/history_parts.ts";
import { IMAGE_TYPES, mediaFacts, type MediaRules, type MediaStyle } from "../_wire/media/media_rules.ts";
import { type ImageContent, toImageContent } from "../_wire/media/place_media.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { writerKey } from "../_wire/writer_key.ts";

type WireMessage =
  | { role: "user"; content: string | readonly ImageContent[] }
  | {
    role: "assistant";
    content: string;
    reasoning?: string;
    tool_calls?: FunctionCall[];
  }
  | { role: "tool"; content: string; tool_call_id: string; name: string };

/**
 * What models with vision take: "image uri with data [...]. HTTP URL will not be accepted" (@cloudflare/workers-types
 * 5.20261117).
 */
export const WORKERS_AI_MEDIA: MediaRules = {
  api: "Workers AI",
  user: { image: { types: IMAGE_TYPES, urls: false } },
};

/** The writer of `messages`; reasoning goes back to the provider that it came from. */
export function createWorkersAIWriter(aliases: Aliases, provider: string, media: MediaStyle): HistoryWriter {
  return {
    key: writerKey("workers_ai", aliases, provider, mediaFacts(media)),
    write: (messages) =>
      writeEach(messages, media, {
        user: (_, parts): WireMessage => ({ role: "user", content: parts.map(toImageContent) }),
        assistant: (parts) => toAssistant(parts, aliases, provider),
        tool: ({ callId, name }, content): WireMessage => ({
          role: "tool",
          content,
          tool_call_id: callId,
          name: aliases.toWire(name),
        }),
      }),
  };
}

// Undefined for a message that has neither text nor calls.
function toAssistant(
  { text: content, reasoning, calls }: MessageParts,
  aliases: Aliases,
  provider: string,
): WireMessage | undefined {
  if (content === "" && calls.length === 0) return undefined;
  return {
    role: "assistant",
    content,
    reasoning: joinReasoning(reasoning, provider),
    tool_calls: calls.length === 0
      ? undefined
      : calls.map((call) => toFunctionCall(call, aliases, toArgsText)),
  };
}
