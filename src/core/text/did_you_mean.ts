// "Did you mean": the known name that is nearest to a mistyped one.

import leven from "leven";

/** ` Did you mean "x"?` with a leading space, or nothing when no name is near enough. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const near = nearest(name, known);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}

/** The known name within a third of its length in edits; case, `_`, `-` and blanks do not count. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: { name: string; edits: number } | undefined;
  for (const candidate of known) {
    const edits = leven(plain(name), plain(candidate));
    if (edits <= Math.ceil(candidate.length / 3) && edits < (best?.edits ?? Infinity)) {
      best = { name: candidate, edits };
    }
  }
  return best?.name;
}

function plain(name: string): string {
  return name.slice(0, 64).toLowerCase().replace(/[-_\s]/g, "");
}
