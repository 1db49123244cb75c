// What the kernel asks of orchestration: the calls of orchestrators, and the plans of threads.

import { isUntouched } from "../../core/call.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import type { Delegated, DelegatingStep, Delegation } from "../../kernel/children/delegation.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { Session } from "../../kernel/session.ts";
import { listChildren } from "./list_children.ts";
import { isPhaseCall } from "./phase_calls.ts";
import { assertFirstPlan } from "./plan_problems.ts";
import { runPhaseCalls } from "./run_phase_calls.ts";
import { createPlanEntries, withPlan } from "./session_plan.ts";
import { unfinishedDraft } from "./unfinished.ts";

/** Runs `write_plan` and `run_phase`. It has no state of its own: each call brings the deployment that it is for. */
export const DELEGATION: Delegation = { run, assertFirstPlan, createPlanEntries, withPlan, listChildren };

async function run(
  session: Session,
  step: DelegatingStep,
  deps: RuntimeDeps,
): Promise<Delegated | undefined> {
  const pending = session.pending.filter(isUntouched);
  if (!pending.some((call) => isPhaseCall(call, session.marks))) return undefined;
  const outcome = await runPhaseCalls({ ...session, pending }, step, deps);
  if (outcome.type === "settled") return outcome;
  const waits = session.inbox.length === 0 ? [] : [INPUT_WAITS];
  for (const warning of waits) step.emit({ type: "warning", ...warning });
  const warnings = [...step.warnings, ...waits];
  return { type: "unfinished", draft: unfinishedDraft({ ...step, warnings }, outcome, session, deps) };
}

const INPUT_WAITS: Warning = {
  code: "input_waits",
  message: "The input waits for the phases that run; what else the request says of its run is left out.",
};
