// The calls of a stored thread that wait for a person or for the client, as the events that requested them: a reload draws the
// same cards.

import type { StepEvent } from "../../../core/event.ts";
import type { ThreadDetail } from "../../../core/contract/threads.ts";
import type { CallView } from "../../../core/contract/calls.ts";
import { replayCall } from "../../../core/history/replayed_events.ts";

/** The events of the calls that have no observation yet; those of deferred calls also have `since`. */
export function pendingEvents({ calls }: ThreadDetail): StepEvent[] {
  return calls.flatMap(toEvents);
}

function toEvents(call: CallView): StepEvent[] {
  const since = call.state === "deferred" ? { since: call.deferred?.since } : {};
  return [...replayCall(call)].map((event) => ({ ...event, ...since, seq: 0 }));
}
