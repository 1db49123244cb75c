// The budgets of a run and of its thread, with what is used of each. They need no ledger: a thread has one step at a time.

import type { Limits } from "../agent.ts";
import type { RunState } from "../state.ts";
import { type Amount, AMOUNTS, type Amounts, subtractAmounts } from "../store/ledger.ts";
import type { Counters } from "../usage.ts";
import {
  type AmountLimits,
  type Budget,
  type BudgetLeft,
  inDollars,
  toAmountLimits,
  toAmounts,
  toBudgetName,
} from "./limits.ts";

/** One budget, and what is used of it. */
export interface CurrentBudget {
  /** Where it is set, such as `limits.perRun.tokens`; `request.limits` is what requests have set for the run. */
  readonly budget: string;
  readonly amount: Amount;
  readonly limit: number;
  readonly used: number;
  /** A new input begins it again. */
  readonly isPerRun: boolean;
}

/** The budgets of a thread and of its run. */
export function currentBudgets(limits: Limits, run: RunState, counters: Counters): readonly CurrentBudget[] {
  const found: CurrentBudget[] = [
    {
      budget: "limits.stepsPerRun",
      amount: "steps",
      isPerRun: true,
      limit: limits.stepsPerRun,
      used: run.steps,
    },
  ];
  const ofThread = threadBudget(limits);
  const { perRun } = limits;
  if (ofThread === undefined && perRun === undefined && run.limits === undefined) return found;
  const total = toAmounts(counters);
  if (ofThread !== undefined) add(found, "limits", toAmountLimits(ofThread), total, false);
  if (perRun === undefined && run.limits === undefined) return found;
  // A run counts its steps itself: those that failed do not count.
  const ofRun = { ...subtractAmounts(total, run.began ?? total), steps: run.steps };
  if (perRun !== undefined) add(found, "limits.perRun", toAmountLimits(perRun), ofRun, true);
  if (run.limits !== undefined) add(found, "request.limits", run.limits, ofRun, true);
  return found;
}

/** What is left of an amount in the tightest of the budgets; undefined where none limits it. */
export function findRemaining(budgets: readonly CurrentBudget[], amount: Amount): number | undefined {
  let least: number | undefined;
  for (const each of budgets) {
    if (each.amount === amount) least = Math.min(least ?? Infinity, Math.max(0, each.limit - each.used));
  }
  return least;
}

/** What the budgets of a thread and of its run leave, of each amount that of the tightest. */
export function budgetLeft(budgets: readonly CurrentBudget[]): BudgetLeft {
  const left = (amount: Amount) => findRemaining(budgets, amount) ?? null;
  const microDollars = left("microDollars");
  return {
    steps: left("steps") ?? 0,
    calls: left("calls"),
    tokens: left("tokens"),
    usd: microDollars === null ? null : inDollars("microDollars", microDollars),
    wallMs: left("wallMs"),
  };
}

function threadBudget({ steps, calls, tokens, usd, wallMs }: Limits): Budget | undefined {
  const isLimited = steps !== undefined || calls !== undefined || tokens !== undefined || usd !== undefined ||
    wallMs !== undefined;
  return isLimited ? { steps, calls, tokens, usd, wallMs } : undefined;
}

function add(
  found: CurrentBudget[],
  where: string,
  limits: AmountLimits,
  used: Amounts,
  isPerRun: boolean,
): void {
  for (const amount of AMOUNTS) {
    const limit = limits[amount];
    if (limit === undefined) continue;
    found.push({ budget: `${where}.${toBudgetName(amount)}`, amount, limit, used: used[amount], isPerRun });
  }
}
