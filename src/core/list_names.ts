// Names in an error: few enough to read, however many there are.

/** Most names that an error shows. */
export const MOST_NAMES = 20;

/** The first {@link MOST_NAMES} names and the number of the others: `a, b`, or `t0, ..., t19 and 40 more`. */
export function listNames(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
