// A list of names in an error, bounded in number and length.

/** Most names that an error shows. */
export const MOST_NAMES = 20;

/** Most characters of a name that an error shows; the longest name of a tool has 128. */
const MOST_CHARS = 128;

/**
 * The first {@link MOST_NAMES} names and the number of the others: `a, b`, or `t0, ..., t19 and 40 more`. A name of more than
 * 128 characters is cut, with `…` for its end.
 */
export function listNames(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  const listed = names.slice(0, MOST_NAMES).map((name) =>
    name.length > MOST_CHARS ? `${name.slice(0, MOST_CHARS).toWellFormed()}…` : name
  );
  return listed.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
