// Calls of run_phase: a thread below runs the phase, over as many steps as it takes, and inputs wait for its end.

import { isRunnable, type PlannedCall } from "../call.ts";
import { RUN_PHASE } from "../plan/child_thread.ts";
import { WRITE_PLAN } from "../plan/orchestration.ts";
import type { Hold } from "./hold.ts";

/** Every step goes on with the phases, so the wait has no time of its own: those of the calls below stand in their threads. */
export const heldByPhase: Hold = (call) => isPhase(call) ? { type: "waits", for: "phase" } : undefined;

/** True for a call that runs a phase, as soon as nothing else holds it. */
export function isPhase(call: Pick<PlannedCall, "name" | "disposition">): boolean {
  return call.name === RUN_PHASE && isRunnable(call);
}

/** True for a call that the runtime runs itself, as soon as nothing holds it. */
export function isOrchestration(call: Pick<PlannedCall, "name" | "disposition">): boolean {
  return isOrchestrationTool(call.name) && isRunnable(call);
}

/** True for the tools of an orchestrator: the one that runs a phase, and the one that writes the plan of phases. */
export function isOrchestrationTool(name: string): boolean {
  return name === RUN_PHASE || name === WRITE_PLAN;
}
