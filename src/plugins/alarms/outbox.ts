// What a step leaves for alarms, in the request of its commit: that its tenant has one, and a run that failed.

import { isJsonObject, parseJson } from "../../core/json.ts";
import { Lru } from "../../core/lru.ts";
import type { Outbox } from "../../core/store/outbox.ts";
import { toDay, ZERO_AMOUNTS } from "../../core/store/ledger.ts";
import { type WakeHandler, wakeName } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import { LONG_MS } from "../../kernel/due_times.ts";
import { itemHandler, leaveItem } from "../../kernel/outbox/item_handler.ts";
import { RUNS_GROUP } from "./counts.ts";
import type { Rule } from "./rules.ts";
import { ALARMS, CHECK } from "./state.ts";

/** The kinds of the definitions of a step that marks its tenant, and of a run that failed, and of their names in the due index. */
const [MARK, FAILED_RUN] = ["alarms_mark", "alarms_failed_run"] as const;

/** Tenants of whose marks an isolate knows. */
const KNOWN_TENANTS = 10_000;

/** Milliseconds for which an isolate leaves no second mark of a tenant before it knows what has become of the first: its commit may be refused. */
const UNKNOWN_MS = 300_000;

/** What a deployment does with the items of steps. */
export interface StepItems {
  readonly outbox: Outbox;
  readonly wakes: Readonly<Record<string, WakeHandler>>;
}

/**
 * The items of the steps of a deployment. The first step of a tenant in an isolate, and one an hour from then on, brings the tenant into the
 * due index by `check`, which evaluates it at once, unless it just was. Each mark has an id of its own, since a commit that is refused removes
 * its items; an isolate leaves the next one in an hour where it has evaluated the tenant by the last one, else in five minutes.
 */
export function createItems(
  rules: readonly Rule[],
  check: WakeHandler,
  deps: Pick<HttpDeps, "store" | "clock" | "random">,
): StepItems {
  const { store, clock } = deps;
  const markedUntil = new Lru<number>(KNOWN_TENANTS);
  const countsRuns = rules.some(({ kind }) => kind === "failed_runs");
  return {
    outbox({ ref: { tenant }, agent, status, error, at }) {
      const isMarked = at < (markedUntil.get(tenant) ?? -Infinity);
      if (!isMarked) markedUntil.set(tenant, at + UNKNOWN_MS);
      const hasFailed = countsRuns && status === "failed" && error !== undefined;
      return [
        ...isMarked ? [] : [leaveItem(MARK, at, { at }, deps)],
        ...hasFailed ? [leaveItem(FAILED_RUN, at, { agent: agent.name }, deps)] : [],
      ];
    },
    wakes: {
      [MARK]: itemHandler(MARK, async ({ tenant, facts: { at } }, io) => {
        if (typeof at !== "number") return;
        await store.putDefinition(tenant, ALARMS, CHECK, JSON.stringify({ at }));
        await check({ tenant, name: wakeName(ALARMS, CHECK) }, io);
        markedUntil.set(tenant, at + LONG_MS);
      }, deps),
      // Counted once by its id, also where the wake-up comes twice.
      [FAILED_RUN]: itemHandler(FAILED_RUN, async ({ tenant, id, facts: { agent } }) => {
        if (typeof agent !== "string") return;
        const now = clock();
        await store.book(tenant, {
          id: `${FAILED_RUN} ${id}`,
          reservations: [],
          day: toDay(now),
          now,
          accounts: ["tenant"],
          amounts: ZERO_AMOUNTS,
          counts: new Map([[RUNS_GROUP, new Map([[agent, 1]])]]),
        });
      }, deps),
    },
  };
}

/** When a step of the tenant has left a mark, in epoch milliseconds. One request. */
export async function readMark(tenant: string, { store }: Pick<HttpDeps, "store">): Promise<number> {
  const mark = parseJson(await store.readDefinition(tenant, ALARMS, CHECK) ?? "");
  return isJsonObject(mark) && typeof mark.at === "number" ? mark.at : -Infinity;
}
