// Turns of the event loop, for requests that begin work: a thousand that come at once would run one behind the other, and a request that
// reads nothing but the health of the server behind all of them.

import type { Clock } from "../core/ports.ts";

/** Requests that begin in one turn: about 10 ms of one core. */
const MOST = 8;

/** Milliseconds that a turn of so many takes at least, as a waiting request counts on. */
const TURN_MS = 4;

/** Milliseconds after which the loop has turned, if no request has begun in them. */
const QUIET_MS = 5;

/**
 * Lets few requests begin in each turn of the event loop, about in the order in which they came.
 *
 * Each request that waits does so by timers of its own: on Workers the timers of a request end with it, and a request may not await a
 * promise of another one. Whose timer is the first of a turn opens the next turn for all.
 */
export class Turns {
  readonly #clock: Clock;
  readonly #wait: (ms: number) => Promise<unknown>;
  #turn = 0;
  /** Requests that may still begin in this turn. */
  #left = MOST;
  /** Requests that this turn has had no room for. */
  #late = 0;
  #lastAt = -Infinity;

  /** `wait` resolves in a later turn, that many milliseconds from now at the earliest. */
  constructor(clock: Clock, wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))) {
    this.#clock = clock;
    this.#wait = wait;
  }

  /** Undefined where a request may begin at once; else a promise of its turn. */
  take(): Promise<void> | undefined {
    const now = this.#clock();
    if (now - this.#lastAt > QUIET_MS) this.#open();
    this.#lastAt = now;
    if (this.#left === 0) return this.#queue();
    this.#left--;
    return undefined;
  }

  async #queue(): Promise<void> {
    do {
      const turn = this.#turn;
      // Those behind the next eight sleep longer, so that few wake up in vain.
      await this.#wait(Math.floor(this.#late++ / MOST) * TURN_MS);
      if (turn === this.#turn) this.#open();
    } while (this.#left === 0);
    this.#left--;
  }

  #open(): void {
    this.#turn++;
    this.#left = MOST;
    this.#late = 0;
  }
}
