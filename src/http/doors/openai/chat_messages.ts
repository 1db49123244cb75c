// The messages of a chat as a thread begins with them. A chat is stateless on the wire, so every request brings the whole of it:
// texts, the calls that were predicted earlier, and what the caller got for them.

import { type Block, callsOf, type Entry } from "../../../core/entry.ts";
import { newId } from "../../../core/text/id.ts";
import type { Origin } from "../../../core/record.ts";
import type { RandomBytes } from "../../../core/ports.ts";
import { CALLER } from "../../../runtime/session/brought.ts";
import type { ChatMessage } from "./chat_schema.ts";
import { refuse } from "./read_body.ts";

/** What a chat brings. */
export interface BroughtChat {
  /** The messages of the roles system and developer, in order; "" without one. */
  readonly instructions: string;
  readonly history: readonly Entry[];
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
 * in any order.
 *
 * @throws {AgentError} invalid_request - a content that is no text; a call without an answer, an answer without a call; no
 * message besides instructions
 */
export function fromMessages(messages: readonly ChatMessage[], facts: EntryFacts): BroughtChat {
  const instructions: string[] = [];
  const history: Entry[] = [];
  let open = new OpenCalls([], -1);
  messages.forEach((message, index) => {
    const path = ["messages", index];
    if (message.role !== "tool") open.assertAnswered();
    switch (message.role) {
      case "system":
      case "developer":
        instructions.push(textOf(message, path));
        return;
      case "user":
        history.push({ type: "user", ...base(facts), text: textOf(message, path), ...facts.origin });
        return;
      case "assistant": {
        const blocks = blocksOf(message, path, facts);
        if (blocks.length === 0) return;
        const calls = blocks.flatMap((block) => block.type === "call" ? [block] : []);
        const finish = calls.length > 0 ? "calls" : "stop";
        const usage = { inputTokens: 0, outputTokens: 0 };
        history.push({ type: "assistant", ...base(facts), blocks, finish, model: CALLER, usage });
        open = new OpenCalls(calls.map(({ id }) => id), index);
        return;
      }
      case "tool": {
        const callId = message.tool_call_id ?? "";
        open.answer(callId, path);
        history.push({
          type: "tool",
          ...base(facts),
          ...{ callId, name: nameOf(callId, history), outcome: "completed", ms: 0 },
          output: textOf(message, path),
          ...facts.origin,
        });
        return;
      }
    }
  });
  open.assertAnswered();
  if (history.length === 0) {
    throw refuse(["messages"], "must have a message of a user, an assistant or a tool");
  }
  return { instructions: instructions.filter((text) => text !== "").join("\n\n"), history };
}

/** The calls of the last assistant's message that have no answer yet. */
class OpenCalls {
  readonly #ids: Set<string>;
  readonly #index: number;

  constructor(ids: readonly string[], index: number) {
    this.#ids = new Set(ids);
    this.#index = index;
  }

  answer(callId: string, path: readonly (string | number)[]): void {
    if (this.#ids.delete(callId)) return;
    throw refuse(
      [...path, "tool_call_id"],
      "must be a call of the assistant's message before it, answered once",
    );
  }

  assertAnswered(): void {
    const [id] = this.#ids;
    if (id === undefined) return;
    throw refuse(
      ["messages", this.#index, "tool_calls"],
      `must be followed by messages of the role tool for each call; ${id} has none`,
    );
  }
}

function base({ at, random }: EntryFacts) {
  return { id: newId("entry", random), at, version: 0 };
}

function blocksOf(message: ChatMessage, path: readonly (string | number)[], { toName }: EntryFacts): Block[] {
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

function textOf({ content, role }: ChatMessage, path: readonly (string | number)[]): string {
  if (content === undefined || content === null) {
    if (role === "assistant") return "";
    throw refuse([...path, "content"], "is missing");
  }
  if (typeof content === "string") return content;
  return content.map(({ type, text, refusal }, index) => {
    if (type === "text" && text !== undefined) return text;
    if (type === "refusal" && refusal !== undefined) return refusal;
    throw refuse([...path, "content", index, "type"], "must be text: other contents are not served");
  }).join("");
}

function nameOf(callId: string, history: readonly Entry[]): string {
  for (const entry of history.toReversed()) {
    const call = entry.type === "assistant" ? callsOf(entry).find(({ id }) => id === callId) : undefined;
    if (call !== undefined) return call.name;
  }
  return "";
}
