// A selector for tests: tools whose names or descriptions have words of the query, as many as possible.
import type { ToolSelector } from "../../../src/plugins/selection/selector.ts";

export function byWords(): ToolSelector {
  return {
    name: "by_words",
    settings: {},
    select({ text, most, keep = [], isAvailable = () => true }, { tools }) {
      const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
      const candidates = tools.filter(({ name }) => isAvailable(name)).map(({ name, description }) => {
        const own = new Set(`${name.replaceAll("_", " ")} ${description}`.toLowerCase().match(/[a-z0-9]+/g));
        return { name, score: words.filter((word) => own.has(word)).length };
      }).filter(({ score }) => score > 0).sort((left, right) => right.score - left.score);
      const found = candidates.map(({ name }) => name);
      return {
        tools: [...new Set([...keep, ...found])].slice(0, Math.max(most, keep.length)),
        candidates: candidates.slice(0, 20),
      };
    },
  };
}
