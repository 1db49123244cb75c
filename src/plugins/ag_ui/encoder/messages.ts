// The messages of AG-UI: those of a stored history, and those that a stream has made so far, as the client has them.

import type { ToolEntry } from "../../../core/entry.ts";
import { unreachable } from "../../../core/error.ts";
import { mediaInWords } from "../../../core/content/new_part.ts";
import type { EntryView, MediaView, PartView } from "../../../core/contract/entries.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { observationText } from "../../../kernel/history/observation.ts";
import { inputId, messageId, reasoningId, resultId } from "./ids.ts";

/** A message of AG-UI: its id, its role, and what its role has. */
export type AgUiMessage = JsonObject & { readonly id: string; readonly role: string };

/** What ids of a history are made of. */
export interface HistoryPlace {
  readonly thread: string;
  /** The number of a step less the version of its commit. */
  readonly offset: number;
  /** The id that the client gave the message of an input; undefined for an input of another way in. */
  clientId(door: string | undefined): string | undefined;
}

/** The entries as messages, in their order. Summaries are none. */
export function historyMessages(entries: readonly EntryView[], place: HistoryPlace): AgUiMessage[] {
  return entries.flatMap((entry) => toMessages(entry, place));
}

function toMessages(entry: EntryView, { thread, offset, clientId }: HistoryPlace): AgUiMessage[] {
  switch (entry.type) {
    case "user":
      return [{
        id: clientId(entry.door) ?? inputId(entry.id),
        role: "user",
        content: entry.parts?.map(partJson) ?? entry.text,
      }];
    case "assistant":
      return answerMessages(entry, thread, entry.version + offset);
    case "tool": {
      const { callId: toolCallId, error, media = [] } = entry;
      // A client of before 1.0 takes text alone.
      const content = [resultText(entry), ...media.map(describeMedia)].join("\n");
      const message = { id: resultId(toolCallId), role: "tool", toolCallId, content };
      return [error === undefined ? message : { ...message, error: error.message }];
    }
    case "notice":
    case "cut":
    case "summary":
    case "failure":
      return [];
    default:
      return unreachable(entry);
  }
}

/** The kinds of parts by the kinds of media; both versions of the client take them. */
const KINDS = { image: "image", audio: "audio", file: "document" } as const;

function partJson(part: PartView): JsonObject {
  if (part.type === "text") return { type: "text", text: part.text };
  const { type, mediaType: mimeType, name: filename, url: value } = part;
  return {
    type: KINDS[type],
    source: { type: "url", value, mimeType },
    ...(filename === undefined ? {} : { metadata: { filename } }),
  };
}

function describeMedia({ bytes, url, ...mediaPart }: MediaView): string {
  const source = bytes === undefined
    ? { type: "url", url } as const
    : { type: "data", base64: "", bytes } as const;
  return mediaInWords({ ...mediaPart, source });
}

function answerMessages(
  { blocks }: Extract<EntryView, { type: "assistant" }>,
  thread: string,
  step: number,
): AgUiMessage[] {
  const id = messageId(thread, step);
  const reasonings = blocks.filter(({ type }) => type === "reasoning");
  const messages: AgUiMessage[] = reasonings.flatMap((block, number) =>
    block.type === "reasoning" && block.text !== ""
      ? [{ id: reasoningId(thread, step, number), role: "reasoning", content: block.text }]
      : []
  );
  const content = blocks.map((block) => block.type === "text" ? block.text : "").join("");
  const toolCalls = blocks.flatMap((block) =>
    block.type === "call" ? [toolCall(block.id, block.name, block.args)] : []
  );
  return [...messages, { id, role: "assistant", content, ...(toolCalls.length === 0 ? {} : { toolCalls }) }];
}

function toolCall(id: string, name: string, args: string) {
  return { id, type: "function", function: { name, arguments: args } };
}

/** What a call came to, as the text of its message: the output, or why there is none, as the model reads it. */
export function resultText({ callId, name, outcome, output, error, ms }: CallOutcome): string {
  const entry = { type: "tool", id: "", at: 0, version: 0, callId, name, outcome, output, ms } as const;
  return observationText(error === undefined ? entry : { ...entry, error });
}

type CallOutcome = Pick<ToolEntry, "callId" | "name" | "outcome" | "output" | "error" | "ms">;

/** Ids of the calls of a message, by its field `toolCalls`. */
export function readCallIds(toolCalls: Json | undefined): string[] {
  if (!Array.isArray(toolCalls)) return [];
  return toolCalls.flatMap((call) => isJsonObject(call) && typeof call.id === "string" ? [call.id] : []);
}

interface Made {
  readonly id: string;
  readonly role: "assistant" | "reasoning";
  content: string;
  readonly calls: MadeCall[];
}

interface MadeCall {
  readonly id: string;
  readonly name: string;
  args: string;
}

/** The messages of a stream: what the client had, then what it was given. */
export class VisibleMessages {
  readonly #before: readonly AgUiMessage[];
  readonly #made = new Map<string, Made | AgUiMessage>();
  readonly #calls = new Map<string, MadeCall>();

  constructor(before: readonly AgUiMessage[]) {
    this.#before = before;
  }

  text(id: string, role: Made["role"], delta: string): void {
    this.#of(id, role).content += delta;
  }

  call(parent: string, id: string, name: string): void {
    const call = { id, name, args: "" };
    this.#calls.set(id, call);
    this.#of(parent, "assistant").calls.push(call);
  }

  args(id: string, delta: string): void {
    const call = this.#calls.get(id);
    if (call !== undefined) call.args += delta;
  }

  /** False for a call without arguments so far. */
  hasArgs(id: string): boolean {
    return (this.#calls.get(id)?.args ?? "") !== "";
  }

  result(toolCallId: string, content: string): void {
    const id = resultId(toolCallId);
    this.#made.set(id, { id, role: "tool", toolCallId, content });
  }

  has(id: string): boolean {
    return this.#made.has(id);
  }

  /** Takes a message back. A client keeps reasoning that a list leaves out, so reasoning loses its text alone. */
  void(id: string): void {
    const made = this.#made.get(id);
    if (made?.role === "reasoning") made.content = "";
    else this.#made.delete(id);
  }

  /** All of them as `MESSAGES_SNAPSHOT` has them. */
  list(): AgUiMessage[] {
    return [...this.#before, ...[...this.#made.values()].map(toMessage)];
  }

  #of(id: string, role: Made["role"]): Made {
    const found = this.#made.get(id);
    if (found !== undefined && isMade(found)) return found;
    const made: Made = { id, role, content: "", calls: [] };
    this.#made.set(id, made);
    return made;
  }
}

function isMade(message: Made | AgUiMessage): message is Made {
  return "calls" in message;
}

function toMessage(message: Made | AgUiMessage): AgUiMessage {
  if (!isMade(message)) return message;
  const { id, role, content, calls } = message;
  const toolCalls = calls.map((call) => toolCall(call.id, call.name, call.args));
  return { id, role, content, ...(calls.length === 0 ? {} : { toolCalls }) };
}
