// The way of every request: begin, then step after step until the request has what it asked for. Each step is committed before
// its last event is emitted.

import { toAgentError, unreachable } from "../core/error.ts";
import type { StepEvent } from "../core/event.ts";
import type { Defer } from "../core/ports.ts";
import { bookStep } from "./ledger/book_step.ts";
import { redactDraft, redactLog, redactTrace } from "./redaction/redact_reports.ts";
import { bringsMedia, withStoredMedia } from "./session/brought_media.ts";
import { replay } from "./replay/replay.ts";
import type { StartRun } from "./children/delegation.ts";
import type { RuntimeDeps } from "./deps.ts";
import type { StepRequest } from "./request.ts";
import type { RunDeps } from "./run_deps.ts";
import { buildResult, type RunResult, RunTotals, type StartedRun } from "./result.ts";
import { assertRequest } from "./session/admission.ts";
import { type Opened, openSession } from "./session/open.ts";
import { findAgent } from "./session/resolve_agent.ts";
import type { Session } from "./session.ts";
import { commitStep } from "./step/commit_step.ts";
import type { Draft } from "./draft.ts";
import { RunningStep } from "./step/running_step.ts";
import { step } from "./step/step.ts";
import { logStepFailure, stepFailed } from "./step/step_end.ts";
import { firstTask, nextTask, type StepTask } from "./step/step_task.ts";
import { guardEmit } from "./stream_run.ts";
import { needsWake, runWaiting, takesWaiting } from "./outbox/run_waiting.ts";
import { wakeNow, wakeQueued } from "./outbox/send.ts";
import { logWithTrace, runTraced, startTrace } from "./trace/run_trace.ts";

/**
 * Begins what the request asks for, and takes a place of the isolate until the run has ended. The caller then calls `run` of the
 * result; a run that is never called keeps its place, and leaves the thread to its lease of 30 seconds.
 *
 * @throws {AgentError} for every refusal; nothing has happened then
 * @throws {AgentError} server_busy - all places are taken; the store was not asked
 */
export async function startRun(request: StepRequest, deps: RunDeps): Promise<StartedRun> {
  if (deps.places === undefined) return await begin(request, deps);
  const leave = deps.places.take(request.ref.tenant);
  try {
    const started = await begin(request, deps);
    if (started.type !== "queued") return { ...started, run: (...io) => started.run(...io).finally(leave) };
    leave();
    return started;
  } catch (thrown) {
    leave();
    throw thrown;
  }
}

/** A phase begins so: its run has the place of the run above, which waits for it. */
async function begin(received: StepRequest, deps: RunDeps): Promise<StartedRun> {
  const startedAt = deps.telemetry === undefined ? 0 : deps.clock();
  const stored = bringsMedia(received) ? await withMedia(received, deps) : received;
  const opened = await openSession(stored, deps);
  switch (opened.type) {
    case "open": {
      const { session } = opened;
      const request = asRun(stored, session);
      const task = await firstTask(session, request, deps);
      const { redactor } = session.plugins?.compiled ?? {};
      const told = redactor === undefined ? deps : { ...deps, log: redactLog(deps.log, redactor) };
      const whole = startTrace(session, request, startedAt, deps);
      const trace = whole && redactor ? redactTrace(whole, redactor) : whole;
      if (trace === undefined) {
        return {
          type: "running",
          run: (emit, defer) =>
            runSteps(session, task, request, { emit: emit && guardEmit(emit), defer }, told),
        };
      }
      const traced = { ...session, trace };
      const logged = { ...told, log: logWithTrace(told.log, trace.context) };
      return {
        type: "running",
        trace: trace.context,
        run: (emit, defer) =>
          runTraced(
            trace,
            () => runSteps(traced, task, request, { emit: emit && guardEmit(emit), defer }, logged),
          ),
      };
    }
    case "replayed":
      return {
        type: "replayed",
        run: (emit) => replay(stored.ref, opened.outcome, guardEmit(emit ?? (() => {})), deps),
      };
    case "queued":
      return {
        type: "queued",
        thread: stored.ref.thread,
        waiting: opened.waiting,
        takeWaiting: toTakeWaiting(opened, stored, deps),
      };
    default:
      return unreachable(opened);
  }
}

/** See {@link StartedRun}: undefined where the run that goes on, or another request, takes the inputs. */
function toTakeWaiting(
  { strands }: Extract<Opened, { type: "queued" }>,
  request: StepRequest,
  deps: RunDeps,
): ((defer: Defer) => void) | undefined {
  if (strands) {
    return (defer) => defer(runWaiting(undefined, request, (next) => startRun(next, deps), defer, deps));
  }
  return request.wake && ((defer) => wakeQueued(request.ref, { defer }, deps));
}

function redactReports({ plugins }: Session, draft: Draft): Draft {
  const redactor = plugins?.compiled.redactor;
  return redactor === undefined ? draft : redactDraft(draft, redactor);
}

/** What plugins add to a step before its commit, one after another. */
async function afterPlan(
  session: Session,
  drafted: Draft,
  running: RunningStep,
  deps: RunDeps,
): Promise<Draft> {
  let draft = drafted;
  for (const after of deps.afterPlan) draft = await after(session, draft, running, deps);
  return draft;
}

/** A step of a wake-up keeps its events as the request of its run says. */
function asRun(request: StepRequest, { state: { run } }: Session): StepRequest {
  return request.woken && run.wake?.resumable ? { ...request, resumable: true } : request;
}

/** What can be refused without the store is refused before anything is stored. */
async function withMedia(request: StepRequest, deps: RuntimeDeps): Promise<StepRequest> {
  assertRequest(request, deps);
  if (request.agent !== undefined) findAgent(request.agent, deps);
  return await withStoredMedia(request, deps);
}

/** Where the events of a run go, and what keeps its invocation alive behind it. */
interface RunIo {
  readonly emit: ((event: StepEvent) => void) | undefined;
  readonly defer: Defer | undefined;
}

async function runSteps(
  session: Session,
  task: StepTask,
  request: StepRequest,
  { emit, defer = () => {} }: RunIo,
  deps: RunDeps,
): Promise<RunResult> {
  const totals = new RunTotals();
  const { origin, until, resumable, isolated = false } = request;
  let toolResults = request.toolResults;
  const startBelow: StartRun | undefined = session.agent.orchestrate && ((next) => begin(next, deps));
  for (;;) {
    const running = new RunningStep(session, request.resumable, emit, deps);
    let draft: Draft | undefined;
    try {
      draft = await step(
        session,
        task,
        { toolResults, origin, running, until, resumable, isolated, startRun: startBelow },
        deps,
      );
      draft = redactReports(session, await afterPlan(session, draft, running, deps));
      totals.add(draft);
      const end = await commitStep(session, draft, { request, task, running, totals, defer }, deps);
      if (end.type === "ended") {
        if (takesWaiting(session, request, end.waiting)) {
          const { clientTools } = session.state.run;
          defer(runWaiting(clientTools, request, (next) => startRun(next, deps), defer, deps));
        } else if (needsWake(session, end.waiting)) {
          defer(wakeNow(session.ref, undefined, { defer }, deps));
        }
        return end.result;
      }
      session = end.session;
    } catch (thrown) {
      const error = toAgentError(thrown);
      const { header } = session;
      logStepFailure(session, error, deps);
      const failed = running.number(stepFailed(header.counters.steps + 1, header.version, error));
      const booked = draft && bookStep(session, draft, running, deps);
      await running.abandon(request, failed, booked?.booking);
      running.emitLast(failed);
      return buildResult(session, undefined, header, totals, error);
    }
    task = await nextTask(session, request, deps);
    toolResults = [];
  }
}
