// A thread as a store keeps it: the header, the pending calls, the parts of its history.

import type { CallMark } from "../call.ts";
import type { ThreadStatus } from "../state.ts";
import type { Counters } from "../usage.ts";

/** A thread, within its tenant. Two refs with different tenants share nothing. */
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
  /** Number of entries in the history. */
  readonly length: number;
  /** Index of the first entry that a plan may read; `summary` stands for the entries before it. */
  readonly base: number;
  readonly summary: string | null;
  /** JSON text of ThreadMeta. */
  readonly meta: string;
  /** JSON text of AgentState. */
  readonly state: string;
  readonly counters: Counters;
  /** What the thread is found by, besides its status (thread_filter.ts); missing in a thread whose last writer kept none. */
  readonly facets?: readonly string[];
  /** What people have put on the thread: no step reads or changes it. See ThreadStore.putLabel. */
  readonly givenTitle?: GivenTitle;
  readonly archived?: true;
}

/** A title that a person has set for a thread. */
export interface GivenTitle {
  readonly text: string;
  /** What the thread is found by because of it, besides its other facets. */
  readonly facets: readonly string[];
}

/** The calls of the last plan that have no observation yet. */
export interface PendingCalls {
  readonly ids: readonly string[];
  /** JSON text of PlannedCall[], in the order of the plan. */
  readonly calls: string;
}

/** Consecutive entries of a history: `entries[0]` has index `start`. */
export interface HistoryWindow {
  readonly start: number;
  /** JSON texts, oldest first. */
  readonly entries: readonly string[];
}

/** What a new thread is made of. */
export interface NewThread {
  /** JSON text of ThreadMeta. */
  readonly meta: string;
  /** JSON text of AgentState. */
  readonly state: string;
  readonly schema: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** See ThreadHeader. */
  readonly facets?: readonly string[];
}

/** What Store.read returns. */
export interface ThreadSnapshot {
  readonly header: ThreadHeader;
  readonly pending: PendingCalls | null;
  /** By call id. */
  readonly marks: ReadonlyMap<string, CallMark>;
  /** Number of inputs in the inbox. */
  readonly waiting: number;
  /** True while a step has the lease. */
  readonly running: boolean;
}

/**
 * A thread in a list. The header is null when what is stored of the thread cannot be read; it can only be removed.
 */
export interface ListedThread {
  readonly thread: string;
  /** Epoch milliseconds, of a store whose lists are put together from several. */
  readonly createdAt?: number;
  readonly header: ThreadHeader | null;
  /** The header is null because a newer Treadle has written it. */
  readonly isNewer?: true;
  /** Number of inputs in the inbox. */
  readonly waiting: number;
  /** True while a step has the lease. */
  readonly running: boolean;
}

/** A thread that may wait for people. */
export interface AwaitingThread extends Pick<ThreadSnapshot, "header" | "marks"> {
  readonly thread: string;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly pending: PendingCalls;
}

/** A record of the resumable log: an event of a step, or pieces of one block that follow each other. */
export interface LoggedEvent {
  /** That of the last event in it. Rises within a thread. */
  readonly seq: number;
  /** JSON text; kernel/log/event_records.ts writes and reads it. */
  readonly text: string;
}

/** What Store.fork copies, and the header of the new thread. */
export interface ForkRequest {
  readonly source: ThreadRef;
  /** Same tenant; must not exist. */
  readonly target: ThreadRef;
  /** The first `length` entries are copied, or all where there are fewer, and the blobs that they may refer to. */
  readonly length: number;
  /** JSON texts of entries, appended to the copied ones. */
  readonly append: readonly string[];
  readonly version: number;
  readonly base: number;
  readonly summary: string | null;
  readonly thread: NewThread;
  readonly status: ThreadStatus;
  /** What the shared history has cost; zero by default. */
  readonly counters?: Counters;
  /** Calls of the last entry that the new thread has yet to run; none by default. */
  readonly pending?: PendingCalls;
  /** Since when they wait for people, in epoch milliseconds; missing when none does. */
  readonly awaits?: number;
}
