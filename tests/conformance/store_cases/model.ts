// The contract of one thread as plainly as it can be said, without time, texts or storage: what the stores are compared with.

import type { AbandonRequest, BeginOutcome, BeginRequest } from "../../../src/core/store/begin.ts";
import type {
  AdvanceOutcome,
  AdvanceRequest,
  CommitOutcome,
  CommitRequest,
  DecideOutcome,
} from "../../../src/core/store/commit.ts";
import type {
  NewThread,
  PendingCalls,
  ThreadHeader,
  ThreadSnapshot,
} from "../../../src/core/store/thread.ts";
import { INBOX_BYTES, INBOX_LIMIT } from "../../../src/core/store/limits.ts";
import type { Decision } from "../../../src/core/approval/decision.ts";
import type { CallMark } from "../../../src/core/call.ts";
import { addCounters, ZERO_COUNTERS } from "../../../src/core/usage.ts";

interface ModelReceipt {
  readonly hash: string;
  readonly state: "running" | "queued" | "retry" | "done";
  readonly epoch: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

interface ModelHolder {
  readonly owner: string;
  epoch: number;
  readonly created: boolean;
  readonly resumed: boolean;
  /** Nothing has committed under it. */
  fresh: boolean;
  ended: boolean;
}

interface ModelThread {
  header: ThreadHeader;
  history: string[];
  inbox: { owner: string; text: string }[];
  pending: PendingCalls | null;
  marks: Map<string, CallMark>;
  receipts: Map<string, ModelReceipt>;
  /** A step holds the lease. */
  held: boolean;
  /** The last begin; `ended` by its commit or abandon. */
  holder: ModelHolder | undefined;
  queuedBy: string | undefined;
}

/** Answers as a store must; every retryAfterMs is 0. */
export class Model {
  #thread: ModelThread | undefined;
  /** The epoch that a removed thread has left. */
  #told = 0;

  begin(request: BeginRequest): BeginOutcome {
    const found = this.#thread;
    if (found === undefined && request.create === undefined) return { type: "missing" };
    const thread = found ?? newModelThread(request.create, this.#told);
    const { header, holder, held } = thread;
    if (holder?.owner === request.owner) return begun(thread, request, holder);
    if (header.schema > request.schema) return { type: "unsupported", schema: header.schema };

    const receipt = request.idempotency && thread.receipts.get(request.idempotency.key);
    if (receipt) {
      if (receipt.hash !== request.idempotency?.bodyHash) return { type: "mismatch" };
      if (receipt.state === "done") {
        const entries = thread.history.slice(receipt.from, receipt.to);
        return { type: "replayed", header, receipt: { text: receipt.text, entries } };
      }
      const running = receipt.state === "running" && held && holder?.epoch === receipt.epoch;
      if (running) return { type: "in_flight", retryAfterMs: 0 };
      if (receipt.state === "queued" && held) return { type: "queued", waiting: thread.inbox.length };
    }
    const repeated = receipt !== undefined || thread.queuedBy === request.owner ||
      thread.inbox.some(({ owner }) => owner === request.owner);
    const inputs = repeated ? [] : request.inputs;
    const waiting = thread.inbox.length + inputs.length;
    const texts = [...thread.inbox.map(({ text }) => text), ...inputs];
    const size = new TextEncoder().encode(texts.join("")).length;
    const full = waiting > INBOX_LIMIT || size > INBOX_BYTES;

    if (held && request.busy === "reject") return { type: "busy", retryAfterMs: 0 };
    if (held && request.busy === "queue") {
      if (inputs.length === 0 && !repeated) return { type: "busy", retryAfterMs: 0 };
      if (full) return { type: "full", retryAfterMs: 0 };
      this.#accept(thread, request, inputs, "queued", 0);
      thread.queuedBy = request.owner;
      return { type: "queued", waiting };
    }
    const { expectedVersion } = request;
    if (!repeated && expectedVersion !== undefined && expectedVersion !== header.version) {
      return { type: "conflict", version: header.version };
    }
    const rests = held || ["waiting", "done", "cancelled"].includes(header.status);
    if (rests && waiting === 0 && thread.pending === null) {
      if (repeated) return { type: "queued", waiting: 0 };
      return { type: "idle", status: header.status, version: header.version };
    }
    if (full) return { type: "full", retryAfterMs: 0 };

    this.#thread = thread;
    if (held) this.cancel();
    const epoch = thread.header.epoch + 1;
    const created = found === undefined;
    thread.header = { ...thread.header, epoch };
    thread.held = true;
    thread.holder = { owner: request.owner, epoch, created, resumed: repeated, fresh: true, ended: false };
    this.#accept(thread, request, inputs, "running", epoch);
    return begun(thread, request, thread.holder);
  }

  commit(request: CommitRequest): CommitOutcome {
    const refused = this.#refuse(request);
    if (refused) return refused;
    const thread = this.#apply(request);
    if (thread.holder) thread.holder.ended = true;
    thread.held = false;
    if (request.receipt) {
      const { key, bodyHash, outcome, text } = request.receipt;
      const to = thread.history.length;
      const from = thread.receipts.get(key)?.from ?? to - request.entries.length;
      thread.receipts.set(key, {
        hash: bodyHash,
        state: outcome,
        epoch: 0,
        from,
        to,
        text,
      });
    }
    return { type: "committed", version: thread.header.version, waiting: thread.inbox.length };
  }

  advance(request: AdvanceRequest): AdvanceOutcome {
    const refused = this.#refuse(request);
    if (refused) return refused;
    const thread = this.#apply(request);
    const epoch = thread.header.epoch + 1;
    thread.header = { ...thread.header, epoch };
    if (thread.holder) Object.assign(thread.holder, { epoch, fresh: false, ended: false });
    thread.held = true;
    const key = request.idempotency?.key;
    const receipt = key === undefined ? undefined : thread.receipts.get(key);
    if (key !== undefined && receipt) {
      thread.receipts.set(key, { ...receipt, epoch, to: thread.history.length });
    }
    return {
      type: "advanced",
      version: thread.header.version,
      epoch,
      inbox: thread.inbox.map(({ text }) => text),
    };
  }

  abandon(request: AbandonRequest): void {
    const thread = this.#thread;
    const { holder } = thread ?? {};
    if (!thread || !holder || holder.ended) return;
    if (holder.owner !== request.owner || holder.epoch !== request.epoch) return;
    holder.ended = true;
    thread.held = false;
    const undone = holder.fresh && !holder.resumed;
    if (undone) thread.inbox = thread.inbox.filter(({ owner }) => owner !== request.owner);
    const key = request.idempotency?.key;
    const receipt = key === undefined ? undefined : thread.receipts.get(key);
    if (key !== undefined && receipt?.state === "running" && receipt.epoch === request.epoch) {
      if (undone) thread.receipts.delete(key);
      else thread.receipts.set(key, { ...receipt, state: "retry" });
    }
    const untouched = undone && holder.created && thread.header.epoch === request.epoch;
    if (!untouched || thread.inbox.length > 0) return;
    this.#thread = undefined;
    if (request.told || request.epoch > 1) this.#told = request.epoch;
  }

  cancel(): { running: boolean; version: number } | undefined {
    const thread = this.#thread;
    if (!thread) return undefined;
    const running = thread.held;
    const { header } = thread;
    const epoch = header.epoch + 1;
    thread.header = { ...header, epoch, cancelledEpoch: epoch, status: "cancelled" };
    thread.held = false;
    return { running, version: header.version };
  }

  decide(callId: string, decision: Decision, needed: number): DecideOutcome["type"] {
    const thread = this.#thread;
    if (!thread?.pending?.ids.includes(callId)) return "unknown";
    const earlier = thread.marks.get(callId)?.decisions ?? [];
    const settled = (all: readonly Decision[]) =>
      all.length >= needed || all.some(({ approved }) => !approved);
    if (settled(earlier) || earlier.some(({ by }) => by === decision.by)) return "already";
    if (thread.header.status === "cancelled") return "unknown";
    if (thread.held) return "busy";
    const { header, holder } = thread;
    if (holder && !holder.ended && holder.epoch === header.epoch) {
      thread.header = { ...header, epoch: header.epoch + 1 };
    }
    const decisions = [...earlier, decision];
    thread.marks.set(callId, { ...thread.marks.get(callId), decisions });
    if (thread.header.status === "waiting" && settled(decisions)) {
      thread.header = { ...thread.header, status: "open" };
    }
    return "decided";
  }

  markStarted(epoch: number, ids: readonly string[]): "marked" | "fenced" {
    const thread = this.#thread;
    if (!thread || thread.header.epoch !== epoch || thread.holder?.epoch !== epoch) return "fenced";
    for (const id of ids) thread.marks.set(id, { ...thread.marks.get(id), startedEpoch: epoch });
    return "marked";
  }

  remove(): boolean {
    const existed = this.#thread !== undefined;
    this.#thread = undefined;
    if (existed) this.#told = 0;
    return existed;
  }

  /** The lease runs out. */
  expire(): void {
    if (this.#thread) this.#thread.held = false;
  }

  read(): ThreadSnapshot | undefined {
    const thread = this.#thread;
    if (!thread) return undefined;
    const { header, pending, marks, inbox, held } = thread;
    return { header, pending, marks: new Map(marks), waiting: inbox.length, running: held };
  }

  get history(): readonly string[] {
    return this.#thread?.history ?? [];
  }

  #accept(
    thread: ModelThread,
    request: BeginRequest,
    inputs: readonly string[],
    state: "running" | "queued",
    epoch: number,
  ): void {
    thread.inbox.push(...inputs.map((text) => ({ owner: request.owner, text })));
    if (!request.idempotency) return;
    const { key, bodyHash: hash } = request.idempotency;
    const { length } = thread.history;
    const known = thread.receipts.get(key);
    const { from, to } = known && known.to > known.from ? known : { from: length, to: length };
    thread.receipts.set(key, { hash, state, epoch, from, to, text: "" });
  }

  #refuse(
    request: CommitRequest | AdvanceRequest,
  ): Exclude<CommitOutcome, { type: "committed" }> | undefined {
    const thread = this.#thread;
    if (!thread) return { type: "fenced", cancelled: false };
    const { header, holder } = thread;
    const mine = holder?.owner === request.owner && holder.epoch === request.epoch;
    if (!mine || header.epoch !== request.epoch) {
      const cancelled = mine && header.epoch === header.cancelledEpoch;
      const late = "afterCancel" in request && request.afterCancel === true;
      if (late && !cancelled) {
        thread.header = { ...header, counters: addCounters(header.counters, request.counters) };
      }
      if (!late || !cancelled) return { type: "fenced", cancelled };
    }
    if (header.version !== request.version) return { type: "conflict", version: header.version };
    return undefined;
  }

  #apply(request: CommitRequest | AdvanceRequest): ModelThread {
    const thread = this.#thread;
    if (!thread) throw new Error("refused before");
    const { header } = thread;
    thread.history.push(...request.entries);
    thread.inbox.splice(0, request.consumed);
    thread.pending = request.pending;
    thread.marks = new Map([...thread.marks].filter(([id]) => request.pending?.ids.includes(id)));
    thread.header = {
      ...header,
      schema: request.schema,
      version: header.version + 1,
      status: header.epoch === request.epoch ? request.status : "cancelled",
      length: thread.history.length,
      state: request.state,
      counters: addCounters(header.counters, request.counters),
    };
    return thread;
  }
}

function begun(
  { header, history, pending, marks, inbox }: ModelThread,
  { window }: BeginRequest,
  { epoch, created, resumed }: ModelHolder,
): BeginOutcome {
  const start = Math.max(0, history.length - window.entries);
  return {
    type: "begun",
    header: { ...header, epoch },
    window: { start, entries: history.slice(start) },
    cacheIsCurrent: false,
    pending,
    marks: new Map(marks),
    inbox: inbox.map(({ text }) => text),
    created,
    resumed,
  };
}

function newModelThread(create: NewThread | undefined, epoch: number): ModelThread {
  if (!create) throw new Error("no thread to create");
  const { meta, state, schema } = create;
  return {
    header: {
      schema,
      version: 0,
      epoch,
      cancelledEpoch: 0,
      status: "waiting",
      length: 0,
      base: 0,
      summary: null,
      meta,
      state,
      counters: ZERO_COUNTERS,
    },
    history: [],
    inbox: [],
    pending: null,
    marks: new Map(),
    receipts: new Map(),
    held: false,
    holder: undefined,
    queuedBy: undefined,
  };
}
