// Store requests that are sent again while the store cannot be reached.

import { AgentError, failureFields } from "../core/error.ts";
import type { RuntimeDeps } from "./request.ts";

/** Milliseconds before the second, third and fourth try. */
const STORE_RETRY_DELAYS_MS = [100, 400, 1500];

/**
 * Sends the request up to four times, two seconds in all. Only for requests that may arrive twice.
 *
 * @throws what the last try rejects with; any error but `store_unavailable` at once
 */
export async function withStoreRetries<T>(
  request: () => Promise<T>,
  deps: Pick<RuntimeDeps, "log" | "sleep">,
): Promise<T> {
  for (const waitMs of STORE_RETRY_DELAYS_MS) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof AgentError) || error.code !== "store_unavailable") throw error;
      deps.log("warn", "the store is unavailable; the request is sent again", {
        ...failureFields(error),
        waitMs,
      });
      await deps.sleep(waitMs);
    }
  }
  return await request();
}
