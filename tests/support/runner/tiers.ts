/** The three tiers of tests, told by the folder of a file. */

/**
 * `fast`: in process, below 3 seconds a file, with the packages of `tests/deno.json` alone; `tests/**`.
 * `slow`: starts a program, needs a package of another vendor, or takes longer; `tests/slow/**`.
 * `search`: many seeds, dialects, mutations, versions or kills; `tests/search/**`.
 */
export type Tier = "fast" | "slow" | "search";

const BEHIND_FAST = /^tests\/(slow|search)(?=\/)/;

export function tierOf(path: string): Tier {
  const [, tier] = BEHIND_FAST.exec(path) ?? [];
  return tier === "slow" || tier === "search" ? tier : "fast";
}

/** The path that a file of any tier has in the first: `tests/wire/a_test.ts` for `tests/slow/wire/a_test.ts`. */
export function subjectOf(path: string): string {
  return path.replace(BEHIND_FAST, "tests");
}

/** The files that `deno test tests` runs. */
export function isTestFile(path: string): boolean {
  return /(?:^|[_./])test\.(?:ts|tsx|mts|js|jsx|mjs)$/.test(path);
}
