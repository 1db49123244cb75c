// Budgets of a run and its thread: refused before anything is spent.

import type { Agent } from "../core/agent.ts";
import { type CurrentBudget, currentBudgets } from "../core/budget/current_budgets.ts";
import { inDollars } from "../core/budget/limits.ts";
import { AgentError } from "../core/error.ts";
import type { RunState } from "../core/state.ts";
import type { Counters } from "../core/usage.ts";
import type { RuntimeDeps } from "./deps.ts";

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
 * Limits in tokens and dollars hold where something bounds each model call by them. Those of agents are looked at when the deployment starts.
 *
 * @throws {AgentError} plugin_missing - a request has such limits for the run, and nothing here does that
 */
export function assertBounded(
  { limits }: Pick<RunState, "limits">,
  { spending }: Pick<RuntimeDeps, "spending">,
): void {
  if (spending !== undefined || (limits?.tokens ?? limits?.microDollars) === undefined) return;
  throw new AgentError(
    "plugin_missing",
    "Limits of tokens or dollars need a plugin: add budgets() of @treadle/treadle/budgets.",
  );
}

/** The refusal of a budget of which nothing is left, or, with `needed`, less than the next model call may come to. */
export function refuseBudget(
  { budget, amount, limit, used, isPerRun }: CurrentBudget,
  needed?: number,
): AgentError {
  const [all, spent] = [inDollars(amount, limit), inDollars(amount, used)];
  const wayOut = isPerRun ? "a new input" : "a higher limit";
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
