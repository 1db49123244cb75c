// From the exceptions of node:sqlite to errors of the store. An exception of `exec` has no result code of sqlite, so
// the message is read.

import { AgentError } from "../../../core/error.ts";

/** The AgentError of an error of sqlite: store_unavailable, store_full or store_failed. Any other value as it is. */
export function toStoreError(cause: unknown): unknown {
  if (!isSqliteError(cause)) return cause;
  if (isLocked(cause)) {
    return new AgentError("store_unavailable", "The sqlite file is locked by another process; try again.", {
      cause,
      retryAfterMs: 1_000,
    });
  }
  if (cause.message.includes("database or disk is full")) {
    return new AgentError("store_full", "The disk of the sqlite file is full: delete threads or make room.", {
      cause,
    });
  }
  if (isDamaged(cause)) return new AgentError("store_failed", `The sqlite file ${DAMAGED}`, { cause });
  return new AgentError("store_failed", "The sqlite file failed; the log has the cause.", { cause });
}

/** What a file is that is none of sqlite any more, and what to do: behind its name. */
export const DAMAGED = "is damaged: stop, move it and its -wal and -shm away, and restore a backup.";

/** True for the error of a file that is none of sqlite any more, or whose pages contradict each other. */
export function isDamaged(error: unknown): boolean {
  return isSqliteError(error) && /malformed|not a database/.test(error.message);
}

/** True for the error of a file that another process has locked, also as the AgentError of it. */
export function isLocked(error: unknown): boolean {
  if (error instanceof AgentError) return isLocked(error.cause);
  return isSqliteError(error) && /locked|busy/.test(error.message);
}

function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}
