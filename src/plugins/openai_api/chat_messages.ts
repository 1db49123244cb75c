// The messages of a chat as a thread begins with them. A chat is stateless on the wire, so every request brings the whole of it:
// texts, the calls that were predicted earlier, and what the caller got for them.

import type { BroughtEntry } from "../../kernel/request.ts";
import {
  type EntryFacts,
  type PastMessage,
  toImportedHistory,
} from "../../http/conversation/imported_history.ts";
import type { ReadContent } from "../../http/conversation/content.ts";
import { type Path, refuse } from "../../http/conversation/refuse.ts";
import type { ChatMessage } from "./chat_schema.ts";
import { readContent } from "./content_media.ts";

/** What a chat brings. */
export interface ImportedChat {
  /** The messages of the roles system and developer, in order; "" without one. */
  readonly instructions: string;
  readonly history: readonly BroughtEntry[];
}

/** Entries of another thread, in the place of a message. */
export interface CopiedEntries {
  readonly role: "copied";
  readonly entries: readonly BroughtEntry[];
}

/** What entries are made with. */
export interface ChatFacts extends Omit<EntryFacts, "fields"> {
  /** The agent's name of a tool. */
  toName(spelled: string): string;
}

/**
 * Messages as instructions and entries.
 *
 * @throws {AgentError} invalid_request - a content that is not accepted; a call without an answer, an answer without a call; no
 * message besides instructions
 */
export function fromMessages(
  messages: readonly (ChatMessage | CopiedEntries)[],
  facts: ChatFacts,
  pathOf = (index: number): Path => ["messages", index],
): ImportedChat {
  const instructions: string[] = [];
  const past = messages.map((message, index): PastMessage => {
    const path = pathOf(index);
    switch (message.role) {
      case "copied":
        return { ...message, path };
      case "system":
      case "developer":
        instructions.push(joinText(message, path));
        return { role: "instructions", path };
      case "user":
        return { role: "user", path, content: readMessageContent(message, path) };
      case "assistant": {
        const text = joinText(message, path) || (message.refusal ?? "");
        const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({
          id,
          name: facts.toName(name),
          args,
        }));
        return { role: "assistant", path, text, calls };
      }
      case "tool":
        return {
          role: "tool",
          path,
          callId: message.tool_call_id ?? "",
          content: readMessageContent(message, path),
        };
    }
  });
  const history = toImportedHistory(past, { ...facts, fields: FIELDS });
  if (history.length === 0) {
    throw refuse(pathOf(0).slice(0, 1), "must have a message of a user, an assistant or a tool");
  }
  return { instructions: instructions.filter((text) => text !== "").join("\n\n"), history };
}

const FIELDS: EntryFacts["fields"] = {
  calls: "tool_calls",
  callId: ([list]) => list === "input" ? "call_id" : "tool_call_id",
};

function readMessageContent({ content }: ChatMessage, path: Path): ReadContent {
  if (content === undefined || content === null) throw refuse([...path, "content"], "is missing");
  return readContent(content, [...path, "content"]);
}

function joinText({ content, role }: ChatMessage, path: Path): string {
  if (content === undefined || content === null) {
    if (role === "assistant") return "";
    throw refuse([...path, "content"], "is missing");
  }
  if (typeof content === "string") return content;
  return content.map(({ type, text, refusal }, index) => {
    if (type === "text" && typeof text === "string") return text;
    if (type === "refusal" && typeof refusal === "string") return refusal;
    throw refuse([...path, "content", index, "type"], "must be text");
  }).join("");
}
