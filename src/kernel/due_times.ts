// When the cron pump looks at what wake-ups should have done, and when a wake-up is tried again.

/**
 * Milliseconds from the time at which a wake-up is to arrive until the pump sends another one in its place. A step that takes
 * longer is found running.
 */
export const REPAIR_MS = 60_000;

/** The time of the due index at which an input that is accepted at `wakeAt` enters its thread. Both in epoch milliseconds. */
export function dueOfInput(wakeAt: number): number {
  return wakeAt + REPAIR_MS;
}

/** Milliseconds until the wake-up of a thread that runs is tried again, at most. */
export const BUSY_MS = 5_000;

/** Milliseconds until a thread is woken whose input was queued while a step ran. */
export const QUEUED_MS = 2_000;

/** Milliseconds until a thread is looked at again that waits for something without a time of its own. */
export const LONG_MS = 3_600_000;

/** Milliseconds until a step that failed is tried again; twice as long after each failure, up to {@link REPAIR_MS}. */
const BACKOFF_MS = 1_000;

/** Milliseconds until the next try after so many failures in a row. */
export function backoffMs(failures: number): number {
  return Math.min(REPAIR_MS, BACKOFF_MS * 2 ** Math.max(0, failures - 1));
}
