// The strategic plan of a session: what the step's entries change of it.

import type { Agent } from "../../core/agent.ts";
import { AgentError, type Problem } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import { revisePlan } from "../../core/plan/revise_plan.ts";
import type { Entry, ToolEntry, UserEntry } from "../../core/entry.ts";
import { applyPlanChanges } from "../../core/plan/strategic_plan.ts";
import { newId } from "../../core/text/id.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { Session } from "../../kernel/session.ts";

/** What the model reads where the API has changed the plan. */
export const PLAN_CHANGED = "The strategic plan was changed.";

/** The session behind these entries; the same one when they do not change the plan. */
export function withPlan(session: Session, entries: readonly Entry[]): Session {
  const { agent, state, meta } = session;
  const { planChange: _entered, ...rest } = state;
  const plan = applyPlanChanges(rest.plan, entries, { agent, meta });
  if (plan === rest.plan && state.planChange === undefined) return session;
  return { ...session, state: { ...rest, plan } };
}

/** The entry of a plan that was put while calls were pending: it stands behind their observations, with what they say of it. */
export function createPlanEntries(
  { agent, state, meta, header }: Session,
  observations: readonly ToolEntry[],
  { random }: Pick<RuntimeDeps, "random">,
): UserEntry[] {
  const { planChange, plan } = state;
  if (planChange === undefined || plan === undefined) return [];
  const now = applyPlanChanges(plan, observations, { agent, meta });
  return [{
    type: "user",
    id: newId("entry", random),
    version: header.version + 1,
    text: PLAN_CHANGED,
    ...planChange,
    plan: now ?? plan,
  }];
}

/** The error of a plan that is refused, with its problems below `/plan`. */
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
