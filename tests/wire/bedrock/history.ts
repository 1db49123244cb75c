// What a script sees of a Converse conversation.
import { type HistoryEntry, isRecord } from "../openai/reply.ts";

export function parseHistory(messages: unknown): HistoryEntry[] {
  const list = Array.isArray(messages) ? messages.filter(isRecord) : [];
  return list.flatMap(({ role, content }) =>
    (Array.isArray(content) ? content.filter(isRecord) : []).flatMap((block) =>
      toEntries(String(role), block)
    )
  );
}

function toEntries(role: string, block: Record<string, unknown>): HistoryEntry[] {
  if (role === "system") return []; // scripts look at what was said last
  const { text, toolUse, toolResult, reasoningContent } = block;
  if (typeof text === "string") return [{ kind: "message", role, text }];
  if (isRecord(toolUse)) {
    const { toolUseId, name, input } = toolUse;
    return [{ kind: "call", id: String(toolUseId), name: String(name), arguments: JSON.stringify(input) }];
  }
  if (isRecord(toolResult)) {
    const parts = Array.isArray(toolResult.content) ? toolResult.content.filter(isRecord) : [];
    const output = parts.map((part) => typeof part.text === "string" ? part.text : JSON.stringify(part.json));
    return [{ kind: "result", id: String(toolResult.toolUseId), output: output.join("") }];
  }
  return isRecord(reasoningContent) ? [{ kind: "reasoning", id: JSON.stringify(reasoningContent) }] : [];
}
