// What the rules of a tenant measure now: from the ledger of today and the oldest calls that wait, whatever number of threads there is.

import { type Amount, type LedgerDay, toDay, ZERO_AMOUNTS } from "../../core/store/ledger.ts";
import { unreachable } from "../../core/error.ts";
import type { InboxItem } from "../../core/contract/calls.ts";
import type { HttpDeps } from "../../http/context.ts";
import { REPAIR_MS } from "../../kernel/due_times.ts";
import { listInbox } from "../approvals/inbox.ts";
import { addDays, sumDays, sumSpans } from "./counts.ts";
import type { Rule } from "./rules.ts";
import type { AlarmsState, Counted } from "./state.ts";

/** Threads of one page of the inbox, and pages that one evaluation reads at most. */
const PAGE = 20;
const MOST_PAGES = 5;

/** What a rule has measured. */
export interface Measured {
  /** As its threshold; null where there is nothing to measure. */
  readonly value: number | null;
  readonly counted?: Counted | undefined;
  /** Of an inbox: the thread that has waited for longest. */
  readonly thread?: string | undefined;
  /** Of a budget: what is used the most, and of which user. */
  readonly amount?: Amount | undefined;
  readonly user?: string | undefined;
  /** Of a share of calls: the calls. */
  readonly calls?: number | undefined;
}

type Deps = Pick<
  HttpDeps,
  "store" | "clock" | "accounts" | "agents" | "executor" | "sleep" | "log" | "sources"
>;

/** When a tenant is measured. */
export interface MeasureAt {
  /** Behind the last evaluation. */
  readonly state: AlarmsState;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Since the last evaluation nothing came before this time, in epoch milliseconds; -Infinity where that is not known. */
  readonly quietUntil: number;
}

/**
 * The values of the rules, by name. At most one request of the ledger, and five pages of the inbox. The ledger has no times within a day, so
 * a count of a rule begins anew where what came since its last evaluation may be older than its window, such as behind a gap of the pump.
 */
export async function measure(
  tenant: string,
  { rules, everyMs }: { readonly rules: readonly Rule[]; readonly everyMs: number },
  { state, now, quietUntil }: MeasureAt,
  deps: Deps,
): Promise<ReadonlyMap<string, Measured>> {
  const today = toDay(now);
  const [days, items] = await Promise.all([
    readDays(tenant, rules, { state, now }, deps),
    readOldest(tenant, rules, deps),
  ]);
  return new Map(rules.map((rule) => [rule.name, measureOne(rule)]));

  function measureOne(rule: Rule): Measured {
    switch (rule.kind) {
      case "inbox_age": {
        const item = items.find(({ agent }) => rule.agent === undefined || rule.agent === agent);
        return item === undefined
          ? { value: null }
          : { value: now - Date.parse(item.since), thread: item.thread };
      }
      case "budget":
        return measureBudget(tenant, rule, days.find(({ day }) => day === today), deps);
      case "failed_runs":
      case "tool_failures": {
        const { withinMs = 0, least } = rule;
        const known = state.rules[rule.name];
        const isCurrent = now - Math.max(known?.seenAt ?? -Infinity, quietUntil) <=
          withinMs + everyMs + REPAIR_MS; // a row that is due waits for the pump of the next minute
        const before = isCurrent && known?.of === toSubject(rule) ? known.counted : undefined;
        const counted = addDays(before, sumDays(rule, days), { today, now, withinMs, everyMs });
        const [failed, calls] = sumSpans(counted);
        if (least === undefined) return { value: failed, counted };
        return { value: calls < least ? null : failed / calls, counted, calls };
      }
      default:
        return unreachable(rule.kind);
    }
  }
}

/** What the counts of a rule are about: those of another subject are not its own. */
export function toSubject({ kind, agent, tool, withinMs }: Rule): string {
  return JSON.stringify([kind, agent, tool, withinMs]);
}

/** Today, and the day of the last evaluation where that was another one. */
async function readDays(
  tenant: string,
  rules: readonly Rule[],
  { state, now }: { readonly state: AlarmsState; readonly now: number },
  { store }: Deps,
): Promise<readonly LedgerDay[]> {
  if (rules.every(({ kind }) => kind === "inbox_age")) return [];
  const from = toDay(Math.max(state.checkedAt, now - 86_400_000));
  return await store.readLedger(tenant, from, toDay(now));
}

/** The calls that have waited for longest: until each rule about them has one, or the pages are used up. */
async function readOldest(tenant: string, rules: readonly Rule[], deps: Deps): Promise<readonly InboxItem[]> {
  const wanted = rules.filter(({ kind }) => kind === "inbox_age").map(({ agent }) => agent);
  const items: InboxItem[] = [];
  let cursor: string | undefined;
  const isMissing = (wantedAgent: string | undefined) =>
    !items.some(({ agent }) => wantedAgent === undefined || wantedAgent === agent);
  for (let page = 0; page < MOST_PAGES && wanted.some(isMissing); page++) {
    const read = await listInbox({ tenant }, { cursor, limit: PAGE, order: "oldest" }, deps);
    items.push(...read.items);
    cursor = read.cursor;
    if (cursor === undefined) break;
  }
  return items;
}

/** The largest share of a limit of the day that is booked. */
function measureBudget(
  tenant: string,
  { account }: Rule,
  today: LedgerDay | undefined,
  { accounts = () => [] }: Deps,
): Measured {
  const names = account === "users" ? [...today?.accounts.keys() ?? []].map(userOf) : [undefined];
  let most: Measured = { value: null };
  for (const user of names) {
    if (account === "users" && user === undefined) continue;
    for (const { account: name, limits } of accounts(tenant, user)) {
      if ((name === "tenant") === (account === "users")) continue;
      const used = today?.accounts.get(name) ?? ZERO_AMOUNTS;
      for (const [amount, limit] of Object.entries(limits) as [Amount, number][]) {
        const value = limit > 0 ? used[amount] / limit : null;
        if (value !== null && value > (most.value ?? -1)) most = { value, amount, user };
      }
    }
  }
  return most;
}

function userOf(account: string): string | undefined {
  return account.startsWith("user:") ? account.slice("user:".length) : undefined;
}
