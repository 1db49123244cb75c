// The names of tools, in order. An agent's list of tools stays the same from step to step, so its names are listed once.

import { remembered } from "../lru.ts";

interface NamedTool {
  readonly name: string;
}

/** The names of a list that does not change; the same frozen list each time. */
export const toolNames: (tools: readonly NamedTool[]) => readonly string[] = remembered((tools) =>
  Object.freeze(tools.map(({ name }) => name))
);
