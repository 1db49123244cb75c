// Looks at schedules: in each run of the cron pump, and where the store wakes its tenants by itself, when the row of a schedule in the due
// index is due. The row is entered by every look and every change, and is a hint as all rows: the state of the schedule says when it runs.

import { failureFields } from "../../core/error.ts";
import { parseWakeName, type Tick, type WakeHandler, type WakeIo } from "../../core/wake.ts";
import type { WakingDeps } from "../../http/ports/waking.ts";
import { LONG_MS, REPAIR_MS } from "../../kernel/due_times.ts";
import { fire } from "./fire.ts";
import type { OpenSchedule } from "./open_schedules.ts";
import { enterNext, readStateOf, toName } from "./state.ts";

/** Milliseconds for which the row of a schedule stays that no agent has: it may be that of a newer deployment. */
const UNKNOWN_MS = 86_400_000;

/** What looks at the schedules of a deployment. */
export interface Looks {
  readonly tick: Tick;
  readonly handler: WakeHandler;
}

/** An isolate remembers when each schedule is next, so that a look before that costs no request. */
export function createLooks(schedules: readonly OpenSchedule[], deps: WakingDeps): Looks {
  const { store, clock } = deps;
  const looks = new Map<OpenSchedule, number | undefined>();
  return {
    async tick(now, io) {
      for (const open of schedules) {
        if (now < (looks.get(open) ?? 0)) continue;
        try {
          await look(open, now, io);
        } catch (thrown) {
          const { agent, tenant, schedule } = open;
          deps.log("warn", "a schedule was not looked at; the next run of the cron pump does it", {
            agent,
            tenant,
            schedule: schedule.name,
            ...failureFields(thrown),
          });
        }
      }
    },
    async handler({ tenant, name, due = 0 }, io) {
      const { id } = parseWakeName(name);
      const open = schedules.find((open) => open.tenant === tenant && toName(open) === id);
      if (open === undefined) {
        const { state } = await readStateOf(tenant, id, store);
        const isOld = (state?.next ?? 0) < clock() - UNKNOWN_MS;
        await store.moveDue(tenant, name, isOld ? { from: due } : { from: due, to: clock() + LONG_MS });
        return { type: "stale" };
      }
      if (!await look(open, clock(), io)) await store.moveDue(tenant, name, { from: due });
      return { type: "handled" };
    },
  };

  /** True for one that has a row in the due index behind it. */
  async function look(open: OpenSchedule, now: number, io: WakeIo): Promise<boolean> {
    looks.set(open, now + REPAIR_MS); // no other look meanwhile
    try {
      const next = await fire(open, now, io, deps);
      looks.set(open, next);
      return await enterNext(open, next, store);
    } catch (thrown) {
      looks.delete(open);
      throw thrown;
    }
  }
}
