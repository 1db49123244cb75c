// The timers of a clock that does not run by itself, in the order in which they fire.

import type { Sleep } from "../core/ports.ts";

interface Timer {
  readonly at: number;
  /** Timers of one moment fire in the order in which they were set. */
  readonly order: number;
  /** Undefined once the sleep was aborted; its moment remains. */
  fire: (() => void) | undefined;
}

/** Timers on a clock that is set by `fireNext` and `moveTo`. */
export class Timers {
  #now: number;
  #order = 0;
  #waiting = 0;
  /** A binary heap, the earliest timer first. */
  readonly #timers: Timer[] = [];

  /** `now`: epoch milliseconds. */
  constructor(now: number) {
    this.#now = now;
  }

  /** Epoch milliseconds. */
  get now(): number {
    return this.#now;
  }

  /** When the next timer fires, in epoch milliseconds; undefined without one. */
  get nextAt(): number | undefined {
    return this.#timers[0]?.at;
  }

  /** How many sleeps have neither ended nor been aborted. */
  get waiting(): number {
    return this.#waiting;
  }

  readonly sleep: Sleep = (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer: Timer = { at: this.#now + Math.max(0, ms), order: this.#order++, fire: undefined };
      const end = () => {
        timer.fire = undefined;
        this.#waiting--;
        signal?.removeEventListener("abort", abort);
      };
      const abort = () => {
        end();
        reject(signal?.reason);
      };
      timer.fire = () => {
        end();
        resolve();
      };
      signal?.addEventListener("abort", abort, { once: true });
      this.#waiting++;
      this.#push(timer);
    });

  /** Sets the clock to the moment of the next timer and fires all timers of that moment; false without a timer. */
  fireNext(): boolean {
    const first = this.#pop();
    if (first === undefined) return false;
    this.#now = Math.max(this.#now, first.at);
    first.fire?.();
    while (this.#timers[0]?.at === first.at) this.#pop()?.fire?.();
    return true;
  }

  /** Sets the clock to this moment, epoch milliseconds; it never goes back. */
  moveTo(at: number): void {
    this.#now = Math.max(this.#now, at);
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
