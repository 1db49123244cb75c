// Budgets of a deployment that can never be used up, because another one ends the run or the day first.

import type { Agent } from "../core/agent.ts";
import type { DayBudgets } from "../core/budget/accounts.ts";
import type { Budget } from "../core/budget/limits.ts";
import { type BudgetOptions, budgetsFor } from "./budget_settings.ts";
import type { Settings } from "./settings.ts";

/** A budget, where it is set: `limits.perRun of agent support`. */
interface NamedBudget {
  readonly where: string;
  readonly budget: Budget;
}

const AMOUNTS = ["tokens", "usd", "calls", "wallMs"] as const;

/**
 * One sentence for each: "usd in limits of agent support is 10, and a user's day ends at 5". The day budgets are those of a tenant that
 * TREADLE_BUDGETS does not name. Budgets that a function of the deployment gives are not known before a step.
 */
export function findBudgetConflicts(
  { agents, ...options }: BudgetOptions & { readonly agents: readonly Agent[] },
  settings: Settings,
): readonly string[] {
  const { tenant = {}, user = {} } = dayBudgets(settings, options);
  const days: readonly NamedBudget[] = [
    { where: "a user's day", budget: user },
    { where: "a tenant's day", budget: tenant },
  ];
  return [
    ...exceeding({ where: "the budget of a user", budget: user }, days.slice(1)),
    ...agents.flatMap(({ name, limits }) => {
      const thread = { where: `limits of agent ${name}`, budget: limits };
      const run = { where: `limits.perRun of agent ${name}`, budget: limits.perRun ?? {} };
      return [...exceeding(thread, days), ...exceeding(run, [{ ...thread, where: "a thread" }, ...days])];
    }),
  ];
}

function dayBudgets(settings: Settings, options: BudgetOptions): DayBudgets {
  if (typeof options.budgets === "function") return {};
  const budgets = budgetsFor(settings, options);
  return (typeof budgets === "function" ? budgets("", undefined) : budgets) ?? {};
}

/** The first of the others that ends before a budget, for each amount. */
function exceeding({ where, budget }: NamedBudget, others: readonly NamedBudget[]): string[] {
  return AMOUNTS.flatMap((amount) => {
    const limit = budget[amount];
    const smaller = others.find((other) => (limit ?? 0) > (other.budget[amount] ?? Infinity));
    return smaller === undefined
      ? []
      : [`${amount} in ${where} is ${limit}, and ${smaller.where} ends at ${smaller.budget[amount]}`];
  });
}
