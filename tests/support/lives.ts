/**
 * How many lives the suites of random lives live. A suite stands in the tier of the few that each change lives; a file of tests/search
 * imports tests/search/_many_lives.ts and then the suite. `TEST_SEED=8` begins each of them elsewhere.
 */

let factor = 1;

/** The number of lives, seeds or runs, where `few` are lived for a change. */
export function livesOf(few: number): number {
  return few * factor;
}

/** Whether suites are imported for a search: what has kinds in place of a number tries all of them then. */
export function isSearch(): boolean {
  return factor > 1;
}

/** The seed of a suite. */
export function seedOf(usual: number): number {
  return Number(Deno.env.get("TEST_SEED") ?? usual);
}

/** Multiplies the lives of the suites that are imported behind it. */
export function multiplyLives(by: number): void {
  factor *= by;
}
