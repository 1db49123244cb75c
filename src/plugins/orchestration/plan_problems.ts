// Plans that are refused.

import type { Agent } from "../../core/agent.ts";
import { AgentError, type Problem } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import { revisePlan } from "../../core/plan/revise_plan.ts";

/** The error of a plan that is not taken, with its problems below `/plan`. */
export function planInvalid(problems: readonly Problem[]): AgentError {
  const placed = problems.map(({ pointer, detail }) => ({ pointer: `/plan${pointer}`, detail }));
  const lines = placed.map(({ pointer, detail }) => `${pointer} ${detail}`);
  return new AgentError("plan_invalid", `The plan is not taken: ${lines.join("; ")}.`, { problems: placed });
}

/**
 * Refuses a plan that a new thread of the agent cannot have: that of an orchestrator has phases.
 *
 * @throws {AgentError} plan_invalid
 */
export function assertFirstPlan({ orchestrate }: Pick<Agent, "orchestrate">, plan: Json): void {
  if (orchestrate === undefined) return;
  const revised = revisePlan(plan, { orchestration: orchestrate, current: [], running: new Set() });
  if (!revised.ok) throw planInvalid(revised.problems);
}
