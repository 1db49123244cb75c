// Messages of Ollama's /api/chat as JSON text. Calls have no ids there: results follow them in order, by the tool's name.

import type { Message as WireMessage, ToolCall } from "ollama";
import type { Block } from "../../core/entry.ts";
import { unreachable } from "../../core/error.ts";
import type { HistoryWriter, Message } from "../../core/provider.ts";
import { toArgsObject, toToolOutput, writeEach } from "../_wire/dialect.ts";
import type { Aliases } from "../_wire/tool_names.ts";
import { writerKey } from "../_wire/writer_key.ts";

/** Kept with reasoning: the models' own templates put it back in front of the calls it led to (model/renderers). */
export const THINKING = { type: "thinking" };

/** The writer of /api/chat; thoughts go back to the provider that they came from. */
export function createOllamaWriter(aliases: Aliases, provider: string): HistoryWriter {
  return {
    key: writerKey("ollama", aliases, provider),
    write: (messages) => writeEach(messages, (message) => toWire(message, aliases, provider)),
  };
}

function toWire(message: Message, aliases: Aliases, provider: string): WireMessage | undefined {
  switch (message.role) {
    case "user":
      return { role: "user", content: message.text };
    case "assistant":
      return toAssistant(message.blocks, aliases, provider);
    case "tool":
      return {
        role: "tool",
        content: toToolOutput(message.text, message.failed),
        tool_name: aliases.toWire(message.name),
      };
    default:
      return unreachable(message);
  }
}

// Undefined when nothing was said.
function toAssistant(
  blocks: readonly Block[],
  aliases: Aliases,
  provider: string,
): WireMessage | undefined {
  let content = "";
  let thinking = "";
  const calls: ToolCall[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case "text":
        content += block.text;
        break;
      case "reasoning":
        if (block.meta?.provider === provider) thinking += block.text;
        break;
      case "call":
        // Go refuses a request whose arguments are no object.
        calls.push({ function: { name: aliases.toWire(block.name), arguments: toArgsObject(block.args) } });
        break;
      default:
        unreachable(block);
    }
  }
  if (content === "" && calls.length === 0) return undefined;
  return {
    role: "assistant",
    content,
    ...(thinking === "" ? {} : { thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}
