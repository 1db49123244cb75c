// An exported thread, read back: GET /v1/threads/:id/export writes it.

import type { PlannedCall } from "../../core/call.ts";
import { AgentError } from "../../core/error.ts";
import type { Entry } from "../../core/entry.ts";
import { parseJson } from "../../core/json.ts";
import { type AgentState, isThreadStatus, SCHEMA, type ThreadMeta } from "../../core/state.ts";
import { sha256Hex } from "../../core/text/sha256.ts";
import { readEntry } from "../../kernel/history/codec.ts";
import { readBlobRef } from "../../kernel/history/reference.ts";
import type { ExportedHeader, ExportedRest, ExportLine, PendingDecision } from "../../kernel/log/export.ts";
import { COUNTERS } from "../../core/usage.ts";
import { readMeta, readState } from "../../kernel/stored.ts";
import { missingMedia } from "./blobs.ts";

/** A thread as its export has it. */
export interface ExportedThread {
  readonly header: ExportedHeader;
  readonly meta: ThreadMeta;
  readonly state: AgentState;
  /** The calls that wait. */
  readonly calls: readonly PlannedCall[];
  /** What was decided about them. */
  readonly decisions: readonly PendingDecision[];
  /** What the thread goes on with beside its record; undefined in an export of format 1. */
  readonly rest: ExportedRest | undefined;
  /** By index; a text may be a reference to a blob. */
  readonly texts: readonly string[];
  /** The same, whole. */
  readonly wholes: readonly string[];
  readonly entries: readonly Entry[];
  /** Texts by their SHA-256 in hex, each as its content has it. */
  readonly blobs: ReadonlyMap<string, string>;
  /** Ids of the media that entries name and the export lacks. */
  readonly missing: readonly string[];
}

/**
 * The text of a file, with every byte of it.
 *
 * @throws {AgentError} invalid_request - when the bytes are not UTF-8
 */
export function textOfExport(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new AgentError("invalid_request", "The export is not UTF-8.", { cause });
  }
}

/**
 * Reads the lines of an export. Each is compared with the form that the export writes, so that another spelling of the same JSON is
 * no export: a key that stands twice, a blank, a blank line, or an escape that is not needed.
 *
 * @throws {AgentError} invalid_request - when a line is none of an export, is missing, or is not what its place or its id says
 */
export async function readExport(text: string): Promise<ExportedThread> {
  const written = text.split("\n");
  if (written.pop() !== "") throw malformed(written.length + 1, "has no end of line");
  const lines = written.map(toLine);
  const [first, ...rest] = lines;
  const last = rest.pop();
  if (first?.type !== "thread") throw malformed(1, "is not the header of a thread");
  if (last?.type !== "end") throw malformed(lines.length, "is not the end of an export; it was cut off");
  const blobs = new Map<string, string>();
  const texts: string[] = [];
  const before: string[][] = [[]];
  for (const [index, line] of rest.entries()) {
    const number = index + 2;
    if (line.type === "blob") {
      if (await sha256Hex(line.text) !== line.id) throw malformed(number, "is a text with another SHA-256");
      if (blobs.has(line.id)) throw malformed(number, "is a text that a line before it has");
      blobs.set(line.id, line.text);
      before.at(-1)?.push(line.id);
    } else if (line.type === "entry") {
      if (line.index !== texts.length) throw malformed(number, `is not entry ${texts.length}`);
      texts.push(line.text);
      before.push([]);
    } else throw malformed(number, "does not belong there");
  }
  const { header, decisions } = first;
  if (last.entries !== texts.length || header.length !== texts.length) {
    throw malformed(lines.length, `ends ${texts.length} entries, and the header has ${header.length}`);
  }
  const wholes = texts.map((text, index) => wholeText(text, index, blobs));
  const entries = wholes.map(toEntry);
  const missing = readMissing(texts, entries, before);
  const stored = { ...header, epoch: 0, cancelledEpoch: 0 };
  if (!isAsWritten(header.state)) throw malformed(1, "has a state that is not written as it is stored");
  const state = readState(header, stored);
  if (state.record !== undefined && !isRecordState(state.record)) {
    throw malformed(1, "has a record with other fields than one of this format");
  }
  return {
    header,
    meta: readMeta(header, stored),
    state,
    calls: readCalls(first.calls),
    decisions,
    rest: first.rest,
    texts,
    wholes,
    entries,
    blobs,
    missing,
  };
}

/** A line of an export of this version, or of one before: both formats are read. */
type Line =
  | ExportLine
  | Omit<Extract<ExportLine, { type: "thread" }>, "format" | "rest"> & {
    readonly format: 1;
    readonly rest?: undefined;
  };

function toLine(text: string, index: number): Line {
  const line = parseJson(text);
  if (!isLine(line)) {
    throw malformed(index + 1, "is no line of an export, or has other fields than one of format 1 or 2");
  }
  if (!isAsWritten(text) || line.type === "blob" && !line.text.isWellFormed()) {
    throw malformed(index + 1, "is not written as an export writes it");
  }
  return line;
}

/** True for JSON that is spelled as `JSON.stringify` does: each key once, without blanks and with no escape that is not needed. */
function isAsWritten(json: string): boolean {
  return JSON.stringify(parseJson(json)) === json;
}

type Check = (value: unknown) => boolean;

const isString: Check = (value) => typeof value === "string";
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
/** Each step and cancel raises it: a store adds to it, and a number keeps no more than 2^53. */
const isEpoch: Check = (value) => isCount(value) && Number(value) < 2 ** 40;
const isObject: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isStringOrNull: Check = (value) => value === null || isString(value);
const optional = (check: Check): Check => (value) => value === undefined || check(value);

function areStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every(isString);
}

/** True for an object that has these fields, and no others. */
function has(fields: Readonly<Record<string, Check>>): Check {
  return (value) => {
    if (!isObject(value)) return false;
    const given: Readonly<Record<string, unknown>> = { ...Object(value) };
    return Object.keys(given).every((name) => Object.hasOwn(fields, name)) &&
      Object.entries(fields).every(([name, check]) => check(given[name]));
  };
}

const isHeader = has({
  tenant: isString,
  thread: isString,
  meta: isString,
  state: isString,
  // A later schema may mean something else by the same texts.
  schema: (value) => isCount(value) && Number(value) >= 1 && Number(value) <= SCHEMA,
  version: isEpoch,
  length: isCount,
  base: isCount,
  summary: isStringOrNull,
  status: (value) => isString(value) && isThreadStatus(String(value)),
  counters: has(
    // Threads that earlier versions exported have fewer counters.
    Object.fromEntries(COUNTERS.map((name) => [name, optional((value) => typeof value === "number")])),
  ),
});

const isRecordState = has({
  head: isString,
  since: optional(isCount),
  shared: optional(isCount),
  agent: optional(isString),
  frame: optional(isString),
});

const isDecision = has({
  callId: isString,
  approved: (value) => typeof value === "boolean",
  at: (value) => typeof value === "number",
  reason: optional(isString),
  by: optional(isString),
  via: optional(isString),
  key: optional(isString),
  digest: optional(isString),
  edit: optional(has({ args: isObject, digest: isString })),
  answer: () => true,
});

const isRest = has({
  epoch: isEpoch,
  cancelledEpoch: isEpoch,
  facets: optional(areStrings),
  givenTitle: optional(has({ text: isString, facets: areStrings })),
  archived: optional((value) => value === true),
  started: (value) => isObject(value) && Object.values(Object(value)).every(isEpoch),
  inbox: areStrings,
  phases: areStrings,
});

const threadFields: Readonly<Record<string, Check>> = {
  type: isString,
  header: isHeader,
  calls: isStringOrNull,
  decisions: (value) => Array.isArray(value) && value.every(isDecision),
};

const isFirstFormat = has({ ...threadFields, format: (value) => value === 1 });
const isSecondFormat = has({ ...threadFields, format: (value) => value === 2, rest: isRest });

/** Each kind of line, by its type. */
const LINES: ReadonlyMap<unknown, Check> = new Map<unknown, Check>([
  ["thread", (line) => isFirstFormat(line) || isSecondFormat(line)],
  ["blob", has({ type: isString, id: isString, text: isString })],
  ["entry", has({ type: isString, index: isCount, text: isString })],
  ["end", has({ type: isString, entries: isCount })],
]);

function isLine(line: unknown): line is Line {
  if (typeof line !== "object" || line === null || !("type" in line)) return false;
  return LINES.get(line.type)?.(line) ?? false;
}

const isCall = has({
  id: isString,
  name: isString,
  args: isObject,
  epoch: isCount,
  disposition: (value) => isObject(value) && isString(Object(value).type),
});

function readCalls(text: string | null): readonly PlannedCall[] {
  const calls = text === null ? [] : parseJson(text);
  if (areCalls(calls) && (text === null || isAsWritten(text))) return calls;
  throw malformed(1, "has a list of waiting calls that cannot be read");
}

function areCalls(value: unknown): value is readonly PlannedCall[] {
  return Array.isArray(value) && value.every(isCall);
}

function wholeText(text: string, index: number, blobs: ReadonlyMap<string, string>): string {
  const blob = referenceIn(text, index);
  if (blob === undefined) return text;
  const whole = blobs.get(blob);
  if (whole !== undefined) return whole;
  throw new AgentError("invalid_request", `Entry ${index} lies in blob ${blob}, which the export lacks.`);
}

function referenceIn(text: string, index: number): string | undefined {
  try {
    return readBlobRef(text)?.id;
  } catch (cause) {
    throw unreadable(index, cause);
  }
}

function toEntry(text: string, index: number): Entry {
  try {
    return readEntry(text);
  } catch (cause) {
    throw unreadable(index, cause);
  }
}

/** The media that are missed. An entry that was changed may name them in no form that is one. */
function readMissing(...parts: Parameters<typeof missingMedia>): readonly string[] {
  try {
    return missingMedia(...parts);
  } catch (cause) {
    if (cause instanceof AgentError) throw cause;
    throw new AgentError("invalid_request", "An entry names its texts in no form of an entry.", { cause });
  }
}

function unreadable(index: number, cause: unknown): AgentError {
  return new AgentError("invalid_request", `Entry ${index} cannot be read.`, { cause });
}

function malformed(line: number, what: string): AgentError {
  return new AgentError("invalid_request", `Line ${line} of the export ${what}.`);
}
