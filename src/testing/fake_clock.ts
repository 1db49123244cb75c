// A clock for tests: time passes when the test says so.

import type { Clock, Sleep } from "../core/ports.ts";
import { Timers } from "./timers.ts";

/** The ports `clock` and `sleep` of a deployment, and the time that passes on them. */
export interface FakeClock {
  readonly clock: Clock;
  readonly sleep: Sleep;
  /**
   * Lets this many milliseconds pass. Timers fire in the order of their moments, those of one moment in the order in which they
   * were set, each at its own time. Before the next moment, the code that waited runs on as far as it can without I/O, and may
   * set further timers, which fire too if their time comes.
   *
   * @throws {RangeError} for a negative number, and for one that is not finite
   */
  advance(ms: number): Promise<void>;
  /** How many sleeps have neither ended nor been aborted. */
  readonly waiting: number;
}

/**
 * A clock that stands still until `advance` is called. `now` is epoch milliseconds, 2026-01-01 by default.
 *
 * @example
 * ```ts
 * import { createFakeClock } from "./fake_clock.ts";
 * import assert from "node:assert/strict";
 *
 * const { clock, sleep, advance } = createFakeClock({ now: 0 });
 * const seen: number[] = [];
 * void sleep(2_000).then(() => seen.push(clock()));
 * void sleep(1_000).then(() => sleep(500)).then(() => seen.push(clock()));
 * await advance(1_999);
 * assert.deepEqual([seen, clock()], [[1_500], 1_999]);
 * await advance(1);
 * assert.deepEqual(seen, [1_500, 2_000]);
 * ```
 */
export function createFakeClock({ now = Date.UTC(2026, 0, 1) }: { readonly now?: number } = {}): FakeClock {
  if (!Number.isFinite(now)) throw new RangeError(`${now} is not a time in epoch milliseconds.`);
  const timers = new Timers(now);
  return {
    clock: () => timers.now,
    sleep: timers.sleep,
    async advance(ms) {
      if (!(ms >= 0 && ms < Infinity)) throw new RangeError(`A clock cannot be advanced by ${ms} ms.`);
      const end = timers.now + ms;
      await settle();
      while (timers.nextAt !== undefined && timers.nextAt <= end) {
        timers.fireNext();
        await settle();
      }
      timers.moveTo(end);
    },
    get waiting() {
      return timers.waiting;
    },
  };
}

/** Resolves when every promise that needs no I/O has run on: a timer fires behind all of them. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
