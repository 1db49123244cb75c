// The messages of a chat as a thread begins with them. A chat is stateless on the wire, so every request brings the whole of it:
// texts, the calls that were predicted earlier, and what the caller got for them.

import { type Block, callsOf } from "../../../core/entry.ts";
import type { Origin } from "../../../core/record.ts";
import type { RandomBytes } from "../../../core/ports.ts";
import { broughtId, CALLER } from "../../../runtime/session/brought.ts";
import type { BroughtEntry } from "../../../runtime/request.ts";
import type { ChatMessage } from "./chat_schema.ts";
import { type ReadContent, readContent } from "./content_media.ts";
import { type Path, refuse } from "./refuse.ts";

/** What a chat brings. */
export interface BroughtChat {
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
export interface EntryFacts {
  readonly at: number;
  readonly random: RandomBytes;
  readonly origin: Origin;
  /** The agent's name of a tool. */
  toName(spelled: string): string;
}

/**
 * Messages as instructions and entries. Every call of an assistant's message is answered by one message of a tool right behind it,
 * in any order. A call that copied entries have is left out.
 *
 * @throws {AgentError} invalid_request - a content that is no text; a call without an answer, an answer without a call; no
 * message besides instructions
 */
export function fromMessages(
  messages: readonly (ChatMessage | CopiedEntries)[],
  facts: EntryFacts,
  pathOf = (index: number): Path => ["messages", index],
): BroughtChat {
  const instructions: string[] = [];
  const history: BroughtEntry[] = [];
  const copied: BroughtEntry[] = [];
  let open = new OpenCalls([], []);
  messages.forEach((message, index) => {
    const path = pathOf(index);
    if (message.role === "assistant" && isKnown(message, copied)) return;
    if (message.role !== "tool") open.assertAnswered();
    switch (message.role) {
      case "copied":
        history.push(...message.entries);
        copied.push(...message.entries);
        open = new OpenCalls(unansweredIn(message.entries), path);
        return;
      case "system":
      case "developer":
        instructions.push(textOf(message, path));
        return;
      case "user":
        history.push({ type: "user", ...base(facts), ...inputOf(message, path), ...facts.origin });
        return;
      case "assistant": {
        const blocks = blocksOf(message, path, facts);
        if (blocks.length === 0) return;
        const calls = blocks.flatMap((block) => block.type === "call" ? [block] : []);
        const finish = calls.length > 0 ? "calls" : "stop";
        const usage = { inputTokens: 0, outputTokens: 0 };
        history.push({ type: "assistant", ...base(facts), blocks, finish, model: CALLER, usage });
        open = new OpenCalls(calls.map(({ id }) => id), [...path, "tool_calls"]);
        return;
      }
      case "tool": {
        const callId = message.tool_call_id ?? "";
        open.answer(callId, path);
        history.push({
          type: "tool",
          ...base(facts),
          ...{ callId, name: nameOf(callId, history) ?? "", outcome: "completed", ms: 0 },
          ...outputOf(message, path),
          ...facts.origin,
        });
        return;
      }
    }
  });
  open.assertAnswered();
  if (history.length === 0) {
    throw refuse(pathOf(0).slice(0, 1), "must have a message of a user, an assistant or a tool");
  }
  return { instructions: instructions.filter((text) => text !== "").join("\n\n"), history };
}

/** The calls of the last assistant's message that have no answer yet. */
class OpenCalls {
  readonly #ids: Set<string>;
  readonly #path: Path;

  constructor(ids: readonly string[], path: Path) {
    this.#ids = new Set(ids);
    this.#path = path;
  }

  answer(callId: string, path: Path): void {
    if (this.#ids.delete(callId)) return;
    throw refuse(
      [...path, path[0] === "input" ? "call_id" : "tool_call_id"],
      "must be a call of the assistant's message before it, answered once",
    );
  }

  assertAnswered(): void {
    const [id] = this.#ids;
    if (id === undefined) return;
    throw refuse(
      this.#path,
      `must be followed by an output for each call; ${id} has none`,
    );
  }
}

function base({ at, random }: EntryFacts) {
  return { id: broughtId(random), at, version: 0 };
}

function blocksOf(message: ChatMessage, path: Path, { toName }: EntryFacts): Block[] {
  const text = textOf(message, path) || (message.refusal ?? "");
  const calls = message.tool_calls ?? [];
  const twice = calls.findIndex(({ id }, index) => calls.findIndex((other) => other.id === id) < index);
  if (twice >= 0) throw refuse([...path, "tool_calls", twice, "id"], "is that of another call");
  return [
    ...(text === "" ? [] : [{ type: "text", text } as const]),
    ...calls.map((call): Block => ({
      type: "call",
      id: call.id,
      name: toName(call.function.name),
      args: call.function.arguments,
    })),
  ];
}

function inputOf({ content }: ChatMessage, path: Path): Pick<ReadContent, "text" | "parts"> {
  if (content === undefined || content === null) throw refuse([...path, "content"], "is missing");
  const { text, parts } = readContent(content, [...path, "content"]);
  return parts === undefined ? { text } : { text, parts };
}

function outputOf({ content }: ChatMessage, path: Path) {
  if (content === undefined || content === null) throw refuse([...path, "content"], "is missing");
  const { text: output, media } = readContent(content, [...path, "content"]);
  return media === undefined ? { output } : { output, media };
}

function textOf({ content, role }: ChatMessage, path: Path): string {
  if (content === undefined || content === null) {
    if (role === "assistant") return "";
    throw refuse([...path, "content"], "is missing");
  }
  if (typeof content === "string") return content;
  return content.map(({ type, text, refusal }, index) => {
    if (type === "text" && typeof text === "string") return text;
    if (type === "refusal" && typeof refusal === "string") return refusal;
    throw refuse([...path, "content", index, "type"], "must be text: other contents are not served");
  }).join("");
}

function nameOf(callId: string, history: readonly BroughtEntry[]): string | undefined {
  for (const entry of history.toReversed()) {
    const call = entry.type === "assistant" ? callsOf(entry).find(({ id }) => id === callId) : undefined;
    if (call !== undefined) return call.name;
  }
  return undefined;
}

/** True for calls alone that copied entries have already: a client refers to the text of a response, and sends its calls whole. */
function isKnown({ content, tool_calls: calls }: ChatMessage, copied: readonly BroughtEntry[]): boolean {
  if (content || !calls || calls.length === 0) return false;
  return calls.every(({ id }) => nameOf(id, copied) !== undefined);
}

/** The calls of the last answer that have no observation. */
function unansweredIn(entries: readonly BroughtEntry[]): string[] {
  const last = entries.findLast((entry) => entry.type === "assistant");
  if (last === undefined) return [];
  const answered = new Set(entries.map((entry) => entry.type === "tool" ? entry.callId : ""));
  return callsOf(last).map(({ id }) => id).filter((id) => !answered.has(id));
}
