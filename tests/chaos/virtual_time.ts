// Time that passes only when nothing else can happen: thousands of seconds of leases and retries take none, and what happens
// at which moment follows from the seed.

import { setImmediate } from "node:timers";
import type { Clock, Sleep } from "../../src/core/ports.ts";
import { Timers } from "../../src/testing/timers.ts";

export class VirtualTime {
  readonly #timers = new Timers(1_700_000_000_000);
  /** Work of the real world, such as an HTTP request; time stands still until it has ended. */
  #outstanding = 0;
  #wake = () => {};

  readonly clock: Clock = () => this.#timers.now;
  readonly sleep: Sleep = this.#timers.sleep;

  /** Holds the clock while the work is under way. */
  async hold<T>(work: Promise<T>): Promise<T> {
    this.#outstanding++;
    try {
      return await work;
    } finally {
      if (--this.#outstanding === 0) this.#wake();
    }
  }

  /** Lets time pass until the work has ended, and with it what it has begun in the real world. */
  async run<T>(work: Promise<T>): Promise<T> {
    let ended = false;
    const end = () => ended = true;
    work.then(end, end);
    for (;;) {
      await microtasks();
      if (this.#outstanding > 0) await new Promise<void>((resolve) => this.#wake = resolve);
      else if (ended) return await work;
      else if (!this.#timers.fireNext()) throw new Error("Everybody waits and no timer is set.");
    }
  }
}

/** Resolves when all that can go on without time has gone on. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
