// The request and the outcomes of Store.begin, and the request that abandons a begin. The invariants are in store.ts.

import type { CallMark } from "../call.ts";
import type { ThreadStatus } from "../state.ts";
import type { Reservation, ReserveOutcome } from "./ledger.ts";
import type { HistoryWindow, NewThread, PendingCalls, ThreadHeader, ThreadRef } from "./thread.ts";

/** How much of the end of a history a begin returns. */
export interface WindowLimits {
  /** Number of entries at most; at least 1. */
  readonly entries: number;
  /** UTF-8 bytes of entries at most; the newest entry is returned at any size. */
  readonly bytes: number;
}

/** The part of a history that a caller has cached: the entries [start, length) as they stood after one commit. */
export interface CachedHistory {
  /** The version that the commit produced, and its owner. Owners are unique: no other history has this pair. */
  readonly version: number;
  readonly owner: string;
  readonly start: number;
  readonly length: number;
}

/** The caller's name of a request, by which a repetition is recognised. */
export interface IdempotencyKey {
  readonly key: string;
  /** Hash of everything in the request that makes it the same request. */
  readonly bodyHash: string;
  /** The same with the key in it, which receipts of later releases have; no store reads it. */
  readonly keyedHash?: string;
}

/** What a begin does while another step has the lease. The requests of the runtime have finer words; session/select_waiting_inputs.ts. */
export type BusyPolicy = "reject" | "queue" | "restart";

/** Starts a step. */
export interface BeginRequest {
  readonly ref: ThreadRef;
  /** Unique for this attempt; a begin that is sent twice, because its answer was lost, is recognised by it. */
  readonly owner: string;
  readonly leaseMs: number;
  /** Creates the thread when it is missing. */
  readonly create?: NewThread;
  readonly expectedVersion?: number;
  readonly idempotency?: IdempotencyKey;
  /** Newest schema that the caller can read. */
  readonly schema: number;
  /** JSON texts of user entries, together at most 512 KB; they go to the inbox and come back in `inbox`. */
  readonly inputs: readonly string[];
  readonly busy: BusyPolicy;
  readonly window: WindowLimits;
  /** Entries that are not returned again when they are proven to be this thread's. */
  readonly cached?: CachedHistory;
  /** Reserved in the ledger by the same request; only a begin that takes the lease keeps it. */
  readonly reserve?: Reservation;
  /**
   * The thread enters the due index at this time, in epoch milliseconds, by the same request, whatever the outcome. A row
   * with an earlier time moves to the millisecond before it: a repetition does not put off a repair, and a removal of the row
   * that it was does not remove the row that it is.
   */
  readonly due?: number;
  /**
   * Id of a blob that the tenant may share. When the step begins and the tenant has the blob, the thread has it as well, as if
   * `putBlob` had put it by this request: it is there for a day, and a commit may refer to it.
   */
  readonly sharedBlob?: string;
}

/** What a committed request left behind, so that the same request can be answered again. */
export interface Receipt {
  /** JSON text, at most 4 KB, made by the runtime. */
  readonly text: string;
  /**
   * The history from the first entry that the request appended to its last, oldest first. Where the request ran more
   * than once, entries of other requests may lie between. Of more than 600 KB only the first that fit, but at least
   * one.
   */
  readonly entries: readonly string[];
}

/** The outcome of a begin; INVARIANTS of begin in store.ts. */
export type BeginOutcome =
  | {
    readonly type: "begun";
    readonly header: ThreadHeader;
    /** Ends with the newest entry and starts no earlier than the header's `base`. */
    readonly window: HistoryWindow;
    /** True when `window` continues the caller's cached history; false when it stands alone. */
    readonly cacheIsCurrent: boolean;
    readonly pending: PendingCalls | null;
    /** By call id. */
    readonly marks: ReadonlyMap<string, CallMark>;
    /** Every input that is not consumed yet, oldest first, those of this request included. */
    readonly inbox: readonly string[];
    /** True when this begin created the thread. */
    readonly created: boolean;
    /**
     * True when the request's key was accepted before (its receipt is unfinished or `retry`, or it was queued). Its
     * inputs were not queued a second time: they are in `inbox`, or an earlier step has consumed them.
     */
    readonly resumed: boolean;
    /** The outcome of the request's reservation; missing without one. The caller abandons a begin whose reservation is refused. */
    readonly reserved?: ReserveOutcome;
    /** The thread has the request's `sharedBlob`. A store that does not find it, or shares nothing, leaves this out. */
    readonly hasSharedBlob?: true;
  }
  | { readonly type: "replayed"; readonly header: ThreadHeader; readonly receipt: Receipt }
  | { readonly type: "missing" }
  | { readonly type: "unsupported"; readonly schema: number }
  | { readonly type: "mismatch" }
  | { readonly type: "in_flight"; readonly retryAfterMs: number }
  | { readonly type: "busy"; readonly retryAfterMs: number }
  /**
   * `waiting` inputs are in the inbox now, those of this request included. While a step is in progress a repeated key
   * is answered `queued` again, whatever its policy; on an idle thread it begins. A request without inputs is `busy`.
   */
  | { readonly type: "queued"; readonly waiting: number }
  /** With the inputs the inbox would exceed INBOX_LIMIT or INBOX_BYTES, on a busy or an idle thread. */
  | { readonly type: "full"; readonly retryAfterMs: number }
  | { readonly type: "conflict"; readonly version: number }
  | { readonly type: "idle"; readonly status: ThreadStatus; readonly version: number };

/** Gives up a begin. */
export interface AbandonRequest {
  readonly ref: ThreadRef;
  readonly owner: string;
  readonly epoch: number;
  /**
   * The inputs of the begin. They leave the inbox when this begin queued them (it was not `resumed`) and nothing has
   * committed under it.
   */
  readonly inputs: readonly string[];
  readonly idempotency?: IdempotencyKey;
  /** Events of the step were reported. Readers identify them by numbers that contain the epoch, so no later step has the same epoch. */
  readonly told?: boolean;
}
