// A store in sqlite whose threads move to another store, and come from one. Every method is one transaction.

import { AgentError } from "../../../core/error.ts";
import type { DueItem } from "../../../core/store/due.ts";
import type { HistoryWindow, ThreadRef } from "../../../core/store/thread.ts";
import {
  type Lock,
  lockOf,
  type LockOutcome,
  type MovingReceipt,
  type MovingStore,
  type MovingThread,
  withLock,
} from "../../../core/store/moving.ts";
import { sourceUnknown } from "../../../core/store/errors.ts";
import type { SchemaSample, TenantRows } from "../../../core/store/tenant.ts";
import { ExpiringThreads } from "../expiry.ts";
import type { ForkSource } from "../fork.ts";
import { readPage } from "../pages.ts";
import { fromStoredKey, toStoredKey } from "../receipt_keys.ts";
import { isCurrent, leaseLeft, newRecord } from "../record.ts";
import type { SqliteFile } from "./file.ts";
import { number, SELECT_RECEIPTS, text, toReceiptRecord } from "./rows.ts";
import { countTenant, eraseTenant, sampleSchemas } from "./tenant.ts";
import { LocalStore, type LocalStoreOptions } from "../store.ts";
import type { Tables, ThreadRecord, WaitForLock } from "../tables.ts";

/** Entries of one page at most. */
const PAGE = 1_000;

/** A store over the tables of a file that moves threads. */
export class MovingSqliteStore extends LocalStore implements MovingStore {
  readonly #threads: ExpiringThreads;
  readonly #tables: Tables;
  readonly #file: SqliteFile;
  readonly #wait: WaitForLock;

  constructor(
    name: string,
    tables: Tables,
    file: SqliteFile,
    options: LocalStoreOptions,
    wait: WaitForLock = (work) => work(),
  ) {
    super(name, tables, options, wait);
    this.#threads = new ExpiringThreads(tables, options.lifetimes ?? {}, options.clock ?? Date.now);
    this.#tables = tables;
    this.#file = file;
    this.#wait = wait;
  }

  async lockThread(ref: ThreadRef): Promise<LockOutcome> {
    return this.#write((now): LockOutcome => {
      const record = this.#threads.find(ref, now);
      if (record === undefined) return { type: "missing" };
      const lock = lockOf(record.header.schema);
      if (lock !== undefined) return { type: lock === "leaving" ? "locked" : lock };
      this.#threads.readable(ref, now);
      const retryAfterMs = leaseLeft(record, now);
      if (retryAfterMs > 0) return { type: "busy", retryAfterMs };
      const { schema, epoch } = record.header;
      const isLost = isCurrent(record, epoch) && record.holder?.ended === false;
      this.#tables.updateThread({
        ...record,
        header: { ...record.header, schema: withLock(schema, "leaving"), epoch: epoch + (isLost ? 1 : 0) },
        lease: null,
        holder: record.holder && { ...record.holder, ended: true }, // so that it gives nothing up either
      });
      return { type: "locked" };
    });
  }

  async changeLock(ref: ThreadRef, from: Lock, to: Lock | "open"): Promise<boolean> {
    return this.#write((now) => {
      const record = this.#threads.find(ref, now);
      if (record === undefined || lockOf(record.header.schema) !== from) return false;
      const schema = withLock(record.header.schema, to === "open" ? undefined : to);
      const header = { ...record.header, schema };
      this.#tables.updateThread({ ...record, header, expiresAt: this.#threads.until(now) });
      return true;
    });
  }

  async findThread(ref: ThreadRef): ReturnType<MovingStore["findThread"]> {
    const key = await this.#read((now) => this.#threads.findKey(ref, now));
    return key === undefined ? "missing" : lockOf(key.schema) ?? "open";
  }

  async readThread(ref: ThreadRef): Promise<MovingThread> {
    return this.#read((now) => {
      const { id, createdAt, header, pending, marks, awaits } = this.#find(ref, now);
      return {
        createdAt,
        header,
        pending,
        marks: [...marks],
        awaits,
        inbox: this.#tables.inbox(id),
        receipts: this.#readReceipts(id, now),
        blobs: this.#readBlobs(ref),
      };
    });
  }

  async readEntries(ref: ThreadRef, after: number): Promise<readonly string[]> {
    const page = (now: number): HistoryWindow =>
      readPage(this.#tables, this.#find(ref, now), { after, limit: PAGE });
    return (await this.#read(page)).entries;
  }

  async readBlob(ref: ThreadRef, id: string): Promise<string> {
    const text = await this.#read((now) => this.#threads.blob(ref, id, now));
    if (text === undefined) throw new AgentError("store_corrupt", `Thread ${ref.thread} has no blob ${id}.`);
    return text;
  }

  async loadThread(
    ref: ThreadRef,
    { createdAt, header, pending, marks, awaits, inbox, receipts, blobs }: MovingThread,
  ): Promise<boolean> {
    return this.#write((now) => {
      if (this.#threads.findKey(ref, now) !== undefined) return false;
      const { id } = this.#threads.insert({
        ...newRecord(ref, { ...header, createdAt }, this.#threads.until(now), 0),
        header: { ...header, schema: withLock(header.schema, "loading") },
        pending,
        marks: new Map(marks),
        awaits,
      }, now);
      this.#tables.pushInbox(id, inbox);
      for (const { key, hash, ...receipt } of receipts) {
        this.#tables.putReceipt(id, toStoredKey(hash, key), { ...receipt, epoch: 0 });
      }
      this.#tables.makeBlobsPermanent(ref, blobs);
      return true;
    });
  }

  async loadEntries(ref: ThreadRef, start: number, entries: readonly string[]): Promise<void> {
    await this.#write((now) => {
      this.#tables.appendEntries(this.#find(ref, now, "loading").id, start, entries);
    });
  }

  async dropLocked(ref: ThreadRef, lock: Lock): Promise<void> {
    await this.#write((now) => this.#threads.remove(this.#find(ref, now, lock)));
  }

  async listKinds(tenant: string): Promise<readonly string[]> {
    const sql = "SELECT DISTINCT CAST(kind AS BLOB) AS kind FROM definitions WHERE tenant = ? ORDER BY kind";
    return this.#read(() => this.#file.all(sql, tenant).map((row) => text(row, "kind")));
  }

  async listDueOf(tenant: string): Promise<readonly DueItem[]> {
    const sql = "SELECT CAST(name AS BLOB) AS name, at FROM due WHERE tenant = ?";
    return this.#read(() =>
      this.#file.all(sql, tenant).map((row) => ({ tenant, name: text(row, "name"), at: number(row, "at") }))
    );
  }

  async countTenant(tenant: string): Promise<TenantRows> {
    return this.#read((now) => countTenant(this.#file, tenant, now));
  }

  async sampleSchemas(tenant: string, most: number): Promise<SchemaSample> {
    return this.#read(() => sampleSchemas(this.#file, tenant, most));
  }

  async eraseTenant(tenant: string): Promise<number> {
    return this.#write(() => eraseTenant(this.#file, tenant));
  }

  /**
   * What a fork into other tables copies, besides its entries.
   *
   * @throws {AgentError} thread_unknown, schema_unsupported
   */
  async readSource(source: ThreadRef): Promise<ForkSource> {
    return this.#read((now) => {
      const record = this.#threads.readable(source, now);
      if (record === undefined) throw sourceUnknown(source.thread);
      return { incarnation: record.id, length: record.header.length, blobs: this.#readBlobs(source) };
    });
  }

  #find(ref: ThreadRef, now: number, lock?: Lock): ThreadRecord {
    const record = this.#threads.find(ref, now);
    if (record && (!lock || lockOf(record.header.schema) === lock)) return record;
    throw new AgentError("thread_unknown", `There is no ${lock ?? "such"} thread ${ref.thread}.`);
  }

  /** One for each hash: a key that was used again has a receipt of its own, which counts. */
  #readReceipts(id: number, now: number): MovingReceipt[] {
    const receipts = this.#file.all(`${SELECT_RECEIPTS} AND receipts.expires_at > ?`, id, now).map((row) => {
      const { epoch: _, ...receipt } = toReceiptRecord(row);
      return { ...fromStoredKey(text(row, "key")), ...receipt };
    });
    const known = new Set(receipts.flatMap(({ key, hash }) => key === undefined ? [] : [hash]));
    return receipts.filter(({ key, hash }) => key !== undefined || !known.has(hash))
      .sort((left, right) => left.hash < right.hash ? -1 : 1);
  }

  #readBlobs({ tenant, thread }: ThreadRef): string[] {
    const sql = "SELECT id FROM blobs WHERE tenant = ? AND thread = ? AND expires_at IS NULL ORDER BY id";
    return this.#file.all(sql, tenant, thread).map((row) => text(row, "id"));
  }

  #write<T>(work: (now: number) => T): T | Promise<T> {
    return this.#wait(() => this.#threads.write(work));
  }

  #read<T>(work: (now: number) => T): T | Promise<T> {
    return this.#wait(() => this.#threads.read(work));
  }
}
