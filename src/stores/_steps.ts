// A step in the tables: how it begins, and how it ends. Every method runs inside one transaction of LocalStore.

import { unreachable } from "../core/error.ts";
import type {
  AbandonRequest,
  AdvanceOutcome,
  AdvanceRequest,
  BeginOutcome,
  BeginRequest,
  CommitOutcome,
  CommitRequest,
  IdempotencyKey,
} from "../core/store.ts";
import { decideBegin } from "./_begin.ts";
import { decideCommit, type Refusal } from "./_commit.ts";
import type { LivingThreads } from "./_living.ts";
import { logEvents } from "./_log.ts";
import { readWindow } from "./_pages.ts";
import { cancelled, newRecord, withStep } from "./_record.ts";
import type { Holder, ReceiptRecord, Tables, ThreadRecord } from "./_tables.ts";

export class Steps {
  readonly #tables: Tables;
  readonly #threads: LivingThreads;

  constructor(threads: LivingThreads) {
    this.#tables = threads.tables;
    this.#threads = threads;
  }

  begin(request: BeginRequest, now: number): BeginOutcome {
    const { ref, idempotency, create } = request;
    const found = this.#threads.find(ref, now);
    const record = found ?? (create && newRecord(ref, create, this.#threads.until(now)));
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
      case "begin":
        return this.#start(record, request, decision, found === undefined, now);
      default:
        return unreachable(decision);
    }
  }

  commit(request: CommitRequest, now: number): CommitOutcome {
    const worked = this.#work(request, now, (record) => {
      if (request.receipt) this.#settle(record, request.receipt, request.entries.length, now);
      return { ...record, lease: null, holder: record.holder && { ...record.holder, ended: true } };
    });
    if (worked.type !== "worked") return worked;
    return { type: "committed", version: request.version + 1, waiting: this.#tables.inboxSize(worked.id) };
  }

  advance(request: AdvanceRequest, now: number): AdvanceOutcome {
    const epoch = request.epoch + 1;
    const worked = this.#work(request, now, (record) => {
      if (request.idempotency) this.#keepInFlight(record, request.idempotency, epoch);
      const created = record.holder?.created ?? false;
      return withStep(
        record,
        { owner: request.owner, epoch, created, ended: false },
        now + request.leaseMs,
      );
    });
    if (worked.type !== "worked") return worked;
    return { type: "advanced", version: request.version + 1, epoch, inbox: this.#inboxTexts(worked.id) };
  }

  abandon({ ref, owner, epoch, inputs, idempotency }: AbandonRequest, now: number): void {
    const record = this.#threads.find(ref, now);
    const holder = record?.holder;
    // Whoever began since has these inputs in hand already.
    if (!record || !holder || holder.ended || holder.owner !== owner || holder.epoch !== epoch) return;
    for (const input of inputs) this.#tables.removeFromInbox(record.id, input);
    if (idempotency) this.#tables.removeReceipt(record.id, idempotency.key);
    this.#tables.updateThread({ ...record, lease: null, holder: { ...holder, ended: true } });
  }

  #start(
    record: ThreadRecord,
    request: BeginRequest,
    { inputs, cancels }: { inputs: readonly string[]; cancels: boolean },
    created: boolean,
    now: number,
  ): BeginOutcome {
    const before = cancels ? cancelled(record) : record;
    const holder = { owner: request.owner, epoch: before.header.epoch + 1, created, ended: false };
    const draft = withStep({ ...before, expiresAt: this.#threads.until(now) }, holder, now + request.leaseMs);
    const step = created ? this.#threads.insert(draft, now) : draft;
    if (!created) this.#tables.updateThread(step);
    this.#accept(step, request, inputs, "running", now);
    return this.#begun(step, request, holder);
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
      expiresAt: now + this.#threads.lifetimes.receiptMs,
    });
  }

  // The part that commit and advance share; `finish` says what becomes of the lease.
  #work(
    request: CommitRequest | AdvanceRequest,
    now: number,
    finish: (record: ThreadRecord) => ThreadRecord,
  ): { type: "worked"; id: number } | Refusal {
    const found = this.#threads.find(request.ref, now);
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
        const logged = logEvents(this.#threads, record, request.events, now);
        this.#tables.updateThread({ ...finish(logged), expiresAt: this.#threads.until(now) });
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
    const expiresAt = now + this.#threads.lifetimes.receiptMs;
    this.#tables.putReceipt(id, key, {
      bodyHash,
      state: outcome,
      epoch: 0,
      from,
      to: header.length,
      text,
      expiresAt,
    });
  }

  #keepInFlight({ id }: ThreadRecord, { key }: IdempotencyKey, epoch: number): void {
    const receipt = this.#tables.receipt(id, key);
    if (receipt) this.#tables.putReceipt(id, key, { ...receipt, epoch });
  }

  #inboxTexts(id: number): string[] {
    return this.#tables.inbox(id).map(({ text }) => text);
  }

  #receipt({ id }: ThreadRecord, { key }: IdempotencyKey, now: number): ReceiptRecord | undefined {
    const receipt = this.#tables.receipt(id, key);
    return receipt && receipt.expiresAt > now ? receipt : undefined;
  }
}
