// The tools that a choice or a policy may name before a step: those of servers and of a catalogue are known to a step alone.

/** The sources of an agent's tools. */
export interface CallableTools {
  readonly tools: readonly { readonly name: string }[];
  readonly toolSources?: readonly { readonly prefix: string }[] | undefined;
  /** What opens further tools of its threads; undefined without one. */
  readonly threadTools?: unknown;
}

/** True for the name of a tool of its own, for one below a source, and for any name where a catalogue may have it. */
export function mayHaveTool({ tools, toolSources, threadTools }: CallableTools, named: string): boolean {
  return threadTools !== undefined || tools.some(({ name }) => name === named) ||
    toolSources?.some(({ prefix }) => named.startsWith(prefix)) === true;
}

/** The names that are known, and `prefix*` for each source: what a message may say of them. */
export function callableNames({ tools, toolSources = [], threadTools }: CallableTools): readonly string[] {
  const sourced = toolSources.map(({ prefix }) => `${prefix}*`);
  return [...tools.map(({ name }) => name), ...sourced, ...threadTools === undefined ? [] : ["*"]];
}
