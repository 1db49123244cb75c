// LocalStore: the store contract over synchronous tables, so that memory and sqlite speak one protocol. Every method is
// one transaction and awaits nothing inside it.

import type { Decision } from "../core/call.ts";
import type { BlobRef } from "../core/entry.ts";
import { AgentError, unreachable } from "../core/error.ts";
import type { Clock } from "../core/ports.ts";
import {
  type AbandonRequest,
  type AdvanceOutcome,
  type AdvanceRequest,
  type BeginOutcome,
  type BeginRequest,
  type CommitOutcome,
  type CommitRequest,
  EVENT_LIMIT,
  type ForkRequest,
  type HistoryWindow,
  type IdempotencyKey,
  LIFETIMES,
  type LoggedEvent,
  type NewThread,
  type Store,
  type StoreLifetimes,
  type ThreadHeader,
  type ThreadRef,
  type ThreadSnapshot,
} from "../core/store.ts";
import { cancelled, decideBegin, leaseLeft, newRecord, withStep } from "./_begin.ts";
import { decideCommit, type Refusal } from "./_commit.ts";
import { parseCursor, readPage, readWindow, toCursor } from "./_pages.ts";
import type { Holder, ReceiptRecord, Tables, ThreadRecord } from "./_tables.ts";

export interface LocalStoreOptions {
  readonly lifetimes?: Partial<StoreLifetimes> | undefined;
  /** The store's own clock, by which leases and lifetimes are measured. Date.now by default. */
  readonly clock?: Clock | undefined;
}

/** How long a blob lives that no commit refers to. */
const BLOB_MS = 86_400_000;

/** Expired things are not seen by anybody; they are swept out this often, at most so many threads at a time. */
const SWEEP_MS = 60_000;
const SWEEP_THREADS = 100;

export class LocalStore implements Store {
  readonly name: string;
  readonly #tables: Tables;
  readonly #lifetimes: StoreLifetimes;
  readonly #clock: Clock;
  #sweepAt = 0;

  constructor(name: string, tables: Tables, { lifetimes, clock = Date.now }: LocalStoreOptions) {
    this.name = name;
    this.#tables = tables;
    this.#lifetimes = { ...LIFETIMES, ...lifetimes };
    this.#clock = clock;
  }

  async create(ref: ThreadRef, thread: NewThread): Promise<boolean> {
    return this.#write((now) => {
      if (this.#find(ref, now) !== undefined) return false;
      this.#insert(newRecord(ref, thread, this.#threadUntil(now)));
      return true;
    });
  }

  async begin(request: BeginRequest): Promise<BeginOutcome> {
    return this.#write((now) => this.#begin(request, now));
  }

  async commit(request: CommitRequest): Promise<CommitOutcome> {
    return this.#write((now) => {
      const worked = this.#work(request, now, (record) => {
        if (request.receipt) this.#settle(record, request.receipt, request.entries.length, now);
        return { ...record, lease: null, holder: record.holder && { ...record.holder, ended: true } };
      });
      if (worked.type !== "worked") return worked;
      return { type: "committed", version: request.version + 1, waiting: this.#tables.inboxSize(worked.id) };
    });
  }

  async advance(request: AdvanceRequest): Promise<AdvanceOutcome> {
    const epoch = request.epoch + 1;
    return this.#write((now) => {
      const worked = this.#work(request, now, (record) => {
        if (request.idempotency) this.#keepInFlight(record, request.idempotency, epoch);
        const created = record.holder?.created ?? false;
        return withStep(record, { owner: request.owner, epoch, created, ended: false }, now + request.leaseMs);
      });
      if (worked.type !== "worked") return worked;
      return { type: "advanced", version: request.version + 1, epoch, inbox: this.#inboxTexts(worked.id) };
    });
  }

  async abandon({ ref, owner, epoch, inputs, idempotency }: AbandonRequest): Promise<void> {
    this.#write((now) => {
      const record = this.#find(ref, now);
      const holder = record?.holder;
      // Whoever began since has these inputs in hand already.
      if (!record || !holder || holder.ended || holder.owner !== owner || holder.epoch !== epoch) return;
      for (const input of inputs) this.#tables.removeFromInbox(record.id, input);
      if (idempotency) this.#tables.removeReceipt(record.id, idempotency.key);
      this.#tables.updateThread({ ...record, lease: null, holder: { ...holder, ended: true } });
    });
  }

  async markStarted(ref: ThreadRef, epoch: number, callIds: readonly string[]): Promise<"marked" | "fenced"> {
    return this.#write((now) => {
      const record = this.#find(ref, now);
      if (record?.header.epoch !== epoch) return "fenced";
      // Calls of a removed thread may be asked for in its next life, where epochs come again.
      if (!callIds.every((id) => record.pending?.ids.includes(id))) return "fenced";
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
      const record = this.#find(ref, now);
      if (record?.header.epoch !== epoch || record.holder?.owner !== owner) return "fenced";
      const logged = this.#log(record, events, now);
      const lease = record.holder.ended ? null : { owner, until: now + leaseMs };
      this.#tables.updateThread({ ...logged, lease });
      return "ok";
    });
  }

  async cancel(ref: ThreadRef): Promise<{ running: boolean; version: number } | undefined> {
    return this.#write((now) => {
      const record = this.#find(ref, now);
      if (record === undefined) return undefined;
      this.#tables.updateThread(cancelled(record));
      return { running: leaseLeft(record, now) > 0, version: record.header.version };
    });
  }

  async decide(
    ref: ThreadRef,
    callId: string,
    decision: Decision,
  ): Promise<{ type: "decided" } | { type: "already"; decision: Decision } | { type: "unknown" }> {
    return this.#write((now) => {
      const record = this.#find(ref, now);
      if (!record?.pending?.ids.includes(callId)) return { type: "unknown" };
      const mark = record.marks.get(callId);
      if (mark?.decision) return { type: "already", decision: mark.decision };
      const status = record.header.status === "waiting" ? "open" : record.header.status;
      this.#tables.updateThread({
        ...record,
        header: { ...record.header, status },
        marks: new Map(record.marks).set(callId, { ...mark, decision }),
      });
      return { type: "decided" };
    });
  }

  async read(ref: ThreadRef): Promise<ThreadSnapshot | undefined> {
    return this.#read(ref, (record, now) => {
      const { id, header, pending, marks } = record;
      return { header, pending, marks, waiting: this.#tables.inboxSize(id), running: leaseLeft(record, now) > 0 };
    });
  }

  async history(ref: ThreadRef, page: { after: number; limit: number }): Promise<HistoryWindow | undefined> {
    return this.#read(ref, (record) => readPage(this.#tables, record, page));
  }

  async list(
    tenant: string,
    { cursor, limit }: { cursor?: string; limit: number },
  ): Promise<{ threads: { thread: string; header: ThreadHeader }[]; cursor?: string }> {
    const after = cursor === undefined ? undefined : parseCursor(cursor);
    const records = this.#tables.read(() => this.#tables.threads(tenant, after, limit + 1, this.#clock()));
    const page = records.slice(0, limit);
    const threads = page.map(({ ref, header }) => ({ thread: ref.thread, header }));
    const last = page.at(-1);
    return records.length > limit && last ? { threads, cursor: toCursor(last) } : { threads };
  }

  async fork(request: ForkRequest): Promise<boolean> {
    const { source, target, length, append, version, base, summary, thread, status } = request;
    return this.#write((now) => {
      const from = this.#find(source, now);
      if (from === undefined) {
        throw new AgentError("thread_unknown", `Thread ${source.thread} does not exist, so it cannot be forked.`);
      }
      if (this.#find(target, now) !== undefined) return false;
      const draft = newRecord(target, thread, this.#threadUntil(now));
      const header = { ...draft.header, version, base, summary, status, length: length + append.length };
      const { id } = this.#insert({ ...draft, header });
      this.#tables.copyEntries(from.id, id, length);
      this.#tables.appendEntries(id, length, append);
      this.#tables.copyKeptBlobs(source, target);
      return true;
    });
  }

  async remove(ref: ThreadRef): Promise<boolean> {
    return this.#write((now) => {
      const record = this.#find(ref, now);
      if (record === undefined) return false;
      this.#discard(record);
      return true;
    });
  }

  async readEvents(
    ref: ThreadRef,
    after: number,
    limit: number,
  ): Promise<{ events: LoggedEvent[]; running: boolean } | undefined> {
    return this.#read(ref, (record, now) => {
      const events = record.log.until > now ? this.#tables.events(record.id, after, limit) : [];
      return { events, running: leaseLeft(record, now) > 0 };
    });
  }

  async putBlob(ref: ThreadRef, text: string): Promise<BlobRef> {
    const bytes = new TextEncoder().encode(text);
    const digest = await crypto.subtle.digest("SHA-256", bytes);
    const id = new Uint8Array(digest).toHex();
    this.#write((now) => {
      const owner = this.#tables.thread(ref);
      if (owner && isOver(owner.expiresAt, now)) this.#discard(owner);
      this.#tables.putBlob(ref, id, { text, expiresAt: now + BLOB_MS });
    });
    return { id, chunks: 1, bytes: bytes.length };
  }

  async getBlob(ref: ThreadRef, { id, chunks }: BlobRef): Promise<string | undefined> {
    const now = this.#clock();
    return this.#tables.read(() => {
      const owner = this.#tables.thread(ref);
      const blob = this.#tables.blob(ref, id);
      if (blob === undefined || chunks !== 1 || isOver(blob.expiresAt, now)) return undefined;
      return owner && isOver(owner.expiresAt, now) ? undefined : blob.text;
    });
  }

  async ping(): Promise<void> {
    this.#tables.ping();
  }

  async close(): Promise<void> {
    this.#tables.close();
  }

  #begin(request: BeginRequest, now: number): BeginOutcome {
    const { ref, idempotency, create } = request;
    const found = this.#find(ref, now);
    const record = found ?? (create && newRecord(ref, create, this.#threadUntil(now)));
    if (record === undefined) return { type: "missing" };
    const inbox = found ? this.#tables.inbox(found.id) : [];
    const receipt = found && idempotency ? this.#receipt(found, idempotency, now) : undefined;
    const decision = decideBegin(request, { record, receipt, inbox, now });
    switch (decision.type) {
      case "answer":
        return decision.outcome;
      case "again":
        return this.#begun(record, request, decision.holder);
      case "replay":
        return this.#replayed(record, decision.receipt);
      case "queue":
        this.#accept(record, request, decision.inputs, "queued", now);
        this.#tables.updateThread({ ...record, queuedBy: request.owner });
        return { type: "queued", waiting: inbox.length + decision.inputs.length };
      case "begin": {
        const before = decision.cancels ? cancelled(record) : record;
        const holder = {
          owner: request.owner,
          epoch: before.header.epoch + 1,
          created: found === undefined,
          ended: false,
        };
        const step = withStep(before, holder, now + request.leaseMs);
        const expiresAt = this.#threadUntil(now);
        const stored = found ? this.#update({ ...step, expiresAt }) : this.#insert(step);
        this.#accept(stored, request, decision.inputs, "running", now);
        return this.#begun(stored, request, holder);
      }
      default:
        return unreachable(decision);
    }
  }

  // A begin that is repeated after a cancel answers its own epoch, so that its step finds itself fenced.
  #begun(record: ThreadRecord, { window }: BeginRequest, { epoch, created }: Holder): BeginOutcome {
    const { id, header, pending, marks } = record;
    return {
      type: "begun",
      header: { ...header, epoch },
      window: readWindow(this.#tables, record, window),
      pending,
      marks,
      inbox: this.#inboxTexts(id),
      created,
    };
  }

  #replayed({ id, header }: ThreadRecord, { from, to, text }: ReceiptRecord): BeginOutcome {
    const entries = [...this.#tables.entries(id, from, to, "oldest first")];
    return { type: "replayed", header, receipt: { text, entries } };
  }

  #accept(
    { id, header }: ThreadRecord,
    { owner, idempotency }: BeginRequest,
    inputs: readonly string[],
    state: "running" | "queued",
    now: number,
  ): void {
    this.#tables.pushInbox(id, inputs.map((text) => ({ owner, text })));
    if (idempotency === undefined) return;
    this.#tables.putReceipt(id, idempotency.key, {
      bodyHash: idempotency.bodyHash,
      state,
      epoch: state === "running" ? header.epoch : 0,
      from: header.length,
      to: header.length,
      text: "",
      expiresAt: now + this.#lifetimes.receiptMs,
    });
  }

  // The part that commit and advance share; `finish` says what becomes of the lease.
  #work(
    request: CommitRequest | AdvanceRequest,
    now: number,
    finish: (record: ThreadRecord) => ThreadRecord,
  ): { type: "worked"; id: number } | Refusal {
    const found = this.#find(request.ref, now);
    const decision = decideCommit(request, found);
    switch (decision.type) {
      case "refuse":
        if (decision.record) this.#tables.updateThread(decision.record);
        return decision.outcome;
      case "again":
        return { type: "worked", id: decision.id };
      case "apply": {
        const { record } = decision;
        const { id, header } = record;
        this.#tables.appendEntries(id, header.length - request.entries.length, request.entries);
        this.#tables.dropInbox(id, request.consumed);
        this.#tables.keepBlobs(request.ref, request.blobs.map((blob) => blob.id));
        const logged = this.#log(record, request.events, now);
        this.#tables.updateThread({ ...finish(logged), expiresAt: this.#threadUntil(now) });
        return { type: "worked", id };
      }
      default:
        return unreachable(decision);
    }
  }

  #settle(
    { id, header }: ThreadRecord,
    { key, bodyHash, outcome, text }: NonNullable<CommitRequest["receipt"]>,
    appended: number,
    now: number,
  ): void {
    const from = this.#tables.receipt(id, key)?.from ?? header.length - appended;
    const expiresAt = now + this.#lifetimes.receiptMs;
    this.#tables.putReceipt(id, key, { bodyHash, state: outcome, epoch: 0, from, to: header.length, text, expiresAt });
  }

  #keepInFlight({ id }: ThreadRecord, { key }: IdempotencyKey, epoch: number): void {
    const receipt = this.#tables.receipt(id, key);
    if (receipt) this.#tables.putReceipt(id, key, { ...receipt, epoch });
  }

  // Events that are in the log already are left out: the answer to their flush was lost.
  #log(record: ThreadRecord, events: readonly LoggedEvent[], now: number): ThreadRecord {
    const log = this.#liveLog(record, now);
    const fresh = events.filter(({ seq }) => seq > log.last);
    const last = fresh.at(-1);
    if (last === undefined) return record;
    this.#tables.appendEvents(record.id, fresh);
    const surplus = Math.max(0, log.count + fresh.length - EVENT_LIMIT);
    if (surplus > 0) this.#tables.dropEvents(record.id, surplus);
    const count = log.count + fresh.length - surplus;
    return { ...record, log: { last: last.seq, count, until: now + this.#lifetimes.eventsMs } };
  }

  #liveLog({ id, log }: ThreadRecord, now: number): ThreadRecord["log"] {
    if (log.until > now || log.count === 0) return log;
    this.#tables.dropEvents(id, log.count);
    return { ...log, count: 0 };
  }

  #inboxTexts(id: number): string[] {
    return this.#tables.inbox(id).map(({ text }) => text);
  }

  #receipt({ id }: ThreadRecord, { key }: IdempotencyKey, now: number): ReceiptRecord | undefined {
    const receipt = this.#tables.receipt(id, key);
    return receipt && !isOver(receipt.expiresAt, now) ? receipt : undefined;
  }

  #find(ref: ThreadRef, now: number): ThreadRecord | undefined {
    const record = this.#tables.thread(ref);
    return record && !isOver(record.expiresAt, now) ? record : undefined;
  }

  #update(record: ThreadRecord): ThreadRecord {
    this.#tables.updateThread(record);
    return record;
  }

  // A thread that has expired makes way.
  #insert(draft: ThreadRecord): ThreadRecord {
    const expired = this.#tables.thread(draft.ref);
    if (expired) this.#discard(expired);
    return this.#tables.insertThread(draft);
  }

  #discard(record: ThreadRecord): void {
    this.#tables.removeThread(record);
    this.#tables.removeBlobs(record.ref);
  }

  #sweep(now: number): void {
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + SWEEP_MS;
    for (const record of this.#tables.expiredThreads(now, SWEEP_THREADS)) this.#discard(record);
    this.#tables.sweep(now);
  }

  #threadUntil(now: number): number | null {
    const { threadMs } = this.#lifetimes;
    return threadMs === undefined ? null : now + threadMs;
  }

  #write<T>(work: (now: number) => T): T {
    return this.#tables.write(() => {
      const now = this.#clock();
      this.#sweep(now);
      return work(now);
    });
  }

  #read<T>(ref: ThreadRef, work: (record: ThreadRecord, now: number) => T): T | undefined {
    return this.#tables.read(() => {
      const now = this.#clock();
      const record = this.#find(ref, now);
      return record && work(record, now);
    });
  }
}

function isOver(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}
