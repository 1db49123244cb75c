// The calls of write_plan and run_phase of a step, before all other calls of the plan. A plan's calls are observed together: while
// a phase is unfinished none of them has an observation, no other call of the plan runs, and the next step comes here again.

import { findVerdict, isAbout } from "../../core/approval/verdict.ts";
import type { PlannedCall } from "../../core/call.ts";
import { isReleased } from "../../core/held_calls/people.ts";
import { isOrchestration } from "../../core/held_calls/phase.ts";
import type { Observation } from "../../core/entry.ts";
import { ORCHESTRATION_BOUNDS, WRITE_PLAN } from "../../core/plan/orchestration.ts";
import { revisePlan } from "../../core/plan/revise_plan.ts";
import { firstPlan, type Phase, toPlan } from "../../core/plan/strategic_plan.ts";
import { listNames } from "../../core/text/list_names.ts";
import type { ToolErrorKind } from "../../core/tool/tool_error.ts";
import type { DelegatingStep } from "../../kernel/children/delegation.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { Session } from "../../kernel/session.ts";
import { childRef, phaseNamed } from "../../kernel/children/refs.ts";
import { cutResult, levelsBelow, readPhases, resultIn } from "./phase_thread.ts";
import type { PhaseOutcome } from "./phase_outcome.ts";
import { type PhaseJob, runPhases } from "./run_phases.ts";

/** True for a call that the runtime runs itself. One that people hold is left to the executor, which denies it. */
export function isPhaseCall(call: PlannedCall, marks: Session["marks"]): boolean {
  return isOrchestration(call) && isReleased(call, marks.get(call.id));
}

/** Runs the phases that the pending calls name, as far as the step has time for them. */
export async function runPhaseCalls(
  session: Session,
  options: DelegatingStep,
  deps: RuntimeDeps,
): Promise<PhaseOutcome> {
  const walk = new CallWalk(session, deps);
  for (const call of session.pending) {
    const isOpen = isPhaseCall(call, session.marks) && !options.known.has(call.id) && !session.abandoned;
    if (isOpen && await isAsDecided(call, session)) await walk.take(call);
  }
  const ran = await runPhases(session, walk.phases, walk.jobs, options, deps);
  if (ran.type === "unfinished") return ran;
  return { ...ran, known: new Map([...walk.known, ...ran.known]) };
}

/** False for a call with other arguments than those that people have approved: the executor denies it. */
async function isAsDecided(call: PlannedCall, { marks }: Pick<Session, "marks">): Promise<boolean> {
  const verdict = findVerdict(call, marks.get(call.id));
  return verdict === undefined || await isAbout(call, verdict);
}

/** The calls in the order of the plan: each reads the plan as the calls before it leave it. */
class CallWalk {
  readonly known = new Map<string, Observation>();
  readonly jobs: PhaseJob[] = [];
  phases: readonly Phase[];
  readonly #session: Session;
  readonly #deps: RuntimeDeps;

  constructor(session: Session, deps: RuntimeDeps) {
    this.#session = session;
    this.#deps = deps;
    this.phases = readPhases(session.state.plan ?? firstPlan(session));
  }

  async take(call: PlannedCall): Promise<void> {
    const isCancelled = this.#session.header.cancelledEpoch > call.epoch;
    if (call.name === WRITE_PLAN) {
      if (!isCancelled) this.#writePlan(call);
      return;
    }
    const phase = this.phases.find(({ id }) => id === phaseNamed(call.args));
    const refusal = isCancelled ? undefined : this.#refusalOf(call, phase);
    if (refusal !== undefined) {
      this.known.set(call.id, refusal);
    } else if (phase?.state === "finished") {
      if (!isCancelled) this.known.set(call.id, await this.#observeFinished(call, phase));
    } else if (phase !== undefined && !this.jobs.some((job) => job.phase.id === phase.id)) {
      const { agent, ref } = this.#session;
      const worker = agent.orchestrate?.workers[phase.worker];
      const thread = childRef(ref, call.id, phase.id);
      if (worker !== undefined) this.jobs.push({ call, phase, worker, ref: thread, isCancelled });
    }
  }

  #writePlan(call: PlannedCall): void {
    const { agent: { orchestrate } } = this.#session;
    if (orchestrate === undefined) return;
    const running = new Set(this.jobs.map(({ phase }) => phase.id));
    const revised = revisePlan(call.args, { orchestration: orchestrate, current: this.phases, running });
    if (!revised.ok) {
      const lines = revised.problems.map(({ pointer, detail }) => `${pointer || "/"}: ${detail}`);
      const message = `plan_invalid: the plan is not changed.\n${lines.join("\n")}`;
      const hint = "Correct the plan and write all of it again.";
      this.known.set(call.id, refuseCall(call, "invalid_arguments", message, hint));
      return;
    }
    this.phases = revised.phases;
    this.known.set(call.id, {
      callId: call.id,
      name: call.name,
      outcome: "completed",
      ms: 0,
      output: { plan: toPlan(revised.phases) },
    });
  }

  #refusalOf(call: PlannedCall, phase: Phase | undefined): Observation | undefined {
    if (phase === undefined) {
      const ids = this.phases.map(({ id }) => id);
      const message = `phase_unknown: the plan has no phase ${
        JSON.stringify(phaseNamed(call.args).slice(0, 64))
      }.`;
      const hint = ids.length === 0 ? "Write a plan first." : `Phases: ${listNames(ids)}.`;
      return refuseCall(call, "invalid_arguments", message, hint);
    }
    if (phase.state === "finished") return undefined;
    if (this.jobs.some((job) => job.phase.id === phase.id)) {
      const message = `phase_running: an earlier call runs phase ${phase.id}.`;
      return refuseCall(call, "invalid_arguments", message, "Its result is that of the earlier call.");
    }
    const waits = (phase.after ?? []).filter((id) =>
      this.phases.some((other) => other.id === id && other.state !== "finished")
    );
    if (waits.length > 0) {
      const message = `phase_waits: phase ${phase.id} comes after ${listNames(waits)}, not finished yet.`;
      return refuseCall(call, "retryable", message, "Run those phases first.");
    }
    if (this.#session.agent.orchestrate?.workers[phase.worker] === undefined) {
      const message = `worker_unknown: there is no worker ${phase.worker} any more.`;
      return refuseCall(call, "failed", message, "Write the plan with another worker.");
    }
    if (levelsBelow(this.#session) > 0) return undefined;
    const { most } = ORCHESTRATION_BOUNDS.depth;
    const message =
      `depth_exceeded: this thread is as deep below its root as threads may be (at most ${most} levels).`;
    return refuseCall(call, "failed", message, "Do the work of the phase yourself, or answer.");
  }

  /** A finished phase runs no second time. */
  async #observeFinished(call: PlannedCall, { id, thread = "", result = "" }: Phase): Promise<Observation> {
    const whole = await resultIn(this.#session, thread, this.#deps);
    return {
      callId: call.id,
      name: call.name,
      outcome: "completed",
      ms: 0,
      output: { phase: id, thread, result: cutResult(whole ?? result) },
    };
  }
}

function refuseCall(call: PlannedCall, kind: ToolErrorKind, message: string, hint: string): Observation {
  return {
    callId: call.id,
    name: call.name,
    outcome: "failed",
    output: null,
    ms: 0,
    error: { kind, message, hint },
  };
}
