// An entry as it is stored: one JSON text, written in one order of keys and read only as far as somebody asks.
//
// Every step reads the whole window of a history but few look inside it: most of it becomes part of a request body, where
// the JSON text of a string is needed and not the string. So the order of keys is fixed, what is long stands last, and an
// entry that was written in that order is cut from its text; any other one (of an older Treadle, with reasoning, a failure)
// is parsed.

import type { AssistantEntry, Block, CallBlock, Entry, TextBlock, ToolEntry, UserEntry } from "./entry.ts";
import type { Json } from "./json.ts";
import { readEntry } from "./migrations.ts";
import type { Usage } from "./usage.ts";

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
      return JSON.stringify({ type, id, at, version, finish, model, usage, ...rest, blocks });
    }
    case "summary":
      return JSON.stringify(entry);
  }
}

const HEAD = String.raw`"id":"([^"\\]*)","at":(\d+),"version":(\d+)`;
const USER = new RegExp(String.raw`^\{"type":"user",${HEAD},"text":(?=")`);
const TOOL = new RegExp(
  String
    .raw`^\{"type":"tool",${HEAD},"callId":"([^"\\]*)","name":"([^"\\]*)","outcome":"completed","ms":([\d.]+),"output":`,
);
const ASSISTANT = new RegExp(
  String
    .raw`^\{"type":"assistant",${HEAD},"finish":"(stop|calls)","model":"([^"\\]*)","usage":(\{[^{}]*\}),"blocks":\[(?=\{)`,
);

/** The entry of a text that {@link writeEntry} wrote, or an older Treadle. */
export function openEntry(text: string): Entry {
  const user = USER.exec(text);
  if (user) return new StoredUser(user, text.slice(user[0].length, -1));
  const tool = TOOL.exec(text);
  if (tool) return new StoredTool(tool, text.slice(tool[0].length, -1));
  const assistant = ASSISTANT.exec(text);
  const blocks = assistant && cutBlocks(text, assistant[0].length);
  return assistant && blocks ? new StoredAssistant(assistant, blocks) : readEntry(text);
}

/** The JSON text of a user's text, of a tool's output, of the text or the arguments of a block: where it needs no work. */
export function jsonOf(part: UserEntry | ToolEntry | Block): string | undefined {
  return part instanceof Cut ? part.json : undefined;
}

/** Something whose long part is still JSON text. */
abstract class Cut {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

type Match = RegExpExecArray;

class StoredUser extends Cut implements UserEntry {
  readonly type = "user";
  readonly id: string;
  readonly #match: Match;

  constructor(match: Match, json: string) {
    super(json);
    this.#match = match;
    this.id = match[1] ?? "";
  }

  get at(): number {
    return Number(this.#match[2]);
  }

  get version(): number {
    return Number(this.#match[3]);
  }

  get text(): string {
    return JSON.parse(this.json);
  }
}

class StoredTool extends Cut implements ToolEntry {
  readonly type = "tool";
  readonly outcome = "completed";
  readonly id: string;
  readonly callId: string;
  readonly name: string;
  readonly #match: Match;

  constructor(match: Match, json: string) {
    super(json);
    this.#match = match;
    this.id = match[1] ?? "";
    this.callId = match[4] ?? "";
    this.name = match[5] ?? "";
  }

  get at(): number {
    return Number(this.#match[2]);
  }

  get version(): number {
    return Number(this.#match[3]);
  }

  get ms(): number {
    return Number(this.#match[6]);
  }

  get output(): Json {
    return JSON.parse(this.json);
  }
}

class StoredAssistant implements AssistantEntry {
  readonly type = "assistant";
  readonly id: string;
  readonly blocks: readonly Block[];
  readonly #match: Match;

  constructor(match: Match, blocks: readonly Block[]) {
    this.#match = match;
    this.id = match[1] ?? "";
    this.blocks = blocks;
  }

  get at(): number {
    return Number(this.#match[2]);
  }

  get version(): number {
    return Number(this.#match[3]);
  }

  get finish(): "stop" | "calls" {
    return this.#match[4] === "calls" ? "calls" : "stop";
  }

  get model(): string {
    return this.#match[5] ?? "";
  }

  get usage(): Usage {
    return JSON.parse(this.#match[6] ?? "");
  }
}

class StoredText extends Cut implements TextBlock {
  readonly type = "text";

  get text(): string {
    return JSON.parse(this.json);
  }
}

class StoredCall extends Cut implements CallBlock {
  readonly type = "call";
  readonly id: string;
  readonly name: string;

  constructor(id: string, name: string, json: string) {
    super(json);
    this.id = id;
    this.name = name;
  }

  get args(): string {
    return JSON.parse(this.json);
  }
}

const TEXT_BLOCK = `{"type":"text","text":`;
const CALL_BLOCK = /\{"type":"call","id":"([^"\\]*)","name":"([^"\\]*)","args":(?=")/y;

/** The blocks of a list that starts at `at` and ends the text; undefined when one is of another kind. */
function cutBlocks(text: string, at: number): Block[] | undefined {
  const blocks: Block[] = [];
  for (;;) {
    if (text.startsWith(TEXT_BLOCK, at)) {
      const from = at + TEXT_BLOCK.length;
      at = endOfString(text, from);
      blocks.push(new StoredText(text.slice(from, at)));
    } else {
      CALL_BLOCK.lastIndex = at;
      const call = CALL_BLOCK.exec(text);
      if (!call) return undefined;
      const from = CALL_BLOCK.lastIndex;
      at = endOfString(text, from);
      blocks.push(new StoredCall(call[1] ?? "", call[2] ?? "", text.slice(from, at)));
    }
    if (text.startsWith("}]}", at) && at + 3 === text.length) return blocks;
    if (!text.startsWith("},", at)) return undefined;
    at += 2;
  }
}

/** Behind the JSON string that starts at `from`. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(quote - 1 - escapes) === 0x5c) escapes++;
    if (escapes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}
