// Many runs: which there are, and how one of them is run again.

import { isSearch } from "../../support/lives.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { type ChaosResult, runChaos } from "../chaos.ts";
import { Random } from "../random.ts";
import type { StoreUnderChaos } from "../stores.ts";

/** Probabilities of a crash at each await. */
export const CRASHES: readonly number[] = [0, 0.15, 0.3];

/** The most alone, but for a search. */
export const SOME_CRASHES: readonly number[] = isSearch() ? CRASHES : [Math.max(...CRASHES)];

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
  threads?: number,
): Promise<ChaosResult[]> {
  const results: ChaosResult[] = [];
  const left = seeds.values();
  const lane = async () => {
    for (const seed of left) {
      const result = await runChaos({ store, seed, crash, threads });
      results.push(result);
      if (result.violations.length > 0) tell(result, commandFor(store, crash, seed));
    }
  };
  await Promise.all(Array.from({ length: store.losesAnswers ? AT_ONCE : 1 }, lane));
  return results;
}

/** What runs a seed alone. */
export function commandFor({ name }: StoreUnderChaos, crash: number, seed: number): string {
  return `deno task chaos --store=${name} --crash=${crash} --seed=${seed}`;
}

/** 1, 2, 3 and so on. */
export function firstSeeds(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** So many different seeds of 1 to SEEDS, in order: the same for the same text. */
export function seedsFor(text: string, count: number): number[] {
  const random = new Random(text);
  const left = firstSeeds(SEEDS);
  const chosen = Array.from({ length: count }, () => left.splice(random.between(0, left.length - 1), 1));
  return chosen.flat().toSorted((a, b) => a - b);
}

/** Seeds of the commit that is checked out, so that commits try different ones and each the same every time. */
export async function seedsOfCommit(count: number): Promise<number[]> {
  return seedsFor(await commitOf(fromFileUrl(projectRoot)), count);
}

/** The commit of a folder; a packed copy, and a machine without git, have none and try the same seeds every time. */
export async function commitOf(folder: string): Promise<string> {
  try {
    const git = new Deno.Command("git", { args: ["rev-parse", "HEAD"], cwd: folder, stderr: "null" });
    const { success, stdout } = await git.output();
    return success ? new TextDecoder().decode(stdout).trim() : "";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
