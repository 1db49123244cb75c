// Threads in one sqlite file: the embedded store of Deno. Several processes of one machine may use the same file.
//
// The file is in WAL mode with synchronous=NORMAL: an answered commit survives the death of the process at any moment,
// because the kernel has it. Only a loss of power may take the last commits, never a part of one.

import { DatabaseSync, type StatementSync } from "node:sqlite";
import { AgentError } from "../../../core/error.ts";
import type { LoggedEvent, Store, ThreadRef } from "../../../core/store.ts";
import { LocalStore, type LocalStoreOptions } from "../store.ts";
import {
  INSERT_THREAD,
  number,
  type Row,
  SELECT_KEYS,
  SELECT_THREADS,
  text,
  toChangingValues,
  toListedRecord,
  toReceiptRecord,
  toThreadKey,
  toThreadRecord,
  toThreadValues,
  UPDATE_THREAD,
  type Value,
} from "./rows.ts";
import { MIGRATIONS } from "./schema.ts";
import type {
  BlobRecord,
  InboxItem,
  ListedRecord,
  ListPosition,
  ReceiptRecord,
  Tables,
  ThreadKey,
  ThreadRecord,
} from "../tables.ts";

export interface SqliteStoreOptions extends LocalStoreOptions {
  /** The file, created when it is missing; its folder must exist. `:memory:` keeps everything in memory. */
  readonly path: string;
  /** How long a transaction waits for another process before it is `store_unavailable`; 5 s by default. */
  readonly busyMs?: number | undefined;
}

/** Entries that are read at a time. */
const SLICE = 64;

/**
 * A store in a sqlite file.
 *
 * @example
 * ```ts
 * import { createSqliteStore } from "./store.ts";
 * import assert from "node:assert/strict";
 *
 * const store = createSqliteStore({ path: ":memory:" });
 * const ref = { tenant: "acme", thread: "t1" };
 * assert.equal(await store.create(ref, { meta: "{}", state: "{}", schema: 1, createdAt: 0 }), true);
 * await store.close();
 * ```
 */
export function createSqliteStore({ path, busyMs = 5_000, ...options }: SqliteStoreOptions): Store {
  return new LocalStore("sqlite", new SqliteTables(open(path, busyMs)), options);
}

function open(path: string, busyMs: number): DatabaseSync {
  try {
    const db = new DatabaseSync(path, { timeout: busyMs });
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;");
    transaction(db, "IMMEDIATE", () => migrate(db, path));
    return db;
  } catch (cause) {
    if (cause instanceof AgentError) throw cause;
    throw new AgentError(
      "config_invalid",
      `The sqlite file ${path} cannot be opened; its folder must exist and be writable.`,
      { cause },
    );
  }
}

function migrate(db: DatabaseSync, path: string): void {
  const version = number(db.prepare("PRAGMA user_version").get() ?? {}, "user_version");
  if (version > MIGRATIONS.length) {
    throw new AgentError("schema_unsupported", `The sqlite file ${path} was written by a newer Treadle.`);
  }
  for (const migration of MIGRATIONS.slice(version)) db.exec(migration);
  db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
}

function transaction<T>(db: DatabaseSync, kind: "DEFERRED" | "IMMEDIATE", work: () => T): T {
  db.exec(`BEGIN ${kind}`);
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

class SqliteTables implements Tables {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  write<T>(work: () => T): T {
    return this.#transaction("IMMEDIATE", work);
  }

  read<T>(work: () => T): T {
    return this.#transaction("DEFERRED", work);
  }

  thread({ tenant, thread }: ThreadRef): ThreadRecord | undefined {
    const row = this.#get(`${SELECT_THREADS} WHERE tenant = ? AND thread = ?`, tenant, thread);
    return row && toThreadRecord(row);
  }

  threadKey({ tenant, thread }: ThreadRef): ThreadKey | undefined {
    const row = this.#get(`${SELECT_KEYS} WHERE tenant = ? AND thread = ?`, tenant, thread);
    return row && toThreadKey(row);
  }

  threads(tenant: string, after: ListPosition | undefined, limit: number, now: number): ListedRecord[] {
    const { createdAt, thread } = after ?? { createdAt: Number.MAX_SAFE_INTEGER, thread: "" };
    return this.#all(
      `${SELECT_THREADS} WHERE tenant = ? AND (created_at, thread) < (?, ?) AND (expires_at IS NULL OR expires_at > ?)
       ORDER BY created_at DESC, thread DESC LIMIT ?`,
      tenant,
      createdAt,
      thread,
      now,
      limit,
    ).map(toListedRecord);
  }

  expiredThreads(now: number, limit: number): ThreadKey[] {
    return this.#all(`${SELECT_KEYS} WHERE expires_at <= ? LIMIT ?`, now, limit).map(toThreadKey);
  }

  insertThread(draft: ThreadRecord): ThreadRecord {
    const { lastInsertRowid } = this.#statement(INSERT_THREAD).run(...toThreadValues(draft));
    return { ...draft, id: Number(lastInsertRowid) };
  }

  updateThread(record: ThreadRecord): void {
    this.#run(UPDATE_THREAD, ...toChangingValues(record), record.id);
  }

  removeThread({ id }: ThreadKey): void {
    this.#run("DELETE FROM threads WHERE id = ?", id);
  }

  appendEntries(id: number, start: number, entries: readonly string[]): void {
    for (const [index, entry] of entries.entries()) {
      this.#run("INSERT INTO entries (thread, place, text) VALUES (?, ?, ?)", id, start + index, entry);
    }
  }

  *entries(id: number, from: number, to: number, order: "oldest first" | "newest first"): Iterable<string> {
    const direction = order === "oldest first" ? "ASC" : "DESC";
    const sql = `SELECT CAST(text AS BLOB) AS text FROM entries WHERE thread = ? AND place >= ? AND place < ?
      ORDER BY place ${direction}`;
    for (let done = 0; done < to - from; done += SLICE) {
      const low = order === "oldest first" ? from + done : Math.max(from, to - done - SLICE);
      const high = order === "oldest first" ? Math.min(to, from + done + SLICE) : to - done;
      for (const row of this.#all(sql, id, low, high)) yield text(row, "text");
    }
  }

  copyEntries(source: number, target: number, length: number): void {
    this.#run(
      `INSERT INTO entries (thread, place, text)
       SELECT ?, place, text FROM entries WHERE thread = ? AND place < ? ORDER BY place`,
      target,
      source,
      length,
    );
  }

  inbox(id: number): InboxItem[] {
    const sql = "SELECT owner, CAST(text AS BLOB) AS text FROM inbox WHERE thread = ? ORDER BY place";
    return this.#all(sql, id).map((row) => ({ owner: text(row, "owner"), text: text(row, "text") }));
  }

  inboxSize(id: number): number {
    return number(this.#get("SELECT count(*) AS size FROM inbox WHERE thread = ?", id) ?? {}, "size");
  }

  pushInbox(id: number, items: readonly InboxItem[]): void {
    for (const item of items) {
      this.#run("INSERT INTO inbox (thread, owner, text) VALUES (?, ?, ?)", id, item.owner, item.text);
    }
  }

  dropInbox(id: number, count: number): void {
    if (count === 0) return;
    const oldest = "SELECT place FROM inbox WHERE thread = ? ORDER BY place LIMIT ?";
    this.#run(`DELETE FROM inbox WHERE place IN (${oldest})`, id, count);
  }

  removeFromInbox(id: number, { owner, text }: InboxItem): void {
    const newest = "SELECT max(place) FROM inbox WHERE thread = ? AND owner = ? AND text = ?";
    this.#run(`DELETE FROM inbox WHERE place = (${newest})`, id, owner, text);
  }

  receipt(id: number, key: string): ReceiptRecord | undefined {
    const sql = `SELECT receipts.*, CAST(text AS BLOB) AS text, threads.thread AS name
      FROM receipts JOIN threads ON threads.id = receipts.thread WHERE receipts.thread = ? AND key = ?`;
    const row = this.#get(sql, id, key);
    return row && toReceiptRecord(row);
  }

  putReceipt(id: number, key: string, receipt: ReceiptRecord): void {
    const { bodyHash, state, epoch, from, to, text, expiresAt } = receipt;
    this.#run(
      `INSERT OR REPLACE INTO receipts (thread, key, body_hash, state, epoch, first, behind, text, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, key, bodyHash, state, epoch, from, to, text, expiresAt],
    );
  }

  removeReceipt(id: number, key: string): void {
    this.#run("DELETE FROM receipts WHERE thread = ? AND key = ?", id, key);
  }

  appendEvents(id: number, events: readonly LoggedEvent[]): void {
    for (const event of events) {
      this.#run("INSERT INTO events (thread, seq, text) VALUES (?, ?, ?)", id, event.seq, event.text);
    }
  }

  dropEvents(id: number, count: number): void {
    const oldest = "SELECT seq FROM events WHERE thread = ? ORDER BY seq LIMIT ?";
    this.#run(`DELETE FROM events WHERE thread = ? AND seq IN (${oldest})`, id, id, count);
  }

  events(id: number, after: number, limit: number): LoggedEvent[] {
    const sql = `SELECT seq, CAST(text AS BLOB) AS text FROM events WHERE thread = ? AND seq > ?
      ORDER BY seq LIMIT ?`;
    return this.#all(sql, id, after, limit).map((row) => ({
      seq: number(row, "seq"),
      text: text(row, "text"),
    }));
  }

  blob({ tenant, thread }: ThreadRef, id: string): BlobRecord | undefined {
    const row = this.#get(
      `SELECT CAST(text AS BLOB) AS text, expires_at FROM blobs JOIN blob_texts USING (id)
       WHERE tenant = ? AND thread = ? AND blobs.id = ?`,
      tenant,
      thread,
      id,
    );
    if (row === undefined) return undefined;
    return { text: text(row, "text"), expiresAt: row.expires_at === null ? null : number(row, "expires_at") };
  }

  putBlob({ tenant, thread }: ThreadRef, id: string, blob: BlobRecord): void {
    this.#run("INSERT OR IGNORE INTO blob_texts (id, text) VALUES (?, ?)", id, blob.text);
    this.#run(
      `INSERT INTO blobs (tenant, thread, id, expires_at) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET expires_at = excluded.expires_at WHERE expires_at IS NOT NULL`,
      ...[tenant, thread, id, blob.expiresAt],
    );
  }

  keepBlobs({ tenant, thread }: ThreadRef, ids: readonly string[]): void {
    const sql = "UPDATE blobs SET expires_at = NULL WHERE tenant = ? AND thread = ? AND id = ?";
    for (const id of ids) this.#run(sql, tenant, thread, id);
  }

  copyKeptBlobs(source: ThreadRef, target: ThreadRef): void {
    this.#run(
      `INSERT OR REPLACE INTO blobs (tenant, thread, id, expires_at)
       SELECT ?, ?, id, NULL FROM blobs WHERE tenant = ? AND thread = ? AND expires_at IS NULL`,
      ...[target.tenant, target.thread, source.tenant, source.thread],
    );
  }

  removeBlobs({ tenant, thread }: ThreadRef): void {
    this.#run("DELETE FROM blobs WHERE tenant = ? AND thread = ?", tenant, thread);
  }

  learn(tenant: string, model: string, feature: string, expiresAt: number): void {
    this.#run("INSERT OR REPLACE INTO lessons VALUES (?, ?, ?, ?)", tenant, model, feature, expiresAt);
  }

  learned(tenant: string, model: string, now: number): string[] {
    const sql = "SELECT feature FROM lessons WHERE tenant = ? AND model = ? AND expires_at > ?";
    return this.#all(sql, tenant, model, now).map((row) => text(row, "feature"));
  }

  sweep(now: number): void {
    this.#run("DELETE FROM receipts WHERE expires_at <= ?", now);
    this.#run("DELETE FROM blobs WHERE expires_at <= ?", now);
    this.#run("DELETE FROM lessons WHERE expires_at <= ?", now);
    const silent = "log_until <= ? AND log_count > 0";
    this.#run(`DELETE FROM events WHERE thread IN (SELECT id FROM threads WHERE ${silent})`, now);
    this.#run(`UPDATE threads SET log_count = 0 WHERE ${silent}`, now);
  }

  ping(): void {
    this.read(() => this.#get("SELECT 1"));
  }

  close(): void {
    this.#db.close();
  }

  #transaction<T>(kind: "DEFERRED" | "IMMEDIATE", work: () => T): T {
    try {
      return transaction(this.#db, kind, work);
    } catch (error) {
      throw toStoreError(error);
    }
  }

  #get(sql: string, ...values: Value[]): Row | undefined {
    return this.#statement(sql).get(...values);
  }

  #all(sql: string, ...values: Value[]): Row[] {
    return this.#statement(sql).all(...values);
  }

  #run(sql: string, ...values: Value[]): void {
    this.#statement(sql).run(...values);
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

// The binding tells errors of sqlite apart by their words only.
function toStoreError(cause: unknown): unknown {
  if (!(cause instanceof Error) || !("code" in cause) || cause.code !== "ERR_SQLITE_ERROR") return cause;
  if (/locked|busy/.test(cause.message)) {
    return new AgentError("store_unavailable", "The sqlite file is locked by another process; try again.", {
      cause,
    });
  }
  return new AgentError("store_failed", "The sqlite file failed; the log has the cause.", { cause });
}
