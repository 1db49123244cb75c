// An entry as it is stored. Every step reads the whole window of a history and puts most of it into a request body unread, so
// an entry is stored in two lines where that is possible: what only we know of it, as short as it can be, and what a model
// is told, as a message of Chat Completions, the form that most models take: a request takes the second line as it is. Every
// other entry (with reasoning, a failed call, a tool name that needs an alias) is one line, as JSON.stringify writes it.
//
//   t["entry_7d0k",1770000000000,4,"get_weather",12,0]
//   {"role":"tool","tool_call_id":"call_x5fq","content":"{\"tempC\":18}"}

import type {
  AssistantEntry,
  Block,
  CallBlock,
  Entry,
  TextBlock,
  ToolEntry,
  UserEntry,
} from "../core/entry.ts";
import { isJsonObject, type Json, type JsonObject, parseJson } from "../core/json.ts";
import { migrateEntry } from "../core/migrations.ts";
import type { Usage } from "../core/usage.ts";

/** The text of an entry. */
export function writeEntry(entry: Entry): string {
  return writeTwoLines(entry) ?? JSON.stringify(entry);
}

/** The entry of a text, in whichever form and by whichever Treadle it was written. */
export function readEntry(text: string): Entry {
  const end = text.indexOf("\n");
  if (end < 0) return migrateEntry(JSON.parse(text));
  return migrateEntry(fromTwoLines(JSON.parse(text.slice(1, end)), JSON.parse(text.slice(end + 1))));
}

/** The entry of a text, parsed when somebody asks for more than its type and its message: not to be copied or serialised. */
export function openEntry(text: string): Entry {
  const end = text.indexOf("\n");
  if (end < 0) return readEntry(text);
  if (text[0] === "t") return new StoredTool(text, end);
  return text[0] === "u" ? new StoredUser(text, end) : new StoredAssistant(text, end);
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

/** What only we know, by position. Behind the letter of the type. */
type Own = readonly [id: string, at: number, version: number, ...rest: Json[]];

/** The numbers of a usage, in the order in which they are stored. `true` behind them marks an estimate. */
const USAGE = ["inputTokens", "outputTokens", "cachedTokens", "cacheWriteTokens", "reasoningTokens"] as const;
const _allOfUsage: Exclude<keyof Usage, typeof USAGE[number] | "estimated"> extends never ? true : never =
  true;

/** Names that every provider takes as they are. */
const LEGAL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
/** Ids whose JSON text is themselves in quotes: all that we mint. */
const PLAIN_ID = /^[\w-]+$/;

function writeTwoLines(entry: Entry): string | undefined {
  switch (entry.type) {
    case "user": {
      const { type: _, id, at, version, text, ...rest } = entry;
      return isEmpty(rest) ? lines("u", [id, at, version], { role: "user", content: text }) : undefined;
    }
    case "tool": {
      const { type: _, id, at, version, callId, name, outcome, output, ms, ...rest } = entry;
      if (outcome !== "completed" || !PLAIN_ID.test(callId) || !isEmpty(rest)) return undefined;
      const isText = typeof output === "string";
      const content = isText ? output : JSON.stringify(output);
      return lines("t", [id, at, version, name, ms, isText ? 1 : 0], {
        role: "tool",
        tool_call_id: callId,
        content,
      });
    }
    case "assistant": {
      const { type: _, id, at, version, blocks, finish, model, usage, choice, ...rest } = entry;
      const message = toMessage(blocks);
      if (!message || !isEmpty(rest)) return undefined;
      const numbers = USAGE.map((name) => usage[name] ?? null);
      const counts = usage.estimated ? [...numbers, true] : numbers;
      const calls = message.tool_calls?.length ?? 0; // last, where it is found unread
      const own = [id, at, version, finish, model, counts, ...(choice === undefined ? [] : [choice]), calls];
      return lines("a", own, message);
    }
    case "summary":
      return undefined;
  }
}

function isEmpty(rest: object): boolean {
  return Object.keys(rest).length === 0;
}

function lines(letter: string, own: readonly unknown[], message: StoredMessage): string {
  return `${letter}${JSON.stringify(own)}\n${JSON.stringify(message)}`;
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

function fromTwoLines([id, at, version, ...rest]: Own, message: StoredMessage): JsonObject {
  const base = { id, at, version };
  switch (message.role) {
    case "user":
      return { type: "user", ...base, text: message.content };
    case "tool": {
      const [name = "", ms = 0, isText] = rest;
      const output: Json = isText ? message.content : JSON.parse(message.content);
      return { type: "tool", ...base, callId: message.tool_call_id, name, outcome: "completed", output, ms };
    }
    case "assistant": {
      const [finish = "", model = "", counts, choice] = rest;
      return {
        ...{ type: "assistant", ...base, blocks: blocksOf(message), finish, model, usage: toUsage(counts) },
        ...(isJsonObject(choice) ? { choice } : {}),
      };
    }
  }
}

function toUsage(counts: Json | undefined): JsonObject {
  const given = Array.isArray(counts) ? counts : [];
  return Object.fromEntries([...USAGE, "estimated"].flatMap((name, index) => {
    const count = given[index] ?? null;
    return count === null ? [] : [[name, count]];
  }));
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

  /** The last number of the first line. */
  protected get lastNumber(): number {
    return Number(this.#text.slice(this.#text.lastIndexOf(",", this.#end) + 1, this.#end - 1));
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
    return this.lastNumber;
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

  get choice(): AssistantEntry["choice"] {
    return this.entry.choice;
  }
}
