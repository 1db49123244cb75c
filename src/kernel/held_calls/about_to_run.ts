// Calls that are about to run, and what one comes to that a rule or a plugin no longer permits.

import type { CallMark, PlannedCall } from "../../core/call.ts";
import type { Observation } from "../../core/entry.ts";
import { mayRun } from "../../core/held_calls/people.ts";

/** A call that was started may have happened, and one that was not approved does not run: the executor decides about both. */
export function callsAboutToRun(
  pending: readonly PlannedCall[],
  marks: ReadonlyMap<string, CallMark>,
): readonly PlannedCall[] {
  return pending.filter((call) => {
    const mark = marks.get(call.id);
    return mayRun(call, mark) && mark?.startedEpoch === undefined;
  });
}

/** The observation of a call that is blocked; the model reads the message. */
export function toBlocked({ id, name }: Pick<PlannedCall, "id" | "name">, message: string): Observation {
  return { callId: id, name, outcome: "blocked", output: null, ms: 0, error: { kind: "failed", message } };
}
