// LocalStore: the store contract over synchronous tables, one implementation for memory and sqlite. Every method is
// one transaction and awaits nothing inside it.

import type { Decision } from "../../core/approval/decision.ts";
import { type Feature, FEATURES } from "../../core/model/capability.ts";
import type { BlobRef } from "../../core/store/blob_ref.ts";
import type { Clock } from "../../core/ports.ts";
import type { Store } from "../../core/store.ts";
import type { WatchOutcome } from "../../core/store/step_store.ts";
import type { AbandonRequest, BeginOutcome, BeginRequest } from "../../core/store/begin.ts";
import type {
  AdvanceOutcome,
  AdvanceRequest,
  CommitOutcome,
  CommitRequest,
  DecideOutcome,
} from "../../core/store/commit.ts";
import type { DueItem, DueMove } from "../../core/store/due.ts";
import type { EnqueueOutcome, EnqueueRequest } from "../../core/store/enqueue.ts";
import { SCHEMA } from "../../core/state.ts";
import { type CopiedSource, fork } from "./fork.ts";
import { withdraw } from "./withdraw.ts";
import { schemaUnsupported } from "../../core/store/errors.ts";
import type { Booking, LedgerDay, Reservation, ReserveOutcome } from "../../core/store/ledger.ts";
import { BLOB_MS, type StoreLifetimes } from "../../core/store/limits.ts";
import { toHex } from "../../core/text/byte_text.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import type {
  ForkRequest,
  HistoryWindow,
  LoggedEvent,
  NewThread,
  ThreadRef,
  ThreadSnapshot,
} from "../../core/store/thread.ts";
import type { WakeName } from "../../core/wake.ts";
import { decide } from "./decide.ts";
import { moveDue } from "./due/due.ts";
import { enqueue } from "./enqueue.ts";
import { ExpiringThreads } from "./expiry.ts";
import { logEvents, readLog } from "./event_log.ts";
import { Ledger } from "./ledger/ledger.ts";
import { readPage } from "./pages.ts";
import { cancelRecord, isCurrent, leaseLeft } from "./record.ts";
import { Steps } from "./steps.ts";
import type { Tables, ThreadRecord, WaitForLock } from "./tables.ts";
import { listAwaiting, listThreads, putFacets, putLabel } from "./thread_lists.ts";
import { Watches } from "./watches.ts";

/** Options of every embedded store. */
export interface LocalStoreOptions {
  readonly lifetimes?: Partial<StoreLifetimes> | undefined;
  /** The clock of leases and lifetimes, in epoch milliseconds. Date.now by default. */
  readonly clock?: Clock | undefined;
  /** Milliseconds between two checks of a watched step; undefined where no other process writes. */
  readonly watchMs?: number | undefined;
}

/** A store over tables. */
export class LocalStore implements Store {
  readonly name: string;
  readonly lifetimes: StoreLifetimes;
  readonly #tables: Tables;
  readonly #threads: ExpiringThreads;
  readonly #steps: Steps;
  readonly #ledger: Ledger;
  readonly #watches: Watches;
  readonly #wait: WaitForLock;
  constructor(
    name: string,
    tables: Tables,
    { lifetimes = {}, clock = Date.now, watchMs }: LocalStoreOptions,
    wait: WaitForLock = (work) => work(),
  ) {
    this.name = name;
    this.#tables = tables;
    this.#threads = new ExpiringThreads(tables, lifetimes, clock);
    this.lifetimes = this.#threads.lifetimes;
    this.#ledger = new Ledger(tables.ledger, this.#threads.lifetimes);
    this.#steps = new Steps(this.#threads, this.#ledger);
    this.#watches = new Watches(watchMs);
    this.#wait = wait;
  }

  async create(ref: ThreadRef, thread: NewThread): Promise<boolean> {
    return this.#write((now) => {
      if (this.#threads.find(ref, now) !== undefined) return false;
      this.#threads.insert(this.#threads.make(ref, thread, now), now);
      return true;
    });
  }

  async begin(request: BeginRequest): Promise<BeginOutcome> {
    const outcome = await this.#write((now) => this.#steps.begin(request, now));
    if (outcome.type === "begun") this.#watches.notify(request.ref);
    return outcome;
  }

  async enqueue(request: EnqueueRequest): Promise<EnqueueOutcome> {
    return this.#write((now) => enqueue(this.#threads, request, now));
  }

  async commit(request: CommitRequest): Promise<CommitOutcome> {
    return this.#write((now) => this.#steps.commit(request, now));
  }

  async advance(request: AdvanceRequest): Promise<AdvanceOutcome> {
    return this.#write((now) => this.#steps.advance(request, now));
  }

  async abandon(request: AbandonRequest): Promise<void> {
    await this.#write((now) => this.#steps.abandon(request, now));
  }

  async markStarted(ref: ThreadRef, epoch: number, callIds: readonly string[]): Promise<"marked" | "fenced"> {
    return this.#write((now) => {
      const record = this.#threads.find(ref, now);
      if (record === undefined || !isCurrent(record, epoch)) return "fenced";
      // A later incarnation of the thread may have the same epoch; then the calls are not pending.
      const pending = new Set(record.pending?.ids);
      if (!callIds.every((id) => pending.has(id))) return "fenced";
      const marks = new Map(record.marks);
      for (const id of callIds) marks.set(id, { ...marks.get(id), startedEpoch: epoch });
      this.#tables.updateThread({ ...record, marks });
      return "marked";
    });
  }

  async flush(
    ref: ThreadRef,
    { owner, epoch, leaseMs }: { owner: string; epoch: number; leaseMs: number },
    events: readonly LoggedEvent[],
  ): Promise<"ok" | "fenced"> {
    return this.#write((now) => {
      const record = this.#threads.find(ref, now);
      if (!record?.holder || !isCurrent(record, epoch) || record.holder.owner !== owner) return "fenced";
      const logged = logEvents(this.#threads, record, events, now);
      const lease = record.holder.ended ? null : { owner, until: now + leaseMs };
      this.#tables.updateThread({ ...logged, lease, expiresAt: this.#threads.until(now) });
      return "ok";
    });
  }

  async cancel(ref: ThreadRef): Promise<{ running: boolean; version: number } | undefined> {
    const outcome = await this.#write((now) => {
      const record = this.#threads.readable(ref, now);
      if (record === undefined) return undefined;
      this.#tables.updateThread(cancelRecord(record));
      return { running: leaseLeft(record, now) > 0, version: record.header.version };
    });
    this.#watches.notify(ref);
    return outcome;
  }

  async decide(ref: ThreadRef, callId: string, decision: Decision, needed = 1): Promise<DecideOutcome> {
    return this.#write((now) => decide(this.#threads, { ref, callId, decision, needed }, now));
  }

  async read(ref: ThreadRef): Promise<ThreadSnapshot | undefined> {
    return this.#read(ref, (record, now) => {
      const { id, header, pending, marks } = record;
      return {
        header,
        pending,
        marks,
        waiting: this.#tables.inboxSize(id),
        running: leaseLeft(record, now) > 0,
      };
    });
  }

  async taken(ref: ThreadRef): Promise<number> {
    return await this.#read(ref, ({ id, lease }, now) => {
      if (leaseLeft({ lease }, now) === 0) return 0;
      return this.#tables.inbox(id).findLastIndex(({ owner }) => owner === lease?.owner) + 1;
    }) ?? 0;
  }

  async inbox(ref: ThreadRef): Promise<readonly string[]> {
    return await this.#read(ref, ({ id }) => this.#tables.inbox(id).map(({ text }) => text)) ?? [];
  }

  async withdraw(...[ref, request]: Parameters<Store["withdraw"]>): Promise<boolean> {
    return this.#write((now) => withdraw(this.#threads, ref, request, now));
  }

  async history(ref: ThreadRef, page: { after: number; limit: number }): Promise<HistoryWindow | undefined> {
    return this.#read(ref, (record) => readPage(this.#tables, record, page));
  }

  async list(...[tenant, page]: Parameters<Store["list"]>): ReturnType<Store["list"]> {
    return this.#view((now) => listThreads(this.#tables, tenant, page, now));
  }

  async putFacets(...[ref, request]: Parameters<Store["putFacets"]>): ReturnType<Store["putFacets"]> {
    return this.#write((now) => putFacets(this.#threads, ref, request, now));
  }

  async putLabel(...[ref, label]: Parameters<Store["putLabel"]>): ReturnType<Store["putLabel"]> {
    return this.#write((now) => putLabel(this.#threads, ref, label, now));
  }

  async listAwaiting(
    ...[tenant, page]: Parameters<Store["listAwaiting"]>
  ): ReturnType<Store["listAwaiting"]> {
    return this.#view((now) => listAwaiting(this.#tables, tenant, page, now));
  }

  async fork(request: ForkRequest, copied?: CopiedSource): Promise<boolean> {
    return this.#write((now) => fork(this.#threads, request, now, copied));
  }

  async remove(ref: ThreadRef): Promise<boolean> {
    return this.#write((now) => {
      const key = this.#threads.findKey(ref, now);
      if (key === undefined) return false;
      if (key.schema > SCHEMA) throw schemaUnsupported(ref.thread, key.schema);
      this.#threads.remove(key);
      return true;
    });
  }

  async readEvents(
    ref: ThreadRef,
    after: number,
    limit: number,
  ): Promise<{ events: LoggedEvent[]; running: boolean } | undefined> {
    return this.#read(ref, (record, now) => {
      const events = readLog(this.#tables, record, { after, limit, now });
      return { events, running: leaseLeft(record, now) > 0 };
    });
  }

  async putBlob(ref: ThreadRef, text: string): Promise<BlobRef> {
    const bytes = new TextEncoder().encode(text);
    const digest = await crypto.subtle.digest("SHA-256", bytes);
    const id = toHex(new Uint8Array(digest));
    await this.#write((now) => {
      this.#threads.clear(ref, now);
      this.#tables.putBlob(ref, id, { text, expiresAt: now + BLOB_MS });
    });
    return { id, chunks: 1, bytes: bytes.length };
  }

  async getBlob(ref: ThreadRef, { id, bytes }: BlobRef): Promise<string | undefined> {
    const text = await this.#view((now) => this.#threads.blob(ref, id, now));
    return text !== undefined && utf8Bytes(text) >= bytes ? text : undefined;
  }

  async recordLearnedCapabilities(
    ...[tenant, model, lacks, ttlMs]: Parameters<Store["recordLearnedCapabilities"]>
  ): Promise<void> {
    await this.#write((now) => {
      for (const feature of lacks) {
        this.#tables.recordLearnedCapability(tenant, model, feature, now + ttlMs);
      }
    });
  }

  async readLearnedCapabilities(tenant: string, model: string): Promise<readonly Feature[]> {
    const recorded = await this.#view((now) => this.#tables.readLearnedCapabilities(tenant, model, now));
    return FEATURES.filter((feature) => recorded.includes(feature));
  }

  async putDefinition(
    ...[tenant, kind, name, text, expected]: Parameters<Store["putDefinition"]>
  ): Promise<boolean> {
    return this.#write(() => {
      const known = expected === undefined ? undefined : this.#tables.definition(tenant, kind, name) ?? null;
      if (known !== expected && known !== text) return false;
      this.#tables.putDefinition(tenant, kind, name, text);
      return true;
    });
  }

  async readDefinition(tenant: string, kind: string, name: string): Promise<string | undefined> {
    return this.#view(() => this.#tables.definition(tenant, kind, name));
  }

  async listDefinitions(tenant: string, kind: string): Promise<readonly string[]> {
    return (await this.#view(() => this.#tables.definitionNames(tenant, kind))).sort();
  }

  async removeDefinition(tenant: string, kind: string, name: string): Promise<boolean> {
    return this.#write(() => {
      if (this.#tables.definition(tenant, kind, name) === undefined) return false;
      this.#tables.removeDefinition(tenant, kind, name);
      return true;
    });
  }

  async moveDue(tenant: string, name: WakeName, move: DueMove): Promise<boolean> {
    return this.#write(() => moveDue(this.#tables, tenant, name, move));
  }

  async listDue(until: number, limit: number): Promise<DueItem[]> {
    return this.#view(() => this.#tables.due.until(until, limit));
  }

  async reserve(tenant: string, reservation: Reservation): Promise<ReserveOutcome> {
    return this.#write((now) => this.#ledger.reserve(tenant, reservation, now));
  }

  async book(tenant: string, booking: Booking): Promise<void> {
    await this.#write((now) => this.#ledger.book(tenant, booking, now));
  }

  async readLedger(tenant: string, from: string, to: string): Promise<LedgerDay[]> {
    return this.#view((now) => this.#ledger.read(tenant, from, to, now));
  }

  async watch(...[ref, { owner, epoch }, signal]: Parameters<Store["watch"]>): Promise<WatchOutcome> {
    const isFenced = () =>
      this.#threads.read((now) => {
        const record = this.#threads.find(ref, now);
        return record === undefined || !isCurrent(record, epoch) || record.holder?.owner !== owner;
      });
    return await this.#watches.wait(ref, isFenced, signal);
  }

  /** Removes what has expired, as writes do once in a minute. */
  async sweep(): Promise<void> {
    await this.#write((now) => this.#threads.sweep(now));
  }

  async ping(): Promise<void> {
    await this.#wait(() => this.#tables.ping());
  }

  async close(): Promise<void> {
    this.#tables.close();
  }

  /** One transaction that writes. `work` begins anew when the file was locked. */
  #write<T>(work: (now: number) => T): T | Promise<T> {
    return this.#wait(() => this.#threads.write(work));
  }

  /** One transaction that reads. */
  #view<T>(work: (now: number) => T): T | Promise<T> {
    return this.#wait(() => this.#threads.read(work));
  }

  async #read<T>(ref: ThreadRef, work: (record: ThreadRecord, now: number) => T): Promise<T | undefined> {
    return await this.#view((now) => {
      const record = this.#threads.readable(ref, now);
      return record && work(record, now);
    });
  }
}
