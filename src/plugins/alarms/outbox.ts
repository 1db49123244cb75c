// What a step leaves for alarms, in the request of its commit: that its tenant has one, and a run that failed.

import { isJsonObject, parseJson } from "../../core/json.ts";
import { Lru } from "../../core/lru.ts";
import type { Outbox } from "../../core/store/outbox.ts";
import { toDay, ZERO_AMOUNTS } from "../../core/store/ledger.ts";
import { toHex } from "../../core/text/byte_text.ts";
import { parseWakeName, type WakeHandler } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import { LONG_MS, REPAIR_MS } from "../../kernel/due_times.ts";
import { RUNS_GROUP } from "./counts.ts";
import type { Rule } from "./rules.ts";
import { ALARMS, CHECK } from "./state.ts";

/** The kind of the definition of a run that failed, and of its name in the due index. */
export const FAILED_RUN = "alarms_failed_run";

/** Tenants of whose marks an isolate knows. */
const KNOWN_TENANTS = 10_000;

/**
 * The outbox of a deployment. The first step of a tenant in an isolate, and one an hour from then on, brings the tenant into the due index:
 * it is evaluated at once, unless it just was.
 */
export function createOutbox(rules: readonly Rule[], { random }: Pick<HttpDeps, "random">): Outbox {
  const marked = new Lru<number>(KNOWN_TENANTS);
  const countsRuns = rules.some(({ kind }) => kind === "failed_runs");
  return ({ ref: { tenant }, agent, status, error, at }) => {
    const isMarked = at < (marked.get(tenant) ?? -Infinity) + LONG_MS;
    if (!isMarked) marked.set(tenant, at);
    const hasFailed = countsRuns && status === "failed" && error !== undefined;
    return [
      ...isMarked ? [] : [{ kind: ALARMS, id: CHECK, text: JSON.stringify({ at }), at }],
      ...!hasFailed ? [] : [{
        kind: FAILED_RUN,
        id: toHex(random(12)),
        text: JSON.stringify({ agent: agent.name, due: at + REPAIR_MS }),
        at: at + REPAIR_MS,
      }],
    ];
  };
}

/** When a step of the tenant has left a mark, in epoch milliseconds. One request. */
export async function readMark(tenant: string, { store }: Pick<HttpDeps, "store">): Promise<number> {
  const mark = parseJson(await store.readDefinition(tenant, ALARMS, CHECK) ?? "");
  return isJsonObject(mark) && typeof mark.at === "number" ? mark.at : -Infinity;
}

/**
 * Counts a run that failed: once by its id, also where the wake-up comes twice. A commit that was refused removes its definition, and counts
 * only where its worker vanished before that.
 */
export function failedRunHandler({ store, clock }: HttpDeps): WakeHandler {
  return async ({ tenant, name, due }) => {
    const { id } = parseWakeName(name);
    const run = parseJson(await store.readDefinition(tenant, FAILED_RUN, id) ?? "");
    const { agent, due: enteredAt } = isJsonObject(run) ? run : {};
    const now = clock();
    if (typeof agent === "string") {
      await store.book(tenant, {
        id: `${FAILED_RUN} ${id}`,
        reservations: [],
        day: toDay(now),
        now,
        accounts: ["tenant"],
        amounts: ZERO_AMOUNTS,
        counts: new Map([[RUNS_GROUP, new Map([[agent, 1]])]]),
      });
      await store.removeDefinition(tenant, FAILED_RUN, id);
    }
    const from = due ?? (typeof enteredAt === "number" ? enteredAt : undefined);
    if (from !== undefined) await store.moveDue(tenant, name, { from });
    return { type: agent === undefined ? "stale" : "handled" };
  };
}
