// A list of tools as a catalogue, as selectors read it.

import type { Json } from "../../core/json.ts";
import { AgentError } from "../../core/error.ts";
import { canonicalJson, fnv64 } from "../../core/text/hash.ts";
import type { ToolCatalogue, ToolDocument } from "../../plugins/selection/selector.ts";
import type { ListedTool } from "../data/case.ts";

/**
 * The catalogue of a list of tools. Its version is a digest of them.
 *
 * @throws {AgentError} invalid_request - two tools share a name
 */
export function toCatalogue(listed: readonly ListedTool[]): ToolCatalogue {
  const tools = listed.map(({ name, description, parameters, examples, category, categories, tags }) => {
    const all = categories ?? (category === undefined ? undefined : [category]);
    const tool: ToolDocument = {
      name,
      description,
      parameters,
      examples,
      categories: all,
      tags,
    };
    return tool;
  });
  const names = new Set<string>();
  for (const { name } of tools) {
    if (names.has(name)) throw new AgentError("invalid_request", `Two tools have the name ${name}.`);
    names.add(name);
  }
  const value: Json = JSON.parse(JSON.stringify(tools));
  return { version: fnv64(canonicalJson(value)), tools };
}
