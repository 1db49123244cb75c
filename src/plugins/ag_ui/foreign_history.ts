// The conversation that a client brings for a thread that there is not: one that it has had elsewhere, or whose thread was removed.

import type { BroughtEntry } from "../../kernel/request.ts";
import { type HttpContext, type HttpDeps, readOrigin } from "../../http/context.ts";
import { type PastMessage, toImportedHistory } from "../../http/conversation/imported_history.ts";
import type { Path } from "../../http/conversation/refuse.ts";
import { readContent, textOfContent } from "./content.ts";
import { withOwnMedia } from "./own_media.ts";
import type { Said } from "./request.ts";
import type { AgUiInput } from "./schema.ts";
import { DOOR, doorOfMessage, lengthOfHistory } from "./turn.ts";

/**
 * The messages before the new ones as entries; empty where the new ones are all.
 *
 * @throws {AgentError} invalid_request - a content that is not accepted, or a call without its result
 */
export async function foreignHistory(
  c: HttpContext,
  { body: { threadId: id, messages } }: Said,
  deps: HttpDeps,
): Promise<readonly BroughtEntry[]> {
  const past: PastMessage[] = [];
  for (const [index, message] of messages.slice(0, lengthOfHistory(messages)).entries()) {
    const path = ["messages", index];
    const read = pastMessage(message, path);
    if (read === undefined) continue;
    const content = "content" in read
      ? await withOwnMedia(read.content, { id, caller: c.var }, [...path, "content"], deps)
      : undefined;
    past.push(content === undefined || !("content" in read) ? read : { ...read, content });
  }
  return toImportedHistory(past, {
    at: deps.clock(),
    random: deps.random,
    origin: readOrigin(c, DOOR),
    fields: { calls: "toolCalls", callId: () => "toolCallId" },
  });
}

function pastMessage(message: AgUiInput, path: Path): PastMessage | undefined {
  const { id, role, toolCalls, toolCallId = "", error } = message;
  const at = [...path, "content"];
  switch (role) {
    case "user":
      return { role, path, content: readContent(message, at), door: doorOfMessage(id) };
    case "assistant": {
      const calls = (toolCalls ?? []).map(({ id, function: { name, arguments: args } }) => ({
        id,
        name,
        args,
      }));
      return { role, path, text: textOfContent(message, at), calls };
    }
    case "tool": {
      const content = typeof error === "string" ? { text: error } : readContent(message, at);
      return { role, path, callId: toolCallId, content };
    }
    case "system":
    case "developer":
    case "reasoning":
    case "activity":
      return undefined;
  }
}
