// The end of a step: its draft is committed, then its last event is emitted.

import { unreachable } from "../../core/error.ts";
import { addCounters } from "../../core/usage.ts";
import type { RuntimeDeps, StepRequest } from "../request.ts";
import { resultOf, type RunResult, type RunTotals } from "../result.ts";
import { exhausted } from "../session/budget.ts";
import type { Session } from "../session/session.ts";
import { commitDraft, countersOf } from "./commit.ts";
import type { Draft } from "./draft.ts";
import type { RunningStep } from "./running_step.ts";
import { lastEvent, logStepFailure, stepFailed } from "./step_end.ts";
import type { StepTask } from "./step_task.ts";

/** How a step of a request ended. */
export type StepEnd =
  /** Committed, and begun again: another step of the request follows. */
  | { readonly type: "advanced"; readonly session: Session }
  | { readonly type: "ended"; readonly result: RunResult };

/** What the end of a step needs besides its draft. */
export interface CommitStepOptions {
  readonly request: StepRequest;
  readonly task: StepTask;
  readonly running: RunningStep;
  /** With the step's draft. */
  readonly totals: RunTotals;
}

/**
 * Commits the draft, or advances when the request goes on.
 *
 * @throws {AgentError} store_unavailable, store_failed, store_full - after all tries; the commit may have been applied
 */
export async function commitStep(
  session: Session,
  draft: Draft,
  { request, task, running, totals }: CommitStepOptions,
  deps: RuntimeDeps,
): Promise<StepEnd> {
  const { wallMs } = running;
  const goesOn = continuesWith(draft, request, task) && !wouldExhaust(session, draft, wallMs);
  const last = running.number(lastEvent(draft, session, goesOn));
  const events = await running.close(last, draft.number);
  const committed = await commitDraft(session, draft, { request, goesOn, wallMs, totals, events }, deps);
  switch (committed.type) {
    case "advanced":
      running.emitLast(last);
      return { type: "advanced", session: committed.session };
    case "committed":
      running.emitLast(last);
      if (draft.error) logStepFailure(session, draft.error, deps);
      return ended(resultOf(session, draft, committed.header, totals, draft.error));
    case "lost": {
      const { header, error } = committed;
      running.emitLast({ ...stepFailed(draft.number, header.version, error), seq: last.seq });
      return ended(resultOf(session, undefined, header, totals, error));
    }
    default:
      return unreachable(committed);
  }
}

function ended(result: RunResult): StepEnd {
  return { type: "ended", result };
}

/** True when the request wants another step after this one: there are calls to run and nothing to wait for. */
function continuesWith(draft: Draft, { until }: StepRequest, { type }: StepTask): boolean {
  if (draft.error || draft.status !== "open") return false;
  return until === "done" || (until === "settled" && type !== "act_only" && draft.pending.length > 0);
}

function wouldExhaust({ agent, header }: Session, draft: Draft, wallMs: number): boolean {
  const counters = addCounters(header.counters, countersOf(draft, wallMs));
  return exhausted(agent, counters, draft.state.run) !== undefined;
}
