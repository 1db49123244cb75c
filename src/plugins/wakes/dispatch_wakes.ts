// The wake-ups of one deployment: where they are sent, and who does their work.

import { failureFields, toAgentError } from "../../core/error.ts";
import {
  parseWakeName,
  type WakeHandler,
  type WakeOutcome,
  type Waker,
  type Wakes,
} from "../../core/wake.ts";
import type { AddedWakes } from "../../http/ports/waking.ts";
import type { RunDeps } from "../../kernel/run_deps.ts";
import { REPAIR_MS } from "../../kernel/due_times.ts";
import { pump } from "./cron_pump.ts";
import { stepThread } from "./step_thread.ts";

/** What the wake-ups of a deployment are made from. */
export interface WakeParts extends Pick<AddedWakes, "handlers" | "ticks"> {
  readonly waker: () => Waker;
}

/** The wake-ups of a deployment. `parts` may grow until the first request. */
export function createWakes(deps: RunDeps, parts: WakeParts): Wakes {
  const handlerOf = (kind: string | undefined): WakeHandler | undefined =>
    kind === undefined ? (wake, io) => stepThread(wake, io, deps) : parts.handlers.get(kind);
  const wakes: Wakes = {
    knows: (kind) => handlerOf(kind) !== undefined,
    async schedule(wake, io) {
      try {
        await parts.waker().schedule(wake, io);
      } catch (thrown) {
        const { tenant, name } = wake;
        deps.log("warn", "a wake-up was not sent; the cron pump repairs it", {
          tenant,
          name,
          ...failureFields(thrown),
        });
      }
    },
    async handle(wake, io) {
      const handler = handlerOf(parseWakeName(wake.name).kind);
      if (handler === undefined) return { type: "stale" };
      try {
        const outcome = await handler(wake, io);
        if (outcome.type === "again") logAgain(wake.tenant, wake.name, outcome);
        return outcome;
      } catch (thrown) {
        const { tenant, name } = wake;
        deps.log("warn", "the work of a wake-up failed", { tenant, name, ...failureFields(thrown) });
        const { retryAfterMs = REPAIR_MS, code } = toAgentError(thrown);
        return { type: "again", afterMs: retryAfterMs, because: code };
      }
    },
    pump: (io, claimed) => pump(wakes, { ticks: parts.ticks, knows: wakes.knows, claimed }, deps, io),
  };
  return wakes;

  /** A thread that runs, or rests, is no fault. */
  function logAgain(
    tenant: string,
    name: string,
    { because, afterMs, failure }: WakeOutcome & { type: "again" },
  ): void {
    if (because === "thread_busy" || because === "not_yet") return;
    const fields = failure === undefined ? { because } : failureFields(failure);
    deps.log("warn", "a wake-up is tried again", { tenant, name, afterMs, ...fields });
  }
}
