// An exported thread, read back: GET /v1/threads/:id/export writes it.

import { AgentError } from "../../core/error.ts";
import type { Entry } from "../../core/entry.ts";
import { parseJson } from "../../core/json.ts";
import type { AgentState, ThreadMeta } from "../../core/state.ts";
import { sha256Hex } from "../../core/text/sha256.ts";
import { readEntry } from "../../history/codec.ts";
import { blobOf } from "../../history/reference.ts";
import type { ExportedHeader, ExportLine } from "../../runtime/record/export.ts";
import { readMeta, readState } from "../../runtime/stored.ts";

/** A thread as its export has it. */
export interface ExportedThread {
  readonly header: ExportedHeader;
  readonly meta: ThreadMeta;
  readonly state: AgentState;
  /** Stored text of the calls that wait; null for none. */
  readonly calls: string | null;
  /** By index; a text may be a reference to a blob. */
  readonly texts: readonly string[];
  /** The same, whole. */
  readonly wholes: readonly string[];
  readonly entries: readonly Entry[];
  /** Texts by their SHA-256 in hex, each as its content has it. */
  readonly blobs: ReadonlyMap<string, string>;
}

/**
 * Reads the lines of an export.
 *
 * @throws {AgentError} invalid_request - when a line is none of an export, is missing, or is not what its place or its id says
 */
export async function readExport(text: string): Promise<ExportedThread> {
  const lines = text.split("\n").filter((line) => line !== "").map(toLine);
  const [first, ...rest] = lines;
  const last = rest.pop();
  if (first?.type !== "thread") throw malformed(1, "is not the header of a thread");
  if (last?.type !== "end") throw malformed(lines.length, "is not the end of an export; it was cut off");
  const blobs = new Map<string, string>();
  const texts: string[] = [];
  for (const [index, line] of rest.entries()) {
    const number = index + 2;
    if (line.type === "blob") {
      if (await sha256Hex(line.text) !== line.id) throw malformed(number, "is a text with another SHA-256");
      blobs.set(line.id, line.text);
    } else if (line.type === "entry") {
      if (line.index !== texts.length) throw malformed(number, `is not entry ${texts.length}`);
      texts.push(line.text);
    } else throw malformed(number, "does not belong there");
  }
  const { header, calls } = first;
  if (last.entries !== texts.length || header.length !== texts.length) {
    throw malformed(lines.length, `ends ${texts.length} entries, and the header has ${header.length}`);
  }
  const wholes = texts.map((text, index) => wholeText(text, index, blobs));
  const stored = { ...header, epoch: 0, cancelledEpoch: 0 };
  return {
    header,
    meta: readMeta(header, stored),
    state: readState(header, stored),
    calls,
    ...{ texts, wholes, entries: wholes.map(toEntry), blobs },
  };
}

function toLine(text: string, index: number): ExportLine {
  const line = parseJson(text);
  if (isLine(line)) return line;
  throw malformed(index + 1, "is no line of an export");
}

/** The fields that a line is read by, with the type of each. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  thread: { header: "object" },
  blob: { id: "string", text: "string" },
  entry: { index: "number", text: "string" },
  end: { entries: "number" },
};

function isLine(line: unknown): line is ExportLine {
  if (typeof line !== "object" || line === null || !("type" in line)) return false;
  const fields = FIELDS[String(line.type)];
  const given: Readonly<Record<string, unknown>> = { ...line };
  return fields !== undefined && Object.entries(fields).every(([name, type]) => typeof given[name] === type);
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
    return blobOf(text)?.id;
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

function unreadable(index: number, cause: unknown): AgentError {
  return new AgentError("invalid_request", `Entry ${index} cannot be read.`, { cause });
}

function malformed(line: number, what: string): AgentError {
  return new AgentError("invalid_request", `Line ${line} of the export ${what}.`);
}
