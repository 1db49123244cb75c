// The strategic plan of a session: what the step's entries change of it.

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
