// What a step leaves for alarms, in the request of its commit: that its tenant has one, and a run that failed.

import { isJsonObject, type JsonObject, parseJson } from "../../core/json.ts";
import { Lru } from "../../core/lru.ts";
import type { Store } from "../../core/store.ts";
import type { OutboxItem } from "../../core/store/commit.ts";
import type { Outbox } from "../../core/store/outbox.ts";
import { toDay, ZERO_AMOUNTS } from "../../core/store/ledger.ts";
import { toHex } from "../../core/text/byte_text.ts";
import { parseWakeName, type WakeHandler, type WakeIo, wakeName } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import { LONG_MS, REPAIR_MS } from "../../kernel/due_times.ts";
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
  { store, clock, random }: Pick<HttpDeps, "store" | "clock" | "random">,
): StepItems {
  const markedUntil = new Lru<number>(KNOWN_TENANTS);
  const countsRuns = rules.some(({ kind }) => kind === "failed_runs");
  const leave = (kind: string, at: number, facts: JsonObject): OutboxItem => {
    const due = at + REPAIR_MS;
    return { kind, id: toHex(random(12)), text: JSON.stringify({ ...facts, due }), at: due };
  };
  return {
    outbox({ ref: { tenant }, agent, status, error, at }) {
      const isMarked = at < (markedUntil.get(tenant) ?? -Infinity);
      if (!isMarked) markedUntil.set(tenant, at + UNKNOWN_MS);
      const hasFailed = countsRuns && status === "failed" && error !== undefined;
      return [
        ...isMarked ? [] : [leave(MARK, at, { at })],
        ...hasFailed ? [leave(FAILED_RUN, at, { agent: agent.name })] : [],
      ];
    },
    wakes: {
      [MARK]: itemHandler(MARK, store, async ({ tenant, facts: { at } }, io) => {
        if (typeof at !== "number") return;
        await store.putDefinition(tenant, ALARMS, CHECK, JSON.stringify({ at }));
        await check({ tenant, name: wakeName(ALARMS, CHECK) }, io);
        markedUntil.set(tenant, at + LONG_MS);
      }),
      // Counted once by its id, also where the wake-up comes twice.
      [FAILED_RUN]: itemHandler(FAILED_RUN, store, async ({ tenant, id, facts: { agent } }) => {
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
      }),
    },
  };
}

/** When a step of the tenant has left a mark, in epoch milliseconds. One request. */
export async function readMark(tenant: string, { store }: Pick<HttpDeps, "store">): Promise<number> {
  const mark = parseJson(await store.readDefinition(tenant, ALARMS, CHECK) ?? "");
  return isJsonObject(mark) && typeof mark.at === "number" ? mark.at : -Infinity;
}

/** An item of a step that is there. */
interface FoundItem {
  readonly tenant: string;
  readonly id: string;
  readonly facts: JsonObject;
}

/**
 * Does the work of an item, and removes it with its row. A commit that was refused removes its definition, and counts only where its worker
 * vanished before that.
 */
function itemHandler(
  kind: string,
  store: Store,
  work: (item: FoundItem, io: WakeIo) => Promise<void>,
): WakeHandler {
  return async ({ tenant, name, due }, io) => {
    const { id } = parseWakeName(name);
    const read = parseJson(await store.readDefinition(tenant, kind, id) ?? "");
    const facts = isJsonObject(read) ? read : undefined;
    if (facts !== undefined) {
      await work({ tenant, id, facts }, io);
      await store.removeDefinition(tenant, kind, id);
    }
    const from = due ?? (typeof facts?.due === "number" ? facts.due : undefined);
    if (from !== undefined) await store.moveDue(tenant, name, { from });
    return { type: facts === undefined ? "stale" : "handled" };
  };
}
