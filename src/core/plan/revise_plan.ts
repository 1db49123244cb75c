// The one check of plans of phases, whether an orchestrator, a request of the API or a definition has the plan.

import type { Problem } from "../error.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { listNames } from "../text/list_names.ts";
import type { Orchestration } from "./orchestration.ts";
import { DERIVED_PARTS, type Phase } from "./strategic_plan.ts";

/** Most UTF-8 bytes of a plan as JSON, without what the runtime writes into it. */
export const PLAN_BYTES = 8_192;

/** Form of the id of a phase: a part of the id of its thread. */
const PHASE_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;

const GOAL_LIMIT = 2_000;

/** What a plan may have changed. */
export interface PlanFacts {
  readonly orchestration: Orchestration;
  /** The phases so far; none for a first plan. */
  readonly current: readonly Phase[];
  /** Ids of phases that run. */
  readonly running: ReadonlySet<string>;
}

/** A plan that may be used, with the states of the phases that stay, or everything that is wrong with it. */
export type Revised =
  | { readonly ok: true; readonly phases: readonly Phase[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Checks `{phases: [{id, worker, goal, done_when, after?}, ...]}`. A phase that has finished or runs must be there unchanged. A
 * failed phase that is unchanged stays failed, with a change it is planned again. The parts that only the runtime writes are
 * ignored, so a plan that was read can be sent back.
 *
 * @example
 * ```ts
 * import { revisePlan } from "./revise_plan.ts";
 * import assert from "node:assert/strict";
 *
 * const orchestration = { workers: { research: { agent: "researcher" } }, parallel: 3, depth: 2, phases: 20 };
 * const facts = { orchestration, current: [], running: new Set<string>() };
 * const phase = { id: "a", worker: "research", goal: "Find three sources.", done_when: "There are three." };
 * assert.equal(revisePlan({ phases: [phase] }, facts).ok, true);
 * assert.equal(revisePlan({ phases: [{ ...phase, worker: "painter" }] }, facts).ok, false);
 * assert.equal(revisePlan({ phases: [{ ...phase, after: ["a"] }] }, facts).ok, false);
 * ```
 */
export function revisePlan(written: Json | undefined, facts: PlanFacts): Revised {
  const { phases: most } = facts.orchestration;
  if (!isJsonObject(written) || !Array.isArray(written.phases)) return wrong("", "must be {phases: [...]}");
  const list = written.phases;
  if (list.length === 0 || list.length > most) return wrong("/phases", `must have 1 to ${most} phases`);
  const read = list.map((value, index) => readPhase(value, `/phases/${index}`, facts));
  const problems = read.flatMap((phase) => phase.problems);
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, 20) };
  const phases = read.flatMap(({ phase }) => phase === undefined ? [] : [phase]);
  const found = [...idProblems(phases), ...checkKeptPhases(phases, facts)];
  if (found.length > 0) return { ok: false, problems: found.slice(0, 20) };
  const circle = circleIn(phases);
  if (circle !== undefined) {
    return wrong("/phases", `the phases ${circle.join(", ")} wait for each other in a circle`);
  }
  const bytes = new TextEncoder().encode(JSON.stringify(phases.map(asWritten))).length;
  if (bytes > PLAN_BYTES) return wrong("/phases", `the plan has ${bytes} bytes, more than ${PLAN_BYTES}`);
  return { ok: true, phases: phases.map((phase) => withState(phase, facts.current)) };
}

function wrong(pointer: string, detail: string): Revised {
  return { ok: false, problems: [{ pointer, detail }] };
}

interface ReadPhase {
  readonly phase?: Phase;
  readonly problems: readonly Problem[];
}

const PARTS = ["id", "worker", "goal", "done_when", "after"];

function readPhase(value: Json, at: string, { orchestration: { workers, phases } }: PlanFacts): ReadPhase {
  if (!isJsonObject(value)) return { problems: [{ pointer: at, detail: "must be an object" }] };
  const known: readonly string[] = [...PARTS, ...DERIVED_PARTS];
  const problems: Problem[] = Object.keys(value).filter((key) => !known.includes(key))
    .map((key) => ({ pointer: at, detail: `${JSON.stringify(key.slice(0, 40))} is not a part of a phase` }));
  const { id, worker, goal, done_when, after } = value;
  const require = (holds: boolean, part: string, detail: string) => {
    if (!holds) problems.push({ pointer: `${at}/${part}`, detail });
  };
  require(typeof id === "string" && PHASE_ID.test(id), "id", `must match ${PHASE_ID.source}`);
  const names = Object.keys(workers);
  require(
    typeof worker === "string" && Object.hasOwn(workers, worker),
    "worker",
    `must be one of: ${listNames(names)}`,
  );
  const texts = `must be a text of 1 to ${GOAL_LIMIT} characters`;
  require(isText(goal), "goal", texts);
  require(isText(done_when), "done_when", texts);
  const isList = after === undefined || Array.isArray(after) && after.length <= phases &&
      after.every((item) => typeof item === "string");
  require(isList, "after", "must be a list of ids of phases");
  if (problems.length > 0) return { problems };
  return { phase: toPhase(value), problems };
}

function isText(value: Json | undefined): boolean {
  return typeof value === "string" && value.trim() !== "" && value.length <= GOAL_LIMIT;
}

function toPhase({ id, worker, goal, done_when, after }: JsonObject): Phase {
  const ids = Array.isArray(after) ? after.filter((item) => typeof item === "string") : [];
  return {
    id: String(id),
    worker: String(worker),
    goal: String(goal),
    done_when: String(done_when),
    after: ids.length === 0 ? undefined : [...new Set(ids)],
    state: "planned",
  };
}

function idProblems(phases: readonly Phase[]): Problem[] {
  const ids = phases.map(({ id }) => id);
  return phases.flatMap(({ id, after = [] }, index): Problem[] => {
    const pointer = `/phases/${index}`;
    const unknown = after.filter((other) => !ids.includes(other));
    return [
      ...(ids.indexOf(id) < index
        ? [{ pointer: `${pointer}/id`, detail: `"${id}" is taken by an earlier phase` }]
        : []),
      ...(unknown.length > 0
        ? [{ pointer: `${pointer}/after`, detail: `there is no phase ${listNames(unknown)}` }]
        : []),
    ];
  });
}

function checkKeptPhases(phases: readonly Phase[], { current, running }: PlanFacts): Problem[] {
  return current.flatMap((old): Problem[] => {
    const isRunning = running.has(old.id);
    if (old.state !== "finished" && !isRunning) return [];
    const what = isRunning ? "runs" : "has finished";
    const index = phases.findIndex(({ id }) => id === old.id);
    const phase = phases[index];
    if (phase === undefined) {
      return [{ pointer: "/phases", detail: `phase "${old.id}" ${what} and must stay in the plan` }];
    }
    if (isSame(phase, old)) return [];
    return [{ pointer: `/phases/${index}`, detail: `phase "${old.id}" ${what} and must stay as it is` }];
  });
}

/** A phase as a model writes it. */
function asWritten({ id, worker, goal, done_when, after }: Phase): Omit<Phase, typeof DERIVED_PARTS[number]> {
  return { id, worker, goal, done_when, after };
}

function isSame(one: Phase, other: Phase): boolean {
  return JSON.stringify(asWritten(one)) === JSON.stringify(asWritten(other));
}

function withState(phase: Phase, current: readonly Phase[]): Phase {
  const old = current.find(({ id }) => id === phase.id);
  return old !== undefined && isSame(phase, old) ? old : phase;
}

/** The ids of phases that wait for each other; undefined when there is an order in which all can run. */
function circleIn(phases: readonly Phase[]): readonly string[] | undefined {
  let left = phases;
  for (;;) {
    const waiting = left.filter(({ after = [] }) =>
      after.some((id) => left.some((other) => other.id === id))
    );
    if (waiting.length === 0) return undefined;
    if (waiting.length === left.length) return left.map(({ id }) => id);
    left = waiting;
  }
}
