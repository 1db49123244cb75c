// From the answers of the scripts to the types of the store. A shape that no script returns is `store_failed`.

import { isJsonObject, parseJson } from "../../core/json.ts";
import type { Decision } from "../../core/approval/decision.ts";
import type { CallMark } from "../../core/call.ts";
import { isThreadStatus, SCHEMA, type ThreadStatus } from "../../core/state.ts";
import type { BeginOutcome } from "../../core/store/begin.ts";
import type { LoggedEvent, PendingCalls, ThreadHeader, ThreadSnapshot } from "../../core/store/thread.ts";
import { AgentError } from "../../core/error.ts";
import { storeCorrupt } from "../../core/store/corrupt.ts";
import { schemaUnsupported } from "../../core/store/errors.ts";
import { fromCounters } from "./counters.ts";
import { malformedReply } from "./errors.ts";
import { fromArchived, fromFacets, fromGivenTitle } from "./set_fields.ts";
import { PENDING_FIELD } from "./layout.ts";

/**
 * Reads one answer from left to right and checks every item. Its methods throw `store_failed` for an item of another
 * type.
 */
export class Reader {
  readonly #name: string;
  readonly #items: readonly unknown[];
  #next = 0;

  constructor(name: string, answer: unknown) {
    if (!Array.isArray(answer)) throw malformedReply(name);
    this.#name = name;
    this.#items = answer;
  }

  text(): string {
    const item = this.#items[this.#next++];
    if (typeof item !== "string") throw malformedReply(this.#name);
    return item;
  }

  /** Nothing for null. */
  optionalText(): string {
    const item = this.#items[this.#next++] ?? "";
    if (typeof item !== "string") throw malformedReply(this.#name);
    return item;
  }

  /** An integer reply, or a number that Redis keeps as text. */
  number(): number {
    const item = this.#items[this.#next++];
    const value = typeof item === "string" && item !== "" ? Number(item) : item;
    if (typeof value !== "number" || Number.isNaN(value)) throw malformedReply(this.#name);
    return value;
  }

  flag(): boolean {
    return this.number() === 1;
  }

  list(): Reader {
    return new Reader(this.#name, this.#items[this.#next++]);
  }

  texts(): string[] {
    return this.list().rest();
  }

  /** Everything that is left, as texts. */
  rest(): string[] {
    const texts: string[] = [];
    while (this.more) texts.push(this.text());
    return texts;
  }

  get more(): boolean {
    return this.left > 0;
  }

  /** Number of items that are not read yet. */
  get left(): number {
    return this.#items.length - this.#next;
  }
}

/**
 * The header of a thread, from the fields of HEADER_FIELDS.
 *
 * @throws {AgentError} store_corrupt when one of them is illegal; schema_unsupported when a newer Treadle has written them.
 */
export function readHeader(reader: Reader, thread: string): ThreadHeader {
  const header = readAnyHeader(reader, thread);
  if (header.schema > SCHEMA) throw schemaUnsupported(thread, header.schema);
  return header;
}

/** The header of any schema: a begin has compared it. */
export function readAnyHeader(reader: Reader, thread: string): ThreadHeader {
  try {
    return readFields(reader);
  } catch (cause) {
    if (cause instanceof AgentError && cause.code === "store_failed") {
      throw storeCorrupt(thread, "header", cause);
    }
    throw cause;
  }
}

function readFields(reader: Reader): ThreadHeader {
  return {
    schema: reader.number(),
    version: reader.number(),
    epoch: reader.number(),
    cancelledEpoch: reader.number(),
    status: toStatus(reader.text()),
    length: reader.number(),
    base: reader.number(),
    summary: fromSummary(reader.text()),
    meta: reader.text(),
    state: reader.text(),
    counters: fromCounters(reader.text(), reader.optionalText()),
    ...fromFacets(reader.optionalText()),
    ...fromGivenTitle(reader.optionalText()),
    ...fromArchived(reader.optionalText()),
  };
}

/** A summary is kept as JSON text, since a model's text may be cut inside a surrogate pair; empty for none. */
export function toSummary(summary: string | null): string {
  return summary === null ? "" : JSON.stringify(summary);
}

function fromSummary(text: string): string | null {
  const summary = text === "" ? null : parseJson(text);
  if (summary !== null && typeof summary !== "string") throw malformedReply("summary");
  return summary;
}

function toStatus(text: string): ThreadStatus {
  if (isThreadStatus(text)) return text;
  throw malformedReply("status");
}

/**
 * The pending calls and their marks, from the fields and values of the pending hash in turn.
 *
 * @throws {AgentError} store_corrupt when one of the values is illegal.
 */
export function readPending(fields: Reader, thread: string): Pick<ThreadSnapshot, "pending" | "marks"> {
  const places = new Map<string, number>();
  const marks = new Map<string, CallMark>();
  let calls: string | undefined;
  while (fields.more) {
    const field = fields.text();
    const value = fields.text();
    const id = field.slice(2);
    if (field === PENDING_FIELD.calls) {
      calls = value;
    } else if (field.startsWith(PENDING_FIELD.place) || field.startsWith(PENDING_FIELD.placeBefore)) {
      places.set(id, toNumber(value, thread));
    } else if (field.startsWith(PENDING_FIELD.startedEpoch)) {
      marks.set(id, { ...marks.get(id), startedEpoch: toNumber(value, thread) });
    } else if (field.startsWith(PENDING_FIELD.decision)) {
      marks.set(id, { ...marks.get(id), decisions: toDecisions(value, thread).decisions });
    }
  }
  const ids = [...places].sort(([, left], [, right]) => left - right).map(([id]) => id);
  const pending: PendingCalls | null = calls === undefined ? null : { ids, calls };
  return { pending, marks };
}

function toNumber(text: string, thread: string): number {
  const number = Number(text);
  if (Number.isNaN(number)) throw storeCorrupt(thread, "pending");
  return number;
}

/**
 * The stored decisions of a call (PENDING_FIELD.decision), and the names of the requests that recorded them.
 *
 * @throws {AgentError} store_corrupt when one of them is no JSON object.
 */
export function toDecisions(
  text: string,
  thread: string,
): { names: readonly string[]; decisions: readonly Decision[] } {
  const lines = text.split("\n").map((line) => ({ line, blank: line.indexOf(" ") }));
  return {
    names: lines.map(({ line, blank }) => line.slice(0, blank).split(",", 1)[0] ?? ""),
    decisions: lines.map(({ line, blank }) => toDecision(line.slice(blank + 1), thread)),
  };
}

function toDecision(json: string, thread: string): Decision {
  if (!isJsonObject(parseJson(json))) throw storeCorrupt(thread, "decision");
  return JSON.parse(json);
}

/** Stream entries of the event log: `[[ "<seq>-1", ["t", text] ], ...]`. */
export function readEventList(entries: Reader): LoggedEvent[] {
  const events: LoggedEvent[] = [];
  while (entries.more) {
    const entry = entries.list();
    const seq = Number(entry.text().split("-", 1)[0]);
    const [, text] = entry.texts();
    if (text === undefined) throw malformedReply("event");
    events.push({ seq, text });
  }
  return events;
}

/** What begin answered. `archived`: a replay whose entries, [from, to), are in segments that begin does not read. */
export type BeginAnswer = BeginOutcome | {
  readonly type: "archived";
  readonly header: ThreadHeader;
  readonly text: string;
  readonly from: number;
  readonly to: number;
};

/** What BEGIN answered. `renew`: see RENEWAL in lua/script.ts. */
export function readBegin(reader: Reader, thread: string): { answer: BeginAnswer; renew: boolean } {
  const answer = readBeginAnswer(reader, thread);
  return { answer, renew: reader.more && reader.flag() };
}

function readBeginAnswer(reader: Reader, thread: string): BeginAnswer {
  const type = reader.text();
  switch (type) {
    case "begun": {
      const header = readAnyHeader(reader.list(), thread);
      const entries = reader.texts();
      const window = { start: header.length - entries.length, entries };
      const cacheIsCurrent = reader.flag();
      const { pending, marks } = readPending(reader.list(), thread);
      return {
        type,
        header,
        window,
        cacheIsCurrent,
        pending,
        marks,
        inbox: reader.texts(),
        created: reader.flag(),
        resumed: reader.flag(),
      };
    }
    case "replayed": {
      const header = readAnyHeader(reader.list(), thread);
      const [text, from, to] = [reader.text(), reader.number(), reader.number()];
      const entries = reader.texts();
      if (entries.length === 0 && to > from) return { type: "archived", header, text, from, to };
      return { type, header, receipt: { text, entries } };
    }
    case "missing":
    case "mismatch":
      return { type };
    case "unsupported":
      return { type, schema: reader.number() };
    case "in_flight":
    case "busy":
    case "full":
      return { type, retryAfterMs: reader.number() };
    case "queued":
      return { type, waiting: reader.number() };
    case "conflict":
      return { type, version: reader.number() };
    case "idle":
      return { type, status: toStatus(reader.text()), version: reader.number() };
    default:
      throw malformedReply("begin");
  }
}

/** What FLUSH answered. */
export function readFlush(reader: Reader): { type: "ok" | "fenced"; renew: boolean } {
  const type = reader.text();
  if (type !== "ok" && type !== "fenced") throw malformedReply("flush");
  return { type, renew: type === "ok" && reader.flag() };
}

/** What COMMIT answered to a commit or an advance; `roll`: see there. */
export type CommitAnswer =
  | {
    readonly type: "committed";
    readonly version: number;
    readonly waiting: number;
    readonly renew: boolean;
  }
  | {
    readonly type: "advanced";
    readonly version: number;
    readonly epoch: number;
    readonly inbox: readonly string[];
    readonly renew: boolean;
  }
  | { readonly type: "fenced"; readonly cancelled: boolean }
  | { readonly type: "conflict"; readonly version: number }
  | { readonly type: "roll"; readonly length: number };

/** The answer of COMMIT. */
export function readCommit(reader: Reader): CommitAnswer {
  const type = reader.text();
  switch (type) {
    case "committed":
      return { type, version: reader.number(), waiting: reader.number(), renew: reader.flag() };
    case "advanced":
      return {
        type,
        version: reader.number(),
        epoch: reader.number(),
        inbox: reader.texts(),
        renew: reader.flag(),
      };
    case "fenced":
      return { type, cancelled: reader.flag() };
    case "conflict":
      return { type, version: reader.number() };
    case "roll":
      return { type, length: reader.number() };
    default:
      throw malformedReply("commit");
  }
}
