// How long a running step waits for what. The values depend on each other, so they stand together.

/** Milliseconds that a lease lasts unless it is renewed. */
export const LEASE_MS = 30_000;

/** A step that is watched, or logs no events, renews its lease this often, in milliseconds. */
export const RENEW_MS = LEASE_MS / 3;

/** A resumable step without a watch renews its lease at least this often, so that a cancel reaches it within this time. */
export const UNWATCHED_MS = 2_000;

/** A step that runs longer than this many milliseconds watches for its cancel: shorter steps make no request for that. */
export const WATCH_AFTER_MS = 200;

/** Milliseconds from an abort until aborted work is no longer waited for. */
export const ABORT_GRACE_MS = 1_000;

/**
 * Milliseconds that a reader waits for the last event of a step whose lease is gone: a cancelled step finds the cancel by its
 * watch, else at its next renewal, has its grace, and commits then.
 */
export const LAST_EVENT_MS = UNWATCHED_MS + ABORT_GRACE_MS + 2_000;

/** Milliseconds after a begin in which a commit may refer to a blob that the begin has found: stores keep it for a day. */
export const FOUND_MS = 3_600_000;

/** At most one flush of the events of a step in this time, in milliseconds. */
export const FLUSH_MS = 250;

/** Milliseconds after which the log of a step that is kept has its first event. */
export const LOGGED_MS = FLUSH_MS + 100;
