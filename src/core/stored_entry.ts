// An entry as it is stored. Every step reads the whole window of a history and puts most of it into a request body unread, so
// an entry is stored in two lines where that is possible: what only we know of it, and what a model is told, as a message of
// Chat Completions, the form that most models take: a request takes the second line as it is. Every other entry (with
// reasoning, a failed call, a tool name that needs an alias) is one line, as JSON.stringify writes it.

import type { AssistantEntry, Block, CallBlock, Entry, TextBlock, ToolEntry, UserEntry } from "./entry.ts";
import { isJsonObject, type Json, type JsonObject, parseJson } from "./json.ts";
import { migrateEntry } from "./migrations.ts";

/** The text of an entry. */
export function writeEntry(entry: Entry): string {
  return writeTwoLines(entry) ?? JSON.stringify(entry);
}

/** The entry of a text, in whichever form and by whichever Treadle it was written. */
export function readEntry(text: string): Entry {
  const end = text.indexOf("\n");
  if (end < 0) return migrateEntry(JSON.parse(text));
  return migrateEntry(withMessage(JSON.parse(text.slice(0, end)), JSON.parse(text.slice(end + 1))));
}

/** The entry of a text, parsed when somebody asks for more than its type and its message: not to be copied or serialised. */
export function openEntry(text: string): Entry {
  const end = text.indexOf("\n");
  if (end < 0) return readEntry(text);
  if (text.startsWith(TOOL)) return new StoredTool(text, end);
  return text.startsWith(USER) ? new StoredUser(text, end) : new StoredAssistant(text, end);
}

/** The message that an entry is to a model, as JSON text of Chat Completions, where it was stored as that. */
export function messageOf(entry: Entry): string | undefined {
  return entry instanceof Stored ? entry.message : undefined;
}

/** True when the stored assistant entry makes exactly these calls: those of the stored observations, in their order. */
export function isAnsweredBy(assistant: Entry, observations: readonly ToolEntry[]): boolean {
  if (!(assistant instanceof StoredAssistant) || assistant.calls !== observations.length) return false;
  let at = 0;
  for (const observation of observations) {
    if (!(observation instanceof StoredTool)) return false;
    const call = `{"id":"${observation.callId}","type":"function"`;
    at = assistant.message.indexOf(call, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

// Two lines -------------------------------------------------------------------------------------------------------------

/** A message of Chat Completions, as far as entries are stored in it. */
type StoredMessage =
  | { role: "user"; content: string }
  | { role: "tool"; tool_call_id: string; content: string }
  | { role: "assistant"; content: string | null; tool_calls?: StoredCall[] };

interface StoredCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

/** What precedes the id in the message of a tool. */
const TOOL_MESSAGE = '{"role":"tool","tool_call_id":"';
const USER = '{"type":"user"';
const TOOL = '{"type":"tool"';
const ASSISTANT = '{"type":"assistant","calls":';

/** Names that every provider takes as they are. */
const LEGAL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
/** Ids whose JSON text is themselves in quotes: all that we mint. */
const PLAIN_ID = /^[\w-]+$/;

function writeTwoLines(entry: Entry): string | undefined {
  switch (entry.type) {
    case "user": {
      const { type, text, ...own } = entry;
      return lines({ type, ...own }, { role: "user", content: text });
    }
    case "tool": {
      const { type, output, callId, ...own } = entry;
      if (entry.outcome !== "completed" || entry.error || !PLAIN_ID.test(callId)) return undefined;
      const isText = typeof output === "string";
      const content = isText ? output : JSON.stringify(output);
      return lines({ type, isText, ...own }, { role: "tool", tool_call_id: callId, content });
    }
    case "assistant": {
      const { type, blocks, ...own } = entry;
      const message = toMessage(blocks);
      return message && lines({ type, calls: message.tool_calls?.length ?? 0, ...own }, message);
    }
    case "summary":
      return undefined;
  }
}

function lines(own: object, message: StoredMessage): string {
  return `${JSON.stringify(own)}\n${JSON.stringify(message)}`;
}

function toMessage(blocks: readonly Block[]): Extract<StoredMessage, { role: "assistant" }> | undefined {
  const [text] = blocks;
  const calls = text?.type === "text" ? blocks.slice(1) : blocks;
  if (blocks.length === 0 || (text?.type === "text" && !isPlainText(text)) || !calls.every(isPlainCall)) {
    return undefined;
  }
  return {
    role: "assistant",
    content: text?.type === "text" ? text.text : null,
    ...(calls.length === 0 ? {} : {
      tool_calls: calls.map(({ id, name, args }) => ({
        ...{ id, type: "function" },
        function: { name, arguments: args },
      })),
    }),
  };
}

function isPlainText({ text, meta }: TextBlock): boolean {
  return text !== "" && meta === undefined;
}

// Some servers parse the arguments in a history and fail on those that are no JSON object.
function isPlainCall(block: Block): block is CallBlock {
  return block.type === "call" && block.meta === undefined && PLAIN_ID.test(block.id) &&
    LEGAL_NAME.test(block.name) &&
    isJsonObject(parseJson(block.args));
}

function withMessage(own: JsonObject, message: StoredMessage): JsonObject {
  switch (message.role) {
    case "user":
      return { ...own, text: message.content };
    case "tool": {
      const { isText, ...rest } = own;
      const output: Json = isText ? message.content : JSON.parse(message.content);
      return { ...rest, callId: message.tool_call_id, output };
    }
    case "assistant": {
      const { calls: _calls, ...rest } = own;
      return { ...rest, blocks: blocksOf(message) };
    }
  }
}

function blocksOf({ content, tool_calls = [] }: Extract<StoredMessage, { role: "assistant" }>): JsonObject[] {
  return [
    ...(content === null ? [] : [{ type: "text", text: content }]),
    ...tool_calls.map(({ id, function: { name, arguments: args } }) => ({ type: "call", id, name, args })),
  ];
}

// Opened, not read --------------------------------------------------------------------------------------------------------

abstract class Stored<T extends Entry> {
  readonly #text: string;
  readonly #end: number;
  #entry: T | undefined;

  constructor(text: string, end: number) {
    this.#text = text;
    this.#end = end;
  }

  /** The second line. */
  get message(): string {
    return this.#text.slice(this.#end + 1);
  }

  /** The number that stands behind the beginning `head`. */
  protected numberAfter(head: string): number {
    return Number(this.#text.slice(head.length, this.#text.indexOf(",", head.length)));
  }

  protected get entry(): T {
    return this.#entry ??= readEntry(this.#text) as T;
  }

  get id(): string {
    return this.entry.id;
  }

  get at(): number {
    return this.entry.at;
  }

  get version(): number {
    return this.entry.version;
  }
}

class StoredUser extends Stored<UserEntry> implements UserEntry {
  get type() {
    return "user" as const;
  }

  get text(): string {
    return this.entry.text;
  }
}

class StoredTool extends Stored<ToolEntry> implements ToolEntry {
  get type() {
    return "tool" as const;
  }

  get outcome() {
    return "completed" as const;
  }

  get callId(): string {
    const { message } = this;
    return message.slice(TOOL_MESSAGE.length, message.indexOf('"', TOOL_MESSAGE.length));
  }

  get name(): string {
    return this.entry.name;
  }

  get output(): Json {
    return this.entry.output;
  }

  get ms(): number {
    return this.entry.ms;
  }
}

class StoredAssistant extends Stored<AssistantEntry> implements AssistantEntry {
  get type() {
    return "assistant" as const;
  }

  /** How many calls it makes. */
  get calls(): number {
    return this.numberAfter(ASSISTANT);
  }

  get blocks(): readonly Block[] {
    return this.entry.blocks;
  }

  get finish(): AssistantEntry["finish"] {
    return this.entry.finish;
  }

  get model(): string {
    return this.entry.model;
  }

  get usage(): AssistantEntry["usage"] {
    return this.entry.usage;
  }

  get interrupted(): true | undefined {
    return this.entry.interrupted;
  }
}
