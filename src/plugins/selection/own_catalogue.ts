// A catalogue that stands in the deployment's code.

import { AgentError } from "../../core/error.ts";
import { fnv64 } from "../../core/text/hash.ts";
import type { Tool } from "../../core/tool.ts";
import { isBridgeName } from "../../core/tool/tool_selection.ts";
import type { ToolDocument } from "./selector.ts";
import type { ThreadCatalogue } from "./thread_tools.ts";

/** A tool of the catalogue, with what selectors read of it besides its definition. */
export interface CatalogueTool extends Pick<ToolDocument, "examples" | "categories" | "tags" | "foreign"> {
  readonly tool: Tool;
}

/**
 * The catalogue of these tools, the same for every thread.
 *
 * @throws {AgentError} config_invalid - two tools of one name, or the name of a tool of the bridge
 */
export function ownCatalogue(given: readonly (Tool | CatalogueTool)[]): ThreadCatalogue {
  const entries = given.map((each) => "tool" in each ? each : { tool: each });
  const byName = indexByName(entries.map(({ tool }) => tool));
  const tools = entries.map(({ tool: { name, description, parameters }, ...more }): ToolDocument => ({
    name,
    description,
    parameters,
    ...more,
  }));
  const foreign = new Set(tools.flatMap((each) => each.foreign ? [each.name] : []));
  return {
    number: 0,
    documents: { version: fnv64(JSON.stringify(tools)), tools },
    find: (name) => byName.get(name),
    isForeign: (name) => foreign.has(name),
  };
}

/**
 * Tools by their names.
 *
 * @throws {AgentError} config_invalid - two tools of one name, or the name of a tool of the bridge
 */
export function indexByName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    const { name } = tool;
    if (isBridgeName(name) || byName.has(name)) {
      throw new AgentError("config_invalid", `The catalogue may not have the tool ${name}, or has it twice.`);
    }
    byName.set(name, tool);
  }
  return byName;
}
