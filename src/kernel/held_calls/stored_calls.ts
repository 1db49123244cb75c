// What a store has to know of pending calls beside their text.

import type { PlannedCall } from "../../core/call.ts";
import { isDeferred } from "../../core/held_calls/later.ts";
import { resultId } from "../../core/tool/deferred.ts";
import { awaitedAsStored } from "./thread_status.ts";

/** The ids of a pending call. A result has an id of its own: the decisions of an approval are under that of the call. */
export function storedIds(call: PlannedCall): string[] {
  return isDeferred(call) ? [call.id, resultId(call.id)] : [call.id];
}

/** True for a call that people decide about: its thread enters the index of those that may wait for people. */
export function asksPeople(call: PlannedCall): boolean {
  return awaitedAsStored(call) === "people";
}
