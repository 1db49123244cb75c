// A plan of phases shortened for a prompt: every phase is in it with its state, however long the texts of the plan are.

import { type JsonObject, toJsonObject } from "../json.ts";

/** The parts of a phase of a plan. */
interface Phase {
  readonly id: string;
  readonly worker: string;
  readonly goal: string;
  readonly done_when: string;
  readonly after?: string[];
  readonly state: "planned" | "finished" | "failed";
  readonly thread?: string;
  readonly result?: string;
}

/** Most characters of plan JSON in a prompt. */
export const PLAN_LIMIT = 1500;

/** Most characters of a goal and of a result; what is done when has half of them. */
const TEXT_LIMITS = [600, 300, 150, 80, 40];

/**
 * The plan of the phases with what `own` says beside them, within {@link PLAN_LIMIT} where the ids permit it. A longer plan loses
 * the ends of its texts, then its texts, then all but the ids of its phases by their states. The whole plan stays in the output
 * of write_plan.
 *
 * @example
 * ```ts
 * import { fitPlan } from "./fit_plan.ts";
 * import assert from "node:assert/strict";
 *
 * const phase = { id: "a", worker: "w", goal: "Find it.", done_when: "Found.", state: "planned" } as const;
 * assert.deepEqual(fitPlan([phase]), { phases: [phase] });
 * const [fitted] = Object(fitPlan([{ ...phase, goal: "x".repeat(2_000) }])).phases;
 * assert.equal(fitted.goal.length, 600);
 * ```
 */
export function fitPlan(phases: readonly Phase[], own: JsonObject = {}): JsonObject {
  for (const form of FORMS) {
    const plan = { ...own, phases: phases.map(form) };
    if (JSON.stringify(plan).length <= PLAN_LIMIT) return plan;
  }
  const ids = (state: Phase["state"]) => phases.filter((phase) => phase.state === state).map(({ id }) => id);
  return { ...own, finished: ids("finished"), failed: ids("failed"), planned: ids("planned") };
}

/** From the longest to the shortest. */
const FORMS: readonly ((phase: Phase) => JsonObject)[] = [
  (phase) => whole(phase),
  ...TEXT_LIMITS.map((limit) => (phase: Phase) => whole(shortenPhase(phase, limit))),
  (phase) => withoutTexts(phase),
  ({ id, state }) => ({ id, state }),
];

/** Ids of threads mean nothing to a model. */
function whole({ thread: _thread, ...phase }: Phase): JsonObject {
  return toJsonObject(phase);
}

function withoutTexts(
  { goal: _goal, done_when: _doneWhen, result: _result, thread: _thread, ...phase }: Phase,
): JsonObject {
  return toJsonObject(phase);
}

function shortenPhase(phase: Phase, limit: number): Phase {
  const { goal, done_when, result } = phase;
  const short = { ...phase, goal: cut(goal, limit), done_when: cut(done_when, limit / 2) };
  return result === undefined ? short : { ...short, result: cut(result, limit) };
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).toWellFormed()}…`;
}
