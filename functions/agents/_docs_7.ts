// functions/agents/researcher.ts
import { defineAgent, defineTool } from "@treadle/treadle";

const fetchPage = defineTool({
  name: "fetch_page",
  description: "The text of a page.",
  parameters: ["url"],
  effect: "pure",
  promptChars: 6_000,
  run: ({ url }) => `the text of ${url}`,
});

export const researcher = defineAgent({
  name: "researcher",
  model: "openai/gpt-5",
  tools: [fetchPage],
  limits: { historyTokens: 60_000, outputChars: 4_000 },
  compaction: { afterTokens: 50_000, keepTokens: 15_000, model: "openai/gpt-5-mini" },
});
