// The part of orchestration that the kernel calls: the calls of orchestrators, and the plans of threads.

import { isUntouched } from "../../core/call.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import type { Delegated, DelegatingStep, Delegation } from "../../kernel/children/delegation.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { Session } from "../../kernel/session.ts";
import { type Draft, toStoredError, WITHOUT_PLAN } from "../../kernel/draft.ts";
import { readState } from "../../kernel/stored.ts";
import type { Unfinished } from "./phase_outcome.ts";
import { listChildren } from "./list_children.ts";
import { isPhaseCall, runPhaseCalls } from "./run_phase_calls.ts";
import { assertFirstPlan, createPlanEntries, withPlan } from "./session_plan.ts";

/** Runs `write_plan` and `run_phase`. It has no state of its own: each call has the deployment as an argument. */
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

/**
 * The draft of a step whose phases have more to do: nothing is observed, nothing is planned, and the calls stay as they are. Inputs wait for the observations, in the inbox. The run is that of the pending calls, and the step does not count in its
 * limit.
 */
function unfinishedDraft(
  { number, warnings, choice }: Pick<DelegatingStep, "number" | "warnings" | "choice">,
  { status, error, rests, dueBelow }: Unfinished,
  session: Session,
  { clock }: Pick<RuntimeDeps, "clock">,
): Draft {
  const { ref, header, inbox, pending } = session;
  const { error: _error, resumeAt: _rest, waitsFor: _for, authorization: _server, ...state } =
    inbox.length > 0 ? readState(ref, header) : session.state;
  const now = clock();
  return {
    number,
    warnings,
    choice,
    ...WITHOUT_PLAN,
    entries: [],
    acted: [],
    calls: 0,
    learned: undefined,
    pins: state.pins,
    pending,
    status,
    state: {
      ...state,
      extraSteps: (state.extraSteps ?? 0) - 1,
      resumeAt: rests && error?.retryAfterMs !== undefined ? now + error.retryAfterMs : undefined,
      error: error && toStoredError(error),
      updatedAt: now,
    },
    error,
    isUnfinished: true,
    dueBelow,
  };
}
