// A request that may have been sent before under its idempotency key: only its thread has the key.

import { AgentError } from "../../core/error.ts";

/**
 * The version that a request expects which is to be answered where its thread knows its key, and is to begin nothing elsewhere: no thread
 * has one as high.
 */
export const NO_VERSION = Number.MAX_SAFE_INTEGER;

/** True for the refusal of such a request by a thread that does not know its key. */
export function isUnknownKey(thrown: unknown): boolean {
  return thrown instanceof AgentError &&
    (thrown.code === "version_conflict" || thrown.code === "thread_busy");
}
