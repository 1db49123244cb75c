// Threads in a store outside of their steps.

import type { Decision } from "../approval/decision.ts";
import type { DecideOutcome } from "./commit.ts";
import type { ThreadFilter } from "./thread_filter.ts";
import type {
  AwaitingThread,
  ForkRequest,
  GivenTitle,
  HistoryWindow,
  ListedThread,
  LoggedEvent,
  NewThread,
  ThreadRef,
  ThreadSnapshot,
} from "./thread.ts";

/** Makes, reads, lists, forks, cancels and removes threads, and takes what people decide. */
export interface ThreadStore {
  /** Creates an empty thread with status `waiting`. False when it exists. */
  create(ref: ThreadRef, thread: NewThread): Promise<boolean>;

  /** Undefined when the thread is missing. */
  read(ref: ThreadRef): Promise<ThreadSnapshot | undefined>;

  /**
   * How many inputs of the inbox the step with the lease consumes: those of its own begin, and those before them. 0 while no step
   * runs, and for a step without inputs of its own, for which the number is not known.
   */
  taken(ref: ThreadRef): Promise<number>;

  /** The inputs that no commit has consumed, oldest first, those that a running step consumes included; empty without the thread. */
  inbox(ref: ThreadRef): Promise<readonly string[]>;

  /**
   * Removes inputs from the inbox, by their texts. The caller knows that the step of the epoch consumes none of them: no other step has
   * begun then. Behind a cancel the epoch rises: the cancelled step commits no more, since that would consume as many of those that are
   * left. False, with nothing removed: the epoch has passed, one of the texts is not in the inbox, there is no such thread, or its schema is
   * newer.
   */
  withdraw(
    ref: ThreadRef,
    request: { readonly epoch: number; readonly texts: readonly string[] },
  ): Promise<boolean>;

  /** Entries from index `after` on, oldest first, at most `limit` of them and at most 600 KB, but at least one. */
  history(ref: ThreadRef, page: { after: number; limit: number }): Promise<HistoryWindow | undefined>;

  /** Logged events with seq > after, in order, at most `limit`. `running`: a step has the lease, so more may come. */
  readEvents(
    ref: ThreadRef,
    after: number,
    limit: number,
  ): Promise<{ events: LoggedEvent[]; running: boolean } | undefined>;

  /**
   * Of a store that notifies readers: calls `changed` once it is followed, and whenever the log of the thread may have grown or its step may
   * have ended, until the abort. A hint, which may be lost: a reader reads again after a while. It never rejects and writes nothing.
   */
  follow?(ref: ThreadRef, changed: () => void, signal: AbortSignal): Promise<void>;

  /**
   * Threads of a tenant, newest creation first, with the size of their inboxes. `cursor` continues a list.
   *
   * INVARIANTS of a list with a filter
   * 1. Every thread in it has matched the filter while its page was read.
   * 2. A thread that matches from the first page to the last, and was there before the first, is in it.
   * 3. Its cost does not follow the number of the tenant's threads, but that of the threads in the smallest set of the filter: those
   *    with one of its facets, or its status. Such a set may have threads that match no longer, until a list has met them.
   * 4. `unindexed` says that the tenant may have threads without facets, written by a Treadle that keeps none: it may miss these.
   *
   * @throws {AgentError} invalid_request when the cursor is malformed.
   */
  list(
    tenant: string,
    page: { cursor?: string; limit: number; filter?: ThreadFilter },
  ): Promise<{ threads: ListedThread[]; cursor?: string; unindexed?: true }>;

  /**
   * Replaces what a thread is found by, between its steps: of threads that were written before there were facets. `busy`: a step
   * has the lease, or the version is another one; nothing has changed.
   *
   * @throws {AgentError} schema_unsupported
   */
  putFacets(
    ref: ThreadRef,
    request: { readonly version: number; readonly facets: readonly string[] },
  ): Promise<"put" | "busy" | "missing">;

  /**
   * Gives a thread a title, archives it, or takes it out of the archive; what is not named stays. Also while a step runs: it is no part
   * of the history, has no version, and is not in a fork. False: there is no such thread.
   *
   * @throws {AgentError} schema_unsupported
   */
  putLabel(
    ref: ThreadRef,
    label: { readonly title?: GivenTitle | undefined; readonly archived?: boolean | undefined },
  ): Promise<boolean>;

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

  /**
   * Removes everything of the thread. False when it was missing. A step still running is fenced. Its row of the due index may
   * stay.
   */
  remove(ref: ThreadRef): Promise<boolean>;
}
