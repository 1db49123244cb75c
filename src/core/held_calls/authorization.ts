// Calls that have not run, because the user has to authorize the server of their tool.

import type { PlannedCall } from "../call.ts";
import type { Hold } from "./hold.ts";
import { isDeferred } from "./later.ts";

/** Every step tries the call again: the source of the tool refuses one while it has no tokens. */
export const heldForAuthorization: Hold = ({ deferred }, _facts, at) => {
  if (deferred?.authorization === undefined) return undefined;
  if (deferred.expiresAt <= at) return { type: "settled", by: "expired" };
  return { type: "waits", for: "authorization", due: deferred.expiresAt };
};

/** The server that a pending call waits for; undefined when none does. */
export function findAwaitedServer(pending: readonly PlannedCall[]): string | undefined {
  const waiting = pending.find((call) => isDeferred(call) && call.deferred?.authorization !== undefined);
  return waiting?.deferred?.authorization?.server;
}
