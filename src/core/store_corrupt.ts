// The error about a thread of which the stored form cannot be read.

import { AgentError } from "./error.ts";

/**
 * The error `store_corrupt`: `what` of the thread is stored in a form that no Treadle writes. `details.thread` is its id.
 *
 * @example
 * ```ts
 * import { storeCorrupt } from "./store_corrupt.ts";
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
