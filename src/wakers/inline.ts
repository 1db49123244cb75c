// The inline waker: this isolate does the work of a wake-up by itself, behind the response that it belongs to.

import { toAgentError } from "../core/error.ts";
import type { Clock, Sleep } from "../core/ports.ts";
import type { WakeIo, Waker, Wakes, WakeUp } from "../core/wake.ts";

/** What the inline waker needs of the deployment. */
export interface InlineWakerOptions {
  readonly wakes: () => Pick<Wakes, "handle">;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** Milliseconds that the platform lets an invocation wait; a later wake-up is left to the cron pump. */
  readonly maxDelayMs: number;
}

/** A waker without a queue. What an isolate that vanishes had to do is repaired by the cron pump. */
export function createInlineWaker({ wakes, clock, sleep, maxDelayMs }: InlineWakerOptions): Waker {
  return {
    name: "inline",
    async schedule(wake: WakeUp, io: WakeIo) {
      const delayMs = Math.max(0, (wake.notBefore ?? 0) - clock());
      if (delayMs > maxDelayMs) return;
      io.defer(
        (async () => {
          if (delayMs > 0) await sleep(delayMs);
          await wakes().handle(wake, io);
        })().catch((thrown) => void toAgentError(thrown)),
      );
    },
  };
}
