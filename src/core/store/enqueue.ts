// The request and the outcomes of Store.enqueue: an input is stored, and a wake-up runs its step.

import type { IdempotencyKey } from "./begin.ts";
import type { NewThread, ThreadRef } from "./thread.ts";

/** Accepts inputs without beginning a step. */
export interface EnqueueRequest {
  readonly ref: ThreadRef;
  /** Unique for this attempt; one that is sent twice, because its answer was lost, is recognised by it. */
  readonly owner: string;
  /** Creates the thread when it is missing. */
  readonly create?: NewThread;
  /** Newest schema that the caller can read. */
  readonly schema: number;
  /** JSON texts of user entries, at least one, together at most 512 KB. */
  readonly inputs: readonly string[];
  /** Recognises a repetition for `receiptMs`. */
  readonly idempotency: IdempotencyKey;
  /** Milliseconds that the key is remembered; at least. */
  readonly receiptMs: number;
  /**
   * The thread enters the due index at this time, in epoch milliseconds, by the same request, whatever the outcome. A row
   * with an earlier time moves to the millisecond before it: a repetition does not put off a repair, and a removal of the row
   * that it was does not remove the row that it is.
   */
  readonly due: number;
}

/** The outcome of an enqueue. */
export type EnqueueOutcome =
  /** In the inbox. `version` is that of the thread, `running` is true while a step has the lease. */
  | {
    readonly type: "queued";
    readonly version: number;
    readonly running: boolean;
    readonly waiting: number;
    readonly created: boolean;
  }
  /** The key was accepted before, with the same body; nothing has changed. */
  | { readonly type: "duplicate"; readonly version: number }
  /** The key was accepted before, with another body. */
  | { readonly type: "mismatch" }
  | { readonly type: "missing" }
  | { readonly type: "unsupported"; readonly schema: number }
  /** The inbox would exceed INBOX_LIMIT or INBOX_BYTES. */
  | { readonly type: "full"; readonly retryAfterMs: number };
