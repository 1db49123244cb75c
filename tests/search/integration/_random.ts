// Choices with a seed, for tests that choose moments and jobs.

import { mulberry32 } from "../../support/mulberry32.ts";

export interface Random {
  /** A whole number from 0 up to but not including the limit. */
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
}

export function createRandom(seed: number): Random {
  const next = mulberry32(seed);
  return {
    below: (limit) => Math.floor(next() * limit),
    pick: (from) => {
      const picked = from[Math.floor(next() * from.length)];
      if (picked === undefined) throw new Error("There is nothing to pick from.");
      return picked;
    },
  };
}
