// Messages of Workers AI as JSON text: those of Chat Completions, only that a content is always text, that results bear the
// name of their tool, and that thoughts go back as `reasoning` (workers-ai-provider 4.0.0, what its models' vLLM reads).

import type OpenAI from "openai";
import type { Block } from "../../core/entry.ts";
import { unreachable } from "../../core/error.ts";
import type { HistoryWriter, Message } from "../../core/provider.ts";
import { toArgsText, toToolOutput, writeEach } from "../_wire/dialect.ts";
import type { Aliases } from "../_wire/tool_names.ts";
import { writerKey } from "../_wire/writer_key.ts";

type WireMessage =
  | { role: "user"; content: string }
  | {
    role: "assistant";
    content: string;
    reasoning?: string;
    tool_calls?: OpenAI.ChatCompletionMessageFunctionToolCall[];
  }
  | { role: "tool"; content: string; tool_call_id: string; name: string };

/** The writer of `messages`; thoughts go back to the provider that they came from. */
export function createWorkersAIWriter(aliases: Aliases, provider: string): HistoryWriter {
  return {
    key: writerKey("workers_ai", aliases, provider),
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
        tool_call_id: message.callId,
        name: aliases.toWire(message.name),
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
  let reasoning = "";
  const calls: OpenAI.ChatCompletionMessageFunctionToolCall[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case "text":
        content += block.text;
        break;
      case "reasoning":
        if (block.meta?.provider === provider) reasoning += block.text;
        break;
      case "call":
        calls.push({
          id: block.id,
          type: "function",
          function: { name: aliases.toWire(block.name), arguments: toArgsText(block.args) },
        });
        break;
      default:
        unreachable(block);
    }
  }
  if (content === "" && calls.length === 0) return undefined;
  return {
    role: "assistant",
    content,
    ...(reasoning === "" ? {} : { reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}
