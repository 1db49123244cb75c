// One seeded source of chance: the same seed gives the same numbers, and a fork has a stream of its own, so that one more
// draw here changes nothing there.

import { fnv64 } from "../../src/core/text/hash.ts";
import { mulberry32 } from "../support/mulberry32.ts";

export class Random {
  readonly #seed: string;
  /** From 0 up to, not including, 1. */
  readonly next: () => number;

  constructor(seed: string) {
    this.#seed = seed;
    this.next = mulberry32(parseInt(fnv64(seed).slice(0, 8), 16));
  }

  /** A stream that depends on the seed and the name alone. */
  fork(name: string): Random {
    return new Random(`${this.#seed}/${name}`);
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number, both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.between(0, items.length - 1)] ?? items[0];
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.between(0, 255));
  }
}
