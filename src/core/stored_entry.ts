// An entry as it is stored: one JSON text, written in one order of keys and read only as far as somebody asks.
//
// Every step reads the whole window of a history, but little looks inside it: most of it becomes part of a request body, where
// the JSON text of a string is needed and not the string. So the order of keys is fixed and what is long stands last, and
// an entry in that order is cut from its text. Any other one (of an older Treadle, with reasoning, a failed call) is parsed.

import type { AssistantEntry, Block, CallBlock, Entry, TextBlock, ToolEntry, UserEntry } from "./entry.ts";
import { isJsonObject, type Json, parseJson } from "./json.ts";
import { readEntry } from "./migrations.ts";

/** The text of an entry. */
export function writeEntry(entry: Entry): string {
  switch (entry.type) {
    case "user": {
      const { type, id, at, version, text, ...rest } = entry;
      return JSON.stringify({ type, id, at, version, ...rest, text });
    }
    case "tool": {
      const { type, id, at, version, callId, name, outcome, ms, output, ...rest } = entry;
      return JSON.stringify({ type, id, at, version, callId, name, outcome, ms, ...rest, output });
    }
    case "assistant": {
      const { type, id, at, version, finish, model, usage, blocks, ...rest } = entry;
      // Whoever cuts a call may rely on its arguments: with others the entry is written in an order that is not cut.
      if (!blocks.every(hasObjectArgs)) {
        return JSON.stringify({ type, blocks, id, at, version, finish, model, usage, ...rest });
      }
      return JSON.stringify({ type, id, at, version, finish, model, usage, ...rest, blocks });
    }
    case "summary":
      return JSON.stringify(entry);
  }
}

function hasObjectArgs(block: Block): boolean {
  return block.type !== "call" || isJsonObject(parseJson(block.args));
}

/** The entry of a text that {@link writeEntry} wrote, or an older Treadle. */
export function openEntry(text: string): Entry {
  return cut(text) ?? readEntry(text);
}

/**
 * The JSON text of a user's text, of a tool's output, of the text or the arguments of a block, where it needs no work. The
 * arguments of a call that has one are a JSON object.
 */
export function jsonOf(part: UserEntry | ToolEntry | Block): string | undefined {
  return part instanceof Cut ? part.json : undefined;
}

/** Something whose long part is still JSON text. */
abstract class Cut {
  constructor(readonly json: string) {}
}

class StoredText extends Cut implements TextBlock {
  get type() {
    return "text" as const;
  }

  get text(): string {
    return JSON.parse(this.json);
  }
}

class StoredCall extends Cut implements CallBlock {
  constructor(json: string, readonly id: string, readonly name: string) {
    super(json);
  }

  get type() {
    return "call" as const;
  }

  get args(): string {
    return JSON.parse(this.json);
  }
}

// What was not cut is parsed each time somebody asks: that is rare, and most entries are never asked.

class StoredUser extends Cut implements UserEntry {
  constructor(json: string, readonly stored: string) {
    super(json);
  }

  get type() {
    return "user" as const;
  }

  get id(): string {
    return readEntry<UserEntry>(this.stored).id;
  }

  get at(): number {
    return readEntry<UserEntry>(this.stored).at;
  }

  get version(): number {
    return readEntry<UserEntry>(this.stored).version;
  }

  get text(): string {
    return JSON.parse(this.json);
  }
}

class StoredTool extends Cut implements ToolEntry {
  constructor(json: string, readonly stored: string, readonly callId: string) {
    super(json);
  }

  get type() {
    return "tool" as const;
  }

  get outcome() {
    return "completed" as const;
  }

  get id(): string {
    return readEntry<ToolEntry>(this.stored).id;
  }

  get at(): number {
    return readEntry<ToolEntry>(this.stored).at;
  }

  get version(): number {
    return readEntry<ToolEntry>(this.stored).version;
  }

  get name(): string {
    return readEntry<ToolEntry>(this.stored).name;
  }

  get ms(): number {
    return readEntry<ToolEntry>(this.stored).ms;
  }

  get output(): Json {
    return JSON.parse(this.json);
  }
}

class StoredAssistant implements AssistantEntry {
  constructor(readonly blocks: readonly Block[], readonly stored: string) {}

  get type() {
    return "assistant" as const;
  }

  get id(): string {
    return readEntry<AssistantEntry>(this.stored).id;
  }

  get at(): number {
    return readEntry<AssistantEntry>(this.stored).at;
  }

  get version(): number {
    return readEntry<AssistantEntry>(this.stored).version;
  }

  get finish(): AssistantEntry["finish"] {
    return readEntry<AssistantEntry>(this.stored).finish;
  }

  get model(): string {
    return readEntry<AssistantEntry>(this.stored).model;
  }

  get usage(): AssistantEntry["usage"] {
    return readEntry<AssistantEntry>(this.stored).usage;
  }
}

// Cutting -------------------------------------------------------------------------------------------------------------
// Each of these finds what writeEntry puts there, or gives up (-1, undefined) at the first character that differs.

const USER = '{"type":"user","id":"';
const TOOL = '{"type":"tool","id":"';
const ASSISTANT = '{"type":"assistant","id":"';

function cut(text: string): Entry | undefined {
  if (text.startsWith(TOOL)) return cutTool(text);
  if (text.startsWith(ASSISTANT)) return cutAssistant(text);
  return text.startsWith(USER) ? cutUser(text) : undefined;
}

function cutUser(text: string): Entry | undefined {
  const at = skip(text, ',"text":', skipHead(text, USER));
  return at < 0 || text[at] !== '"' ? undefined : new StoredUser(text.slice(at, -1), text);
}

function cutTool(text: string): Entry | undefined {
  const id = skip(text, ',"callId":"', skipHead(text, TOOL));
  const idEnd = endOfName(text, id);
  const nameEnd = endOfName(text, skip(text, '","name":"', idEnd));
  const ms = skip(text, '","outcome":"completed","ms":', nameEnd);
  const at = skip(text, ',"output":', skipNumber(text, ms));
  return at < 0 ? undefined : new StoredTool(text.slice(at, -1), text, text.slice(id, idEnd));
}

function cutAssistant(text: string): Entry | undefined {
  const head = skip(text, ',"finish":"', skipHead(text, ASSISTANT));
  const model = skip(text, '","model":"', endOfName(text, head));
  const usage = skip(text, '","usage":{', endOfName(text, model));
  const at = usage < 0 ? -1 : skip(text, '},"blocks":[', text.indexOf("}", usage));
  const blocks = at < 0 ? undefined : cutBlocks(text, at);
  return blocks && new StoredAssistant(blocks, text);
}

const TEXT_BLOCK = '{"type":"text","text":';
const CALL_BLOCK = '{"type":"call","id":"';

/** The blocks of a list that starts at `at` and ends the text; undefined when one has more than its text or its arguments. */
function cutBlocks(text: string, at: number): Block[] | undefined {
  const blocks: Block[] = [];
  for (;;) {
    let end: number;
    if (text.startsWith(TEXT_BLOCK, at)) {
      const from = at + TEXT_BLOCK.length;
      end = endOfString(text, from);
      blocks.push(new StoredText(text.slice(from, end)));
    } else {
      const id = skip(text, CALL_BLOCK, at);
      const idEnd = endOfName(text, id);
      const name = skip(text, '","name":"', idEnd);
      const nameEnd = endOfName(text, name);
      const from = skip(text, '","args":', nameEnd);
      if (from < 0) return undefined;
      end = endOfString(text, from);
      blocks.push(new StoredCall(text.slice(from, end), text.slice(id, idEnd), text.slice(name, nameEnd)));
    }
    if (text.startsWith("},", end)) at = end + 2;
    else return text.startsWith("}]}", end) && end + 3 === text.length ? blocks : undefined;
  }
}

/** Behind `what`, which stands at `at`. */
function skip(text: string, what: string, at: number): number {
  return at >= 0 && text.startsWith(what, at) ? at + what.length : -1;
}

/** Behind the opening, the id, `at` and `version`. */
function skipHead(text: string, opening: string): number {
  const at = skip(text, '","at":', endOfName(text, skip(text, opening, 0)));
  return skipNumber(text, skip(text, ',"version":', skipNumber(text, at)));
}

/** The end of a string without escapes whose characters start at `at`. */
function endOfName(text: string, at: number): number {
  if (at < 0) return -1;
  for (let end = at; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === QUOTE) return end;
    if (code === BACKSLASH) return -1;
  }
  return -1;
}

function skipNumber(text: string, at: number): number {
  if (at < 0) return -1;
  let end = at;
  for (let code = text.charCodeAt(end); code === DOT || (code >= ZERO && code <= NINE);) {
    code = text.charCodeAt(++end);
  }
  return end;
}

/** Behind the JSON string that starts at `from`. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
