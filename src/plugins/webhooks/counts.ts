// Events that match no template: counted in the ledger of the tenant, day by day, and read from it.

import type { UnmatchedEvents } from "../../core/contract/webhooks.ts";
import { type Booking, toDay, ZERO_AMOUNTS } from "../../core/store/ledger.ts";
import { newId } from "../../core/text/id.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";

/** The group of the counts. No group of steps has this name. */
const GROUP = "webhooks";

/** What stands before the names of trigger and agent. */
const UNMATCHED = "/unmatched/";

/** Counts one event; a deployment without a ledger has its log line alone. */
export async function countUnmatched(
  { tenant, trigger, agent }: { readonly tenant: string; readonly trigger: string; readonly agent: string },
  { store, clock, random, ledger }: Pick<RuntimeDeps, "store" | "clock" | "random" | "ledger">,
): Promise<void> {
  if (!ledger) return;
  const now = clock();
  const booking: Booking = {
    id: newId("req", random),
    reservations: [],
    day: toDay(now),
    now,
    accounts: ["tenant"],
    amounts: ZERO_AMOUNTS,
    counts: new Map([[GROUP, new Map([[`${UNMATCHED}${trigger}/${agent}`, 1]])]]),
  };
  await store.book(tenant, booking);
}

/**
 * The counted events of the days, the oldest first.
 *
 * @throws {AgentError} invalid_request - a day that is none, or more than 100 days
 */
export async function readUnmatched(
  tenant: string,
  { from, to }: { readonly from: string; readonly to: string },
  { store }: Pick<RuntimeDeps, "store">,
): Promise<readonly UnmatchedEvents[]> {
  const begin = `${GROUP}|${UNMATCHED}`;
  const days = await store.readLedger(tenant, from, to);
  return days.flatMap(({ day, counts }) =>
    [...counts].filter(([name]) => name.startsWith(begin)).map(([name, count]) => {
      const [trigger = "", agent = ""] = name.slice(begin.length).split("/");
      return { day, trigger, agent, count };
    }).sort((a, b) => `${a.trigger}/${a.agent}` < `${b.trigger}/${b.agent}` ? -1 : 1)
  );
}
