// A request of Converse as Claude's thinking is bound to it.
import type { Conversation, Part } from "../anthropic/binding.ts";
import { isRecord } from "../openai/reply.ts";

export function toConversation(model: string, body: Record<string, unknown>): Conversation {
  const { system, toolConfig, messages } = body;
  return {
    model,
    system: records(system).filter(isContent),
    tools: records(isRecord(toolConfig) ? toolConfig.tools : []).filter(isContent),
    messages: records(messages).map(({ role, content }) => ({
      role: String(role),
      blocks: records(content).filter(isContent).map(toPart),
    })),
  };
}

function toPart(block: Record<string, unknown>): Part {
  const { reasoningText } = isRecord(block.reasoningContent) ? block.reasoningContent : {};
  if (!isRecord(reasoningText)) return { type: "other", value: block };
  return {
    type: "thinking",
    thinking: String(reasoningText.text),
    signature: String(reasoningText.signature),
  };
}

// Marks of the prompt cache do not count.
function isContent(block: Record<string, unknown>): boolean {
  return !("cachePoint" in block);
}

function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
