// The errors of a thread of which the stored form cannot be read.

import { AgentError } from "../error.ts";

/**
 * The error `store_corrupt`. `details.thread` is the id of the thread.
 *
 * @param what The part of the thread that no Treadle writes in this form, such as `status`.
 *
 * @example
 * ```ts
 * import { storeCorrupt } from "./corrupt.ts";
 * import assert from "node:assert/strict";
 *
 * assert.match(storeCorrupt("t1", "status").message, /^Thread t1 cannot be read: its status is illegal\./);
 * ```
 */
export function storeCorrupt(thread: string, what: string, cause?: unknown): AgentError {
  return new AgentError(
    "store_corrupt",
    `Thread ${thread} cannot be read: its ${what} is illegal. Remove the thread, or restore it from a backup.`,
    { cause, details: { thread } },
  );
}

/** The error `store_corrupt` of an entry that is read where the id of its thread is not at hand. */
export function entryCorrupt(cause?: unknown): AgentError {
  return new AgentError(
    "store_corrupt",
    "An entry of the thread's history cannot be read. Remove the thread, or restore it from a backup.",
    { cause },
  );
}
