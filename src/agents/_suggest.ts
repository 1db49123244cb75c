// "Did you mean": the known name that is nearest to a mistyped one.

/** ` Did you mean "x"?` with a leading space, or nothing when no name is near enough. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const near = nearest(name, known);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}

/** The known name within a third of its length in edits; case, `_` and `-` do not count. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: { name: string; edits: number } | undefined;
  for (const candidate of known) {
    const edits = distance(plain(name), plain(candidate));
    if (edits <= Math.ceil(candidate.length / 3) && edits < (best?.edits ?? Infinity)) {
      best = { name: candidate, edits };
    }
  }
  return best?.name;
}

function plain(name: string): string {
  return name.slice(0, 64).toLowerCase().replace(/[-_\s]/g, "");
}

/** Levenshtein distance. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [above, letter] of [...from].entries()) {
    const next = [above + 1];
    for (let index = 1; index <= to.length; index++) {
      const replace = (row[index - 1] ?? 0) + (letter === to[index - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
