// What an embedded store keeps, and the synchronous tables it keeps it in. LocalStore (_local.ts) is the protocol over
// them; memory.ts and sqlite.ts are the two kinds of tables.

import type { CallMark } from "../../core/call.ts";
import type { LoggedEvent, PendingCalls, ThreadHeader, ThreadRef } from "../../core/store.ts";

/** What tells a thread from others and when it ends: it can be read whatever became of the rest. */
export interface ThreadKey {
  /** One life of a thread: removed and made anew it has another id. */
  readonly id: number;
  readonly ref: ThreadRef;
  /** Null lives for ever. */
  readonly expiresAt: number | null;
}

/** Everything about a thread that has a constant size. A value: a change is a new record. */
export interface ThreadRecord extends ThreadKey {
  readonly createdAt: number;
  readonly header: ThreadHeader;
  readonly pending: PendingCalls | null;
  readonly marks: ReadonlyMap<string, CallMark>;
  readonly lease: { readonly owner: string; readonly until: number } | null;
  /** The step that began last. */
  readonly holder: Holder | null;
  /** Owner and request version of the last commit or advance, which is answered again when it arrives again. */
  readonly committed: { readonly owner: string; readonly version: number } | null;
  /** Owner of the begin that was queued last. */
  readonly queuedBy: string | null;
  /** `owner:epoch` of the last overtaken step whose counters were booked. */
  readonly bookedFor: string | null;
  /** The event log: seq of its last event, how many it holds, and when it ends. */
  readonly log: { readonly last: number; readonly count: number; readonly until: number };
}

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

export interface InboxItem {
  /** Owner of the begin that brought it. */
  readonly owner: string;
  readonly text: string;
}

/** What is known of an idempotency key. All but `done` say that the input was taken and the step is yet to end. */
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

export interface BlobRecord {
  readonly text: string;
  readonly expiresAt: number | null;
}

/** A thread in a list; without a header it cannot be read. */
export interface ListedRecord {
  readonly id: number;
  readonly ref: ThreadRef;
  readonly createdAt: number;
  readonly header: ThreadHeader | null;
}

/** Where a page of a list goes on: behind this thread. */
export interface ListPosition {
  readonly createdAt: number;
  readonly thread: string;
}

/** Synchronous and without opinions: expired things are returned until they are swept or removed. */
export interface Tables {
  /** Runs `work` as one transaction: all of its changes or none. */
  write<T>(work: () => T): T;
  /** Runs `work` on one consistent state. */
  read<T>(work: () => T): T;

  /** Throws `store_corrupt` when what is stored of the thread cannot be read. */
  thread(ref: ThreadRef): ThreadRecord | undefined;
  threadKey(ref: ThreadRef): ThreadKey | undefined;
  /** Newest first. */
  threads(tenant: string, after: ListPosition | undefined, limit: number, now: number): ListedRecord[];
  expiredThreads(now: number, limit: number): ThreadKey[];
  /** The record with the id it was given; that of `draft` is ignored. */
  insertThread(draft: ThreadRecord): ThreadRecord;
  updateThread(record: ThreadRecord): void;
  /** Removes the thread with everything of it but the blobs. */
  removeThread(key: ThreadKey): void;

  appendEntries(id: number, start: number, entries: readonly string[]): void;
  /** Entries with from <= index < to, read as they are asked for. */
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
  /** Keeps a blob that is there already as it is, but no shorter than the new one. */
  putBlob(ref: ThreadRef, id: string, blob: BlobRecord): void;
  /** These blobs live as long as the thread. */
  keepBlobs(ref: ThreadRef, ids: readonly string[]): void;
  copyKeptBlobs(source: ThreadRef, target: ThreadRef): void;
  removeBlobs(ref: ThreadRef): void;

  /** Remembers that the model lacks the feature. */
  learn(tenant: string, model: string, feature: string, expiresAt: number): void;
  /** The features that are remembered beyond `now`. */
  learned(tenant: string, model: string, now: number): string[];

  /** Removes receipts, event logs, blobs and lessons that have expired. */
  sweep(now: number): void;
  ping(): void;
  close(): void;
}
