// A selector for tests: tools by the number of words that they share with the query.

import type { ToolSelector } from "../../../../src/plugins/selection/selector.ts";

/** Shared words alone decide. */
export const words: ToolSelector = {
  name: "words",
  settings: {},
  select({ text, most }, { tools }) {
    const asked = new Set(text.toLowerCase().match(/\w+/g));
    const scored = tools.map(({ name, description }) => ({
      name,
      score: (description.toLowerCase().match(/\w+/g) ?? []).filter((word) => asked.has(word)).length,
    })).sort((one, other) => other.score - one.score);
    return { tools: scored.slice(0, most).map(({ name }) => name), candidates: scored.slice(0, 20) };
  },
};
