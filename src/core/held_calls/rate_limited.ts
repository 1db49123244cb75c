// Calls of tools that an upstream limits: they run when the service takes calls again.

import type { PlannedCall } from "../call.ts";
import type { Observation } from "../entry.ts";
import type { LimitedTool } from "../state.ts";
import type { Hold } from "./hold.ts";

/** From `due` on the service takes calls again. */
export const heldByLimit: Hold = ({ name }, { limited }, at) => {
  const until = findLimit(name, limited);
  return until > at ? { type: "waits", for: "time", due: until } : undefined;
};

/** What is observed of a call whose tool is still limited when an input goes on without it; undefined when it may run. */
export function withoutLimited(
  { id, name }: Pick<PlannedCall, "id" | "name">,
  limited: readonly LimitedTool[] | undefined,
  at: number,
): Observation | undefined {
  const until = findLimit(name, limited);
  if (until <= at) return undefined;
  const message = "the service behind the tool takes no calls yet, and the user went on.";
  const error = { kind: "rate_limited" as const, message, retryAfterMs: until - at };
  return { callId: id, name, outcome: "skipped", output: null, error, ms: 0 };
}

/** Until when the tool takes no calls, in epoch milliseconds; 0 for one that is not limited. */
function findLimit(name: string, limited: readonly LimitedTool[] | undefined): number {
  return limited?.find(({ tool }) => tool === name)?.until ?? 0;
}
