// functions/agents/writer.ts
import { defineAgent } from "@treadle/treadle";

export const writer = defineAgent({
  name: "writer",
  model: "openai/gpt-5",
  limits: { usd: 2, perRun: { usd: 0.25, tokens: 100_000 } },
});
