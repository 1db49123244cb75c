// The steps of threads in a store: begin, then commit or advance, fenced by an epoch.

import type { LoggedEvent, ThreadRef } from "./thread.ts";
import type { AbandonRequest, BeginOutcome, BeginRequest } from "./begin.ts";
import type { AdvanceOutcome, AdvanceRequest, CommitOutcome, CommitRequest } from "./commit.ts";
import type { EnqueueOutcome, EnqueueRequest } from "./enqueue.ts";

/** How the watch of a step ended. */
export type WatchOutcome = "fenced" | "stopped";

/**
 * Runs steps.
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
 */
export interface StepStore {
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
   * committed, no cancel has come and the inbox is empty. Where events were reported (`told`) the epochs of a thread that
   * is made under the ref before the events would have ended follow the removed one's.
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

  /**
   * Waits until the running step of the lease is fenced, in the sense of `flush`.
   *
   * INVARIANTS of watch
   * 1. `fenced` is true: the epoch has passed, or had passed before the watch began. `stopped` when `signal` aborts,
   *    and at once where the watch is switched off.
   * 2. It never rejects and writes nothing. A store that is away delays the answer; `flush` finds the fence as well.
   * 3. A cancel and a restart through any isolate are found within 300 ms when the answers of the store take 25 ms,
   *    unless the watch is switched off. A remove, and a begin after the end of the lease, may be left to `flush`.
   */
  watch(
    ref: ThreadRef,
    lease: { readonly owner: string; readonly epoch: number },
    signal: AbortSignal,
  ): Promise<WatchOutcome>;
}
