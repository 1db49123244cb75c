// The budgets of a deployment: the limits of a tenant and each of its users for one UTC day.

import { AgentError } from "../error.ts";
import type { AccountLimits, AccountName } from "../store/ledger.ts";
import { type Budget, toAmountLimits } from "./limits.ts";

/** What one tenant, and one user of it, may spend on one UTC day. */
export interface DayBudgets {
  readonly tenant?: Budget | undefined;
  readonly user?: Budget | undefined;
}

/** The budgets of a deployment: for all alike, or by the tenant and, where it is known, the user. */
export type BudgetsOption =
  | DayBudgets
  | ((tenant: string, user: string | undefined) => DayBudgets | undefined);

/** The limited accounts that a step of the tenant and the user books to; empty when none is limited. */
export type AccountsOf = (tenant: string, user: string | undefined) => readonly AccountLimits[];

/** The account of a user. */
export function userAccount(user: string): AccountName {
  return `user:${user}`;
}

/**
 * A function that finds the limited accounts.
 *
 * @throws {AgentError} config_invalid - the function throws it, for a limit that is no number of 0 or more
 */
export function accountsBy(option: BudgetsOption): AccountsOf {
  return (tenant, user) => {
    const budgets = typeof option === "function" ? option(tenant, user) : option;
    const accounts: AccountLimits[] = [];
    if (budgets?.tenant !== undefined) accounts.push(toAccount("tenant", budgets.tenant));
    if (budgets?.user !== undefined && user !== undefined) {
      accounts.push(toAccount(userAccount(user), budgets.user));
    }
    return accounts.filter(({ limits }) => Object.keys(limits).length > 0);
  };
}

function toAccount(account: AccountName, budget: Budget): AccountLimits {
  for (const [name, limit] of Object.entries(budget)) {
    if (limit === undefined || (typeof limit === "number" && limit >= 0)) continue;
    throw new AgentError(
      "config_invalid",
      `The budgets of the deployment give ${name} no number of 0 or more.`,
    );
  }
  return { account, limits: toAmountLimits(budget) };
}

/** When the UTC day ends, in epoch milliseconds. */
export function endOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) + 86_400_000;
}
