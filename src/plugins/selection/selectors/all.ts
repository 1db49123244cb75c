// All tools: for catalogues that a prompt has room for, and as the reference that other selectors are measured against.

import type { ToolSelector } from "../selector.ts";

/**
 * Selects every tool that the caller may have, in the order of the catalogue behind those of `keep`, until `most`.
 *
 * @example
 * ```ts
 * import { all } from "./all.ts";
 *
 * const selector = all();
 * ```
 */
export function all(): ToolSelector {
  return {
    name: "all",
    settings: {},
    select({ most, keep = [], isAvailable = () => true }, { tools }) {
      const names = new Set(tools.map(({ name }) => name));
      const selected = new Set(keep.filter((name) => names.has(name) && isAvailable(name)));
      for (const { name } of tools) {
        if (selected.size >= most) break;
        if (isAvailable(name)) selected.add(name);
      }
      return { tools: [...selected], candidates: [] };
    },
  };
}
