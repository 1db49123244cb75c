// The wake-ups of one deployment: where they are sent, and who does their work.

import { AgentError, failureFields, toAgentError } from "../../core/error.ts";
import {
  parseWakeName,
  type PumpReport,
  type Tick,
  type WakeHandler,
  type WakeIo,
  type Waker,
  type Wakes,
  type WakeUp,
} from "../../core/wake.ts";
import type { RuntimeDeps } from "../request.ts";
import { REPAIR_MS } from "./due_times.ts";
import { stepThread } from "./step_thread.ts";

/** Rows of the due index that one run of the pump takes. */
const PUMPED = 200;

/** What doors add to the wake-ups of a deployment. */
export interface WakeParts {
  readonly waker: () => Waker;
  readonly handlers: ReadonlyMap<string, WakeHandler>;
  readonly ticks: readonly Tick[];
}

/** The wake-ups of a deployment. `parts` may grow until the first request. */
export function createWakes(deps: RuntimeDeps, parts: WakeParts): Wakes {
  const wakes: Wakes = {
    async schedule(wake, io) {
      try {
        await parts.waker().schedule(wake, io);
      } catch (thrown) {
        const { tenant, name } = wake;
        deps.log("warn", "a wake-up was not sent; the cron pump repairs it", {
          ...{ tenant, name, ...failureFields(thrown) },
        });
      }
    },
    async handle(wake, io) {
      const { kind } = parseWakeName(wake.name);
      const handler = kind === undefined ? threadHandler : parts.handlers.get(kind);
      if (handler === undefined) return { type: "stale" };
      try {
        return await handler(wake, io);
      } catch (thrown) {
        const error = toAgentError(thrown);
        return { type: "again", afterMs: error.retryAfterMs ?? REPAIR_MS, because: error.code };
      }
    },
    async pump(io) {
      return await pump(wakes, deps, parts.ticks, io);
    },
  };
  const threadHandler: WakeHandler = (wake, io) => stepThread(wake, io, deps, wakes);
  return wakes;
}

async function pump(
  wakes: Wakes,
  { store, clock, log }: RuntimeDeps,
  ticks: readonly Tick[],
  io: WakeIo,
): Promise<PumpReport> {
  const now = clock();
  let woken = 0;
  for (const { tenant, name, at } of await store.listDue(now, PUMPED)) {
    // Of two pumps that run at once the one that moves the row wakes it.
    if (!await store.moveDue(tenant, name, { from: at, to: now + REPAIR_MS })) continue;
    await wakes.schedule({ tenant, name }, io);
    woken += 1;
  }
  for (const tick of ticks) {
    try {
      await tick(now, io);
    } catch (thrown) {
      if (!(thrown instanceof AgentError)) throw thrown;
      log("error", "a tick of the cron pump failed", failureFields(thrown));
    }
  }
  return { woken, stale: 0 };
}
