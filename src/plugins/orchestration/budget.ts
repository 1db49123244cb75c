// What a phase may spend, and what it has spent: the arithmetic between the limits of an orchestrator's thread and those of its
// phases. A phase that runs holds its whole limits; what it has spent counts in the thread above once its result stands there.

import { inDollars, toAmountLimits, toAmounts } from "../../core/budget/limits.ts";
import { type CurrentBudget, findRemaining } from "../../core/budget/current_budgets.ts";
import type { PhaseLimits } from "../../core/plan/child_thread.ts";
import { smaller } from "../../core/plan/phase_limits.ts";
import type { AgentState } from "../../core/state.ts";
import type { Amount } from "../../core/store/ledger.ts";
import type { ThreadHeader } from "../../core/store/thread.ts";
import { addCounters } from "../../core/usage.ts";
import type { ChildSpend } from "../../kernel/children/spend.ts";

/** The sum of what phases have cost. */
export function addSpend(one: ChildSpend, other: ChildSpend): ChildSpend {
  return { counters: addCounters(one.counters, other.counters), steps: one.steps + other.steps };
}

/** What a phase has cost, with the phases below it. */
export function sumSpend({ counters }: Pick<ThreadHeader, "counters">, state: AgentState): ChildSpend {
  return { counters: { ...counters, steps: 0, wallMs: 0 }, steps: counters.steps + (state.extraSteps ?? 0) };
}

/** What the limits of phases are made from. */
export interface ShareInputs {
  /** The budgets of the thread above and of its run. */
  readonly budgets: readonly CurrentBudget[];
  /** Of phases that have ended and are not in the counters yet. */
  readonly spent: ChildSpend;
  /** Of the phases that run. */
  readonly held: readonly PhaseLimits[];
  /** Phases that begin together: what is left is divided evenly among them. */
  readonly count: number;
}

/**
 * The limits of each phase that begins: what is left of the thread's and its run's, divided by their number, and no more than
 * the worker's. With 10,000 tokens of which 4,000 are used, two phases that begin together get 3,000 each. The wall time is
 * not divided, because phases run at the same time. Steps of a run are the thread's own: those of phases count in
 * `limits.steps` alone.
 */
export function computeShare(
  { budgets, spent, held, count }: ShareInputs,
  worker: PhaseLimits = {},
): PhaseLimits {
  const shared = budgets.filter(({ amount, budget }) => amount !== "steps" || budget === "limits.steps");
  const used = { ...toAmounts(spent.counters), steps: spent.steps };
  const share = (amount: Amount): number | undefined => {
    const left = findRemaining(shared, amount);
    if (left === undefined) return undefined;
    const kept = held.reduce((sum, limits) => sum + (toAmountLimits(limits)[amount] ?? 0), 0);
    return Math.floor(Math.max(0, left - used[amount] - kept) / Math.max(1, count));
  };
  const microDollars = share("microDollars");
  return smaller(worker, {
    steps: share("steps"),
    tokens: share("tokens"),
    calls: share("calls"),
    usd: microDollars === undefined ? undefined : inDollars("microDollars", microDollars),
    wallMs: findRemaining(budgets, "wallMs"),
    stepsPerRun: undefined,
  });
}

/** The limit that leaves a phase nothing to begin with; undefined when it can make a step. */
export function findExhaustedLimit({ steps, tokens, usd, wallMs }: PhaseLimits): string | undefined {
  if (steps === 0) return "steps";
  if (tokens === 0) return "tokens";
  if (usd === 0) return "usd";
  return wallMs === 0 ? "wallMs" : undefined;
}
