// Whether a call has an outcome.

import type { Outcome } from "../entry.ts";
import type { CallView } from "./calls.ts";

/** True for a call that has an outcome in place of a state in which it waits. */
export function hasOutcome(call: CallView): call is CallView & { readonly state: Outcome } {
  return !WAITING.has(call.state);
}

const WAITING: ReadonlySet<CallView["state"]> = new Set([
  "pending",
  "approval",
  "client",
  "deferred",
  "authorization",
]);
