// Which pending calls are those of an orchestrator.

import { isRunnable, type PlannedCall } from "../../core/call.ts";
import { RUN_PHASE, WRITE_PLAN } from "../../core/plan/orchestration.ts";
import type { Session } from "../session.ts";

/** True when the step has calls for `conduct`. */
export function hasPhaseCalls({ agent, pending }: Session): boolean {
  return agent.orchestrate !== undefined && pending.some(isPhaseCall);
}

/** True for a call that the runtime runs itself. */
export function isPhaseCall(call: PlannedCall): boolean {
  return isRunnable(call) && (call.name === WRITE_PLAN || call.name === RUN_PHASE);
}
