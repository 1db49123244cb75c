// A call that has not run, since the user has to authorize the server of its tool. It is run by a step behind that.

import { isCancelled } from "../../core/approval/verdict.ts";
import type { PlannedCall } from "../../core/call.ts";
import type { Observation } from "../../core/entry.ts";
import type { ExecutedCall } from "../../core/executor.ts";
import { heldForAuthorization } from "../../core/held_calls/authorization.ts";
import { AUTHORIZATION_MS, type AuthorizationNeeded, type DeferredTerms } from "../../core/tool/deferred.ts";
import type { ExecutionScope } from "./run_with_timeout.ts";
import { toFailed } from "./observation.ts";

/** The call as it waits, and the event with the URL, which no entry of the history has. */
export function needsAuthorization(
  call: PlannedCall,
  { server, url }: AuthorizationNeeded,
  scope: ExecutionScope,
  ms: number,
): ExecutedCall {
  const { epoch } = scope.context;
  const before = call.deferred?.authorization === undefined ? undefined : call.deferred.expiresAt;
  const expiresAt = before ?? scope.clock() + AUTHORIZATION_MS;
  scope.emit({ type: "authorization.requested", callId: call.id, name: call.name, server, url, expiresAt });
  return toUnauthorized(call, { ref: null, expiresAt, authorization: { server, epoch } }, ms);
}

/**
 * What a call comes to that waits for an authorization, before it runs: it waits on while its tool is not offered, and fails when
 * its time is over. Undefined for every other call, and for one that may run.
 */
export function withoutAuthorization(
  call: PlannedCall,
  isOffered: boolean,
  { clock, context }: ExecutionScope,
): ExecutedCall | undefined {
  const { deferred } = call;
  const held = heldForAuthorization(call, context, clock());
  if (deferred === undefined || held === undefined || isCancelled(call, context)) return undefined;
  if (held.type === "settled") return observation(call, deferred.authorization?.server ?? "", 0);
  return isOffered ? undefined : toUnauthorized(call, deferred, 0);
}

function toUnauthorized(call: PlannedCall, terms: DeferredTerms, ms: number): ExecutedCall {
  return { ...observation(call, terms.authorization?.server ?? "", ms), deferred: terms };
}

/** What stands where the run goes on without the call. */
function observation(call: PlannedCall, server: string, ms: number): Observation {
  return toFailed(call, {
    kind: "context_required",
    message: `Not run: the user has not authorized the server ${server}.`,
    hint: "Ask the user to authorize it; the call may be made again afterwards.",
  }, ms);
}
