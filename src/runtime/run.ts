// The way of every request: begin, then step after step until the request has what it asked for. Each step is committed before
// its last event is emitted.

import { type AgentError, failureFields, toAgentError, unreachable } from "../core/error.ts";
import type { StepEvent } from "../core/event.ts";
import type { ThreadHeader } from "../core/store.ts";
import { addCounters } from "../core/usage.ts";
import { planChoiceFor } from "./choice/plan_choice.ts";
import { replay } from "./replay/replay.ts";
import type { RuntimeDeps, StepRequest } from "./request.ts";
import { pendingViews, type RunResult, type StartedRun, threadView } from "./result.ts";
import { RunTotals } from "./run_totals.ts";
import { exhausted } from "./session/budget.ts";
import { giveBack, openSession, type Session } from "./session/open.ts";
import { commitDraft, continuesWith, countersOf } from "./step/commit.ts";
import { compact } from "./step/compact.ts";
import type { Draft } from "./step/draft.ts";
import { RunningStep } from "./step/running_step.ts";
import { step, type StepTask } from "./step/step.ts";
import { lastEvent, stepFailed } from "./step/step_end.ts";

/**
 * Begins what the request asks for. The caller then calls `run` of the result; a run that is never called leaves the thread
 * to its lease of 30 seconds.
 *
 * @throws {AgentError} for every refusal; nothing has happened then
 */
export async function startRun(request: StepRequest, deps: RuntimeDeps): Promise<StartedRun> {
  const opened = await openSession(request, deps);
  switch (opened.type) {
    case "open": {
      const { session } = opened;
      const task = await firstTask(session, request, deps);
      return { type: "running", run: (emit) => runSteps(session, task, request, guarded(emit), deps) };
    }
    case "replayed":
      return {
        type: "replayed",
        run: (emit) => replay(request.ref, opened.outcome, guarded(emit), deps),
      };
    case "queued":
      return { type: "queued", thread: request.ref.thread, waiting: opened.waiting };
    default:
      return unreachable(opened);
  }
}

/** A reader that throws gets no further event; the run goes on. */
function guarded(emit: (event: StepEvent) => void): (event: StepEvent) => void {
  let isReading = true;
  return (event) => {
    if (!isReading) return;
    try {
      emit(event);
    } catch {
      isReading = false;
    }
  };
}

// A refusal here comes before anything is spent: the thread is given back as it was.
async function firstTask(session: Session, request: StepRequest, deps: RuntimeDeps): Promise<StepTask> {
  try {
    if (actsOnly(session)) return { type: "act_only" };
    return { type: "plan", choice: await planChoiceFor(session, session.model, deps) };
  } catch (refusal) {
    await giveBack(session, request, deps);
    throw refusal;
  }
}

// A later step has calls to run in any case: a refusal of its choice is the failure of the step.
async function nextTask(session: Session, { until }: StepRequest, deps: RuntimeDeps): Promise<StepTask> {
  if (until !== "done" || actsOnly(session)) return { type: "act_only" };
  try {
    return { type: "plan", choice: await planChoiceFor(session, session.model, deps) };
  } catch (refusal) {
    return { type: "refused", error: toAgentError(refusal) };
  }
}

// An `execute` run has its answer when its calls have run: no plan follows.
function actsOnly({ state, pending, inbox }: Session): boolean {
  return state.run.execution === "execute" && pending.length > 0 && inbox.length === 0;
}

async function runSteps(
  first: Session,
  firstTask: StepTask,
  request: StepRequest,
  emit: (event: StepEvent) => void,
  deps: RuntimeDeps,
): Promise<RunResult> {
  const totals = new RunTotals();
  let [session, task, asked] = [first, firstTask, request];
  for (;;) {
    const running = new RunningStep(session, asked.resumable, emit, deps);
    const end = await runStep(session, task, { request: asked, running, totals }, deps);
    if (end.type === "ended") return end.result;
    session = end.session;
    task = await nextTask(session, request, deps);
    asked = { ...request, toolResults: [] };
  }
}

type StepEnd =
  | { readonly type: "advanced"; readonly session: Session }
  | { readonly type: "ended"; readonly result: RunResult };

interface StepContext {
  readonly request: StepRequest;
  readonly running: RunningStep;
  readonly totals: RunTotals;
}

async function runStep(
  session: Session,
  task: StepTask,
  { request, running, totals }: StepContext,
  deps: RuntimeDeps,
): Promise<StepEnd> {
  try {
    const drafted = await step(session, task, { toolResults: request.toolResults, running }, deps);
    const draft = await compact(session, drafted, running, deps);
    totals.add(draft);
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
        if (draft.error) logFailure(session, draft.error, deps);
        return { type: "ended", result: resultOf(session, draft, committed.header, totals, draft.error) };
      case "lost": {
        const { header, error } = committed;
        running.emitLast({ ...stepFailed(draft.number, header.version, error), seq: last.seq });
        return { type: "ended", result: resultOf(session, undefined, header, totals, error) };
      }
      default:
        return unreachable(committed);
    }
  } catch (thrown) {
    const error = toAgentError(thrown);
    logFailure(session, error, deps);
    const { header } = session;
    const failed = running.number(stepFailed(header.counters.steps + 1, header.version, error));
    await running.abandon(request, failed);
    running.emitLast(failed);
    return { type: "ended", result: resultOf(session, undefined, header, totals, error) };
  }
}

function wouldExhaust({ agent, header }: Session, draft: Draft, wallMs: number): boolean {
  const counters = addCounters(header.counters, countersOf(draft, wallMs));
  return exhausted(agent, counters, draft.state.run) !== undefined;
}

function logFailure({ ref, agent }: Session, error: AgentError, deps: RuntimeDeps): void {
  const fields = { thread: ref.thread, tenant: ref.tenant, agent: agent.name };
  const level = error.code === "internal" ? "error" : "warn";
  deps.log(level, "step failed", { ...fields, ...failureFields(error) });
}

function resultOf(
  session: Session,
  draft: Draft | undefined,
  header: ThreadHeader,
  totals: RunTotals,
  error: AgentError | undefined,
): RunResult {
  return {
    thread: threadView(session.ref, header),
    step: draft?.number ?? session.header.counters.steps + 1,
    output: draft?.output ?? null,
    calls: [...totals.calls, ...(draft ? pendingViews(draft.pending) : [])],
    choice: totals.choice,
    outcome: totals.outcome,
    model: totals.model,
    warnings: totals.warnings,
    usage: totals.usage,
    ...(error === undefined ? {} : { error }),
  };
}
