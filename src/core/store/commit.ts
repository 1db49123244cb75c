// The requests and outcomes of Store.commit, advance and decide. The invariants are in store.ts.

import type { Decision } from "../approval/decision.ts";
import type { BlobRef } from "./blob_ref.ts";
import type { ThreadStatus } from "../state.ts";
import type { Counters } from "../usage.ts";
import type { IdempotencyKey } from "./begin.ts";
import type { DueMove } from "./due.ts";
import type { Booking, Reservation, ReserveOutcome } from "./ledger.ts";
import type { LoggedEvent, PendingCalls, ThreadRef } from "./thread.ts";

/** Ends a step. */
export interface CommitRequest {
  readonly ref: ThreadRef;
  readonly owner: string;
  readonly epoch: number;
  /** The version that begin returned. */
  readonly version: number;
  readonly schema: number;
  /** JSON texts, appended in order. Invariant 6 of commit has the sizes. */
  readonly entries: readonly string[];
  readonly status: ThreadStatus;
  /** JSON text of AgentState. */
  readonly state: string;
  /** Added to the thread's counters. */
  readonly counters: Counters;
  /** Replaces the pending calls and their marks; null when none is left. */
  readonly pending: PendingCalls | null;
  /** Since when pending calls wait for people, in epoch milliseconds; missing when none does. See Store.listAwaiting. */
  readonly awaits?: number;
  /** What the thread is found by from now on; when it is missing, what it was found by before. */
  readonly facets?: readonly string[];
  /** Number of inputs, from the oldest, that this commit removes from the inbox. */
  readonly consumed: number;
  /** `text` stands for the entries before `base` from now on. */
  readonly summary?: { readonly text: string; readonly base: number };
  /** Settles the receipt of the begin's key. `retry`: the input is kept, and the same request may run again. */
  readonly receipt?: IdempotencyKey & { readonly outcome: "done" | "retry"; readonly text: string };
  /** Blobs that the entries refer to; from now on they live as long as the thread. */
  readonly blobs: readonly ReferredBlob[];
  /** A text of at most 64 KB that is put as a blob of one piece by this request and lives as long as the thread. */
  readonly newBlob?: NewBlob;
  /** Appended to the event log in the same request. */
  readonly events: readonly LoggedEvent[];
  /**
   * Accepts the commit of a step that was cancelled, once or more often, when no other step has begun since. The
   * status stays `cancelled`. After another begin only the counters are added, once, and the outcome is `fenced`.
   */
  readonly afterCancel?: true;
  /** Booked in the ledger by the same request, whatever the outcome. */
  readonly booking?: Booking;
  /** Moves the thread in the due index by the same request, whatever the outcome. */
  readonly due?: DueMove;
  /**
   * Kept by the same request, whatever the outcome: who delivers an item finds out whether the commit stands. A commit that
   * arrives again may keep an item again that was delivered meanwhile; its id makes it the same delivery.
   */
  readonly outbox?: readonly OutboxItem[];
}

/** Something to deliver: kept as a definition, and entered in the due index under `@<kind>/<id>`. */
export interface OutboxItem {
  /** The kind of the definition and of the name in the due index. */
  readonly kind: string;
  readonly id: string;
  /** At most 64 KB. */
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A blob that a commit refers to. */
export interface ReferredBlob extends Pick<BlobRef, "id"> {
  /** It is the tenant's: `hasSharedBlob` of the begin, or `putBlob` with `shared`. */
  readonly shared?: true;
}

/** A blob that comes with its commit. */
export interface NewBlob {
  /** SHA-256 of its UTF-8 in hex. */
  readonly id: string;
  readonly text: string;
  /** The tenant has it from now on as well: a begin of another thread finds it. */
  readonly shared?: true;
}

/** The outcome of a commit; INVARIANTS of commit in store.ts. */
export type CommitOutcome =
  | { readonly type: "committed"; readonly version: number; readonly waiting: number }
  /**
   * `cancelled`: a cancel raised the epoch and no other step has begun since; a commit with `afterCancel` is
   * accepted.
   */
  | { readonly type: "fenced"; readonly cancelled: boolean }
  | { readonly type: "conflict"; readonly version: number };

/**
 * A commit that keeps the lease and begins the next step of the same request. The receipt stays in flight. A step
 * that was abandoned and advances nevertheless runs again, with the lease, under the new epoch.
 */
export interface AdvanceRequest extends Omit<CommitRequest, "afterCancel" | "receipt"> {
  readonly leaseMs: number;
  /** Reserved for the next step by the same request. */
  readonly reserve?: Reservation;
  /** The receipt's key; the receipt is in flight for the new epoch. */
  readonly idempotency?: IdempotencyKey;
}

/** As CommitOutcome; `inbox` has the inputs that are left. Re-entrant as commit is. */
export type AdvanceOutcome =
  | {
    readonly type: "advanced";
    readonly version: number;
    readonly epoch: number;
    readonly inbox: readonly string[];
    /** The outcome of the request's reservation; missing without one. */
    readonly reserved?: ReserveOutcome;
  }
  | Exclude<CommitOutcome, { type: "committed" }>;

/** The outcome of Store.decide. */
export type DecideOutcome =
  /** Recorded by this request, also when its answer was lost and the store sent it again. `decisions` has it. */
  | { readonly type: "decided"; readonly decisions: readonly Decision[] }
  /** The call is settled, or the same person has decided before. `decisions` are those that stand, oldest first. */
  | { readonly type: "already"; readonly decisions: readonly Decision[] }
  /** No such call is pending. */
  | { readonly type: "unknown" }
  /**
   * A step has the lease. It has read its marks and replaces the pending calls, so a decision would be lost: nothing
   * is recorded. What would be `already` is so nevertheless.
   */
  | { readonly type: "busy"; readonly retryAfterMs: number };
