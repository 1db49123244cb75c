/** Whether a source declares a function: the pages of docs are checked with this. */

/** True when the source declares a function, a constant or a method of this name; a call is no declaration. */
export function declares(source: string, name: string): boolean {
  const escaped = name.replace("#", "#?");
  if (
    new RegExp(`^(?:export )?(?:default )?(?:async )?(?:function\\*?|const|class) ${escaped}\\b`, "m").test(
      source,
    )
  ) {
    return true;
  }
  const methods = source.matchAll(
    new RegExp(
      `^ {2}(?:(?:readonly|static|async|get) )*#?${escaped}(?:<[^()]*>)?(?: = (?:async )?)?\\(`,
      "gm",
    ),
  );
  return [...methods].some((match) =>
    /^\s*(?::|\{)/.test(afterParameters(source, match.index + match[0].length))
  );
}

/** What follows the parameters that begin at `start`, behind their opening parenthesis. */
function afterParameters(source: string, start: number): string {
  let depth = 1;
  let index = start;
  for (; index < source.length && depth > 0; index++) {
    if (source[index] === "(") depth++;
    if (source[index] === ")") depth--;
  }
  return source.slice(index);
}
