// The strategic plan of an orchestrator: phases with their states. A plan follows from the history: the observations of
// write_plan and run_phase and the entries that bring a plan change it, and nothing else does.

import type { CutEntry, Entry } from "../entry.ts";
import { isJsonObject, type Json, type JsonObject, toJsonObject } from "../json.ts";
import { RUN_PHASE } from "./child_thread.ts";
import { WRITE_PLAN } from "./orchestration.ts";
import { fitPlan } from "./fit_plan.ts";

/** Every state of a phase in a plan. A phase that runs is `planned`: its call has no observation yet. */
export const PHASE_STATES = ["planned", "finished", "failed"] as const;

/** A state of a phase in a plan. */
export type PhaseState = typeof PHASE_STATES[number];

/** A phase of a plan. */
export type Phase = {
  readonly id: string;
  /** Name in Orchestration.workers. */
  readonly worker: string;
  readonly goal: string;
  readonly done_when: string;
  /** Phases that must be finished before. */
  readonly after?: string[];
  readonly state: PhaseState;
  /** Id of the thread of its last run. */
  readonly thread?: string;
  /** The beginning of its result, or why it failed. */
  readonly result?: string;
};

/** What only the runtime writes into a phase. */
export const DERIVED_PARTS = ["state", "thread", "result"] as const;

/** Most characters of a result in the plan; the whole result is in the observation. */
const RESULT_LIMIT = 120;

/** The phases of a plan; undefined for JSON that is no plan of phases. */
export function parsePhases(plan: Json | undefined): readonly Phase[] | undefined {
  if (!isJsonObject(plan) || !Array.isArray(plan.phases)) return undefined;
  const phases = plan.phases.map(toPhase);
  return phases.every((phase) => phase !== undefined) ? phases : undefined;
}

/** The plan of these phases, as it is stored. */
export function toPlan(phases: readonly Phase[]): JsonObject {
  return { phases: phases.map(toJsonObject) };
}

/**
 * The plan behind an entry of an orchestrator's thread. The same plan when the entry does not change it.
 *
 * | entry | the plan behind it |
 * |---|---|
 * | input with a plan | that plan |
 * | `write_plan`, completed | the plan of its output |
 * | `run_phase`, completed | the phase of its output is finished |
 * | `run_phase`, failed, with an output | the phase of its output is failed |
 * | any other, and one that the caller sent | as before |
 */
export function planAfter(plan: Json | undefined, entry: Entry): Json | undefined {
  if (entry.type === "user") return entry.plan ?? plan;
  if (entry.type !== "tool" || entry.brought || !isJsonObject(entry.output)) return plan;
  const { name, outcome, output, error } = entry;
  if (name === WRITE_PLAN && outcome === "completed") return output.plan ?? plan;
  if (name !== RUN_PHASE || (outcome !== "completed" && outcome !== "failed")) return plan;
  const phases = parsePhases(plan);
  const { phase: id, thread } = output;
  if (phases === undefined || typeof id !== "string" || typeof thread !== "string") return plan;
  const state = outcome === "completed" ? "finished" : "failed";
  const text = outcome === "completed" ? output.result : error?.message;
  const result = typeof text === "string" ? { result: shortenResult(text) } : {};
  const end = { state, thread, ...result } as const;
  return toPlan(phases.map((phase) => phase.id === id ? { ...phase, ...end } : phase));
}

/** False for an entry that leaves every plan as it is. */
export function mayChangePlan(entry: Entry): boolean {
  if (entry.type === "user") return entry.plan !== undefined;
  return entry.type === "tool" && !entry.brought && (entry.name === WRITE_PLAN || entry.name === RUN_PHASE);
}

/** What the plan of a thread begins with. */
export interface PlanOrigin {
  readonly agent: { readonly plan?: Json | undefined; readonly orchestrate?: unknown };
  readonly meta: { readonly plan?: Json; readonly parent?: unknown };
}

/** The plan of a thread before its history changes it. The plan that a phase's thread was made with is its orchestrator's. */
export function firstPlan({ agent, meta }: PlanOrigin): Json | undefined {
  const plan = meta.parent === undefined ? meta.plan ?? agent.plan : agent.plan;
  const phases = agent.orchestrate === undefined ? undefined : parsePhases(plan);
  if (phases === undefined) return plan;
  // The plan of a request may have states, but nothing of it has run.
  return toPlan(
    phases.map(({ thread: _thread, result: _result, ...phase }) => ({ ...phase, state: "planned" })),
  );
}

/**
 * The plan behind these entries, which follow each other; `changed` is the one before them when entries have changed it, as
 * the result is. Undefined as long as the thread has the plan that it began with.
 */
export function applyPlanChanges(
  changed: Json | undefined,
  entries: readonly Entry[],
  origin: PlanOrigin,
): Json | undefined {
  const before = changed ?? firstPlan(origin);
  const isOrchestrator = origin.agent.orchestrate !== undefined;
  const after = entries.reduce(
    (plan, entry) => isOrchestrator || entry.type === "user" ? planAfter(plan, entry) : plan,
    before,
  );
  return after === before ? changed : after;
}

/** The plan as the model reads it; `changed` is the thread's own. The plan that a phase's thread was made with is short already. */
export function planForModel(changed: Json | undefined, { agent, meta }: PlanOrigin): Json | undefined {
  const plan = changed ?? meta.plan ?? agent.plan;
  const isOwn = agent.orchestrate !== undefined && (changed !== undefined || meta.parent === undefined);
  const phases = isOwn ? parsePhases(plan) : undefined;
  return phases === undefined ? plan : fitPlan(phases);
}

/** The plan that a prompt behind this cut begins with; without a cut that of a thread's first prompt. */
export function promptPlan(cut: Pick<CutEntry, "plan"> | undefined, origin: PlanOrigin): Json | undefined {
  return cut?.plan === undefined ? planForModel(undefined, origin) : cut.plan;
}

/** A plan of phases without what their threads have answered, which is no text of the application. */
export function withoutResults(plan: Json): Json {
  const phases = parsePhases(plan);
  return phases === undefined ? plan : toPlan(phases.map(({ result: _, ...phase }) => phase));
}

function shortenResult(text: string): string {
  return text.length <= RESULT_LIMIT ? text : `${text.slice(0, RESULT_LIMIT - 1).toWellFormed()}…`;
}

function toPhase(value: Json): Phase | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id, worker, goal, done_when = "", after, thread, result } = value;
  if (typeof id !== "string" || typeof worker !== "string") return undefined;
  if (typeof goal !== "string" || typeof done_when !== "string") return undefined;
  const state = PHASE_STATES.find((known) => known === value.state) ?? "planned";
  return {
    id,
    worker,
    goal,
    done_when,
    after: Array.isArray(after) ? after.filter((item) => typeof item === "string") : undefined,
    state,
    thread: typeof thread === "string" ? thread : undefined,
    result: typeof result === "string" ? result : undefined,
  };
}
