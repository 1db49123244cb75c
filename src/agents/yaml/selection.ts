// The catalogue of an agent in YAML. The compiled module makes the selection of it, so a deployment without one has none of its code.

import { didYouMean } from "../../core/text/did_you_mean.ts";
import { isBridgeName } from "../../core/tool/tool_selection.ts";
import type { AgentFile } from "./file_schema.ts";
import { type Reading, report } from "./report.ts";
import type { SelectionSource } from "./selection_schema.ts";

/** The selection of the file; problems are reported. */
export function readSelection(
  { spec: { selection, planner } }: AgentFile,
  reading: Reading,
): SelectionSource | undefined {
  if (selection === undefined) return undefined;
  const path = ["spec", "selection"];
  const { catalogue, tools = [] } = selection;
  if (catalogue === undefined && selection.tools === undefined) {
    report(reading, path, "has neither a catalogue nor tools.", "write catalogue: shop, or tools: [refund].");
  }
  const own = (planner.config?.tool_descriptions ?? []).map(({ name }) => name);
  const there = reading.options.tools?.map(({ name }) => name);
  for (const [index, name] of tools.entries()) {
    const at = [...path, "tools", index];
    if (tools.indexOf(name) < index) report(reading, at, `"${name}" stands twice.`, "remove one of the two.");
    else if (isBridgeName(name)) {
      report(reading, at, `"${name}" is a tool that every catalogue has.`, "give the tool another name.");
    } else if (own.includes(name)) {
      report(reading, at, `"${name}" is in tool_descriptions too.`, "remove one of the two.");
    } else if (there?.includes(name) === false) {
      const fix = `export it from tools.ts, made by defineTool.${didYouMean(name, there)}`;
      report(reading, at, `There is no tool "${name}".`, fix);
    }
  }
  return selection;
}
