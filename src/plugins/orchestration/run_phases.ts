// Runs the phases of a step side by side, as many at a time as the agent says, and takes their results when all of them have ended.

import type { PlannedCall } from "../../core/call.ts";
import type { Observation } from "../../core/entry.ts";
import { AgentError, isCancelled } from "../../core/error.ts";
import { currentBudgets } from "../../core/budget/current_budgets.ts";
import type { PhaseLimits } from "../../core/plan/child_thread.ts";
import type { Worker } from "../../core/plan/orchestration.ts";
import type { Phase } from "../../core/plan/strategic_plan.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { parseTraceContext } from "../../core/text/trace_context.ts";
import type { DelegatingStep } from "../../kernel/children/delegation.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { ChildTerms, StepRequest } from "../../kernel/request.ts";
import type { Session } from "../../kernel/session.ts";
import { readMeta, readState } from "../../kernel/stored.ts";
import { type ChildSpend, NO_SPEND } from "../../kernel/children/spend.ts";
import { addSpend, computeShare, findExhaustedLimit, sumSpend } from "./budget.ts";
import { cancelTree } from "../../kernel/children/cancel.ts";
import {
  cutResult,
  formatInput,
  planOfWorker,
  readAnswer,
  resultsBefore,
  toThreadParent,
} from "./phase_thread.ts";
import type { PhaseOutcome } from "./phase_outcome.ts";
import { drive, type Driven } from "./run_phase_thread.ts";
import { firstDueBelow } from "./due_below.ts";
import { isAnyDecided, toUnfinished, UNFINISHED } from "./open_phases.ts";
import { isOver, waitOrDelay, waitsForPeople } from "./phase_status.ts";
import { removeOwn } from "../../kernel/children/remove.ts";

/** A call of `run_phase` with its phase. */
export interface PhaseJob {
  readonly call: PlannedCall;
  readonly phase: Phase;
  readonly worker: Worker;
  /** The phase's thread. */
  readonly ref: ThreadRef;
  /** A cancel came after the call was planned. */
  readonly isCancelled: boolean;
}

/** How a phase ended. */
interface Ended {
  readonly observation: Observation;
  readonly spend: ChildSpend;
}

/** What the orchestrator may do about a phase that failed. */
const HINTS = {
  failed: "Run the phase again, change the plan, or answer without it.",
  cancelled: "Run the phase again, change the plan, or answer without it.",
  context_required: "Write the answer into the goal of the phase and run it again, or ask the user.",
} as const;

/**
 * Runs the phases of the jobs. With all of them ended, each has its observation.
 *
 * @throws {AgentError} budget_exhausted, budget_reserved, store_unavailable - before a phase ran
 */
export async function runPhases(
  session: Session,
  phases: readonly Phase[],
  jobs: readonly PhaseJob[],
  options: DelegatingStep,
  deps: RuntimeDeps,
): Promise<PhaseOutcome> {
  if (jobs.length === 0) return { type: "settled", known: new Map(), spend: NO_SPEND };
  // What the step has reserved for its own model call may be all that is left for those of its phases.
  await session.budget?.reservation?.releaseModelAmounts();
  const snapshots = await Promise.all(jobs.map(({ ref }) => deps.store.read(ref)));
  const run = new PhaseRun(session, phases, options, deps);
  const ended = await run.all(jobs, snapshots);
  if (options.signal.aborted || run.isRemoved) {
    if (run.isRemoved || isCancelled(options.signal)) await endBelow(session, jobs, deps);
    return UNFINISHED;
  }
  const open = ended.filter((end) => "type" in end);
  if (open.length > 0) {
    const end = toUnfinished(open);
    if (end.status !== "waiting") return end;
    if (await isAnyDecided(jobs, deps)) return UNFINISHED;
    const dueBelow = session.state.run.wake && await firstDueBelow(jobs, deps);
    return dueBelow === undefined ? end : { ...end, dueBelow };
  }
  // What is left of the step's time is too little for the other calls and a plan: the next step takes the results.
  if (deps.clock() >= run.until) return UNFINISHED;
  const whole = ended.flatMap((end) => "type" in end ? [] : [end]);
  return {
    type: "settled",
    known: new Map(whole.map(({ observation }) => [observation.callId, observation])),
    spend: whole.reduce((sum, { spend }) => addSpend(sum, spend), NO_SPEND),
  };
}

/**
 * The worker of a step that was cancelled, or whose thread was removed, may have begun phases since then: they end in the same
 * way. Where another step took the thread over, they are that one's.
 */
async function endBelow({ ref }: Session, jobs: readonly PhaseJob[], deps: RuntimeDeps): Promise<void> {
  const snapshot = await deps.store.read(ref);
  if (snapshot === undefined) await Promise.all(jobs.map((job) => removeOwn(job.ref, ref.thread, deps)));
  if (snapshot?.header.status !== "cancelled") return;
  await Promise.all(jobs.map((job) => cancelTree(job.ref, deps)));
}

class PhaseRun {
  /** Epoch milliseconds from which on no step of a phase begins: half of the step's time is left for the rest of it. */
  readonly until: number;
  /** The thread of the step was removed, which a phase has found before the step did. */
  isRemoved = false;
  readonly #session: Session;
  readonly #phases: readonly Phase[];
  readonly #options: DelegatingStep;
  readonly #deps: RuntimeDeps;

  constructor(
    session: Session,
    phases: readonly Phase[],
    options: DelegatingStep,
    deps: RuntimeDeps,
  ) {
    this.#session = session;
    this.#phases = phases;
    this.#options = options;
    this.#deps = deps;
    this.until = options.startedAt + session.agent.limits.stepMs / 2;
  }

  /** What each job came to, in their order. */
  async all(
    jobs: readonly PhaseJob[],
    snapshots: readonly (ThreadSnapshot | undefined)[],
  ): Promise<(Ended | Driven)[]> {
    const results: (Ended | Driven)[] = jobs.map(() => ({ type: "open" }));
    const begun = snapshots.flatMap((snapshot, index) => snapshot === undefined ? [] : [{ snapshot, index }]);
    for (const { snapshot, index } of begun) {
      const job = jobs[index];
      if (job && isOver(snapshot)) results[index] = await this.#takeResult(job, snapshot);
    }
    const limits = this.#limits(jobs, snapshots);
    const left = jobs.entries();
    const lane = async () => {
      for (const [index, job] of left) {
        const result = results[index];
        if (result === undefined || !("type" in result) || this.isRemoved) continue;
        results[index] = await this.#one(job, snapshots[index], limits(job));
      }
    };
    const lanes = this.#session.agent.orchestrate?.parallel ?? 1;
    await Promise.all(Array.from({ length: Math.min(lanes, jobs.length) }, lane));
    return results;
  }

  /** The limits of a phase that begins, given what those have that have begun. */
  #limits(
    jobs: readonly PhaseJob[],
    snapshots: readonly (ThreadSnapshot | undefined)[],
  ): (job: PhaseJob) => PhaseLimits {
    const { agent, header, state } = this.#session;
    let spent = NO_SPEND;
    const held: PhaseLimits[] = [];
    snapshots.forEach((snapshot, index) => {
      const ref = jobs[index]?.ref;
      if (snapshot === undefined || ref === undefined) return;
      if (isOver(snapshot)) {
        spent = addSpend(spent, sumSpend(snapshot.header, readState(ref, snapshot.header)));
      } else held.push(readMeta(ref, snapshot.header).limits ?? {});
    });
    const count = snapshots.filter((snapshot) => snapshot === undefined).length;
    const { counters } = header;
    const total = { ...counters, steps: counters.steps + (state.extraSteps ?? 0) };
    const inputs = { budgets: currentBudgets(agent.limits, state.run, total), spent, held, count };
    return ({ worker }) => computeShare(inputs, worker.limits);
  }

  async #one(
    job: PhaseJob,
    snapshot: ThreadSnapshot | undefined,
    limits: PhaseLimits,
  ): Promise<Ended | Driven> {
    const { call, phase, worker, ref } = job;
    if (job.isCancelled) {
      if (snapshot !== undefined) await cancelTree(ref, this.#deps);
      return await this.#toFailed(job, "cancelled", "phase_cancelled: the thread was cancelled.");
    }
    if (snapshot !== undefined && waitsForPeople(ref, snapshot, this.#deps.clock())) {
      return { type: "waiting" };
    }
    const exhausted = snapshot === undefined ? findExhaustedLimit(limits) : undefined;
    if (exhausted !== undefined) {
      return await this.#toFailed(
        job,
        "failed",
        `budget_exhausted: nothing of limits.${exhausted} is left for it.`,
      );
    }
    const facts = { thread: ref.thread, phase: phase.id, callId: call.id };
    const { emit, signal, startRun, until } = this.#options;
    if (!signal.aborted && this.#deps.clock() < this.until) {
      emit({ type: "child.started", ...facts, worker: phase.worker });
    }
    const driven = await drive({
      ref,
      snapshot,
      phase: facts,
      signal,
      startRun,
      emit,
      once: until === "step",
      until: this.until,
      first: () => this.#first(job, limits),
      next: this.#request(ref),
    }, this.#deps);
    switch (driven.type) {
      case "ended": {
        const now = await this.#deps.store.read(ref);
        if (now !== undefined && !isOver(now)) return waitOrDelay(ref, now);
        const ended = await this.#takeResult(job, now);
        const outcome = ended.observation.outcome === "completed" ? "finished" : "failed";
        emit({ type: "child.finished", ...facts, outcome });
        return ended;
      }
      case "refused":
        if (driven.error.code === "thread_unknown" && await this.#isGone()) return { type: "open" };
        emit({ type: "child.finished", ...facts, outcome: "failed" });
        return await this.#toFailed(job, "failed", `${driven.error.code}: ${driven.error.message}`);
      case "waiting":
      case "open":
      case "delayed":
        return driven;
      default:
        throw new AgentError("internal", `Worker ${worker.agent} was driven to no end.`);
    }
  }

  async #isGone(): Promise<boolean> {
    this.isRemoved ||= await this.#deps.store.read(this.#session.ref) === undefined;
    return this.isRemoved;
  }

  #request(ref: ThreadRef): StepRequest {
    const { resumable } = this.#options;
    const { user, trace: own } = this.#session;
    const trace = own && parseTraceContext(own.whole.traceparent, own.whole.tracestate);
    return {
      ref,
      inputs: [],
      until: "step",
      toolResults: [],
      busy: "reject",
      resumable,
      user,
      trace,
    };
  }

  async #first({ call, phase, worker, ref }: PhaseJob, limits: PhaseLimits): Promise<StepRequest> {
    const { meta: { metadata, user } } = this.#session;
    const { origin } = this.#options;
    const terms: ChildTerms = {
      parent: toThreadParent(this.#session, call.id, phase.id),
      limits,
      user,
      toolChoice: worker.toolChoice,
    };
    return {
      ...this.#request(ref),
      agent: worker.agent,
      inputs: [formatInput(phase)],
      late: await resultsBefore(phase, call.id, this.#phases, this.#session, this.#deps),
      idempotency: { key: call.id, bodyHash: call.id },
      metadata,
      plan: planOfWorker(this.#phases, phase.id),
      child: terms,
      origin: { by: origin?.by, door: "phase" },
    };
  }

  /** The observation of a phase whose thread has ended. */
  async #takeResult(job: PhaseJob, snapshot: ThreadSnapshot | undefined): Promise<Ended> {
    if (snapshot === undefined) {
      return await this.#toFailed(job, "failed", "phase_removed: its thread was removed.");
    }
    const { call, phase, ref } = job;
    const state = readState(ref, snapshot.header);
    const { status } = snapshot.header;
    if (status === "waiting") {
      return await this.#toFailed(
        job,
        "context_required",
        state.question ?? "The phase waits for an input.",
        snapshot,
      );
    }
    if (status !== "done") {
      const cancelled = status === "cancelled";
      const { code = "failed", message = "it failed." } = state.error ?? {};
      return await this.#toFailed(
        job,
        cancelled ? "cancelled" : "failed",
        cancelled ? "phase_cancelled: its thread was cancelled." : `${code}: ${message}`,
        snapshot,
      );
    }
    const result = await readAnswer(ref, this.#deps, snapshot) ?? "";
    return {
      observation: {
        callId: call.id,
        name: call.name,
        outcome: "completed",
        output: { phase: phase.id, thread: ref.thread, result: cutResult(result) },
        ms: snapshot.header.counters.wallMs,
      },
      spend: sumSpend(snapshot.header, state),
    };
  }

  async #toFailed(
    { call, phase, ref }: PhaseJob,
    kind: "failed" | "cancelled" | "context_required",
    message: string,
    known?: ThreadSnapshot,
  ): Promise<Ended> {
    const snapshot = known ?? await this.#deps.store.read(ref);
    const spend = snapshot === undefined
      ? NO_SPEND
      : sumSpend(snapshot.header, readState(ref, snapshot.header));
    return {
      observation: {
        callId: call.id,
        name: call.name,
        outcome: "failed",
        output: { phase: phase.id, thread: ref.thread },
        error: { kind, message, hint: HINTS[kind] },
        ms: snapshot?.header.counters.wallMs ?? 0,
      },
      spend,
    };
  }
}
