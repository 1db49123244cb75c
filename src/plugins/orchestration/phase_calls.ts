// Which pending calls are those of an orchestrator.

import type { PlannedCall } from "../../core/call.ts";
import { isReleased } from "../../core/held_calls/people.ts";
import { isOrchestration } from "../../core/held_calls/phase.ts";
import type { Session } from "../../kernel/session.ts";

/** True for a call that the runtime runs itself. One that people hold is left to the executor, which denies it. */
export function isPhaseCall(call: PlannedCall, marks: Session["marks"]): boolean {
  return isOrchestration(call) && isReleased(call, marks.get(call.id));
}
