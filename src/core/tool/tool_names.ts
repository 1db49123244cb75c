// The names of tools, in order. An agent's list of tools stays the same from step to step, so its names are listed once.

const NAMES = new WeakMap<readonly NamedTool[], readonly string[]>();

interface NamedTool {
  readonly name: string;
}

/** The names of a list that does not change; the same frozen list each time. */
export function toolNames(tools: readonly NamedTool[]): readonly string[] {
  const known = NAMES.get(tools);
  if (known !== undefined) return known;
  const names = Object.freeze(tools.map(({ name }) => name));
  NAMES.set(tools, names);
  return names;
}
