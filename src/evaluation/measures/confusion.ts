// The confusion matrix: expected tools against called ones.

/** The row and the column of no tool. */
export const NONE = "(none)";

/** How often a tool was called where another was expected. */
export interface ConfusionMatrix {
  /** Names of the rows and of the columns, in the order of the alphabet; {@link NONE} stands last. */
  readonly names: readonly string[];
  /** `counts[row][column]`: row expected, column called. */
  readonly counts: readonly (readonly number[])[];
}

/** The matrix of pairs of an expected and a called tool; null is none. */
export function computeConfusion(
  pairs: readonly (readonly [expected: string | null, called: string | null])[],
): ConfusionMatrix {
  const found = new Set(pairs.flat().filter((name) => name !== null));
  const names = [...[...found].sort(), NONE];
  const places = new Map(names.map((name, index) => [name, index]));
  const counts = names.map(() => names.map(() => 0));
  for (const [expected, called] of pairs) {
    const row = counts[places.get(expected ?? NONE) ?? -1];
    const column = places.get(called ?? NONE) ?? -1;
    if (row !== undefined) row[column] = (row[column] ?? 0) + 1;
  }
  return { names, counts };
}
