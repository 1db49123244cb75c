// Many runs: which there are, and how one of them is run again.

import { type ChaosResult, runChaos } from "../chaos.ts";
import type { StoreUnderChaos } from "../stores.ts";

/** Probabilities of a crash at each await. */
export const CRASHES: readonly number[] = [0, 0.15, 0.3];

/** Seeds that must hold at each probability on each store. */
export const SEEDS = 50;

/** Seeds at the same time where answers are lost on the wire: much of such a run waits for the client's own retries. */
const AT_ONCE = 4;

/** One result for each seed; `tell` is given the command that runs a seed alone, when it shows a violation. */
export async function runSeeds(
  store: StoreUnderChaos,
  crash: number,
  seeds: readonly number[],
  tell: (result: ChaosResult, command: string) => void,
): Promise<ChaosResult[]> {
  const results: ChaosResult[] = [];
  const left = seeds.values();
  const lane = async () => {
    for (const seed of left) {
      const result = await runChaos({ store, seed, crash });
      results.push(result);
      const command = `deno task chaos --store=${store.name} --crash=${crash} --seed=${seed}`;
      if (result.violations.length > 0) tell(result, command);
    }
  };
  await Promise.all(Array.from({ length: store.losesAnswers ? AT_ONCE : 1 }, lane));
  return results;
}

/** 1, 2, 3 and so on. */
export function firstSeeds(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
