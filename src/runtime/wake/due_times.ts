// When the cron pump looks at what wake-ups should have done.

/**
 * Milliseconds from the time at which a wake-up is to arrive until the pump sends another one in its place. A step that takes
 * longer is found running.
 */
export const REPAIR_MS = 60_000;

/** Milliseconds until a wake-up of a thread that runs is tried again, at most. */
export const BUSY_MS = 2_000;
