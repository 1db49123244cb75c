// Threads below a thread: each runs for one call of it, and its id follows from both.

import type { PlannedCall } from "../../core/call.ts";
import { isPhase } from "../../core/held_calls/phase.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { parsePhases } from "../../core/plan/strategic_plan.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { sha256OfShort } from "../../core/text/sha256.ts";

/** Most characters of the id of the thread above in the id of a phase's thread, which has at most 128. */
const PARENT_PART = 72;
const HASH_PART = 16;

/**
 * The thread in which a call of `run_phase` runs its phase. It follows from the thread above and the call, so every worker that
 * takes the call over finds it; another call of the same phase has another thread.
 */
export function childRef({ tenant, thread }: ThreadRef, callId: string, phase: string): ThreadRef {
  const hash = sha256OfShort(`${thread} ${callId}`).slice(0, HASH_PART);
  return { tenant, thread: `${thread.slice(0, PARENT_PART)}.${phase}.${hash}` };
}

/** The phase that a call of `run_phase` names. */
export function phaseNamed({ phase }: JsonObject): string {
  return typeof phase === "string" ? phase : "";
}

/** Threads of phases whose calls are pending. */
export function refsBelow(ref: ThreadRef, calls: readonly PlannedCall[]): ThreadRef[] {
  return calls.filter(isPhase).map(({ id, args }) => childRef(ref, id, phaseNamed(args)));
}

/** The threads of the last runs of the phases that a plan of JSON has. */
export function refsOfPhases({ tenant }: ThreadRef, plan: Json | undefined): readonly ThreadRef[] {
  const phases = parsePhases(plan) ?? [];
  return phases.flatMap(({ thread }) => thread === undefined ? [] : [{ tenant, thread }]);
}
