// A thread on its way from one store to another: what both sides do, and what is sent between them. Everything is JSON.

import type { CallMark } from "../call.ts";
import type { DueItem } from "./due.ts";
import type { TenantStore } from "./tenant.ts";
import type { PendingCalls, ThreadHeader, ThreadRef } from "./thread.ts";

/** Is added to the schema of a locked thread, once for each place of its lock in {@link LOCKS}. */
const LOCK = 1_000_000;

/**
 * Why a thread is locked. Every version of Treadle refuses it as one that a newer one has written: no step begins, no input is accepted, and a
 * late commit is fenced.
 *
 * leaving: it is about to move. loading: it has come here in part. moved: another store has it.
 */
export const LOCKS = ["leaving", "loading", "moved"] as const;

/** One of {@link LOCKS}. */
export type Lock = typeof LOCKS[number];

/** The lock of a thread by the schema of its header; undefined without one. */
export function lockOf(schema: number): Lock | undefined {
  return LOCKS[Math.floor(schema / LOCK) - 1];
}

/** The schema of a thread with this lock, or without one. */
export function withLock(schema: number, lock?: Lock): number {
  return schema % LOCK + (lock === undefined ? 0 : LOCK * (LOCKS.indexOf(lock) + 1));
}

/** A receipt. Its key may be known by its hash alone: shortHash of core/text/sha256.ts. */
export interface MovingReceipt {
  readonly hash: string;
  readonly key?: string;
  readonly bodyHash: string;
  readonly state: "running" | "queued" | "retry" | "done";
  /** The entries that the request has appended: from, inclusive, to, exclusive. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** A thread as of one moment, but for its entries and blobs. Its event log, which lives for an hour, does not move. */
export interface MovingThread {
  readonly createdAt: number;
  /** The schema has the lock of the thread: {@link lockOf}. */
  readonly header: ThreadHeader;
  readonly pending: PendingCalls | null;
  readonly marks: readonly (readonly [callId: string, mark: CallMark])[];
  /** Since when pending calls wait for people, in epoch milliseconds. */
  readonly awaits: number | null;
  /** Oldest first. */
  readonly inbox: readonly { readonly owner: string; readonly text: string }[];
  /** In the order of their hashes. */
  readonly receipts: readonly MovingReceipt[];
  /** Ids of the blobs that commits refer to, in order. */
  readonly blobs: readonly string[];
}

/** What `lockThread` found. */
export type LockOutcome =
  /** It is leaving, by this request or before. */
  | { readonly type: "locked" }
  /** A step has the lease. */
  | { readonly type: "busy"; readonly retryAfterMs: number }
  /** It is loading, or has moved; or there is no such thread. */
  | { readonly type: Exclude<Lock, "leaving"> | "missing" };

/**
 * What a store does for threads that move, for backups of those that stay, and for a tenant as a whole. Threads are read with a lock or without one: entries are only
 * added, so those up to the length that was read are of its moment. Methods throw `thread_unknown` where a thread, or its lock, is missing.
 */
export interface MovingStore extends TenantStore {
  /** Locks a thread between its steps. One whose step has lost its lease is locked, and that step is fenced. */
  lockThread(ref: ThreadRef): Promise<LockOutcome>;

  /** Gives a thread with the lock another one, or none: then it is a thread of the store like every other. False for one without that lock. */
  changeLock(ref: ThreadRef, from: Lock, to: Lock | "open"): Promise<boolean>;

  /** Whether there is such a thread, and its lock. */
  findThread(ref: ThreadRef): Promise<Lock | "missing" | "open">;

  /**
   * One read of one moment, also while a step runs. A receipt is found when it was there at the last `listDueOf` of the tenant, or when the
   * thread was locked.
   */
  readThread(ref: ThreadRef): Promise<MovingThread>;

  /** Entries from index `after` on, as many as a page of the history has; none behind the last. */
  readEntries(ref: ThreadRef, after: number): Promise<readonly string[]>;

  /** The text of a blob that a commit of the thread refers to. */
  readBlob(ref: ThreadRef, id: string): Promise<string>;

  /**
   * Makes a thread that is loading of everything but its entries, which follow by `loadEntries`; its blobs were put by `putBlob`. False when
   * there is such a thread, with a lock or without. What is loaded in part may expire after a day.
   */
  loadThread(ref: ThreadRef, thread: MovingThread): Promise<boolean>;

  /** Appends entries to a thread that is loading; `start` is the number of those before. */
  loadEntries(ref: ThreadRef, start: number, entries: readonly string[]): Promise<void>;

  /** Removes a thread that has this lock. */
  dropLocked(ref: ThreadRef, lock: Lock): Promise<void>;

  /** The kinds of a tenant's definitions. */
  listKinds(tenant: string): Promise<readonly string[]>;

  /** The rows of a tenant in the due index, in any order. */
  listDueOf(tenant: string): Promise<readonly DueItem[]>;
}

/** A store that only its Worker reaches. */
export interface RelayingStore {
  /** Sends a call that is written elsewhere, and returns the answer or the error as it is written. */
  relay(call: string): Promise<string>;
}

/** True for a store that only its Worker reaches. */
export function isRelaying<Kept extends object>(store: Kept): store is Kept & RelayingStore {
  return "relay" in store;
}

/** The header of a call of a store that `treadle threads move` sends to a Worker: TREADLE_MOVE_SECRET of the deployment. */
export const MOVE_HEADER = "treadle-move";

/** The methods of {@link MovingStore}, as STORE_METHODS has those of a store. */
export const MOVING_METHODS = {
  lockThread: "writes",
  changeLock: "once",
  findThread: "reads",
  readThread: "reads",
  readEntries: "reads",
  readBlob: "reads",
  loadThread: "once",
  loadEntries: "once",
  dropLocked: "once",
  listKinds: "reads",
  listDueOf: "reads",
  countTenant: "reads",
  sampleSchemas: "reads",
  eraseTenant: "writes",
} as const satisfies Record<keyof MovingStore, "reads" | "writes" | "once">;
