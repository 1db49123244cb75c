// The records of an embedded store, and the synchronous tables that keep them. LocalStore (store.ts) is the protocol
// over the tables; memory.ts and sqlite/tables.ts implement them.

import type { CallMark } from "../../core/call.ts";
import type { LoggedEvent, PendingCalls, ThreadHeader, ThreadRef } from "../../core/store/thread.ts";
import type { ThreadFilter } from "../../core/store/thread_filter.ts";
import type { DueTables } from "./due/tables.ts";
import type { LedgerTables } from "./ledger/tables.ts";

/** The name and the end of a thread, which can be read when the rest of the thread cannot. */
export interface ThreadKey {
  /** Of this incarnation of the thread: removed and created again it has another id. */
  readonly id: number;
  readonly ref: ThreadRef;
  /** Epoch milliseconds; null for ever. */
  readonly expiresAt: number | null;
}

/** What is readable of a thread in any state of the rest. */
export interface KeptThread extends ThreadKey {
  readonly schema: number;
}

/**
 * The parts of a thread that have a constant size. A value: a change is a new record. Times are epoch milliseconds.
 */
export interface ThreadRecord extends ThreadKey {
  readonly createdAt: number;
  readonly header: ThreadHeader;
  readonly pending: PendingCalls | null;
  readonly marks: ReadonlyMap<string, CallMark>;
  /** Since when pending calls wait for people; null when none does. */
  readonly awaits: number | null;
  readonly lease: { readonly owner: string; readonly until: number } | null;
  /** The step that began last. */
  readonly holder: Holder | null;
  /** Owner and request version of the last commit or advance, by which the same request is recognised. */
  readonly committed: { readonly owner: string; readonly version: number } | null;
  /** Owner of the begin that was queued last. */
  readonly queuedBy: string | null;
  /** `owner:epoch` of the last fenced step of which the counters were added. */
  readonly bookedFor: string | null;
  /** The event log: seq of its last event, how many it holds, and when it ends. */
  readonly log: { readonly last: number; readonly count: number; readonly until: number };
}

/** The step that began last: it has the lease, or had it. */
export interface Holder {
  readonly owner: string;
  /** Rises when the step advances. */
  readonly epoch: number;
  /** Its begin created the thread. */
  readonly created: boolean;
  /** Its begin queued no inputs, because the request had been accepted before. */
  readonly resumed: boolean;
  /** The version that its begin found. */
  readonly version: number;
  /** It has committed or was abandoned. */
  readonly ended: boolean;
}

/** An input that no commit has consumed. */
export interface InboxItem {
  /** Owner of the begin that queued it. */
  readonly owner: string;
  readonly text: string;
}

/** The receipt of an idempotency key. In all states but `done` the inputs are accepted and the step has not ended. */
export interface ReceiptRecord {
  readonly bodyHash: string;
  readonly state: "running" | "queued" | "retry" | "done";
  /** Epoch of the step that runs it. */
  readonly epoch: number;
  /** The entries that the request has appended so far: from, inclusive, to, exclusive. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly expiresAt: number;
}

/** A blob. */
export interface BlobRecord {
  readonly text: string;
  /** Epoch milliseconds; null while a commit refers to the blob. */
  readonly expiresAt: number | null;
}

/** A thread in a list; the header is null when the thread cannot be read. */
export interface ListedRecord {
  readonly id: number;
  readonly ref: ThreadRef;
  readonly createdAt: number;
  readonly header: ThreadHeader | null;
  readonly lease: ThreadRecord["lease"];
}

/** The place of a thread in a list by time; the next page starts behind the last one of a page. */
export interface ListPosition {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly thread: string;
}

/** The order of a list by time. Equal times are ordered by name, in the same direction. */
export type ListOrder = "newest" | "oldest";

/** A page of threads that match a filter. */
export interface ThreadsPage {
  readonly after: ListPosition | undefined;
  readonly limit: number;
  readonly now: number;
  readonly filter: ThreadFilter;
}

/**
 * Synchronous tables that apply no rule of the protocol: expired records are returned until they are swept or
 * removed.
 */
export interface Tables {
  /** What belongs to the ledgers of tenants. */
  readonly ledger: LedgerTables;
  /** The due index, of all tenants. */
  readonly due: DueTables;

  /** Runs `work` as one transaction: all of its changes or none. */
  write<T>(work: () => T): T;
  /** Runs `work` on one consistent state. */
  read<T>(work: () => T): T;

  /** @throws {AgentError} store_corrupt when what is stored of the thread cannot be read. */
  thread(ref: ThreadRef): ThreadRecord | undefined;
  threadKey(ref: ThreadRef): KeptThread | undefined;
  /** Newest first. */
  threads(tenant: string, page: ThreadsPage): ListedRecord[];
  /** True for a tenant with a thread whose facets are not kept. */
  hasUnindexed(tenant: string): boolean;
  /** The threads with a time in `awaits`, in the order. */
  awaiting(
    tenant: string,
    page: { after: ListPosition | undefined; limit: number; order: ListOrder; now: number },
  ): ListPosition[];
  expiredThreads(now: number, limit: number): ThreadKey[];
  /** Returns the record with its new id; the id of `draft` is ignored. */
  insertThread(draft: ThreadRecord): ThreadRecord;
  updateThread(record: ThreadRecord): void;
  /** Removes the thread with everything of it but the blobs. */
  removeThread(key: ThreadKey): void;

  appendEntries(id: number, start: number, entries: readonly string[]): void;
  /** Entries with from <= index < to, read as the iterator advances. */
  entries(id: number, from: number, to: number, order: "oldest first" | "newest first"): Iterable<string>;
  copyEntries(source: number, target: number, length: number): void;

  /** Oldest first. */
  inbox(id: number): InboxItem[];
  inboxSize(id: number): number;
  pushInbox(id: number, items: readonly InboxItem[]): void;
  dropInbox(id: number, count: number): void;
  /** Removes the newest item that equals this one, if there is one. */
  removeFromInbox(id: number, item: InboxItem): void;

  receipt(id: number, key: string): ReceiptRecord | undefined;
  putReceipt(id: number, key: string, receipt: ReceiptRecord): void;
  removeReceipt(id: number, key: string): void;

  appendEvents(id: number, events: readonly LoggedEvent[]): void;
  dropEvents(id: number, count: number): void;
  events(id: number, after: number, limit: number): LoggedEvent[];

  blob(ref: ThreadRef, id: string): BlobRecord | undefined;
  /** A blob that exists keeps its text, and its lifetime when that is longer. */
  putBlob(ref: ThreadRef, id: string, blob: BlobRecord): void;
  /** Puts a blob that any thread of the tenant has. False when none has it. */
  shareBlob(ref: ThreadRef, id: string, expiresAt: number): boolean;
  /** Clears the expiry of these blobs. */
  makeBlobsPermanent(ref: ThreadRef, ids: readonly string[]): void;
  copyPermanentBlobs(source: ThreadRef, target: ThreadRef): void;
  removeBlobs(ref: ThreadRef): void;

  /** Records that the model lacks the feature. */
  recordLearnedCapability(tenant: string, model: string, lacks: string, expiresAt: number): void;
  /** The recorded features that expire after `now`. */
  readLearnedCapabilities(tenant: string, model: string, now: number): string[];

  /** Keeps the epoch of a thread that is gone: readers know its events by their numbers. */
  keepEpoch(ref: ThreadRef, epoch: number, expiresAt: number): void;
  /** The epoch that is kept and expires after `now`; 0 without one. */
  keptEpoch(ref: ThreadRef, now: number): number;
  dropEpoch(ref: ThreadRef): void;

  definition(tenant: string, kind: string, name: string): string | undefined;
  putDefinition(tenant: string, kind: string, name: string, text: string): void;
  /** In any order. */
  definitionNames(tenant: string, kind: string): string[];
  removeDefinition(tenant: string, kind: string, name: string): void;

  /** Removes receipts, event logs, blobs, kept epochs and learned capabilities that have expired. */
  sweep(now: number): void;
  ping(): void;
  close(): void;
}

/** Runs `work`, which is one transaction, until no other process is in its way. */
export type WaitForLock = <T>(work: () => T) => T | Promise<T>;
