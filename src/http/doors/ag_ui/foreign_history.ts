// The conversation that a client brings for a thread that there is not: one that it has had elsewhere, or whose thread was removed.

import { AgentError } from "../../../core/error.ts";
import type { BroughtEntry } from "../../../runtime/request.ts";
import { type HttpContext, type HttpDeps, originOf } from "../../context.ts";
import { type EntryFacts, fromMessages } from "../openai/chat_messages.ts";
import type { ChatMessage } from "../openai/chat_schema.ts";
import { mediaIn, type ReadContent, readContent, textOfContent } from "./content.ts";
import type { Said } from "./request.ts";
import type { AgUiBody } from "./schema.ts";
import { DOOR, doorOfMessage, lengthOfHistory } from "./turn.ts";

type BroughtMessage = ChatMessage & { readonly id: string };

/**
 * The messages before the new ones as entries; empty where the new ones are all.
 *
 * @throws {AgentError} invalid_request - a content that is no text, or a call without its result
 */
export function foreignHistory(
  c: HttpContext,
  { body: { messages } }: Said,
  deps: HttpDeps,
): readonly BroughtEntry[] {
  /** With media, in their order: those of users and of tools. */
  const said: ReadContent[] = [];
  const read = (index: number, message: AgUiBody["messages"][number]) => {
    const content = readContent(message, `/messages/${index}/content`);
    said.push(content);
    return content;
  };
  const before = messages.slice(0, lengthOfHistory(messages)).flatMap((message, index): BroughtMessage[] => {
    const { id, role, toolCalls, toolCallId, error } = message;
    const content = () => textOfContent(message, `/messages/${index}/content`);
    switch (role) {
      case "user":
        return [{ id, role, content: read(index, message).text }];
      case "assistant":
        return [{
          ...{ id, role, content: content() },
          tool_calls: (toolCalls ?? []).map((call) => ({
            id: call.id,
            type: "function",
            function: call.function,
          })),
        }];
      case "tool": {
        const { text } = read(index, message);
        return [{ id, role, content: error ?? text, tool_call_id: toolCallId ?? "" }];
      }
      case "system":
      case "developer":
      case "reasoning":
      case "activity":
        return [];
    }
  });
  if (before.length === 0) return [];
  const facts = {
    at: deps.clock(),
    random: deps.random,
    origin: originOf(c, DOOR),
    toName: (name: string) => name,
  };
  const users = before.flatMap(({ id, role }) => role === "user" ? [id] : []);
  let user = 0;
  return entriesOf(before, facts).map((entry) => {
    if (entry.type !== "user" && entry.type !== "tool") return entry;
    const content = said.shift() ?? { text: "" };
    if (entry.type === "user") {
      const parts = content.newParts === undefined ? {} : { parts: content.newParts };
      return { ...entry, ...parts, door: doorOfMessage(users[user++] ?? "") };
    }
    const media = mediaIn(content);
    return media.length === 0 ? entry : { ...entry, media };
  });
}

/** The refusal of a message names fields of OpenAI. */
function entriesOf(messages: readonly BroughtMessage[], facts: EntryFacts): readonly BroughtEntry[] {
  try {
    return fromMessages(messages, facts).history;
  } catch (thrown) {
    if (!(thrown instanceof AgentError) || thrown.code !== "invalid_request") throw thrown;
    const { problems = [] } = thrown;
    throw new AgentError(thrown.code, "The conversation of the client cannot be taken.", {
      problems: problems.map(({ pointer, detail }) => ({
        pointer: pointer.replace("tool_calls", "toolCalls").replace("tool_call_id", "toolCallId"),
        detail,
      })),
    });
  }
}
