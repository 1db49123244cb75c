// The earlier conversation that a client imports into a new thread: texts and media, calls of a model elsewhere, and their
// outcomes.

import { type Block, listCalls } from "../../core/entry.ts";
import type { RandomBytes } from "../../core/ports.ts";
import type { Origin } from "../../core/record.ts";
import type { BroughtEntry } from "../../kernel/request.ts";
import { CALLER, newImportedId } from "../../kernel/session/imported_history.ts";
import type { ReadContent } from "./content.ts";
import { type Path, refuse } from "./refuse.ts";

/** A call as a message has it. */
export interface PastCall {
  readonly id: string;
  /** The agent's name of the tool. */
  readonly name: string;
  /** JSON. */
  readonly args: string;
}

/** A message of the conversation; `path` is its place in the body. */
export type PastMessage =
  & { readonly path: Path }
  & (
    | { readonly role: "instructions" }
    | { readonly role: "user"; readonly content: ReadContent; readonly door?: string }
    | { readonly role: "assistant"; readonly text: string; readonly calls: readonly PastCall[] }
    | { readonly role: "tool"; readonly callId: string; readonly content: ReadContent }
    /** Entries of another thread, in the place of a message. */
    | { readonly role: "copied"; readonly entries: readonly BroughtEntry[] }
  );

/** What entries are made with. */
export interface EntryFacts {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly random: RandomBytes;
  readonly origin: Origin;
  /** What the client calls the fields of a message: they are named in refusals. */
  readonly fields: { readonly calls: string; readonly callId: (path: Path) => string };
}

/**
 * Messages as entries. Every call of an assistant's message is answered by one message of a tool right behind it, in any order. A
 * message of calls alone that copied entries have is left out.
 *
 * @throws {AgentError} invalid_request - a call without an answer, an answer without a call
 */
export function toImportedHistory(messages: readonly PastMessage[], facts: EntryFacts): BroughtEntry[] {
  const { fields, origin } = facts;
  const history: BroughtEntry[] = [];
  const copied: BroughtEntry[] = [];
  let open = new OpenCalls([], []);
  const base = () => ({ id: newImportedId(facts.random), at: facts.at, version: 0 });
  for (const message of messages) {
    const { path } = message;
    if (message.role === "assistant" && isKnown(message, copied)) continue;
    if (message.role !== "tool") open.assertAnswered();
    switch (message.role) {
      case "instructions":
        break;
      case "copied":
        history.push(...message.entries);
        copied.push(...message.entries);
        open = new OpenCalls(findUnanswered(message.entries), path);
        break;
      case "user": {
        const { content: { text, parts }, door } = message;
        history.push({
          type: "user",
          ...base(),
          text,
          parts,
          ...origin,
          door: door ?? origin.door,
        });
        break;
      }
      case "assistant": {
        const blocks = toBlocks(message, [...path, fields.calls]);
        if (blocks.length === 0) break;
        const finish = message.calls.length > 0 ? "calls" : "stop";
        const usage = { inputTokens: 0, outputTokens: 0 };
        history.push({ type: "assistant", ...base(), blocks, finish, model: CALLER, usage });
        open = new OpenCalls(message.calls.map(({ id }) => id), [...path, fields.calls]);
        break;
      }
      case "tool": {
        const { callId, content: { text: output, media } } = message;
        open.answer(callId, [...path, fields.callId(path)]);
        history.push({
          type: "tool",
          ...base(),
          callId,
          name: findToolName(callId, history) ?? "",
          outcome: "completed",
          ms: 0,
          output,
          media,
          ...origin,
          brought: true,
        });
        break;
      }
    }
  }
  open.assertAnswered();
  return history;
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
    throw refuse(path, "must be a call of the assistant's message before it, answered once");
  }

  assertAnswered(): void {
    const [id] = this.#ids;
    if (id === undefined) return;
    throw refuse(this.#path, `must be followed by an output for each call; ${id} has none`);
  }
}

function toBlocks({ text, calls }: Pick<Assistant, "text" | "calls">, path: Path): Block[] {
  const twice = calls.findIndex(({ id }, index) => calls.findIndex((other) => other.id === id) < index);
  if (twice >= 0) throw refuse([...path, twice, "id"], "is that of another call");
  return [
    ...(text === "" ? [] : [{ type: "text", text } as const]),
    ...calls.map((call): Block => ({ type: "call", ...call })),
  ];
}

type Assistant = Extract<PastMessage, { role: "assistant" }>;

function findToolName(callId: string, history: readonly BroughtEntry[]): string | undefined {
  for (const entry of history.toReversed()) {
    const call = entry.type === "assistant" ? listCalls(entry).find(({ id }) => id === callId) : undefined;
    if (call !== undefined) return call.name;
  }
  return undefined;
}

/** True for calls alone that copied entries have already: a client refers to the text of a response, and sends its calls whole. */
function isKnown({ text, calls }: Assistant, copied: readonly BroughtEntry[]): boolean {
  return text === "" && calls.length > 0 && calls.every(({ id }) => findToolName(id, copied) !== undefined);
}

/** The calls of the last answer that have no observation. */
function findUnanswered(entries: readonly BroughtEntry[]): string[] {
  const last = entries.findLast((entry) => entry.type === "assistant");
  if (last === undefined) return [];
  const answered = new Set(entries.map((entry) => entry.type === "tool" ? entry.callId : ""));
  return listCalls(last).map(({ id }) => id).filter((id) => !answered.has(id));
}
