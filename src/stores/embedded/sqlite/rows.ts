// Rows of a sqlite file as records and back. A value that no Treadle writes is `store_corrupt`.

import type { Decision } from "../../../core/approval/decision.ts";
import type { CallMark } from "../../../core/call.ts";
import { AgentError } from "../../../core/error.ts";
import { isJsonObject, type Json } from "../../../core/json.ts";
import { storeCorrupt } from "../../../core/store/corrupt.ts";
import { isThreadStatus, type ThreadStatus } from "../../../core/state.ts";
import { type Counters, ZERO_COUNTERS } from "../../../core/usage.ts";
import type { Holder, KeptThread, ListedRecord, ReceiptRecord, ThreadKey, ThreadRecord } from "../tables.ts";

/** A row, by column name. */
export type Row = Readonly<Record<string, unknown>>;
/** A value of a statement. */
export type Value = string | number | null;

/** The columns of a thread in the order of {@link toThreadValues}; the first four never change. */
const CONSTANT_COLUMNS = ["tenant", "thread", "created_at", "meta"] as const;
const CHANGING_COLUMNS = [
  "expires_at",
  "schema",
  "version",
  "epoch",
  "cancelled_epoch",
  "status",
  "length",
  "base",
  "summary",
  "state",
  "facets",
  "given_title",
  "archived",
  "counters",
  "pending_ids",
  "pending_calls",
  "marks",
  "awaits",
  "lease_owner",
  "lease_until",
  "steps",
  "log_last",
  "log_count",
  "log_until",
] as const;
const THREAD_COLUMNS = [...CONSTANT_COLUMNS, ...CHANGING_COLUMNS];

/** Threads with all columns; texts as bytes. */
export const SELECT_THREADS = `SELECT *, CAST(meta AS BLOB) AS meta, CAST(state AS BLOB) AS state,
  CAST(summary AS BLOB) AS summary, CAST(pending_calls AS BLOB) AS pending_calls FROM threads`;
/** Threads with the columns that are readable in any state of the others. */
export const SELECT_KEYS = "SELECT id, tenant, thread, expires_at, schema FROM threads";
/** The receipts of a thread. */
export const SELECT_RECEIPTS = `SELECT receipts.*, CAST(text AS BLOB) AS text, threads.thread AS name
  FROM receipts JOIN threads ON threads.id = receipts.thread WHERE receipts.thread = ?`;
/** One new thread; returns its id. */
export const INSERT_THREAD = `INSERT INTO threads (${THREAD_COLUMNS.join()})
  VALUES (${THREAD_COLUMNS.map(() => "?").join()}) RETURNING id`;
/** One thread by its id. */
export const UPDATE_THREAD = `UPDATE threads SET ${
  CHANGING_COLUMNS.map((name) => `${name} = ?`).join()
} WHERE id = ?`;

/** The parts of a thread that only the protocol reads, as JSON in one column. */
interface Steps extends Pick<ThreadRecord, "holder" | "committed" | "queuedBy" | "bookedFor"> {
  readonly holder: Holder | null;
}

/** The values of INSERT_THREAD. */
export function toThreadValues(record: ThreadRecord): Value[] {
  const { ref, createdAt, header } = record;
  return [ref.tenant, ref.thread, createdAt, header.meta, ...toChangingValues(record)];
}

/** The values of UPDATE_THREAD, but for the id. */
export function toChangingValues(record: ThreadRecord): Value[] {
  const { header, pending, lease, log, holder, committed, queuedBy, bookedFor } = record;
  const steps: Steps = { holder, committed, queuedBy, bookedFor };
  return [
    record.expiresAt,
    header.schema,
    header.version,
    header.epoch,
    header.cancelledEpoch,
    header.status,
    header.length,
    header.base,
    header.summary,
    header.state,
    header.facets === undefined ? null : JSON.stringify(header.facets),
    header.givenTitle === undefined ? null : JSON.stringify(header.givenTitle),
    header.archived ? 1 : 0,
    JSON.stringify(header.counters),
    pending && JSON.stringify(pending.ids),
    pending && pending.calls,
    JSON.stringify([...record.marks]),
    record.awaits,
    lease && lease.owner,
    lease && lease.until,
    JSON.stringify(steps),
    log.last,
    log.count,
    log.until,
  ];
}

/** The row of SELECT_KEYS, or of SELECT_THREADS. */
export function toThreadKey(row: Row): ThreadKey {
  return {
    id: number(row, "id"),
    ref: { tenant: text(row, "tenant"), thread: text(row, "thread") },
    expiresAt: row.expires_at === null ? null : number(row, "expires_at"),
  };
}

/** The row of SELECT_KEYS with its schema; 0 for one that no Treadle writes. */
export function toKeptThread(row: Row): KeptThread {
  return { ...toThreadKey(row), schema: typeof row.schema === "number" ? row.schema : 0 };
}

/** The row of SELECT_THREADS in a list; without a header when it cannot be read. */
export function toListedRecord(row: Row): ListedRecord {
  const { id, ref } = toThreadKey(row);
  const known = { id, ref, createdAt: number(row, "created_at") };
  try {
    const { header, lease } = toThreadRecord(row);
    return { ...known, header, lease };
  } catch (error) {
    if (error instanceof AgentError && error.code === "store_corrupt") {
      return { ...known, header: null, lease: null };
    }
    throw error;
  }
}

/**
 * The row of SELECT_THREADS.
 *
 * @throws {AgentError} store_corrupt when a column has an illegal value.
 */
export function toThreadRecord(row: Row): ThreadRecord {
  const thread = text(row, "thread");
  const steps: Steps = json(row, "steps", thread, isJsonObject);
  return {
    ...toThreadKey(row),
    createdAt: number(row, "created_at"),
    header: {
      schema: number(row, "schema"),
      version: number(row, "version"),
      epoch: number(row, "epoch"),
      cancelledEpoch: number(row, "cancelled_epoch"),
      status: readStatus(text(row, "status"), thread),
      length: number(row, "length"),
      base: number(row, "base"),
      summary: row.summary === null ? null : text(row, "summary"),
      meta: text(row, "meta"),
      state: text(row, "state"),
      counters: { ...ZERO_COUNTERS, ...json<Partial<Counters>>(row, "counters", thread, isJsonObject) },
      ...row.facets === null ? {} : { facets: json(row, "facets", thread, isListOfTexts) },
      ...row.given_title === null ? {} : { givenTitle: json(row, "given_title", thread, isGivenTitle) },
      ...row.archived === 1 ? { archived: true } : {},
    },
    pending: row.pending_ids === null
      ? null
      : { ids: json(row, "pending_ids", thread, Array.isArray), calls: text(row, "pending_calls") },
    awaits: row.awaits === null ? null : number(row, "awaits"),
    marks: new Map(toMarks(json(row, "marks", thread, isListOfPairs))),
    lease: row.lease_owner === null
      ? null
      : { owner: text(row, "lease_owner"), until: number(row, "lease_until") },
    ...steps,
    log: { last: number(row, "log_last"), count: number(row, "log_count"), until: number(row, "log_until") },
  };
}

/**
 * The row of a receipt, with the `name` of its thread.
 *
 * @throws {AgentError} store_corrupt when its state is illegal.
 */
export function toReceiptRecord(row: Row): ReceiptRecord {
  const state = text(row, "state");
  if (state !== "running" && state !== "queued" && state !== "retry" && state !== "done") {
    throw storeCorrupt(text(row, "name"), "receipt");
  }
  return {
    bodyHash: text(row, "body_hash"),
    state,
    epoch: number(row, "epoch"),
    from: number(row, "first"),
    to: number(row, "behind"),
    text: text(row, "text"),
    expiresAt: number(row, "expires_at"),
  };
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A text column, read as TEXT or as the bytes of one. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === "string") return value;
  if (value instanceof Uint8Array || value instanceof ArrayBuffer) return decoder.decode(value);
  throw illegal(row, column);
}

/** A number column. */
export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw illegal(row, column);
  return value;
}

/** The value of a column with JSON. The caller names the type, because Treadle wrote the text. */
function json<T>(row: Row, column: string, thread: string, isRight: (value: Json) => boolean): T {
  let value;
  try {
    value = JSON.parse(text(row, column));
  } catch (cause) {
    throw storeCorrupt(thread, column, cause);
  }
  if (!isRight(value)) throw storeCorrupt(thread, column);
  return value;
}

/** A mark with one decision, as an earlier version wrote it, has a list of one. */
function toMarks(
  stored: readonly [string, CallMark & { readonly decision?: Decision }][],
): [string, CallMark][] {
  return stored.map((
    [id, { decision, ...mark }],
  ) => [id, decision ? { ...mark, decisions: [decision] } : mark]);
}

function isListOfTexts(value: Json): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isGivenTitle(value: Json): boolean {
  return isJsonObject(value) && typeof value.text === "string" && isListOfTexts(value.facets ?? null);
}

function isListOfPairs(value: Json): boolean {
  return Array.isArray(value) && value.every((item) => Array.isArray(item) && item.length === 2);
}

function readStatus(value: string, thread: string): ThreadStatus {
  if (isThreadStatus(value)) return value;
  throw storeCorrupt(thread, "status");
}

/** A row of a thread names it; other rows have columns that sqlite itself keeps legal. */
function illegal({ thread }: Row, column: string): AgentError {
  if (typeof thread === "string") return storeCorrupt(thread, column);
  return new AgentError("store_failed", `The sqlite file holds an illegal value in the column ${column}.`);
}
