// The tables of a sqlite file as SQL. Texts are read back as bytes; schema.ts has the reason.

import type { LoggedEvent, ThreadRef } from "../../../core/store/thread.ts";
import type {
  BlobRecord,
  InboxItem,
  KeptThread,
  ListedRecord,
  ListPosition,
  ReceiptRecord,
  Tables,
  ThreadKey,
  ThreadRecord,
  ThreadsPage,
} from "../tables.ts";
import { SqliteDue } from "./due_table.ts";
import type { SqliteFile } from "./file.ts";
import { listRecords } from "./list_records.ts";
import { SqliteLedger } from "./ledger_tables.ts";
import {
  INSERT_THREAD,
  number,
  SELECT_KEYS,
  SELECT_RECEIPTS,
  SELECT_THREADS,
  text,
  toChangingValues,
  toKeptThread,
  toReceiptRecord,
  toThreadKey,
  toThreadRecord,
  toThreadValues,
  UPDATE_THREAD,
} from "./rows.ts";

/** The table of learned capabilities, by its name in stored files. */
export const LEARNED = "lessons";

/**
 * What stands for a model in the row of a kept epoch; no model has a blank in its name. Earlier versions refuse a file that has a
 * further table.
 */
const nameOfEpoch = ({ thread }: ThreadRef): string => `epoch of ${thread}`;

const PUT_BLOB = `INSERT INTO blobs (tenant, thread, id, expires_at) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET expires_at = excluded.expires_at WHERE expires_at IS NOT NULL`;

const DEFINITION = "tenant = ? AND kind = ? AND name = ?";

/** Entries that one statement reads. */
const SLICE = 64;

/** The tables of an embedded store in a sqlite file. */
export class SqliteTables implements Tables {
  readonly ledger: SqliteLedger;
  readonly due: SqliteDue;
  readonly #file: SqliteFile;

  constructor(file: SqliteFile) {
    this.#file = file;
    this.ledger = new SqliteLedger(file);
    this.due = new SqliteDue(file);
  }

  write<T>(work: () => T): T {
    return this.#file.transaction("IMMEDIATE", work);
  }

  read<T>(work: () => T): T {
    return this.#file.transaction("DEFERRED", work);
  }

  thread({ tenant, thread }: ThreadRef): ThreadRecord | undefined {
    const row = this.#file.get(`${SELECT_THREADS} WHERE tenant = ? AND thread = ?`, tenant, thread);
    return row && toThreadRecord(row);
  }

  threadKey({ tenant, thread }: ThreadRef): KeptThread | undefined {
    const row = this.#file.get(`${SELECT_KEYS} WHERE tenant = ? AND thread = ?`, tenant, thread);
    return row && toKeptThread(row);
  }

  threads(tenant: string, page: ThreadsPage): ListedRecord[] {
    return listRecords(this.#file, tenant, page);
  }

  hasUnindexed(tenant: string): boolean {
    return this.#file.get("SELECT 1 FROM threads WHERE tenant = ? AND facets IS NULL LIMIT 1", tenant) !==
      undefined;
  }

  awaiting(
    tenant: string,
    { after, limit, order, now }: Parameters<Tables["awaiting"]>[1],
  ): ListPosition[] {
    const [sign, direction, start] = order === "newest"
      ? ["<", "DESC", Number.MAX_SAFE_INTEGER]
      : [">", "ASC", -1];
    const { at, thread } = after ?? { at: start, thread: "" };
    return this.#file.all(
      `SELECT thread, awaits FROM threads WHERE tenant = ? AND awaits IS NOT NULL AND (awaits, thread) ${sign} (?, ?)
       AND (expires_at IS NULL OR expires_at > ?) ORDER BY awaits ${direction}, thread ${direction} LIMIT ?`,
      tenant,
      at,
      thread,
      now,
      limit,
    ).map((row) => ({ at: number(row, "awaits"), thread: text(row, "thread") }));
  }

  expiredThreads(now: number, limit: number): ThreadKey[] {
    return this.#file.all(`${SELECT_KEYS} WHERE expires_at <= ? LIMIT ?`, now, limit).map(toThreadKey);
  }

  insertThread(draft: ThreadRecord): ThreadRecord {
    const row = this.#file.get(INSERT_THREAD, ...toThreadValues(draft));
    return { ...draft, id: number(row ?? {}, "id") };
  }

  updateThread(record: ThreadRecord): void {
    this.#file.run(UPDATE_THREAD, ...toChangingValues(record), record.id);
  }

  removeThread({ id }: ThreadKey): void {
    this.#file.run("DELETE FROM threads WHERE id = ?", id);
  }

  appendEntries(id: number, start: number, entries: readonly string[]): void {
    for (const [index, entry] of entries.entries()) {
      this.#file.run("INSERT INTO entries (thread, place, text) VALUES (?, ?, ?)", id, start + index, entry);
    }
  }

  *entries(id: number, from: number, to: number, order: "oldest first" | "newest first"): Iterable<string> {
    const direction = order === "oldest first" ? "ASC" : "DESC";
    const sql = `SELECT CAST(text AS BLOB) AS text FROM entries WHERE thread = ? AND place >= ? AND place < ?
      ORDER BY place ${direction}`;
    for (let done = 0; done < to - from; done += SLICE) {
      const low = order === "oldest first" ? from + done : Math.max(from, to - done - SLICE);
      const high = order === "oldest first" ? Math.min(to, from + done + SLICE) : to - done;
      for (const row of this.#file.all(sql, id, low, high)) yield text(row, "text");
    }
  }

  copyEntries(source: number, target: number, length: number): void {
    this.#file.run(
      `INSERT INTO entries (thread, place, text)
       SELECT ?, place, text FROM entries WHERE thread = ? AND place < ? ORDER BY place`,
      target,
      source,
      length,
    );
  }

  inbox(id: number): InboxItem[] {
    const sql = "SELECT owner, CAST(text AS BLOB) AS text FROM inbox WHERE thread = ? ORDER BY place";
    return this.#file.all(sql, id).map((row) => ({ owner: text(row, "owner"), text: text(row, "text") }));
  }

  inboxSize(id: number): number {
    return number(this.#file.get("SELECT count(*) AS size FROM inbox WHERE thread = ?", id) ?? {}, "size");
  }

  pushInbox(id: number, items: readonly InboxItem[]): void {
    for (const item of items) {
      this.#file.run("INSERT INTO inbox (thread, owner, text) VALUES (?, ?, ?)", id, item.owner, item.text);
    }
  }

  dropInbox(id: number, count: number): void {
    if (count === 0) return;
    const oldest = "SELECT place FROM inbox WHERE thread = ? ORDER BY place LIMIT ?";
    this.#file.run(`DELETE FROM inbox WHERE place IN (${oldest})`, id, count);
  }

  removeFromInbox(id: number, { owner, text }: InboxItem): void {
    const newest = "SELECT max(place) FROM inbox WHERE thread = ? AND owner = ? AND text = ?";
    this.#file.run(`DELETE FROM inbox WHERE place = (${newest})`, id, owner, text);
  }

  receipt(id: number, key: string): ReceiptRecord | undefined {
    const row = this.#file.get(`${SELECT_RECEIPTS} AND key = ?`, id, key);
    return row && toReceiptRecord(row);
  }

  putReceipt(id: number, key: string, receipt: ReceiptRecord): void {
    const { bodyHash, state, epoch, from, to, text, expiresAt } = receipt;
    this.#file.run(
      `INSERT OR REPLACE INTO receipts (thread, key, body_hash, state, epoch, first, behind, text, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      key,
      bodyHash,
      state,
      epoch,
      from,
      to,
      text,
      expiresAt,
    );
  }

  removeReceipt(id: number, key: string): void {
    this.#file.run("DELETE FROM receipts WHERE thread = ? AND key = ?", id, key);
  }

  appendEvents(id: number, events: readonly LoggedEvent[]): void {
    for (const event of events) {
      this.#file.run("INSERT INTO events (thread, seq, text) VALUES (?, ?, ?)", id, event.seq, event.text);
    }
  }

  dropEvents(id: number, count: number): void {
    const oldest = "SELECT seq FROM events WHERE thread = ? ORDER BY seq LIMIT ?";
    this.#file.run(`DELETE FROM events WHERE thread = ? AND seq IN (${oldest})`, id, id, count);
  }

  events(id: number, after: number, limit: number): LoggedEvent[] {
    const sql = `SELECT seq, CAST(text AS BLOB) AS text FROM events WHERE thread = ? AND seq > ?
      ORDER BY seq LIMIT ?`;
    return this.#file.all(sql, id, after, limit).map((row) => ({
      seq: number(row, "seq"),
      text: text(row, "text"),
    }));
  }

  blob({ tenant, thread }: ThreadRef, id: string): BlobRecord | undefined {
    const row = this.#file.get(
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
    this.#file.run("INSERT OR IGNORE INTO blob_texts (id, text) VALUES (?, ?)", id, blob.text);
    this.#file.run(PUT_BLOB, tenant, thread, id, blob.expiresAt);
  }

  shareBlob({ tenant, thread }: ThreadRef, id: string, expiresAt: number): boolean {
    if (this.#file.get("SELECT 1 FROM blobs WHERE tenant = ? AND id = ?", tenant, id) === undefined) {
      return false;
    }
    this.#file.run(PUT_BLOB, tenant, thread, id, expiresAt);
    return true;
  }

  makeBlobsPermanent({ tenant, thread }: ThreadRef, ids: readonly string[]): void {
    const sql = "UPDATE blobs SET expires_at = NULL WHERE tenant = ? AND thread = ? AND id = ?";
    for (const id of ids) this.#file.run(sql, tenant, thread, id);
  }

  copyPermanentBlobs(source: ThreadRef, target: ThreadRef): void {
    this.#file.run(
      `INSERT OR REPLACE INTO blobs (tenant, thread, id, expires_at)
       SELECT ?, ?, id, NULL FROM blobs WHERE tenant = ? AND thread = ? AND expires_at IS NULL`,
      target.tenant,
      target.thread,
      source.tenant,
      source.thread,
    );
  }

  removeBlobs({ tenant, thread }: ThreadRef): void {
    this.#file.run("DELETE FROM blobs WHERE tenant = ? AND thread = ?", tenant, thread);
  }

  recordLearnedCapability(tenant: string, model: string, lacks: string, expiresAt: number): void {
    this.#file.run(`INSERT OR REPLACE INTO ${LEARNED} VALUES (?, ?, ?, ?)`, tenant, model, lacks, expiresAt);
  }

  readLearnedCapabilities(tenant: string, model: string, now: number): string[] {
    const sql = `SELECT feature FROM ${LEARNED} WHERE tenant = ? AND model = ? AND expires_at > ?`;
    return this.#file.all(sql, tenant, model, now).map((row) => text(row, "feature"));
  }

  keepEpoch(ref: ThreadRef, epoch: number, expiresAt: number): void {
    this.dropEpoch(ref);
    this.recordLearnedCapability(ref.tenant, nameOfEpoch(ref), String(epoch), expiresAt);
  }

  keptEpoch(ref: ThreadRef, now: number): number {
    const [epoch = "0"] = this.readLearnedCapabilities(ref.tenant, nameOfEpoch(ref), now);
    return Number(epoch);
  }

  dropEpoch(ref: ThreadRef): void {
    this.#file.run(`DELETE FROM ${LEARNED} WHERE tenant = ? AND model = ?`, ref.tenant, nameOfEpoch(ref));
  }

  definition(tenant: string, kind: string, name: string): string | undefined {
    const row = this.#file.get(
      `SELECT CAST(text AS BLOB) AS text FROM definitions WHERE ${DEFINITION}`,
      tenant,
      kind,
      name,
    );
    return row && text(row, "text");
  }

  putDefinition(tenant: string, kind: string, name: string, text: string): void {
    this.#file.run("INSERT OR REPLACE INTO definitions VALUES (?, ?, ?, ?)", tenant, kind, name, text);
  }

  definitionNames(tenant: string, kind: string): string[] {
    const sql = "SELECT CAST(name AS BLOB) AS name FROM definitions WHERE tenant = ? AND kind = ?";
    return this.#file.all(sql, tenant, kind).map((row) => text(row, "name"));
  }

  removeDefinition(tenant: string, kind: string, name: string): void {
    this.#file.run(`DELETE FROM definitions WHERE ${DEFINITION}`, tenant, kind, name);
  }

  sweep(now: number): void {
    this.ledger.sweep(now);
    this.#file.run("DELETE FROM receipts WHERE expires_at <= ?", now);
    this.#file.run("DELETE FROM blobs WHERE expires_at <= ?", now);
    this.#file.run(`DELETE FROM ${LEARNED} WHERE expires_at <= ?`, now);
    const silent = "log_until <= ? AND log_count > 0";
    this.#file.run(`DELETE FROM events WHERE thread IN (SELECT id FROM threads WHERE ${silent})`, now);
    this.#file.run(`UPDATE threads SET log_count = 0 WHERE ${silent}`, now);
  }

  ping(): void {
    this.read(() => this.#file.get("SELECT 1"));
  }

  close(): void {
    this.#file.close();
  }
}
