// What must hold of the tenant's ledger when every worker has ended: each step is booked once, the budget holds, and what dead
// workers had reserved is free again.

import { accountsBy } from "../../src/core/budget/accounts.ts";
import type { Store } from "../../src/core/store.ts";
import { type Amount, type LedgerDay, ZERO_AMOUNTS } from "../../src/core/store/ledger.ts";
import { readCountedDays } from "../../src/kernel/hooks/step_counts.ts";
import { readCounts } from "../../src/plugins/analytics/counts/read_count.ts";
import { toTable } from "../../src/plugins/analytics/tables/to_table.ts";
import type { World } from "./world.ts";

const LIMITS = { steps: 100_000, tokens: 500_000_000 };

/** The budget of the tenant: every step reserves, and none is refused. */
export const CHAOS_ACCOUNTS = accountsBy({ tenant: LIMITS });

/** Longer than any reservation of the chaos lasts, in milliseconds. */
const EXPIRED_MS = 7_200_000;

/** What a tenant may come to on one day. */
interface DayLimits {
  readonly steps: number;
  readonly tokens: number;
}

/** Checks the ledger; what is wrong is told to the world. */
export async function checkLedger(world: World, store: Store, limits: DayLimits = LIMITS): Promise<void> {
  const days = [...new Set([...world.booked.values()].map(({ day }) => day))].sort();
  for (const day of days) {
    const [found] = await store.readLedger("acme", day, day);
    for (const amount of ["steps", "calls", "tokens"] as const) checkAmount(world, day, amount, found);
    checkCounts(world, day, found);
    if (isWithin(world, day, limits, found)) await checkFree(world, store, day, limits, found);
  }
}

/** Every booked step is counted once, under a group that some commit has defined. */
function checkCounts(world: World, day: string, found: LedgerDay | undefined): void {
  const days = readCountedDays("", found === undefined ? [] : [found]);
  const { rows: [row], unresolved } = toTable(readCounts(days), { by: [] });
  const [counted, booked] = [row?.counts.get("steps") ?? 0, found?.accounts.get("tenant")?.steps ?? 0];
  if (counted === booked && unresolved === 0) return;
  world.violate(
    "ledger",
    "",
    `${counted} of ${booked} steps on ${day} are counted, ${unresolved} without a group`,
  );
}

function isWithin(world: World, day: string, limits: DayLimits, found: LedgerDay | undefined): boolean {
  const { steps, tokens } = found?.accounts.get("tenant") ?? ZERO_AMOUNTS;
  if (steps <= limits.steps && tokens <= limits.tokens) return true;
  const limit = `the limit of ${limits.steps} and ${limits.tokens}`;
  world.violate("ledger", "", `${steps} steps and ${tokens} tokens of ${day} are beyond ${limit}`);
  return false;
}

function checkAmount(world: World, day: string, amount: Amount, found: LedgerDay | undefined): void {
  const used = found?.accounts.get("tenant")?.[amount] ?? 0;
  const bookings = [...world.booked.values()].filter((booking) => booking.day === day);
  const sumOf = (some: typeof bookings) => some.reduce((sum, { amounts }) => sum + amounts[amount], 0);
  const [least, most] = [sumOf(bookings.filter(({ isSure }) => isSure)), sumOf(bookings)];
  if (used >= least && used <= most) return;
  world.violate("ledger", "", `${used} ${amount} are booked on ${day}, expected ${least} to ${most}`);
}

// All that the limits leave can be reserved, so nothing is held.
async function checkFree(
  world: World,
  store: Store,
  day: string,
  limits: DayLimits,
  found: LedgerDay | undefined,
): Promise<void> {
  const { steps, tokens } = found?.accounts.get("tenant") ?? ZERO_AMOUNTS;
  const now = world.time.clock() + EXPIRED_MS;
  const outcome = await store.reserve("acme", {
    id: `rest ${day}`,
    day,
    now,
    expiresAt: now + 1,
    accounts: [{ account: "tenant", limits: { ...limits } }],
    amounts: { ...ZERO_AMOUNTS, steps: limits.steps - steps, tokens: limits.tokens - tokens },
  });
  if (outcome.type === "refused") {
    world.violate(
      "ledger",
      "",
      `${outcome.reserved} ${outcome.amount} of ${day} are held after every worker has ended`,
    );
  }
}
