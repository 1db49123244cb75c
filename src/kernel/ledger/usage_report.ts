// What a tenant has used, day by day or user by user, from its ledger.

import type { UsageReport, UserUsage } from "../../core/contract/usage.ts";
import {
  type AccountName,
  addAmounts,
  type Amounts,
  type LedgerDay,
  toDay,
  ZERO_AMOUNTS,
} from "../../core/store/ledger.ts";
import type { RuntimeDeps } from "../deps.ts";

/** What is asked of the ledger. */
export interface UsageQuery {
  /** The first UTC day, such as `2026-11-22`; `to` by default. */
  readonly from?: string | undefined;
  /** The last UTC day; today by default. */
  readonly to?: string | undefined;
  readonly by: "day" | "user";
}

/**
 * Reads the ledger of a tenant.
 *
 * @throws {AgentError} invalid_request - for a day that is none, and for more than 100 days
 */
export async function reportUsage(
  tenant: string,
  query: UsageQuery,
  deps: Pick<RuntimeDeps, "store" | "clock" | "accounts">,
): Promise<UsageReport> {
  const { to = toDay(deps.clock()), by } = query;
  const { from = to } = query;
  const days = await deps.store.readLedger(tenant, from, to);
  const limitsOf = (account: AccountName, user: string | undefined) =>
    deps.accounts?.(tenant, user).find((each) => each.account === account)?.limits ?? null;
  const base = { from, to, total: sumDays(days, "tenant"), limits: limitsOf("tenant", undefined) };
  if (by === "day") {
    return { ...base, days: days.map((each) => ({ day: each.day, ...sumDays([each], "tenant") })) };
  }
  const users = usersIn(days).map((account): UserUsage => {
    const user = account.slice(USER.length);
    return { user, limits: limitsOf(account, user), ...sumDays(days, account) };
  });
  return { ...base, users };
}

/** The beginning of the name of a user's account. */
const USER = "user:";

function usersIn(days: readonly LedgerDay[]): AccountName[] {
  const accounts = new Set(days.flatMap(({ accounts }) => [...accounts.keys()]));
  return [...accounts].filter((account) => account !== "tenant").sort();
}

function sumDays(days: readonly LedgerDay[], account: AccountName): Amounts {
  return days.reduce(
    (sum, { accounts }) => addAmounts(sum, accounts.get(account) ?? ZERO_AMOUNTS),
    ZERO_AMOUNTS,
  );
}
