// The check of an agent's sources of tools, and of its catalogue.

import { NAME } from "../../core/text/id.ts";
import { jsonFindings } from "../_json_check.ts";
import { type Finding, show } from "../_invalid.ts";

const FIX = "write what mcpServer returns.";

/** What is wrong with the sources of tools of an agent. */
export function sourceListFindings(sources: unknown): Finding[] {
  if (!Array.isArray(sources)) {
    return [{ pointer: "", detail: "is no list", fix: "write a list: [mcpServer({ ... })]." }];
  }
  const parts = Array.from(sources, (source: unknown) => ({
    name: Reflect.get(Object(source), "name"),
    prefix: Reflect.get(Object(source), "prefix"),
    tools: Reflect.get(Object(source), "tools"),
  }));
  return parts.flatMap(({ name, prefix, tools }, index): Finding[] => {
    const pointer = `/${index}`;
    if (typeof name !== "string" || !NAME.test(name) || typeof tools !== "function") {
      return [{ pointer, detail: `is ${show(sources[index])} and no source of tools`, fix: FIX }];
    }
    const same = parts.slice(0, index).find((other) => other.name === name || other.prefix === prefix);
    if (same === undefined) return [];
    const detail = `has the name or the prefix of the source ${show(same.name)}`;
    return [{ pointer, detail, fix: "give one of them another." }];
  });
}

/** What is wrong with the selection of an agent. */
export function selectionFindings(selection: unknown): Finding[] {
  const { settings, open } = Object(selection);
  if (typeof open === "function" && typeof settings === "object") {
    return jsonFindings(settings, ["settings"]);
  }
  const fix = "write what toolSelection of @treadle/treadle/selection returns.";
  return [{ pointer: "", detail: `is ${show(selection)} and no selection of tools`, fix }];
}
