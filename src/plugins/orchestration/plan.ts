// The strategic plan of a thread through the API: read, and changed between steps.

import type { PlanView } from "../../core/contract/threads.ts";
import { isCancelled } from "../../core/approval/verdict.ts";
import { isRunnable, type PlannedCall } from "../../core/call.ts";
import type { UserEntry } from "../../core/entry.ts";
import type { Json } from "../../core/json.ts";
import { isPhase } from "../../core/held_calls/phase.ts";
import { WRITE_PLAN } from "../../core/plan/orchestration.ts";
import { revisePlan } from "../../core/plan/revise_plan.ts";
import { firstPlan, toPlan } from "../../core/plan/strategic_plan.ts";
import type { Origin } from "../../core/record.ts";
import type { ThreadHeader, ThreadRef } from "../../core/store/thread.ts";
import { newId } from "../../core/text/id.ts";
import { phaseNamed } from "../../kernel/children/refs.ts";
import { readPhases } from "./phase_thread.ts";
import { PLAN_CHANGED, planInvalid } from "./session_plan.ts";
import type { WakeIo } from "../../core/wake.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { findAgent } from "../../kernel/session/resolve_agent.ts";
import { redactPlan } from "../../kernel/redaction/redact_entries.ts";
import { redactorOfThread } from "../../kernel/redaction/find_redactor.ts";
import { readMeta, readPendingCalls, readState } from "../../kernel/stored.ts";
import { UNKEPT, wakeNow } from "../../kernel/outbox/send.ts";
import { amend, type AmendedThread } from "../../kernel/amend.ts";
import { readSnapshot } from "../../kernel/snapshot.ts";

/** A plan that replaces the one of a thread. */
export interface PlanRequest {
  readonly plan: Json;
  readonly expectedVersion?: number | undefined;
  /** Who changes it. */
  readonly origin?: Origin;
}

type Deps = Pick<RuntimeDeps, "store" | "agents" | "clock" | "random" | "sleep" | "log">;

/**
 * The plan as it stands.
 *
 * @throws {AgentError} thread_unknown, store_corrupt
 */
export async function readPlan(ref: ThreadRef, deps: Pick<Deps, "store" | "agents">): Promise<PlanView> {
  const { header, pending } = await readSnapshot(ref, deps);
  const meta = readMeta(ref, header);
  const { plan: changed } = readState(ref, header);
  const own = deps.agents.get(meta.agent)?.plan;
  const source = changed !== undefined
    ? "changed"
    : meta.plan !== undefined
    ? "thread"
    : own !== undefined
    ? "agent"
    : "none";
  return {
    thread: ref.thread,
    version: header.version,
    plan: changed ?? meta.plan ?? own ?? null,
    source,
    ...phasesAt(header, readPendingCalls(ref, pending)),
  };
}

/**
 * Replaces the plan between two steps. That of an orchestrator is checked as its own are, and keeps the states of its phases.
 * The history gets an entry with the plan: at once, or behind the observations of the calls that are pending. A run that goes on
 * by itself is woken anew; `io` keeps the invocation alive for that.
 *
 * @throws {AgentError} thread_unknown, agent_unknown, version_conflict
 * @throws {AgentError} thread_busy - a step is in progress
 * @throws {AgentError} plan_invalid - with every problem; the thread is as it was
 * @throws {AgentError} plugin_failed - the plan cannot be redacted
 */
export async function putPlan(
  ref: ThreadRef,
  given: PlanRequest,
  deps: Deps & Pick<RuntimeDeps, "wakes" | "plugins">,
  io: WakeIo = UNKEPT,
): Promise<PlanView> {
  const request = redactPlan(given, await redactorOfThread(ref, deps));
  const at = deps.clock();
  const { origin, expectedVersion } = request;
  const entryOf = (plan: Json): UserEntry => ({
    type: "user",
    id: newId("entry", deps.random),
    at,
    version: 0,
    text: PLAN_CHANGED,
    ...origin,
    plan,
  });
  let goesOn = false;
  const version = await amend(ref, {
    owner: newId("run", deps.random),
    expectedVersion,
    entry: entryOf(request.plan),
    change: (thread) => {
      const plan = checkPlan(thread, request, deps);
      goesOn = thread.state.run.wake !== undefined && thread.begun.header.status === "open";
      const { begun: { header: { status } }, pending, state: { planChange: _before, ...state } } = thread;
      const changed = { ...state, plan, updatedAt: at };
      if (pending.length === 0) return { state: changed, status, entry: entryOf(plan) };
      return { state: { ...changed, planChange: { at, ...origin } }, status };
    },
  }, deps);
  // The wake-up that is under way is for the version before.
  if (goesOn) io.defer(wakeNow(ref, version, io, deps));
  return await readPlan(ref, deps);
}

function phasesAt(
  header: ThreadHeader,
  pending: readonly PlannedCall[],
): Pick<PlanView, "running" | "cancelled"> {
  const cancelled = phasesCalledBy(pending.filter((call) => isCancelled(call, header)));
  return {
    running: phasesCalledBy(pending.filter((call) => !isCancelled(call, header))),
    cancelled: cancelled.length === 0 ? undefined : cancelled,
  };
}

function checkPlan(
  { begun: { header }, meta, state, pending: all }: AmendedThread,
  { plan }: PlanRequest,
  deps: Deps,
): Json {
  const pending = all.filter((call) => !isCancelled(call, header));
  const agent = findAgent(meta.agent, deps);
  if (agent.orchestrate === undefined) return plan;
  if (pending.some((call) => call.name === WRITE_PLAN && isRunnable(call))) {
    const detail = "the model has written a plan that the next step takes; change that one afterwards";
    throw planInvalid([{ pointer: "", detail }]);
  }
  const current = readPhases(state.plan ?? firstPlan({ agent, meta }));
  const running = new Set(phasesCalledBy(pending));
  const revised = revisePlan(plan, { orchestration: agent.orchestrate, current, running });
  if (revised.ok) return toPlan(revised.phases);
  throw planInvalid(revised.problems);
}

function phasesCalledBy(pending: readonly PlannedCall[]): readonly string[] {
  return pending.filter(isPhase).map(({ args }) => phaseNamed(args));
}
