// Calls that their tool received and whose result comes later.

import type { PlannedCall } from "../call.ts";
import { computeDueTime, resultId } from "../tool/deferred.ts";
import type { CallFacts, Hold } from "./hold.ts";

/** A step polls for the result, or ends the call without it, from `due` on. */
export const heldForResult: Hold = ({ deferred }) => {
  if (deferred === undefined || deferred.authorization !== undefined) return undefined;
  if (deferred.detach) return { type: "settled", by: "detached" };
  return { type: "waits", for: "later", due: computeDueTime(deferred) };
};

/** True when the result of the call has come. */
export function hasResult(
  { id }: Pick<PlannedCall, "id">,
  { marks }: Pick<CallFacts, "marks">,
): boolean {
  return (marks.get(resultId(id))?.decisions ?? []).length > 0;
}

/** True for a call whose result comes later, or whose server the user has to authorize, and that has no observation. */
export function isDeferred({ deferred, observed }: Pick<PlannedCall, "deferred" | "observed">): boolean {
  return deferred !== undefined && observed === undefined;
}
