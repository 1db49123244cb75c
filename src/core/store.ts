// Store: where threads live. The whole contract of the step protocol (DESIGN section 3); tests/conformance/store.ts asserts
// every INVARIANT below on every store of the registry.
//
// Texts are opaque: a store never parses an entry, a state or a call, so every string comes back byte for byte. They are
// well-formed Unicode: JSON.stringify escapes a lone surrogate, which has no UTF-8. Times are epoch milliseconds.
// Methods are required; a store that cannot do a thing declares it to the suite with a reason.
// Failures of the store itself throw AgentError `store_unavailable` (try again) or `store_failed`; everything a healthy
// store may answer is a value. A thread whose stored form cannot be read is `store_corrupt` for every method that reads it;
// `list` and `remove` take it like any other.

import type { CallMark, Decision } from "./call.ts";
import type { Feature } from "./model/capability.ts";
import type { BlobRef } from "./entry.ts";
import type { ThreadStatus } from "./state.ts";
import type { Counters } from "./usage.ts";

/** A thread, within its tenant. Tenants never see each other: two refs with different tenants share nothing. */
export interface ThreadRef {
  readonly tenant: string;
  readonly thread: string;
}

/** The small, constant-size part of a thread. */
export interface ThreadHeader {
  /** The form of the stored texts (core/state.ts SCHEMA when they were last written). */
  readonly schema: number;
  /** Rises by one with every commit; 0 for a new thread. */
  readonly version: number;
  /** The fence: rises with every begin, advance and cancel. */
  readonly epoch: number;
  /** The epoch that the last cancel produced; 0 when never cancelled. */
  readonly cancelledEpoch: number;
  readonly status: ThreadStatus;
  /** Entries in the history. */
  readonly length: number;
  /** Index of the first entry that a plan may read; what lies before it is in `summary`. */
  readonly base: number;
  readonly summary: string | null;
  /** JSON text of ThreadMeta. */
  readonly meta: string;
  /** JSON text of AgentState. */
  readonly state: string;
  readonly counters: Counters;
}

/** The calls of the last plan that have no observation yet. */
export interface PendingCalls {
  readonly ids: readonly string[];
  /** JSON text of PlannedCall[], in the order of the plan. */
  readonly calls: string;
}

/** A part of the history: `entries[0]` has index `start`. That of a begin is the end, and starts no earlier than `base`. */
export interface HistoryWindow {
  readonly start: number;
  readonly entries: readonly string[];
}

export interface WindowLimits {
  /** At most this many entries; at least 1. */
  readonly entries: number;
  /** At most this many UTF-8 bytes of entries, but always the newest entry. */
  readonly bytes: number;
}

/** What a caller still has of a history: the entries [start, length) as they stood after one commit. */
export interface HeldHistory {
  /** The version that the commit produced, and its owner. Owners are unique: no other history has this pair. */
  readonly version: number;
  readonly owner: string;
  readonly start: number;
  readonly length: number;
}

export interface IdempotencyKey {
  readonly key: string;
  /** Hash of everything in the request that makes it the same request. */
  readonly bodyHash: string;
}

export interface NewThread {
  readonly meta: string;
  readonly state: string;
  readonly schema: number;
  readonly createdAt: number;
}

/** What to do about a thread whose step is in progress. */
export type BusyPolicy = "reject" | "queue" | "restart";

export interface BeginRequest {
  readonly ref: ThreadRef;
  /** Unique for this attempt: the same begin sent twice (lost answer) is recognised by it. */
  readonly owner: string;
  readonly leaseMs: number;
  /** Create the thread when it is missing. */
  readonly create?: NewThread;
  readonly expectedVersion?: number;
  readonly idempotency?: IdempotencyKey;
  /** Newest schema the caller can read. */
  readonly schema: number;
  /** JSON texts of user entries, together at most 512 KB; they go to the inbox and come back in `inbox`. */
  readonly inputs: readonly string[];
  readonly busy: BusyPolicy;
  readonly window: WindowLimits;
  /** Entries that need not be read again when they are proven to be this thread's. */
  readonly held?: HeldHistory;
}

/** What a committed request left behind, so that the same request can be answered again. */
export interface Receipt {
  /** JSON text, at most 4 KB, made by the runtime. */
  readonly text: string;
  /**
   * The history from the first entry that the request appended to its last, oldest first; between the runs of a request
   * that ran again others may have appended. Of more than 600 KB only the first that fit, but at least one.
   */
  readonly entries: readonly string[];
}

/**
 * INVARIANTS
 * 1. Atomic: either `begun` and everything below happened, or nothing changed (except that `queued` queues).
 * 2. Order of checks: missing; schema; receipt (replayed, mismatch, in_flight); busy; expectedVersion (not of a request
 *    that was accepted before); idle; full. With an unfinished receipt whose lease is gone, or a receipt that says the
 *    input was accepted but the step must be run again (`retry`), the inputs are NOT queued a second time, and the receipt
 *    keeps where its entries start.
 * 3. Begun: epoch + 1, the lease is `owner` for leaseMs of the server's clock, the receipt is in flight, inputs are
 *    appended to the inbox. History is not touched. Begun and queued renew the lifetime of the whole thread. A thread that
 *    is created has nothing of a thread that had its name before.
 * 4. Re-entrant: the same owner begins again and nobody else has begun since: the same answer, no second effect, whatever
 *    the checks of 2 would say. After a cancel the answer keeps the epoch of its begin, so that the step is fenced. A
 *    repeated owner that was queued is queued once.
 * 5. `restart` on a busy thread cancels first (as Store.cancel) and then begins, in one go. On an idle thread it is `reject`.
 * 6. Idle: no inputs, empty inbox, no pending calls and status waiting, done or cancelled: nothing changes. A repeated
 *    request whose inputs another step has consumed meanwhile is `queued` with nothing waiting instead.
 * 7. A receipt belongs to one life of a thread: after remove, the same key is new again.
 * 8. `held` is current when its commit is the thread's last (a store may remember some before it), `base` has not passed
 *    its start, and everything newer fits the window. Only then the window is what is newer, which may be nothing.
 */
export type BeginOutcome =
  | {
    readonly type: "begun";
    readonly header: ThreadHeader;
    readonly window: HistoryWindow;
    /** True when `window` goes on behind what the caller holds; false when it stands alone. */
    readonly heldIsCurrent: boolean;
    readonly pending: PendingCalls | null;
    readonly marks: ReadonlyMap<string, CallMark>;
    /** Everything that waits to be consumed, oldest first, this request's inputs included. */
    readonly inbox: readonly string[];
    /** True when begin created the thread. */
    readonly created: boolean;
    /**
     * True when the request's key was accepted before (an unfinished or `retry` receipt, or queued), so that its inputs
     * were not queued again now: they wait in `inbox`, or an earlier step has consumed them.
     */
    readonly resumed: boolean;
  }
  | { readonly type: "replayed"; readonly header: ThreadHeader; readonly receipt: Receipt }
  | { readonly type: "missing" }
  | { readonly type: "unsupported"; readonly schema: number }
  | { readonly type: "mismatch" }
  | { readonly type: "in_flight"; readonly retryAfterMs: number }
  | { readonly type: "busy"; readonly retryAfterMs: number }
  /**
   * `waiting` inputs are in the inbox now, this request's included. A repeated key is answered `queued` again while a
   * step is in progress, whatever its policy; on an idle thread it begins. Without inputs there is nothing to queue: `busy`.
   */
  | { readonly type: "queued"; readonly waiting: number }
  /** The inputs would make the inbox longer than INBOX_LIMIT or larger than INBOX_BYTES, on a busy or an idle thread. */
  | { readonly type: "full"; readonly retryAfterMs: number }
  | { readonly type: "conflict"; readonly version: number }
  | { readonly type: "idle"; readonly status: ThreadStatus; readonly version: number };

/** An event of a running step, for the resumable log. */
export interface LoggedEvent {
  readonly seq: number;
  /** JSON text of a StepEvent. */
  readonly text: string;
}

export interface CommitRequest {
  readonly ref: ThreadRef;
  readonly owner: string;
  readonly epoch: number;
  /** The version that begin returned. */
  readonly version: number;
  readonly schema: number;
  /** JSON texts, appended in order. For sizes see invariant 6 of CommitOutcome. */
  readonly entries: readonly string[];
  readonly status: ThreadStatus;
  readonly state: string;
  /** Added to the thread's counters. */
  readonly counters: Counters;
  /** Replaces the pending calls and their marks; null when none is left. */
  readonly pending: PendingCalls | null;
  /** How many inbox items, from the oldest, this commit has consumed. */
  readonly consumed: number;
  /** Moves the start of the prompt behind the entries that `text` now stands for. */
  readonly summary?: { readonly text: string; readonly base: number };
  /** Settles the receipt of the key that begin was given. `retry`: the input is kept, the same request may run again. */
  readonly receipt?: IdempotencyKey & { readonly outcome: "done" | "retry"; readonly text: string };
  /** Blobs that the entries refer to; they live as long as the thread from now on. */
  readonly blobs: readonly BlobRef[];
  /** Appended to the event log in the same request. */
  readonly events: readonly LoggedEvent[];
  /**
   * Accept the commit of a step that was cancelled, once or more often, and after which nobody has begun.
   * The status stays `cancelled`. When somebody has begun, only the counters are booked, once, and the answer is `fenced`.
   */
  readonly afterCancel?: true;
}

/**
 * INVARIANTS
 * 1. Atomic. Refused (`fenced`) unless the header's epoch is the request's; an expired lease alone does not refuse.
 * 2. Refused (`conflict`) unless the header's version is the request's.
 * 3. Committed: version + 1, length + entries, inbox shortened by `consumed`, pending replaced, receipt settled, lease
 *    released. Marks leave with their calls; those of ids that stay pending stay.
 * 4. Re-entrant: the last commit (owner and version) arriving again is answered the same, also when others have begun.
 * 5. Writes a constant number of bytes beyond the entries, events and blobs it is given, at any length of history.
 * 6. Sizes, measured inside a JSON string, where a quote is two bytes: a store takes 400 KB of entries, 256 KB of calls
 *    and 192 KB of events in one commit, beside 100 KB of state, summary and receipt. The caller passes no more.
 */
export type CommitOutcome =
  | { readonly type: "committed"; readonly version: number; readonly waiting: number }
  /** `cancelled`: by a cancel, and nobody has begun since: commit again with `afterCancel`. */
  | { readonly type: "fenced"; readonly cancelled: boolean }
  | { readonly type: "conflict"; readonly version: number };

/**
 * A commit that keeps the lease and begins the next step of the same request. The receipt stays in flight. A step that
 * was abandoned and advances nevertheless runs again, with the lease, under the new epoch.
 */
export interface AdvanceRequest extends Omit<CommitRequest, "afterCancel" | "receipt"> {
  readonly leaseMs: number;
  /** The receipt's key, so that the receipt stays in flight for the new epoch. */
  readonly idempotency?: IdempotencyKey;
}

/** As CommitOutcome; `inbox` is what waits now, the consumed part removed. Re-entrant like commit. */
export type AdvanceOutcome =
  | {
    readonly type: "advanced";
    readonly version: number;
    readonly epoch: number;
    readonly inbox: readonly string[];
  }
  | Exclude<CommitOutcome, { type: "committed" }>;

export interface AbandonRequest {
  readonly ref: ThreadRef;
  readonly owner: string;
  readonly epoch: number;
  /**
   * The inputs of the begin. They leave the inbox, as if the request had never come, when this begin queued them (it was
   * not `resumed`) and nothing has committed under it.
   */
  readonly inputs: readonly string[];
  readonly idempotency?: IdempotencyKey;
}

export type DecideOutcome =
  /** Recorded by this request, also when its answer was lost and the store sent it again. */
  | { readonly type: "decided" }
  /** A decision was recorded before, and stands. */
  | { readonly type: "already"; readonly decision: Decision }
  /** No such call is pending. */
  | { readonly type: "unknown" }
  /**
   * A step holds the lease: it has read its marks and will replace the pending calls, so the answer would be lost.
   * Nothing is recorded. A call that has its decision answers `decided` or `already` nevertheless.
   */
  | { readonly type: "busy"; readonly retryAfterMs: number };

export interface ThreadSnapshot {
  readonly header: ThreadHeader;
  readonly pending: PendingCalls | null;
  readonly marks: ReadonlyMap<string, CallMark>;
  /** Inputs that wait. */
  readonly waiting: number;
  /** A step holds the lease. */
  readonly running: boolean;
}

/** A thread in a list. Without a header: what is stored of it cannot be read, so that it can only be removed. */
export interface ListedThread {
  readonly thread: string;
  readonly header: ThreadHeader | null;
  /** Inputs that wait. */
  readonly waiting: number;
}

export interface ForkRequest {
  readonly source: ThreadRef;
  /** Same tenant; must not exist. */
  readonly target: ThreadRef;
  /** Copy the first `length` entries, and the blobs they may refer to. */
  readonly length: number;
  /** Appended after them. */
  readonly append: readonly string[];
  readonly version: number;
  readonly base: number;
  readonly summary: string | null;
  readonly thread: NewThread;
  readonly status: ThreadStatus;
  /** What the shared history has cost; zero when left out. */
  readonly counters?: Counters;
  /** Calls of the last entry that the new thread has yet to run; none when left out. */
  readonly pending?: PendingCalls;
}

export interface Store {
  readonly name: string;

  /** Creates an empty thread with status `waiting`. False when it exists. */
  create(ref: ThreadRef, thread: NewThread): Promise<boolean>;

  begin(request: BeginRequest): Promise<BeginOutcome>;
  commit(request: CommitRequest): Promise<CommitOutcome>;
  advance(request: AdvanceRequest): Promise<AdvanceOutcome>;

  /**
   * Gives up a begin whose request turned out to be refused. The lease goes; the epoch stays raised. A receipt that this
   * begin created goes with its inputs while nothing has committed under it. Otherwise (the key was accepted before, or
   * an advance has committed) the input was accepted: the receipt becomes `retry`, so that the same request may run again
   * without its inputs being queued again, and its replay still starts with the first entry it appended. Nothing
   * happens when the step has committed or somebody has begun since. A thread that this begin created goes again when
   * nothing has committed, nobody has cancelled and no input waits.
   */
  abandon(request: AbandonRequest): Promise<void>;

  /**
   * Marks `once` calls as started in `epoch`; `fenced` (and nothing marked) when the epoch has passed or a call is not
   * pending. Re-entrant.
   */
  markStarted(ref: ThreadRef, epoch: number, callIds: readonly string[]): Promise<"marked" | "fenced">;

  /**
   * Renews a running step: extends the lease when `owner` still holds it or it is free, and the lifetime of the thread;
   * appends to the event log. Answers `fenced` when the epoch has passed (cancelled or taken over); then nothing is
   * written. Events whose seq is in the log are left out, and a step that has ended takes no lease. At most 192 KB of
   * events, as in commit.
   */
  flush(
    ref: ThreadRef,
    lease: { owner: string; epoch: number; leaseMs: number },
    events: readonly LoggedEvent[],
  ): Promise<"ok" | "fenced">;

  /** Raises the epoch, drops the lease, sets status `cancelled`. Undefined when the thread is missing. */
  cancel(ref: ThreadRef): Promise<{ running: boolean; version: number } | undefined>;

  /**
   * Records a human's answer about a pending call, once. A thread that waited becomes open with the first answer, also
   * when other calls still wait for theirs: the store cannot know which do; the next step waits again for those.
   */
  decide(ref: ThreadRef, callId: string, decision: Decision): Promise<DecideOutcome>;

  read(ref: ThreadRef): Promise<ThreadSnapshot | undefined>;

  /** Entries from index `after` on, oldest first, at most `limit` of them and at most 600 KB, but at least one. */
  history(ref: ThreadRef, page: { after: number; limit: number }): Promise<HistoryWindow | undefined>;

  /** Threads of a tenant, newest creation first, with how many inputs wait. `cursor` goes on; an illegal one is AgentError `invalid_request`. */
  list(
    tenant: string,
    page: { cursor?: string; limit: number },
  ): Promise<{ threads: ListedThread[]; cursor?: string }>;

  /** False when the target exists. Throws `thread_unknown` when the source is missing. */
  fork(request: ForkRequest): Promise<boolean>;

  /** Removes everything of the thread. False when it was missing. A step still running is fenced. */
  remove(ref: ThreadRef): Promise<boolean>;

  /** Logged events with seq > after, in order, at most `limit`. `running`: a step holds the lease, so more may come. */
  readEvents(
    ref: ThreadRef,
    after: number,
    limit: number,
  ): Promise<{ events: LoggedEvent[]; running: boolean } | undefined>;

  /** Keeps a text of any size, content-addressed within the thread. Unreferenced blobs vanish after a day. */
  putBlob(ref: ThreadRef, text: string): Promise<BlobRef>;
  getBlob(ref: ThreadRef, blob: BlobRef): Promise<string | undefined>;

  /**
   * Remembers for `ttlMs` what a model (`provider/model`) lacks: adds to what is known, and renews it. Re-entrant. It belongs
   * to the tenant, not to a thread.
   */
  learn(tenant: string, model: string, features: readonly Feature[], ttlMs: number): Promise<void>;

  /** What was learned of the model and is not forgotten, in the order of FEATURES. */
  learned(tenant: string, model: string): Promise<readonly Feature[]>;

  /** Resolves when the store can be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** How long things live, in milliseconds. Every store takes these. */
export interface StoreLifetimes {
  /** Idempotency receipts; a day by default. */
  readonly receiptMs: number;
  /** The event log after its last event; an hour by default. */
  readonly eventsMs: number;
  /** A thread after the last begin, queued input, flush or commit; undefined keeps threads for ever. */
  readonly threadMs: number | undefined;
}

export const LIFETIMES: StoreLifetimes = { receiptMs: 86_400_000, eventsMs: 3_600_000, threadMs: undefined };

/** Most inputs that wait in an inbox; about how large they may be together (UTF-16 units); most events of a log. */
export const INBOX_LIMIT = 100;
export const INBOX_BYTES = 1_000_000;
export const EVENT_LIMIT = 5_000;
