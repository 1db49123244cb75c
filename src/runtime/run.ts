// The one road every request takes: begin, then step after step until the request has what it asked for, each committed
// before its last event is told.

import { AgentError, causeFields, toAgentError, unreachable } from "../core/error.ts";
import type { StepEvent } from "../core/event.ts";
import type { ThreadHeader } from "../core/store.ts";
import { addCounters } from "../core/usage.ts";
import { pendingViews, type RunResult, type StartedRun, threadView } from "./result.ts";
import { exhausted } from "./session/budget.ts";
import { Attempt } from "./step/running_step.ts";
import { type PlanChoice, planChoiceFor } from "./choice/plan_choice.ts";
import { commitDraft, continuesWith, countersOf } from "./step/commit.ts";
import { compact } from "./step/compact.ts";
import type { Draft } from "./step/draft.ts";
import { lastEvent, stepFailed } from "./step/step_end.ts";
import { replay } from "./replay/replay.ts";
import type { RuntimeDeps, StepRequest } from "./request.ts";
import { giveBack, openSession, type Session } from "./session/open.ts";
import { step } from "./step/step.ts";
import { RunTotals } from "./run_totals.ts";

/**
 * Begins what the request asks for. Refusals are thrown as AgentError (nothing happened then); what runs is told by the
 * generator, which is to be drained to its end whether or not anybody reads. Left early, it stops the step and gives the
 * thread back; never begun, it leaves the thread to its lease.
 */
export async function startRun(request: StepRequest, deps: RuntimeDeps): Promise<StartedRun> {
  const opened = await openSession(request, deps);
  switch (opened.type) {
    case "open": {
      const { session } = opened;
      const choosing = await firstChoice(session, request, deps);
      return { type: "running", events: run(session, choosing, request, deps) };
    }
    case "replayed":
      return { type: "replayed", events: replay(request.ref, opened.outcome, deps) };
    case "queued":
      return { type: "queued", thread: request.ref.thread, waiting: opened.waiting };
  }
}

// What is refused here, is refused before anything is spent: the thread is given back as it was.
async function firstChoice(
  session: Session,
  request: StepRequest,
  deps: RuntimeDeps,
): Promise<PlanChoice | null> {
  try {
    return actsOnly(session) ? null : await planChoiceFor(session, session.model, deps);
  } catch (refusal) {
    await giveBack(session, request, deps);
    throw refusal;
  }
}

async function* run(
  first: Session,
  firstChoosing: PlanChoice | null,
  request: StepRequest,
  deps: RuntimeDeps,
): AsyncGenerator<StepEvent, RunResult> {
  const tally = new RunTotals();
  let session = first;
  for (;;) {
    const isFirst = session === first;
    const choosing = isFirst ? firstChoosing : await nextChoice(session, request, deps);
    const asked = isFirst ? request : { ...request, toolResults: [] };
    const end = yield* runStep(session, asked, { choosing, tally }, deps);
    if (end.type === "ended") return end.answer;
    session = end.session;
  }
}

// A later step has its tools to run, whatever is said of its choice: its refusal is the step's failure.
async function nextChoice(
  session: Session,
  { until }: StepRequest,
  deps: RuntimeDeps,
): Promise<PlanChoice | AgentError | null> {
  if (until !== "done" || actsOnly(session)) return null;
  try {
    return await planChoiceFor(session, session.model, deps);
  } catch (refusal) {
    return toAgentError(refusal);
  }
}

// An `execute` run has its answer when its calls have run: no plan follows.
function actsOnly({ state, pending, inbox }: Session): boolean {
  return state.run.execution === "execute" && pending.length > 0 && inbox.length === 0;
}

type StepEnd =
  | { readonly type: "continues"; readonly session: Session }
  | { readonly type: "ended"; readonly answer: RunResult };

async function* runStep(
  session: Session,
  request: StepRequest,
  { choosing, tally }: { choosing: PlanChoice | AgentError | null; tally: RunTotals },
  deps: RuntimeDeps,
): AsyncGenerator<StepEvent, StepEnd> {
  const startedAt = deps.clock();
  const attempt = new Attempt(session, request.resumable, deps);
  const { toolResults } = request;
  const drafting = step(session, { choosing, toolResults, signal: attempt.signal }, deps);
  try {
    let next = await drafting.next();
    while (!next.done) {
      yield attempt.number(next.value);
      next = await drafting.next();
    }
    const draft = await compact(session, next.value, attempt.signal, deps);
    for (const warning of draft.warnings.slice(next.value.warnings.length)) {
      yield attempt.number({ type: "warning", ...warning });
    }
    tally.add(draft);
    const wallMs = deps.clock() - startedAt;
    const goesOn = continuesWith(draft, request, choosing !== null) && !wouldExhaust(session, draft, wallMs);
    const last = attempt.number(lastEvent(draft, session, goesOn));
    const events = await attempt.end(last, draft.number);
    const committed = await commitDraft(session, draft, { request, goesOn, wallMs, tally, events }, deps);
    switch (committed.type) {
      case "advanced": {
        const { session: advanced } = committed;
        let goesOnReading = false;
        try {
          yield last;
          goesOnReading = true;
        } finally {
          if (!goesOnReading) await giveBack(advanced, request, deps);
        }
        return { type: "continues", session: advanced };
      }
      case "committed":
        yield last;
        if (draft.error) logFailure(session, draft.error, deps);
        return { type: "ended", answer: answerAfter(session, draft, committed.header, tally, draft.error) };
      case "lost": {
        const { header, error } = committed;
        yield { ...stepFailed(draft.number, header.version, error), seq: last.seq };
        return { type: "ended", answer: answerAfter(session, undefined, header, tally, error) };
      }
      default:
        return unreachable(committed);
    }
  } catch (thrown) {
    const error = toAgentError(thrown);
    logFailure(session, error, deps);
    const { header } = session;
    const failed = attempt.number(stepFailed(header.counters.steps + 1, header.version, error));
    await attempt.giveUp(request, failed);
    yield failed;
    return { type: "ended", answer: answerAfter(session, undefined, header, tally, error) };
  } finally {
    if (!attempt.isOver) {
      attempt.abort(new AgentError("step_fenced", "The reader of the run left, so its step was given up."));
      drafting[Symbol.asyncDispose]().then(undefined, () => {}); // it may hang in a tool that does not listen
      await attempt.giveUp(request);
    }
  }
}

function wouldExhaust({ agent, header }: Session, draft: Draft, wallMs: number): boolean {
  return exhausted(agent, addCounters(header.counters, countersOf(draft, wallMs)), draft.state.run) !==
    undefined;
}

function logFailure({ ref, agent }: Session, error: AgentError, deps: RuntimeDeps): void {
  const fields = { thread: ref.thread, tenant: ref.tenant, agent: agent.name, code: error.code };
  deps.log(error.code === "internal" ? "error" : "warn", "step failed", {
    ...fields,
    ...causeFields(error.cause),
  });
}

function answerAfter(
  session: Session,
  draft: Draft | undefined,
  header: ThreadHeader,
  tally: RunTotals,
  error: AgentError | undefined,
): RunResult {
  return {
    thread: threadView(session.ref, header),
    step: draft?.number ?? session.header.counters.steps + 1,
    output: draft?.output ?? null,
    calls: [...tally.calls, ...(draft ? pendingViews(draft.pending) : [])],
    choice: tally.choice,
    outcome: tally.outcome,
    model: tally.model,
    warnings: tally.warnings,
    usage: tally.usage,
    ...(error === undefined ? {} : { error }),
  };
}
