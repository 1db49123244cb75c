// Admission of a step on a thread with deferred calls.

import { AgentError } from "../../core/error.ts";
import type { CallFacts } from "../../core/held_calls/hold.ts";
import { findHeldCalls } from "../../core/held_calls/resolve_call.ts";
import type { Outstanding } from "./tool_results.ts";

/** Most call ids that an error names. */
const IDS_SHOWN = 20;

/**
 * Refuses a step that would find no result: one begins when all results have come, when it is time for a poll or to give up, and
 * when an input goes on without them.
 *
 * @throws {AgentError} not_yet - until the next poll, or until the wait ends
 */
export function assertResultsCame(
  thread: string,
  { pending, marks, cancelledEpoch, now }: Omit<Outstanding, "execution"> & Pick<CallFacts, "cancelledEpoch">,
  goesOn: boolean,
): void {
  if (goesOn) return;
  // One that waits for an authorization is refused by the source of its tool, while there is none.
  const open = findHeldCalls(pending, { marks, cancelledEpoch }, now, ["later"]);
  if (open.length === 0) return;
  const due = Math.min(...open.map(({ wait }) => wait.due ?? now));
  if (due <= now) return;
  const ids = open.slice(0, IDS_SHOWN).map(({ call: { id } }) => id).join(", ");
  throw new AgentError(
    "not_yet",
    `Thread ${thread} waits for the result of ${ids}; a step follows when it has come, after ${
      due - now
    } ms, or with an input.`,
    { retryAfterMs: due - now, details: { calls: ids } },
  );
}
