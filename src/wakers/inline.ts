// The inline waker: this isolate does the work of a wake-up by itself, behind the response that it belongs to.

import type { Clock, Sleep } from "../core/ports.ts";
import type { WakeIo, Waker, Wakes, WakeUp } from "../core/wake.ts";

/** What the inline waker needs of the deployment. */
export interface InlineWakerOptions {
  readonly wakes: () => Pick<Wakes, "handle">;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** Milliseconds that the platform lets an invocation wait; a later wake-up is left to the cron pump. */
  readonly maxDelayMs: number;
  /** Wake-ups whose work is done at the same time; the others wait for their turn. */
  readonly atOnce: number;
  /** True from when on nothing more is begun. */
  readonly isStopped: () => boolean;
}

/** Wake-ups that wait for their turn, at most; the cron pump finds what is more than that. */
const MOST_WAITING = 1_000;

/** A waker without a queue. What an isolate that vanishes had to do is repaired by the cron pump. */
export function createInlineWaker(
  { wakes, clock, sleep, maxDelayMs, atOnce, isStopped }: InlineWakerOptions,
): Waker {
  let running = 0;
  const waiting: (() => void)[] = [];
  return { name: "inline", schedule: (wake, io) => schedule(wake, io) };

  async function schedule(wake: WakeUp, io: WakeIo): Promise<void> {
    const delayMs = Math.max(0, (wake.notBefore ?? 0) - clock());
    if (isStopped() || delayMs > maxDelayMs || waiting.length >= MOST_WAITING) return;
    io.defer(work(wake, delayMs, io));
  }

  async function work(wake: WakeUp, delayMs: number, io: WakeIo): Promise<void> {
    if (delayMs > 0) await sleep(delayMs);
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      if (isStopped()) return;
      const outcome = await wakes().handle(wake, io);
      if (outcome.type === "again") await schedule({ ...wake, notBefore: clock() + outcome.afterMs }, io);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next(); // it has the place of this one
    }
  }
}
