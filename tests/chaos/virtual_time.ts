// Time that passes only when nothing else can happen: thousands of seconds of leases and retries take none, and what happens
// at which moment follows from the seed.

import { setImmediate } from "node:timers";
import type { Clock, Sleep } from "../../src/core/ports.ts";

interface Timer {
  readonly at: number;
  /** Timers of one moment ring in the order in which they were set. */
  readonly order: number;
  ring: (() => void) | undefined;
}

export class VirtualTime {
  #now = 1_700_000_000_000;
  #order = 0;
  /** A binary heap, the earliest timer first. */
  readonly #timers: Timer[] = [];
  /** Work of the real world, such as an HTTP request; time stands still until it has ended. */
  #outstanding = 0;
  #wake = () => {};

  readonly clock: Clock = () => this.#now;

  readonly sleep: Sleep = (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer: Timer = { at: this.#now + Math.max(0, ms), order: this.#order++, ring: undefined };
      const abort = () => {
        timer.ring = undefined;
        reject(signal?.reason);
      };
      timer.ring = () => {
        signal?.removeEventListener("abort", abort);
        resolve();
      };
      signal?.addEventListener("abort", abort, { once: true });
      this.#push(timer);
    });

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
      else this.#advance();
    }
  }

  #advance(): void {
    const first = this.#pop();
    if (first === undefined) throw new Error("Everybody waits and no timer is set.");
    this.#now = first.at;
    first.ring?.();
    while (this.#timers[0]?.at === first.at) this.#pop()?.ring?.();
  }

  #push(timer: Timer): void {
    const timers = this.#timers;
    let index = timers.push(timer) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#swapIfEarlier(index, parent)) return;
      index = parent;
    }
  }

  #pop(): Timer | undefined {
    const timers = this.#timers;
    const first = timers[0];
    const last = timers.pop();
    if (first === undefined || last === undefined || first === last) return first;
    timers[0] = last;
    for (let index = 0;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      const child = right < timers.length && isEarlier(timers[right], timers[left]) ? right : left;
      if (!this.#swapIfEarlier(child, index)) return first;
      index = child;
    }
  }

  #swapIfEarlier(child: number, parent: number): boolean {
    const [low, high] = [this.#timers[child], this.#timers[parent]];
    if (low === undefined || high === undefined || !isEarlier(low, high)) return false;
    this.#timers[child] = high;
    this.#timers[parent] = low;
    return true;
  }
}

function isEarlier(one: Timer | undefined, other: Timer | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/** Resolves when all that can go on without time has gone on. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
