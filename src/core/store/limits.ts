// Lifetimes and sizes that every store applies.

/** How long stored things live, in milliseconds. */
export interface StoreLifetimes {
  /** Idempotency receipts; a day by default. */
  readonly receiptMs: number;
  /** The event log after its last event; an hour by default. */
  readonly eventsMs: number;
  /** A thread after the last begin, queued input, flush or commit; undefined keeps threads for ever. */
  readonly threadMs: number | undefined;
}

/** The defaults. */
export const LIFETIMES: StoreLifetimes = { receiptMs: 86_400_000, eventsMs: 3_600_000, threadMs: undefined };

/** Inputs that an inbox takes. */
export const INBOX_LIMIT = 100;

/** UTF-8 bytes that the inputs of an inbox take together. */
export const INBOX_BYTES = 1_000_000;

/** `retryAfterMs` of a thread whose inbox is full although no step runs. */
export const FULL_RETRY_MS = 1_000;

/** Events that a log keeps; the oldest are dropped first. */
export const EVENT_LIMIT = 5_000;

/** UTF-8 bytes of entries in one page of a history at most, unless a single entry is larger. */
export const PAGE_BYTES = 600 * 1024;

/** How long a blob lives that no commit refers to, in milliseconds: a day. */
export const BLOB_MS = 86_400_000;
