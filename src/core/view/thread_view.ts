// Threads as the API shows them.

import type { Json, JsonObject } from "../json.ts";
import type { ThreadParent } from "../plan/orchestration.ts";
import type { ForkedFrom, ThreadStatus, WaitsFor } from "../state.ts";
import type { Counters } from "../usage.ts";
import type { CallView } from "./call_view.ts";

/** A thread as the API shows it; times are ISO 8601. */
export interface ThreadView {
  readonly id: string;
  readonly agent: string;
  /** The beginning of its first input, at most 80 characters; absent before an input. */
  readonly title?: string;
  readonly status: ThreadStatus;
  /** Whom a thread that is `waiting` waits for; absent where the next step may run. */
  readonly waitsFor?: WaitsFor;
  /** The server of tools that it waits for, with `waitsFor: "authorization"`; its URL is in `authorization.requested`. */
  readonly authorization?: { readonly server: string };
  readonly version: number;
  /** Entries in the history. */
  readonly length: number;
  readonly metadata: JsonObject;
  /** The STRATEGIC PLAN as it stands, where the thread has its own. */
  readonly plan?: Json;
  /** The user whom the steps are booked to. */
  readonly user?: string;
  readonly counters: Counters;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly resumeAt?: string;
  /** What a tool needs to know: the next input answers it. */
  readonly question?: string;
  readonly error?: { readonly code: string; readonly message: string };
  /** Its run has the execution `predict`: the calls that it holds run when a request names another. */
  readonly predicted?: true;
  /** The run goes on without its client. */
  readonly wake?: true;
  /** Why no wake-up runs the thread any more; an input, or a request to wake it, does. */
  readonly parked?: ParkedView;
  readonly forkedFrom?: ForkedFrom;
  /** Indexes of the pinned entries; absent without any. */
  readonly pins?: number[];
  /** The thread runs a phase of another. */
  readonly parent?: ThreadParent;
}

/** Why a thread is parked. */
export type ParkedView = {
  readonly code: string;
  readonly message: string;
  /** Steps in a row that failed or did not commit. */
  readonly failures: number;
  /** ISO 8601. */
  readonly at: string;
};

/** A thread in a list. */
export interface ThreadLine extends ThreadView {
  /** Inputs that wait for a step. */
  readonly waiting: number;
  /** A step is in progress. */
  readonly running: boolean;
}

/** A thread with its outstanding calls. */
export interface ThreadDetail extends ThreadLine {
  /** The calls that have no observation yet, then those of phases that wait for people, with their threads. */
  readonly calls: readonly CallView[];
  /** Head of the record's chain: kept elsewhere, it shows later that nothing was changed. Absent before the first commit. */
  readonly head?: string;
}

/** A thread of which the stored form cannot be read: it can only be removed, and not even that where a newer Treadle wrote it. */
export interface CorruptedThread {
  readonly id: string;
  readonly status: "corrupted";
  /** A newer Treadle has written the thread; absent where nothing reads it. */
  readonly code?: "schema_unsupported";
}

/** A page of a tenant's threads. */
export interface ThreadPage {
  readonly threads: readonly (ThreadLine | CorruptedThread)[];
  /** Continues the list; absent at its end. */
  readonly cursor?: string;
}

/** What a cancel found. */
export interface Cancelled {
  readonly id: string;
  /** `done`: the thread had ended with an answer. */
  readonly status: "cancelled" | "done";
  /** False: the thread had ended or was cancelled before, and nothing of it is other than it was. */
  readonly changed: boolean;
  /** A step was in progress; it is stopping and keeps what it has. */
  readonly running: boolean;
  readonly version: number;
}
