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

/** Approximate size that the inputs of an inbox may have together, in UTF-16 code units. */
export const INBOX_BYTES = 1_000_000;

/** Events that a log keeps; the oldest are dropped first. */
export const EVENT_LIMIT = 5_000;
