// An entry as stored text. Every step reads a whole window of entries and most of it goes into a request body unparsed, so an
// entry with a Chat Completions form is stored in two lines: what only Treadle reads, by position behind the letter of the
// type, and that form (chat_line.ts). Every other entry (with reasoning, a failed call, a tool name that needs an alias) is one
// line, as JSON.stringify writes it.
//
//   t["entry_7d0k",1770000000000,4,"get_weather",12,0]
//   {"role":"tool","tool_call_id":"call_x5fq","content":"{\"tempC\":18}"}

import type { Entry, NoticeSubject, RecordedEntry } from "../../core/entry.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { migrateEntry } from "../../core/migrations.ts";
import { entryCorrupt } from "../../core/store/corrupt.ts";
import type { Usage } from "../../core/usage.ts";
import {
  assistantLine,
  readAssistantLine,
  readToolLine,
  readUserLine,
  toolLine,
  userLine,
} from "./chat_line.ts";
import { packRecord, unpackRecord, withoutNulls } from "./packed_record.ts";

/** The text of an entry: one or two lines, no newline at the end. */
export function writeEntry(entry: Entry): string {
  return writeTwoLines(entry) ??
    JSON.stringify("record" in entry ? withPackedRecord(entry) : typeFirst(entry));
}

/** Notices, cuts and summaries are found by the beginning of their texts. */
function typeFirst(entry: Entry): object {
  if (entry.type !== "notice" && entry.type !== "cut") return entry;
  const { type, ...rest } = entry;
  return { type, ...rest };
}

/**
 * The entry of a text, in either form and of every schema.
 *
 * @throws {AgentError} store_corrupt when the text is no entry
 */
export function readEntry(text: string): Entry {
  const end = text.indexOf("\n");
  let entry: Entry | undefined;
  try {
    const value: Json | undefined = end < 0 ? readOneLine(text) : readTwoLines(text, end);
    entry = isJsonObject(value) ? migrateEntry(value) : undefined;
  } catch (cause) {
    throw entryCorrupt(cause);
  }
  if (entry === undefined || !Object.hasOwn(TYPES, entry.type)) throw entryCorrupt();
  return entry;
}

/** True for the text of a cut, without parsing it. */
export function isCutText(text: string): boolean {
  return text.startsWith('{"type":"cut"');
}

/** True for the text of a notice about this, without parsing it. The tools that it adds may have a property of that name. */
export function isNoticeText(text: string, about: NoticeSubject): boolean {
  return text.startsWith(NOTICE) && text.startsWith(`"${about}"`, text.indexOf(ABOUT) + ABOUT.length);
}

/** True for the text of a summary, without parsing it. */
export function isSummaryText(text: string): boolean {
  return text.startsWith('{"type":"summary"');
}

/** True for the text of a notice about what a prompt begins with, without parsing it: it counts until another one begins. */
export function isFrameNotice(text: string): boolean {
  return text.startsWith(NOTICE) && (isNoticeText(text, "agent") || changesTools(text));
}

/** True for the text of a notice that changes the tools, without parsing it. */
export function changesTools(text: string): boolean {
  return text.startsWith(NOTICE) && text.includes(',"tools":{');
}

/** False for a text that is no observation of this tool, without parsing it; true for each that is one, and for few others. */
export function mayObserve(text: string, tool: string): boolean {
  return /^[t{]/.test(text) && text.includes(JSON.stringify(tool));
}

/** False for a text that is no answer, without parsing it; true for each that is one, and for few others. */
export function mayAnswer(text: string): boolean {
  return text.startsWith("a") || text.startsWith('{"') && text.includes('"assistant"');
}

const NOTICE = '{"type":"notice"';
const ABOUT = '"about":';

const TYPES: Readonly<Record<Entry["type"], true>> = {
  user: true,
  assistant: true,
  tool: true,
  summary: true,
  notice: true,
  cut: true,
  failure: true,
};

function withPackedRecord({ type, record, ...entry }: RecordedEntry): object {
  return { type, ...entry, record: packRecord(record) }; // JSON leaves out what is undefined
}

function readOneLine(text: string): Json {
  const entry: Json = JSON.parse(text);
  return isJsonObject(entry) && Array.isArray(entry.record)
    ? { ...entry, record: unpackRecord(entry.record) }
    : entry;
}

/** The facts of the first line, by position. */
type Facts = readonly [id: string, at: number, version: number, ...rest: Json[]];

/** The numbers of a usage, in the order in which they are stored. Behind them `true` marks an estimate, then comes the cost. */
const USAGE = ["inputTokens", "outputTokens", "cachedTokens", "cacheWriteTokens", "reasoningTokens"] as const;
const _allOfUsage: Exclude<keyof Usage, typeof USAGE[number] | "estimated" | "microDollars"> extends never
  ? true
  : never = true;

// A field that the two lines have no place for, such as `interrupted`, makes the entry one line.
function writeTwoLines(entry: Entry): string | undefined {
  switch (entry.type) {
    case "user": {
      const { type: _, id, at, version, text, door, by, ...rest } = entry;
      return isEmpty(rest) ? join("u", [id, at, version, ...present(door, by)], userLine(text)) : undefined;
    }
    case "tool": {
      const { type: _, id, at, version, callId, name, outcome, output, ms, door, by, approval, ...rest } =
        entry;
      if (outcome !== "completed" || !isEmpty(rest)) return undefined;
      const isText = typeof output === "string";
      const line = toolLine(callId, isText ? output : JSON.stringify(output));
      return join("t", [id, at, version, name, ms, isText ? 1 : 0, ...present(door, by, approval)], line);
    }
    case "assistant": {
      const { type: _, id, at, version, blocks, finish, model, usage, choice, record, ...rest } = entry;
      if (!isEmpty(rest)) return undefined;
      const numbers = USAGE.map((name) => usage[name] ?? null);
      const counts = [...numbers, ...present(usage.estimated, usage.microDollars)];
      const calls = blocks.filter((block) => block.type === "call").length; // last: see callCount
      const facts = [
        id,
        at,
        version,
        finish,
        model,
        counts,
        ...present(choice, record && packRecord(record)),
        calls,
      ];
      return join("a", facts, assistantLine(blocks));
    }
    case "notice":
    case "cut":
    case "summary":
    case "failure":
      return undefined;
  }
}

/** Values by position: null for an undefined one, none behind the last that is defined. */
function present(...values: readonly unknown[]): unknown[] {
  const last = values.findLastIndex((value) => value !== undefined);
  return values.slice(0, last + 1).map((value) => value ?? null);
}

function isEmpty(rest: object): boolean {
  return Object.values(rest).every((value) => value === undefined);
}

function join(
  letter: "u" | "t" | "a",
  facts: readonly unknown[],
  line: string | undefined,
): string | undefined {
  return line === undefined ? undefined : `${letter}${JSON.stringify(facts)}\n${line}`;
}

function readTwoLines(text: string, end: number): JsonObject | undefined {
  const [id, at, version, ...rest]: Facts = JSON.parse(text.slice(1, end));
  const base = { id, at, version };
  const line = text.slice(end + 1);
  switch (text[0]) {
    case "u": {
      const [door = null, by = null] = rest;
      return { type: "user", ...base, text: readUserLine(line), ...withoutNulls({ door, by }) };
    }
    case "t": {
      const [name = "", ms = 0, isText, door = null, by = null, approval = null] = rest;
      const { callId, content } = readToolLine(line);
      const output: Json = isText ? content : JSON.parse(content);
      const entry = { type: "tool", ...base, callId, name, outcome: "completed", output, ms };
      return { ...entry, ...withoutNulls({ door, by, approval }) };
    }
    case "a": {
      const [finish = "", model = "", counts, choice, record] = rest;
      const blocks = readAssistantLine(line);
      const usage = toUsage(counts);
      const entry: JsonObject = { type: "assistant", ...base, blocks, finish, model, usage };
      if (isJsonObject(choice)) entry.choice = choice;
      if (Array.isArray(record)) entry.record = unpackRecord(record);
      return entry;
    }
    default:
      return undefined;
  }
}

function toUsage(counts: Json | undefined): JsonObject {
  const given = Array.isArray(counts) ? counts : [];
  return Object.fromEntries([...USAGE, "estimated", "microDollars"].flatMap((name, index) => {
    const count = given[index] ?? null;
    return count === null ? [] : [[name, count]];
  }));
}

/** How many calls an assistant entry of two lines makes, read off its first line, which ends at `end`. */
export function callCount(text: string, end: number): number {
  return Number(text.slice(text.lastIndexOf(",", end) + 1, end - 1));
}
