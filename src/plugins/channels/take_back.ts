// What a worker that was frozen has posted behind the one that took its conversation over.

import { AgentError, failureFields } from "../../core/error.ts";
import type { HttpDeps } from "../../http/context.ts";
import { readConversation } from "./conversation.ts";
import { SKEW_MS, type Telling } from "./tell.ts";

/** Attempts to remove a message. */
const MOST_REMOVALS = 5;

/**
 * Removes the message that this worker has posted when another one had taken the conversation over: that one has told it, or will. Where
 * messages are found, one that is found by its key stays, as the other worker finds it too.
 */
export async function takeBack(
  telling: Telling,
  deps: Pick<HttpDeps, "log" | "sleep" | "store">,
): Promise<void> {
  const { held: { posted, state: { place, sending } }, channel: { platform, name }, ref } = telling;
  if (posted === undefined || platform.remove === undefined) return;
  for (let attempt = 1;; attempt++) {
    try {
      const others = sending && await platform.find?.(place, sending.key, sending.at - SKEW_MS);
      const kept = await readConversation(ref, deps);
      // The write that says so was done, and its answer was lost.
      if (kept?.draft === posted || Object.values(kept?.cards ?? {}).some(({ id }) => id === posted)) return;
      const isExtra = platform.find === undefined || others !== undefined && others !== posted;
      if (isExtra) await platform.remove(place, posted);
      return;
    } catch (error) {
      const waitMs = error instanceof AgentError ? error.retryAfterMs : undefined;
      if (waitMs === undefined || attempt === MOST_REMOVALS) {
        deps.log("warn", "a message stands in a channel beside the one that another worker has posted", {
          ...ref,
          channel: name,
          ...failureFields(error),
        });
        return;
      }
      await deps.sleep(waitMs);
    }
  }
}
