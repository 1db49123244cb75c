// A path as one word of a command line.

/** As a shell takes it. The shell of `deno task` knows no backslash before a quote, so another kind of quote holds it. */
export function shellWord(path: string): string {
  return /^[\w./@:-]+$/.test(path) ? path : `'${path.replaceAll("'", `'"'"'`)}'`;
}
