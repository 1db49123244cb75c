// Threads in the memory of this process, for tests and trials. Isolates share nothing.

import { AgentError } from "../../core/error.ts";
import type { Store } from "../../core/store.ts";
import type { LoggedEvent, ThreadRef } from "../../core/store/thread.ts";
import { MemoryDue } from "./due/tables.ts";
import { MemoryLedger } from "./ledger/memory.ts";
import { MemoryThreadIndex } from "./memory_thread_index.ts";
import { LocalStore, type LocalStoreOptions } from "./store.ts";
import { newestFirst, toPosition } from "./pages.ts";
import type {
  BlobRecord,
  InboxItem,
  KeptThread,
  ListPosition,
  ReceiptRecord,
  Tables,
  ThreadKey,
  ThreadRecord,
  ThreadsPage,
} from "./tables.ts";

/** What {@link createMemoryStore} takes; all of it is optional. */
export type MemoryStoreOptions = LocalStoreOptions;

/**
 * A store in memory; its threads end with the process.
 *
 * @example
 * ```ts
 * import { createMemoryStore } from "./memory.ts";
 * import assert from "node:assert/strict";
 *
 * const store = createMemoryStore();
 * const ref = { tenant: "acme", thread: "t1" };
 * assert.equal(await store.create(ref, { meta: "{}", state: "{}", schema: 1, createdAt: 0 }), true);
 * assert.equal((await store.read(ref))?.header.version, 0);
 * ```
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): Store {
  return new LocalStore("memory", new MemoryTables(), options);
}

interface MemoryThread {
  record: ThreadRecord;
  readonly entries: string[];
  readonly inbox: InboxItem[];
  readonly receipts: Map<string, ReceiptRecord>;
  readonly events: LoggedEvent[];
}

/** The tables of the memory store. */
export class MemoryTables implements Tables {
  readonly ledger = new MemoryLedger();
  readonly due = new MemoryDue();
  /** By id, and the id by name. */
  readonly #threads = new Map<number, MemoryThread>();
  readonly #ids = new Map<string, number>();
  readonly #index = new MemoryThreadIndex();
  readonly #blobs = new Map<string, Map<string, BlobRecord>>();
  /** The features that models lack, by tenant and model: feature and expiry. */
  readonly #definitions = new Map<string, Map<string, string>>();
  readonly #learned = new Map<string, Map<string, number>>();
  readonly #epochs = new Map<string, { readonly epoch: number; readonly expiresAt: number }>();
  #lastId = 0;

  // `work` is synchronous and decides everything before its first change, so it is a transaction without further
  // means.
  write<T>(work: () => T): T {
    return work();
  }

  read<T>(work: () => T): T {
    return work();
  }

  thread(ref: ThreadRef): ThreadRecord | undefined {
    const id = this.#ids.get(toName(ref));
    return id === undefined ? undefined : this.#threads.get(id)?.record;
  }

  threadKey(ref: ThreadRef): KeptThread | undefined {
    const record = this.thread(ref);
    return record && { ...record, schema: record.header.schema };
  }

  threads(tenant: string, { after, limit, now, filter }: ThreadsPage): ThreadRecord[] {
    const { after: from = -Infinity, before = Infinity } = filter;
    return this.#index.find(tenant, filter)
      .flatMap((id) => this.#threads.get(id)?.record ?? [])
      .filter(({ createdAt, expiresAt }) => {
        return createdAt >= from && createdAt < before && (expiresAt === null || expiresAt > now);
      })
      .sort((left, right) => newestFirst(toPosition(left), toPosition(right)))
      .filter((record) => after === undefined || newestFirst(toPosition(record), after) > 0)
      .slice(0, limit);
  }

  hasUnindexed(tenant: string): boolean {
    return this.#index.isIncomplete(tenant);
  }

  awaiting(
    tenant: string,
    { after, limit, order, now }: Parameters<Tables["awaiting"]>[1],
  ): ListPosition[] {
    const sign = order === "newest" ? 1 : -1;
    const positions = this.#records()
      .filter(({ ref, expiresAt }) => ref.tenant === tenant && (expiresAt === null || expiresAt > now))
      .flatMap(({ ref: { thread }, awaits }) => awaits === null ? [] : [{ at: awaits, thread }])
      .sort((left, right) => sign * newestFirst(left, right));
    return positions.filter((position) => !after || sign * newestFirst(position, after) > 0).slice(0, limit);
  }

  expiredThreads(now: number, limit: number): ThreadRecord[] {
    return this.#records().filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now).slice(0, limit);
  }

  insertThread(draft: ThreadRecord): ThreadRecord {
    const id = ++this.#lastId;
    const record = { ...draft, id };
    this.#ids.set(toName(draft.ref), id);
    this.#threads.set(id, { record, entries: [], inbox: [], receipts: new Map(), events: [] });
    this.#index.enter(record);
    return record;
  }

  updateThread(record: ThreadRecord): void {
    const thread = this.#of(record.id);
    this.#index.move(thread.record, record);
    thread.record = record;
  }

  removeThread({ id, ref }: ThreadKey): void {
    const thread = this.#threads.get(id);
    if (thread !== undefined) this.#index.leave(thread.record);
    this.#ids.delete(toName(ref));
    this.#threads.delete(id);
  }

  appendEntries(id: number, _start: number, entries: readonly string[]): void {
    const all = this.#of(id).entries;
    for (const entry of entries) all.push(entry);
  }

  *entries(id: number, from: number, to: number, order: "oldest first" | "newest first"): Iterable<string> {
    const { entries } = this.#of(id);
    for (let count = 0; count < to - from; count++) {
      const entry = entries[order === "oldest first" ? from + count : to - 1 - count];
      if (entry !== undefined) yield entry;
    }
  }

  copyEntries(source: number, target: number, length: number): void {
    this.appendEntries(target, 0, this.#of(source).entries.slice(0, length));
  }

  inbox(id: number): InboxItem[] {
    return [...this.#of(id).inbox];
  }

  inboxSize(id: number): number {
    return this.#of(id).inbox.length;
  }

  pushInbox(id: number, items: readonly InboxItem[]): void {
    this.#of(id).inbox.push(...items);
  }

  dropInbox(id: number, count: number): void {
    this.#of(id).inbox.splice(0, count);
  }

  removeFromInbox(id: number, { owner, text }: InboxItem): void {
    const { inbox } = this.#of(id);
    const index = inbox.findLastIndex((item) => item.owner === owner && item.text === text);
    if (index >= 0) inbox.splice(index, 1);
  }

  receipt(id: number, key: string): ReceiptRecord | undefined {
    return this.#of(id).receipts.get(key);
  }

  putReceipt(id: number, key: string, receipt: ReceiptRecord): void {
    this.#of(id).receipts.set(key, receipt);
  }

  removeReceipt(id: number, key: string): void {
    this.#of(id).receipts.delete(key);
  }

  appendEvents(id: number, events: readonly LoggedEvent[]): void {
    this.#of(id).events.push(...events);
  }

  dropEvents(id: number, count: number): void {
    this.#of(id).events.splice(0, count);
  }

  events(id: number, after: number, limit: number): LoggedEvent[] {
    const { events } = this.#of(id);
    const first = events.findIndex(({ seq }) => seq > after);
    return first < 0 ? [] : events.slice(first, first + limit);
  }

  blob(ref: ThreadRef, id: string): BlobRecord | undefined {
    return this.#blobs.get(toName(ref))?.get(id);
  }

  putBlob(ref: ThreadRef, id: string, blob: BlobRecord): void {
    const blobs = this.#blobsOf(ref);
    if (blobs.get(id)?.expiresAt !== null) blobs.set(id, blob);
  }

  shareBlob(ref: ThreadRef, id: string, expiresAt: number): boolean {
    const { text } = this.blob(ref, id) ?? this.#blobOfTenant(ref.tenant, id) ?? {};
    if (text === undefined) return false;
    this.putBlob(ref, id, { text, expiresAt });
    return true;
  }

  makeBlobsPermanent(ref: ThreadRef, ids: readonly string[]): void {
    for (const id of ids) {
      const blob = this.blob(ref, id);
      if (blob) this.#blobsOf(ref).set(id, { ...blob, expiresAt: null });
    }
  }

  copyPermanentBlobs(source: ThreadRef, target: ThreadRef): void {
    for (const [id, blob] of this.#blobs.get(toName(source)) ?? []) {
      if (blob.expiresAt === null) this.#blobsOf(target).set(id, blob);
    }
  }

  removeBlobs(ref: ThreadRef): void {
    this.#blobs.delete(toName(ref));
  }

  recordLearnedCapability(tenant: string, model: string, lacks: string, expiresAt: number): void {
    const name = JSON.stringify([tenant, model]);
    const features = this.#learned.get(name) ?? new Map<string, number>();
    this.#learned.set(name, features.set(lacks, expiresAt));
  }

  readLearnedCapabilities(tenant: string, model: string, now: number): string[] {
    const features = this.#learned.get(JSON.stringify([tenant, model])) ?? [];
    return Array.from(features).flatMap(([feature, expiresAt]) => expiresAt > now ? [feature] : []);
  }

  keepEpoch({ tenant, thread }: ThreadRef, epoch: number, expiresAt: number): void {
    this.#epochs.set(JSON.stringify([tenant, thread]), { epoch, expiresAt });
  }

  keptEpoch({ tenant, thread }: ThreadRef, now: number): number {
    const kept = this.#epochs.get(JSON.stringify([tenant, thread]));
    return kept && kept.expiresAt > now ? kept.epoch : 0;
  }

  dropEpoch({ tenant, thread }: ThreadRef): void {
    this.#epochs.delete(JSON.stringify([tenant, thread]));
  }

  definition(tenant: string, kind: string, name: string): string | undefined {
    return this.#definitions.get(JSON.stringify([tenant, kind]))?.get(name);
  }

  putDefinition(tenant: string, kind: string, name: string, text: string): void {
    const key = JSON.stringify([tenant, kind]);
    const definitions = this.#definitions.get(key) ?? new Map<string, string>();
    this.#definitions.set(key, definitions.set(name, text));
  }

  definitionNames(tenant: string, kind: string): string[] {
    return [...this.#definitions.get(JSON.stringify([tenant, kind]))?.keys() ?? []];
  }

  removeDefinition(tenant: string, kind: string, name: string): void {
    this.#definitions.get(JSON.stringify([tenant, kind]))?.delete(name);
  }

  sweep(now: number): void {
    this.ledger.sweep(now);
    for (const { receipts, events, record } of this.#threads.values()) {
      for (const [key, { expiresAt }] of receipts) if (expiresAt <= now) receipts.delete(key);
      if (record.log.until > now || events.length === 0) continue;
      events.length = 0;
      this.updateThread({ ...record, log: { ...record.log, count: 0 } });
    }
    for (const [name, blobs] of this.#blobs) {
      for (const [id, { expiresAt }] of blobs) if (expiresAt !== null && expiresAt <= now) blobs.delete(id);
      if (blobs.size === 0) this.#blobs.delete(name);
    }
    for (const [name, features] of this.#learned) {
      for (const [feature, expiresAt] of features) if (expiresAt <= now) features.delete(feature);
      if (features.size === 0) this.#learned.delete(name);
    }
    for (const [name, { expiresAt }] of this.#epochs) if (expiresAt <= now) this.#epochs.delete(name);
  }

  ping(): void {}

  close(): void {
    this.ledger.clear();
    this.due.clear();
    this.#threads.clear();
    this.#index.clear();
    this.#ids.clear();
    this.#blobs.clear();
    this.#definitions.clear();
    this.#learned.clear();
    this.#epochs.clear();
  }

  #of(id: number): MemoryThread {
    const thread = this.#threads.get(id);
    if (thread === undefined) {
      throw new AgentError("internal", `The memory store has no thread with the number ${id}.`);
    }
    return thread;
  }

  #records(): ThreadRecord[] {
    return Array.from(this.#threads.values(), ({ record }) => record);
  }

  /** Looks through the threads with blobs: only first steps with large definitions ask. */
  #blobOfTenant(tenant: string, id: string): BlobRecord | undefined {
    const prefix = `[${JSON.stringify(tenant)},`;
    for (const [name, blobs] of this.#blobs) {
      const blob = name.startsWith(prefix) ? blobs.get(id) : undefined;
      if (blob !== undefined) return blob;
    }
    return undefined;
  }

  #blobsOf(ref: ThreadRef): Map<string, BlobRecord> {
    const name = toName(ref);
    const blobs = this.#blobs.get(name) ?? new Map<string, BlobRecord>();
    this.#blobs.set(name, blobs);
    return blobs;
  }
}

function toName({ tenant, thread }: ThreadRef): string {
  return JSON.stringify([tenant, thread]);
}
