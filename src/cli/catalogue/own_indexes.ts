// The indexes of the catalogues that agent files name tools for, which `treadle agents` writes into its module.

import type { SelectionSource } from "../../agents/yaml/selection_schema.ts";
import type { Tool } from "../../core/tool.ts";

/** The fewest tools of a catalogue whose index is part of the module: those of fewer are built in some 20 ms. */
const LEAST_TOOLS = 300;

/** The indexes as texts, by agent, of catalogues as the module has them; one of fewer than 300 tools has none. */
export async function buildIndexes(
  selections: Readonly<Record<string, SelectionSource>>,
  tools: readonly Tool[],
): Promise<Record<string, string>> {
  const large = Object.entries(selections).filter(([, { catalogue, tools = [] }]) =>
    catalogue === undefined && tools.length >= LEAST_TOOLS
  );
  if (large.length === 0) return {};
  const [{ ownCatalogue }, { buildIndex }, { writeIndexText }] = await Promise.all([
    import("../../plugins/selection/own_catalogue.ts"),
    import("../../plugins/selection/lexical/tool_index.ts"),
    import("../../plugins/selection/lexical/index_format.ts"),
  ]);
  return Object.fromEntries(large.map(([agent, { tools: names }]) => {
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    const { documents } = ownCatalogue(names?.flatMap((name) => byName.get(name) ?? []) ?? []);
    return [agent, writeIndexText(buildIndex(documents))];
  }));
}
