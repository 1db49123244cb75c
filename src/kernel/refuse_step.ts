// Budgets of a run and its thread: refused before anything is spent.

import type { Agent } from "../core/agent.ts";
import { type CurrentBudget, currentBudgets } from "../core/budget/current_budgets.ts";
import { inDollars } from "../core/budget/limits.ts";
import { limitsSpending } from "../core/budget/spending_limits.ts";
import { AgentError } from "../core/error.ts";
import type { RunState } from "../core/state.ts";
import type { Counters } from "../core/usage.ts";
import type { RuntimeDeps } from "./deps.ts";
import { pluginMissing } from "./plugin_missing.ts";

/**
 * The budget that forbids another step, if any. Calls are no such budget: when they are used up, plans go without tools.
 * `extraSteps` is that of AgentState.
 */
export function refuseStep(
  { limits }: Pick<Agent, "limits">,
  counters: Counters,
  run: RunState,
  extraSteps = 0,
): AgentError | undefined {
  const total = extraSteps === 0 ? counters : { ...counters, steps: counters.steps + extraSteps };
  const spent = currentBudgets(limits, run, total).find(({ amount, limit, used }) =>
    amount !== "calls" && used >= limit
  );
  return spent && refuseBudget(spent);
}

/**
 * Limits in tokens and dollars hold where something bounds each model call by them.
 *
 * @throws {AgentError} plugin_missing - the agent, or a request for its run, has such limits, and nothing here does that
 */
export function assertBounded(
  { limits }: Pick<Agent, "limits">,
  { limits: ofRun }: Pick<RunState, "limits">,
  { spending }: Pick<RuntimeDeps, "spending">,
): void {
  if (spending !== undefined) return;
  const isLimited = limitsSpending(limits) || (ofRun?.tokens ?? ofRun?.microDollars) !== undefined;
  if (isLimited) throw pluginMissing("Limits of tokens or dollars", "budgets");
}

/** The refusal of a budget of which nothing is left, or, with `needed`, less than the next model call may come to. */
export function refuseBudget(
  { budget, amount, limit, used, isPerRun }: CurrentBudget,
  needed?: number,
): AgentError {
  const [all, spent] = [inDollars(amount, limit), inDollars(amount, used)];
  // What a new run has is the whole limit again.
  const wayOut = isPerRun && (needed ?? 0) <= limit ? "a new input" : "a higher limit";
  const state = needed === undefined
    ? `is used up: ${spent} of ${all}`
    : `leaves too little: ${spent} of ${all} are used, and the next model call may come to ${
      inDollars(amount, needed)
    }`;
  // Details name a budget of the agent without `limits.`.
  const name = budget.replace(/^limits\./, "");
  return new AgentError("budget_exhausted", `The budget ${budget} ${state}. It takes ${wayOut} to go on.`, {
    details: { budget: name, limit: all, used: spent },
  });
}
