// Store requests that are sent again while the store is unavailable or full.

import { AgentError, type ErrorCode, failureFields } from "../core/error.ts";
import type { RuntimeDeps } from "./deps.ts";

/** Milliseconds before the second, third and fourth try. */
const STORE_RETRY_DELAYS_MS = [100, 400, 1500];

/** The failures after which any re-entrant request is sent again. */
const UNAVAILABLE: readonly ErrorCode[] = ["store_unavailable"];

/**
 * The failures after which a commit is sent again. A store that is full refuses at once what has not begun, but a commit
 * holds the outcomes of tools that have run, and a full database has room again when expired threads are removed.
 */
export const COMMIT_RETRIES: readonly ErrorCode[] = ["store_unavailable", "store_full"];

/**
 * Sends the request up to four times, two seconds in all. Only for re-entrant requests.
 *
 * @param codes The failures after which it is sent again.
 * @throws {AgentError} the failure of the last try, and any failure with another code at once.
 */
export async function withStoreRetries<T>(
  request: () => Promise<T>,
  deps: Pick<RuntimeDeps, "log" | "sleep">,
  codes = UNAVAILABLE,
): Promise<T> {
  for (const waitMs of STORE_RETRY_DELAYS_MS) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof AgentError) || !codes.includes(error.code)) throw error;
      deps.log("warn", `the store answered ${error.code}; the request is sent again`, {
        ...failureFields(error),
        waitMs,
      });
      await deps.sleep(waitMs);
    }
  }
  return await request();
}
