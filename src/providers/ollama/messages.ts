// Messages of Ollama's /api/chat as JSON text. Calls have no ids there: results follow them in order, by the tool's
// name.

import type { Message as WireMessage } from "ollama";
import type { HistoryWriter } from "../../core/model/provider.ts";
import { joinReasoning, type MessageParts, toArgsObject, writeEach } from "../_wire/history_parts.ts";
import { base64Of } from "../_wire/media/formats.ts";
import { mediaFacts, type MediaRules, type MediaStyle } from "../_wire/media/media_rules.ts";
import type { PlacedPart } from "../_wire/media/place_media.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { writerKey } from "../_wire/writer_key.ts";

/** What /api/chat takes: images as bytes (types of ollama 0.6.4), which the documentation has in messages of a user. */
export const OLLAMA_MEDIA: MediaRules = {
  api: "Ollama",
  user: { image: { types: ["image/jpeg", "image/png", "image/webp"], urls: false } },
};

/** Kept with reasoning: the models' own templates put it back in front of the calls it led to (model/renderers). */
export const THINKING = { type: "thinking" };

/** The writer of /api/chat; reasoning goes back to the provider that it came from. */
export function createOllamaWriter(aliases: Aliases, provider: string, media: MediaStyle): HistoryWriter {
  return {
    key: writerKey("ollama", aliases, provider, mediaFacts(media)),
    write: (messages) =>
      writeEach(messages, media, {
        user: (_, parts) => toUser(parts),
        assistant: (parts) => toAssistant(parts, aliases, provider),
        tool: ({ name }, content): WireMessage => ({
          role: "tool",
          content,
          tool_name: aliases.toWire(name),
        }),
      }),
  };
}

// Images have no place between words.
function toUser(parts: readonly PlacedPart[]): WireMessage {
  return {
    role: "user",
    content: parts.flatMap((part) => part.type === "text" ? [part.text] : []).join("\n\n"),
    images: parts.flatMap((part) => part.type === "text" ? [] : [base64Of(part)]),
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
    thinking: joinReasoning(reasoning, provider),
    tool_calls: calls.length === 0 ? undefined : calls.map(({ name, args }) => ({
      // Go refuses a request whose arguments are no object.
      function: { name: aliases.toWire(name), arguments: toArgsObject(args) },
    })),
  };
}
