// Tools that come to those of an agent: of plugins, of servers, of a thread.

import { READ_OUTPUT, type Tool } from "../tool.ts";

/** Why a tool cannot stand behind others: another tool has its name, or `check` says why it is none. One that can takes its name. */
export function furtherToolCheck(
  names: Iterable<string>,
  check: (tool: Tool) => string | undefined,
): (tool: Tool) => string | undefined {
  const taken = new Set([READ_OUTPUT, ...names]);
  return (tool) => {
    const why = taken.has(tool?.name) ? "another tool has this name" : check(tool);
    if (why === undefined) taken.add(tool.name);
    return why;
  };
}
