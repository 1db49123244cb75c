// The end of a step: its draft is committed, then its last event is emitted.

import { AgentError, toAgentError, unreachable } from "../../core/error.ts";
import type { Defer } from "../../core/ports.ts";
import { addCounters } from "../../core/usage.ts";
import type { AgentPlugins } from "../hooks/agent_plugins.ts";
import { loadPlugins, refusesNext } from "../hooks/in_step/session_plugins.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { StepRequest } from "../request.ts";
import { buildResult, type RunResult, type RunTotals } from "../result.ts";
import { isPaused } from "../session/pausing.ts";
import { refuseStep } from "../refuse_step.ts";
import type { Session } from "../session.ts";
import { placeOfRun } from "../session/select_waiting_inputs.ts";
import { withNextWake } from "../outbox/after_step.ts";
import { keepDue, sendNextWake } from "../outbox/send.ts";
import { commitDraft } from "./commit.ts";
import { toCounters } from "../ledger/counters.ts";
import type { Draft } from "../draft.ts";
import type { RunningStep } from "./running_step.ts";
import { lastEvent, logStepFailure, stepFailed } from "./step_end.ts";
import type { StepTask } from "./step_task.ts";

/** How a step of a request ended. */
export type StepEnd =
  /** Committed, and begun again: another step of the request follows. */
  | { readonly type: "advanced"; readonly session: Session }
  /** `waiting` inputs are left behind the end of the run; 0 where the run goes on, or waits itself. */
  | { readonly type: "ended"; readonly result: RunResult; readonly waiting: number };

/** What the end of a step needs besides its draft. */
export interface CommitStepOptions {
  readonly request: StepRequest;
  readonly task: StepTask;
  readonly running: RunningStep;
  /** With the step's draft. */
  readonly totals: RunTotals;
  readonly defer: Defer;
}

/**
 * Commits the draft, or advances when the request goes on. The next step has what plugins load for it now; where one
 * cannot, that is the failure of this step, and its calls stay pending.
 *
 * @throws {AgentError} store_unavailable, store_failed, store_full - after all tries; the commit may have been applied
 */
export async function commitStep(
  session: Session,
  drafted: Draft,
  { request, task, running, totals, defer }: CommitStepOptions,
  deps: RuntimeDeps,
): Promise<StepEnd> {
  const { startedAt, wallMs } = running;
  const wantsMore = continuesWith(drafted, request, task, deps) && !wouldExhaust(session, drafted, wallMs) &&
    !refusesNext(session, drafted.plugins, drafted.state.run) &&
    (deps.pausing === undefined ||
      !await isPaused(session.agent.name, deps.pausing.read(session.ref.tenant)));
  const plugins = wantsMore ? await pluginsNow(session, deps) : undefined;
  const next = !wantsMore || plugins instanceof AgentError ? undefined : { plugins };
  const failed = plugins instanceof AgentError ? { ...drafted, error: plugins } : drafted;
  const draft = withNextWake(session, failed, next !== undefined, deps);
  const last = running.number(lastEvent(draft, session, next !== undefined));
  const events = await running.close(last, draft.number);
  const committed = await commitDraft(
    session,
    draft,
    { request, next, startedAt, wallMs, totals, events, defer },
    deps,
  );
  switch (committed.type) {
    case "advanced":
      running.emitLast(last);
      return { type: "advanced", session: committed.session };
    case "committed": {
      running.emitLast(last);
      if (draft.error) logStepFailure(session, draft.error, deps);
      sendNextWake(session, draft, committed, defer, deps);
      const isOver = placeOfRun(draft.status, draft.pending.length > 0) === "ended";
      const result = buildResult(session, draft, committed.header, totals, draft.error);
      return { type: "ended", result, waiting: isOver ? committed.waiting : 0 };
    }
    case "lost": {
      const { header, error, waiting } = committed;
      keepDue(session, draft, defer, deps);
      running.emitLast({ ...stepFailed(draft.number, header.version, error), seq: last.seq });
      return { type: "ended", result: buildResult(session, undefined, header, totals, error), waiting };
    }
    default:
      return unreachable(committed);
  }
}

/** The plugins of the next step: what they load may have changed since the request began. */
async function pluginsNow(
  { ref, own }: Session,
  deps: RuntimeDeps,
): Promise<AgentPlugins | AgentError | undefined> {
  try {
    return await loadPlugins({ ref, agent: own }, deps);
  } catch (thrown) {
    return toAgentError(thrown);
  }
}

/** True when the request wants another step after this one: there are calls to run and nothing to wait for. */
function continuesWith(
  draft: Draft,
  { until, stopAt }: StepRequest,
  { type }: StepTask,
  { clock }: Pick<RuntimeDeps, "clock">,
): boolean {
  if (draft.error || draft.status !== "open" || draft.state.resumeAt !== undefined) return false;
  if (stopAt !== undefined && clock() >= stopAt) return false;
  return until === "done" || (until === "settled" && type !== "act_only" && draft.pending.length > 0);
}

function wouldExhaust({ agent, header }: Session, draft: Draft, wallMs: number): boolean {
  const counters = addCounters(header.counters, toCounters(draft, wallMs));
  return refuseStep(agent, counters, draft.state.run, draft.state.extraSteps) !== undefined;
}
