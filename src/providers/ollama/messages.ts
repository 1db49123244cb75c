// Messages of Ollama's /api/chat as JSON text. Calls have no ids there: results follow them in order, by the tool's
// name.

import type { Message as WireMessage } from "ollama";
import type { HistoryWriter } from "../../core/model/provider.ts";
import { type MessageParts, reasoningOf, toArgsObject, writeEach } from "../_wire/history_parts.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { writerKey } from "../_wire/writer_key.ts";

/** Kept with reasoning: the models' own templates put it back in front of the calls it led to (model/renderers). */
export const THINKING = { type: "thinking" };

/** The writer of /api/chat; reasoning goes back to the provider that it came from. */
export function createOllamaWriter(aliases: Aliases, provider: string): HistoryWriter {
  return {
    key: writerKey("ollama", aliases, provider),
    write: (messages) =>
      writeEach(messages, {
        assistant: (parts) => toAssistant(parts, aliases, provider),
        tool: ({ name }, content): WireMessage => ({
          role: "tool",
          content,
          tool_name: aliases.toWire(name),
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
    thinking: reasoningOf(reasoning, provider),
    tool_calls: calls.length === 0 ? undefined : calls.map(({ name, args }) => ({
      // Go refuses a request whose arguments are no object.
      function: { name: aliases.toWire(name), arguments: toArgsObject(args) },
    })),
  };
}
