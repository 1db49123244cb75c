// Store: where threads are kept. The contract of the step protocol: begin, then commit or advance, fenced by an
// epoch. tests/conformance/store.ts asserts every INVARIANT below on every store of the registry.
//
// Texts are opaque: a store never parses an entry, a state or a call, so every string comes back byte for byte. They
// are well-formed Unicode: JSON.stringify escapes a lone surrogate, which has no UTF-8. Times are epoch milliseconds.
// Methods are required; a store that lacks an ability declares it to the suite with a reason.
//
// What a working store may answer is a value. These are thrown as AgentError, by every method:
//
//   store_unavailable  no answer came, or the store is busy; the same request may be sent again
//   store_full         the store has no room; the thread is unchanged
//   store_failed       the store refused the request, or its answer has an unknown shape
//   store_corrupt      the stored form of the thread cannot be read; `list` and `remove` accept such a thread
//   schema_unsupported a newer Treadle has written the thread, which stays as it is; `list` alone accepts it, begin and enqueue
//                      answer `unsupported`, a late commit is `fenced`

import type { Decision } from "./approval/decision.ts";
import type { Feature } from "./model/capability.ts";
import type { BlobRef } from "./content/blob_ref.ts";
import type { AbandonRequest, BeginOutcome, BeginRequest } from "./store/begin.ts";
import type {
  AdvanceOutcome,
  AdvanceRequest,
  CommitOutcome,
  CommitRequest,
  DecideOutcome,
} from "./store/commit.ts";
import type { DueItem, DueMove } from "./store/due.ts";
import type { EnqueueOutcome, EnqueueRequest } from "./store/enqueue.ts";
import type { StoreLifetimes } from "./store/limits.ts";
import type { Booking, LedgerDay, Reservation, ReserveOutcome } from "./store/ledger.ts";
import type {
  AwaitingThread,
  ForkRequest,
  HistoryWindow,
  ListedThread,
  LoggedEvent,
  NewThread,
  ThreadRef,
  ThreadSnapshot,
} from "./store/thread.ts";
import type { WakeName } from "./wake.ts";

/** Options of Store.putBlob. */
export interface PutBlobOptions {
  /** The store finds out first whether it has the text. */
  readonly mayExist?: boolean;
  /** The threads of the tenant share the blob. */
  readonly shared?: boolean;
}

/** How the watch of a step ended. */
export type WatchOutcome = "fenced" | "stopped";

/**
 * Keeps threads.
 *
 * INVARIANTS of begin
 * 1. Atomic: either the outcome is `begun` and everything in 3 happened, or nothing changed (except that `queued`
 *    queues).
 * 2. Order of checks: missing; schema; receipt (replayed, mismatch, in_flight); busy; expectedVersion (not of a
 *    request that was accepted before); idle; full. With an unfinished receipt whose lease is gone, or a receipt that
 *    is `retry`, the inputs are NOT queued a second time, and the receipt keeps the place where its entries start.
 * 3. Begun: epoch + 1; the lease is `owner` for leaseMs of the server's clock; the receipt is in flight; the inputs
 *    are appended to the inbox. The history does not change. Begun and queued renew the lifetime of the whole thread.
 *    A thread that is created has nothing of an earlier thread with the same ref.
 * 4. Re-entrant: when the same owner begins again and no other has begun since, the answer is the same and there is
 *    no second effect, whatever the checks of 2 would find. After a cancel the answer keeps the epoch of its begin,
 *    so that the step is fenced. A repeated owner that was queued is queued once.
 * 5. `restart` on a busy thread cancels first (as Store.cancel) and then begins, atomically. On an idle thread it is
 *    `reject`.
 * 6. Idle: no inputs, an empty inbox, no pending calls and status waiting, done or cancelled: nothing changes. A
 *    repeated request of which another step has consumed the inputs is `queued` with 0 waiting instead.
 * 7. A receipt belongs to one incarnation of a thread: after remove, the same key is new.
 * 8. `cached` is current when its commit is the thread's last (a store may remember some before it), `base` has not
 *    passed its start, and everything newer fits the window. Then the window is what is newer, possibly nothing.
 * 9. A step that begins with a `sharedBlob` has it for a day, or the outcome has no `hasSharedBlob`: nothing that happens to
 *    other threads takes it away before the commit. No other tenant finds it.
 *
 * INVARIANTS of commit and advance
 * 1. Atomic. Refused (`fenced`) unless the header's epoch is the request's; an expired lease alone does not refuse.
 * 2. Refused (`conflict`) unless the header's version is the request's.
 * 3. Committed: version + 1, length + entries, inbox shortened by `consumed`, pending replaced, receipt settled,
 *    lease released. Marks leave with their calls; those of ids that stay pending stay.
 * 4. Re-entrant: the last commit (owner and version), when it arrives again, is answered the same, also when another
 *    step has begun since.
 * 5. Writes a constant number of bytes beside the entries, events and blobs of the request, at any length of history.
 * 6. Sizes, measured inside a JSON string, where a quote is two bytes: a store takes 400 KB of entries, 256 KB of
 *    calls and 192 KB of events in one commit, 64 KB of a new blob, and 100 KB of state, summary and receipt. The
 *    caller passes no more.
 *
 * INVARIANTS of the ledger
 * 1. Atomic: a reservation holds its amounts in all of its accounts, or, when one refuses, in none. An account refuses when
 *    used + reserved + asked is more than the limit of an amount; the outcome names the first such account and amount, in
 *    the order of the request and of AMOUNTS. Reservations and bookings of one tenant's day never overlap in time.
 * 2. Re-entrant: a reservation or a booking that arrives again, by its id, has no second effect. A reservation that a booking
 *    has ended is not made again: an answer `reserved` follows, and nothing is held. A refused one leaves nothing.
 * 3. A begin holds its reservation only when the outcome is `begun`, and also then it may be refused: the thread has begun, and
 *    the caller gives the begin up. The same holds for an advance and `advanced`.
 * 4. A booking is made once, whatever the commit or the advance comes to. That of an advance comes before its reservation.
 * 5. A booking adds its amounts to every account, also when it passes a limit, and frees the amounts of the reservations that it
 *    names. One that has expired, or that is not known, changes neither.
 * 6. The amounts of a reservation with `expiresAt` of at most the `now` of a later reservation on the same day are free for it.
 * 7. Integers up to 2^53 are exact. Accounts and counts of two tenants, of two days, or with two names, share nothing.
 * 8. A day lives `ledgerMs` after the last booking on it. The work of a call does not grow with the number of reservations.
 */
export interface Store {
  readonly name: string;
  /** What the store applies; absent where it does not say. A deployment refuses some, see assertLifetimes. */
  readonly lifetimes?: Partial<StoreLifetimes>;

  /** Creates an empty thread with status `waiting`. False when it exists. */
  create(ref: ThreadRef, thread: NewThread): Promise<boolean>;

  begin(request: BeginRequest): Promise<BeginOutcome>;
  /**
   * Accepts inputs for a step that a wake-up begins later.
   *
   * INVARIANTS of enqueue
   * 1. Atomic. Order of checks: missing; schema; receipt (duplicate, mismatch); full. Only `queued` changes anything: the
   *    inputs are appended to the inbox, the receipt is kept for `receiptMs` at least, the thread is created when `create` is
   *    there and it is missing, and its lifetime is renewed. The history, the version, the epoch and the lease do not change.
   * 2. Re-entrant: the same owner is answered `queued` again, with the `version`, `running` and `waiting` of now, and its
   *    inputs are queued once. When a begin with the key has been accepted since, the answer is `duplicate`.
   * 3. The thread enters the due index by the same request, whatever the outcome; a row with an earlier time moves by
   *    a millisecond.
   * 4. A begin with the receipt's key is answered as one whose inputs were queued, and does not shorten the receipt's life.
   * 5. A receipt belongs to one incarnation of a thread: after remove, the same key is new.
   */
  enqueue(request: EnqueueRequest): Promise<EnqueueOutcome>;

  commit(request: CommitRequest): Promise<CommitOutcome>;
  advance(request: AdvanceRequest): Promise<AdvanceOutcome>;

  /**
   * Gives up a begin whose request turned out to be refused. The lease is released; the epoch stays raised. A receipt
   * that this begin created is removed with its inputs when nothing has committed under it. Otherwise (the key was
   * accepted before, or an advance has committed) the receipt becomes `retry`: the same request may run again, its
   * inputs are not queued again, and its replay still starts with the first entry it appended. Nothing happens when
   * the step has committed or another has begun since. A thread that this begin created is removed when nothing has
   * committed, no cancel has come and the inbox is empty. Where events were told (`told`) the epochs of a thread that
   * is made under the ref before the events would have ended stand behind the removed one's.
   */
  abandon(request: AbandonRequest): Promise<void>;

  /**
   * Marks `once` calls as started in `epoch`; `fenced` (and nothing marked) when the epoch has passed or a call is
   * not pending. Re-entrant.
   */
  markStarted(ref: ThreadRef, epoch: number, callIds: readonly string[]): Promise<"marked" | "fenced">;

  /**
   * Renews a running step: extends the lease when it is the owner's or free, and the lifetime of the thread; appends
   * to the event log. `fenced` when the epoch has passed (a cancel, or another begin); then nothing is written.
   * Events whose seq is in the log are left out, and a step that has ended takes no lease. At most 192 KB of events,
   * as in commit.
   */
  flush(
    ref: ThreadRef,
    lease: { owner: string; epoch: number; leaseMs: number },
    events: readonly LoggedEvent[],
  ): Promise<"ok" | "fenced">;

  /** Raises the epoch, releases the lease, sets status `cancelled`. Undefined when the thread is missing. */
  cancel(ref: ThreadRef): Promise<{ running: boolean; version: number } | undefined>;

  /**
   * Records a person's decision about a pending call; the calls of a cancelled thread take none. A call is settled by its first denial or by `needed` approvals,
   * and then takes no further decision; of one person (`by`) it takes one. Both are checked atomically. A thread that
   * waited becomes open when a call is settled, also when other calls still wait for theirs: a store does not parse
   * calls, and the next step waits again for those. A step that has lost its lease without an end is fenced by a raised
   * epoch: it has read the call without this decision, and its commit would drop it.
   */
  decide(ref: ThreadRef, callId: string, decision: Decision, needed?: number): Promise<DecideOutcome>;

  /** Undefined when the thread is missing. */
  read(ref: ThreadRef): Promise<ThreadSnapshot | undefined>;

  /**
   * How many inputs of the inbox the step with the lease has taken: those of its own begin, and those before them. 0 while none
   * runs, and of a step that brought no input, of which it is not known.
   */
  taken(ref: ThreadRef): Promise<number>;

  /** Entries from index `after` on, oldest first, at most `limit` of them and at most 600 KB, but at least one. */
  history(ref: ThreadRef, page: { after: number; limit: number }): Promise<HistoryWindow | undefined>;

  /**
   * Threads of a tenant, newest creation first, with the size of their inboxes. `cursor` continues a list.
   *
   * @throws {AgentError} invalid_request when the cursor is malformed.
   */
  list(
    tenant: string,
    page: { cursor?: string; limit: number },
  ): Promise<{ threads: ListedThread[]; cursor?: string }>;

  /**
   * Threads of a tenant that may wait for people: those whose last commit or fork named a time in `awaits`, by that time.
   * The list is a hint. A thread in it may wait no longer; one that waits is in it. A thread that is cancelled, or without
   * pending calls, or cannot be read, is left out. `cursor` continues a list of the same order.
   *
   * @throws {AgentError} invalid_request when the cursor is malformed.
   */
  listAwaiting(
    tenant: string,
    page: { cursor?: string; limit: number; order: "newest" | "oldest" },
  ): Promise<{ threads: AwaitingThread[]; cursor?: string }>;

  /**
   * Copies a history into a new thread. False when the target exists.
   *
   * @throws {AgentError} thread_unknown when the source is missing.
   */
  fork(request: ForkRequest): Promise<boolean>;

  /**
   * Removes everything of the thread. False when it was missing. A step still running is fenced. Its row of the due index may
   * stay.
   */
  remove(ref: ThreadRef): Promise<boolean>;

  /** Logged events with seq > after, in order, at most `limit`. `running`: a step has the lease, so more may come. */
  readEvents(
    ref: ThreadRef,
    after: number,
    limit: number,
  ): Promise<{ events: LoggedEvent[]; running: boolean } | undefined>;

  /**
   * Keeps a text of any size, content-addressed within the thread. A blob that no commit refers to is dropped after a
   * day. With `mayExist` the store finds out first whether it has the text, and then nothing is transferred: worth a small
   * request where texts come again, as media do.
   *
   * With `shared` the blob is one of the tenant: the begin of another thread finds it by its id (`sharedBlob`), and each thread
   * whose commits refer to it can read it as long as that thread lives, whatever becomes of the thread that put it.
   */
  putBlob(ref: ThreadRef, text: string, options?: PutBlobOptions): Promise<BlobRef>;
  /** Undefined when the blob is gone. */
  getBlob(ref: ThreadRef, blob: BlobRef): Promise<string | undefined>;

  /**
   * Records for `ttlMs` which features a model (`provider/model`) lacks: adds to the recorded ones and renews them.
   * Re-entrant. The record belongs to the tenant, not to a thread.
   */
  recordLearnedCapabilities(
    tenant: string,
    model: string,
    lacks: readonly Feature[],
    ttlMs: number,
  ): Promise<void>;

  /** The features that the model was recorded to lack, without expired ones, in the order of FEATURES. */
  readLearnedCapabilities(tenant: string, model: string): Promise<readonly Feature[]>;

  /**
   * Keeps the definition of a tenant's policy, or of another `kind` of thing, under a name; replaces the one that is there.
   * Definitions belong to no thread and do not expire. At most 64 KB of text. With `expected` it is kept only when the text that
   * is there is that one (null: when there is none), checked atomically; false when it is not. The same text counts as kept when
   * it is there already, so that a request which is sent twice is answered the same: a text that claims something names its
   * owner.
   */
  putDefinition(
    tenant: string,
    kind: string,
    name: string,
    text: string,
    expected?: string | null,
  ): Promise<boolean>;

  /** The text of a definition; undefined when there is none. */
  readDefinition(tenant: string, kind: string, name: string): Promise<string | undefined>;

  /** The names of a tenant's definitions of a kind, sorted by UTF-16 code units. */
  listDefinitions(tenant: string, kind: string): Promise<readonly string[]>;

  /** Removes a definition. False when there was none. */
  removeDefinition(tenant: string, kind: string, name: string): Promise<boolean>;

  /**
   * Moves something in the due index, atomically. False when it did not have the time `from`. Of two moves from one time one is
   * true, also when they lead to the same time. A move that is sent twice, because its answer was lost, is answered the same; a
   * removal may be false the second time.
   */
  moveDue(tenant: string, name: WakeName, move: DueMove): Promise<boolean>;

  /** Rows of the due index of all tenants with a time of at most `until`, the earliest first, at most `limit` of them. */
  listDue(until: number, limit: number): Promise<DueItem[]>;

  /**
   * A reservation beside a begin, such as one more for a step that runs. INVARIANTS of the ledger 1, 2 and 6.
   */
  reserve(tenant: string, reservation: Reservation): Promise<ReserveOutcome>;

  /** A booking beside a commit, such as that of a step that is given back. INVARIANTS of the ledger 2 and 5. */
  book(tenant: string, booking: Booking): Promise<void>;

  /**
   * The days from `from` to `to`, both included and such as `2026-11-22`, oldest first. Days on which nothing was booked are
   * left out. The order of accounts and counts is not defined.
   *
   * @throws {AgentError} invalid_request when one of them is no day, or the days are more than LEDGER_DAYS.
   */
  readLedger(tenant: string, from: string, to: string): Promise<LedgerDay[]>;

  /**
   * Waits until the running step of the lease is fenced, in the sense of `flush`.
   *
   * INVARIANTS of watch
   * 1. `fenced` is true: the epoch has passed, or had passed before the watch began. `stopped` when `signal` aborts.
   * 2. It never rejects and writes nothing. A store that is away delays the answer; `flush` finds the fence as well.
   * 3. A cancel and a restart through any isolate are found within 300 ms when the answers of the store take 25 ms,
   *    unless the watch is switched off. A remove, and a begin after the end of the lease, may be left to `flush`.
   */
  watch(
    ref: ThreadRef,
    lease: { readonly owner: string; readonly epoch: number },
    signal: AbortSignal,
  ): Promise<WatchOutcome>;

  /** Resolves when the store answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
