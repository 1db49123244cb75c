// The begin and the end of a step over tables. Every method runs inside one transaction of LocalStore.

import { unreachable } from "../../core/error.ts";
import type { AbandonRequest, BeginOutcome, BeginRequest, IdempotencyKey } from "../../core/store/begin.ts";
import type {
  AdvanceOutcome,
  AdvanceRequest,
  CommitOutcome,
  CommitRequest,
} from "../../core/store/commit.ts";
import { BLOB_MS } from "../../core/store/limits.ts";
import { decideBegin } from "./begin.ts";
import { decideCommit, type Refusal } from "./commit.ts";
import { bringForward, keepOutbox, moveDue } from "./due/due.ts";
import type { ExpiringThreads } from "./expiry.ts";
import { logEvents } from "./event_log.ts";
import type { Ledger } from "./ledger/ledger.ts";
import { readNewer, readRange, readWindow } from "./pages.ts";
import { findReceipt } from "./receipt_keys.ts";
import { cancelRecord, withStep } from "./record.ts";
import type { Holder, ReceiptRecord, Tables, ThreadRecord } from "./tables.ts";

/** The methods begin, commit, advance and abandon of Store, at one time. */
export class Steps {
  readonly #tables: Tables;
  readonly #threads: ExpiringThreads;
  readonly #ledger: Ledger;

  constructor(threads: ExpiringThreads, ledger: Ledger) {
    this.#tables = threads.tables;
    this.#threads = threads;
    this.#ledger = ledger;
  }

  begin(request: BeginRequest, now: number): BeginOutcome {
    const { ref: { tenant, thread: name }, reserve, due, sharedBlob } = request;
    const outcome = this.#begin(request, now);
    if (due !== undefined) bringForward(this.#tables, { tenant, name, at: due });
    if (outcome.type !== "begun") return outcome;
    const isShared = sharedBlob !== undefined &&
      this.#tables.shareBlob(request.ref, sharedBlob, now + BLOB_MS);
    return {
      ...outcome,
      reserved: reserve && this.#ledger.reserve(tenant, reserve, now),
      hasSharedBlob: isShared || undefined,
    };
  }

  #begin(request: BeginRequest, now: number): BeginOutcome {
    const { ref, idempotency, create } = request;
    const found = this.#threads.find(ref, now);
    const record = found ?? (create && this.#threads.make(ref, create, now));
    if (record === undefined) return { type: "missing" };
    const inbox = found ? this.#tables.inbox(found.id) : [];
    const receipt = found && idempotency ? this.#receipt(found, idempotency, now) : undefined;
    const decision = decideBegin(request, { record, receipt, inbox, now });
    switch (decision.type) {
      case "answer":
        return decision.outcome;
      case "again":
        return this.#toBegun(record, request, decision.holder);
      case "replay":
        return this.#replay(record, decision.receipt);
      case "queue":
        this.#accept(record, request, decision.inputs, "queued", receipt, now);
        this.#tables.updateThread({
          ...record,
          queuedBy: request.owner,
          expiresAt: this.#threads.until(now),
        });
        return { type: "queued", waiting: inbox.length + decision.inputs.length };
      case "begin":
        return this.#start(record, request, { ...decision, created: found === undefined, receipt }, now);
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
    const { ref: { tenant }, reserve } = request;
    const epoch = request.epoch + 1;
    const worked = this.#work(request, now, (record) => {
      if (request.idempotency) this.#keepInFlight(record, request.idempotency, epoch, now);
      return record.holder
        ? withStep(record, { ...record.holder, epoch, ended: false }, now + request.leaseMs)
        : record;
    });
    if (worked.type !== "worked") return worked;
    const reserved = reserve && this.#ledger.reserve(tenant, reserve, now);
    const inbox = this.#inboxTexts(worked.id);
    return { type: "advanced", version: request.version + 1, epoch, inbox, reserved };
  }

  abandon({ ref, owner, epoch, inputs, idempotency, told }: AbandonRequest, now: number): void {
    const record = this.#threads.find(ref, now);
    const holder = record?.holder;
    // A step that began since has read these inputs.
    if (!record || !holder || holder.ended || holder.owner !== owner || holder.epoch !== epoch) return;
    const { id, header } = record;
    const undone = !holder.resumed && holder.version === header.version;
    if (undone) { for (const text of inputs) this.#tables.removeFromInbox(id, { owner, text }); }
    if (idempotency) this.#release(record, idempotency, epoch, undone, now);
    this.#tables.updateThread({ ...record, lease: null, holder: { ...holder, ended: true } });
    const untouched = undone && holder.created && header.epoch === epoch && this.#tables.inboxSize(id) === 0;
    if (!untouched) return;
    this.#tables.removeThread(record);
    // An epoch after the first follows one whose events were reported.
    if (told || epoch > 1) this.#tables.keepEpoch(ref, epoch, now + this.#threads.lifetimes.eventsMs);
  }

  #start(
    record: ThreadRecord,
    request: BeginRequest,
    { inputs, cancels, resumed, created, receipt }: {
      inputs: readonly string[];
      cancels: boolean;
      resumed: boolean;
      created: boolean;
      receipt: ReceiptRecord | undefined;
    },
    now: number,
  ): BeginOutcome {
    const before = cancels ? cancelRecord(record) : record;
    const { version, epoch } = before.header;
    const holder = { owner: request.owner, epoch: epoch + 1, created, resumed, version, ended: false };
    const draft = withStep({ ...before, expiresAt: this.#threads.until(now) }, holder, now + request.leaseMs);
    const step = created ? this.#threads.insert(draft, now) : draft;
    if (!created) this.#tables.updateThread(step);
    this.#accept(step, request, inputs, "running", receipt, now);
    return this.#toBegun(step, request, holder);
  }

  // A begin that is repeated after a cancel answers its own epoch, so that its step is fenced.
  #toBegun(
    record: ThreadRecord,
    { window, cached }: BeginRequest,
    { epoch, created, resumed }: Holder,
  ): BeginOutcome {
    const { id, header, pending, marks } = record;
    const newer = cached && readNewer(this.#tables, record, window, cached);
    return {
      type: "begun",
      header: { ...header, epoch },
      window: newer ?? readWindow(this.#tables, record, window),
      cacheIsCurrent: newer !== undefined,
      pending,
      marks,
      inbox: this.#inboxTexts(id),
      created,
      resumed,
    };
  }

  #replay(record: ThreadRecord, { from, to, text }: ReceiptRecord): BeginOutcome {
    const entries = readRange(this.#tables, record, from, to);
    return { type: "replayed", header: record.header, receipt: { text, entries } };
  }

  #accept(
    { id, header }: ThreadRecord,
    { owner, idempotency }: BeginRequest,
    inputs: readonly string[],
    state: "running" | "queued",
    known: ReceiptRecord | undefined,
    now: number,
  ): void {
    this.#tables.pushInbox(id, inputs.map((text) => ({ owner, text })));
    if (idempotency === undefined) return;
    const { length } = header;
    const { from, to } = known && known.to > known.from ? known : { from: length, to: length };
    this.#tables.putReceipt(id, idempotency.key, {
      bodyHash: idempotency.bodyHash,
      state,
      epoch: state === "running" ? header.epoch : 0,
      from,
      to,
      text: "",
      expiresAt: this.#receiptUntil(known, now),
    });
  }

  // The part that commit and advance share; `finish` ends or renews the lease. What was spent is booked in any case, and
  // rows of the due index and the outbox are stored in any case.
  #work(
    request: CommitRequest | AdvanceRequest,
    now: number,
    finish: (record: ThreadRecord) => ThreadRecord,
  ): { type: "worked"; id: number } | Refusal {
    const { ref, booking, due, outbox } = request;
    if (booking) this.#ledger.book(ref.tenant, booking, now);
    if (due) moveDue(this.#tables, ref.tenant, ref.thread, due);
    if (outbox) keepOutbox(this.#tables, ref.tenant, outbox);
    const found = this.#threads.find(ref, now);
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
        const { newBlob } = request;
        if (newBlob) this.#tables.putBlob(request.ref, newBlob.id, { text: newBlob.text, expiresAt: null });
        this.#tables.makeBlobsPermanent(request.ref, request.blobs.map((blob) => blob.id));
        const logged = logEvents(this.#threads, record, request.events, now);
        this.#tables.updateThread({ ...finish(logged), expiresAt: this.#threads.until(now) });
        return { type: "worked", id };
      }
      default:
        return unreachable(decision);
    }
  }

  #settle(
    record: ThreadRecord,
    { key, bodyHash, outcome, text }: NonNullable<CommitRequest["receipt"]>,
    appended: number,
    now: number,
  ): void {
    const { id, header } = record;
    const known = this.#receipt(record, { key }, now);
    const from = known?.from ?? header.length - appended;
    const expiresAt = this.#receiptUntil(known, now);
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

  #keepInFlight(record: ThreadRecord, { key }: IdempotencyKey, epoch: number, now: number): void {
    const receipt = this.#receipt(record, { key }, now);
    if (receipt === undefined) return;
    const expiresAt = this.#receiptUntil(receipt, now);
    this.#tables.putReceipt(record.id, key, { ...receipt, epoch, to: record.header.length, expiresAt });
  }

  // Removes the receipt of an abandoned step, or, when the request had been accepted, lets it run again.
  #release(
    record: ThreadRecord,
    { key }: IdempotencyKey,
    epoch: number,
    undone: boolean,
    now: number,
  ): void {
    const receipt = this.#receipt(record, { key }, now);
    if (receipt?.state !== "running" || receipt.epoch !== epoch) return;
    if (undone) this.#tables.removeReceipt(record.id, key);
    else this.#tables.putReceipt(record.id, key, { ...receipt, state: "retry" });
  }

  // An enqueue may have set a longer lifetime of the receipt of its key.
  #receiptUntil(known: ReceiptRecord | undefined, now: number): number {
    return Math.max(known?.expiresAt ?? 0, now + this.#threads.lifetimes.receiptMs);
  }

  #inboxTexts(id: number): string[] {
    return this.#tables.inbox(id).map(({ text }) => text);
  }

  #receipt({ id }: ThreadRecord, { key }: { key: string }, now: number): ReceiptRecord | undefined {
    const receipt = findReceipt(this.#tables, id, key);
    return receipt && receipt.expiresAt > now ? receipt : undefined;
  }
}
