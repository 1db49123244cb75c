// functions/agents/support.ts
import { defineAgent, defineTool } from "@treadle/treadle";
import * as z from "zod";

const lookUpOrder = defineTool({
  name: "look_up_order",
  description: "Finds an order by its number. Use it before you say anything about an order.",
  parameters: z.object({ number: z.string() }),
  effect: "pure", // re-run freely; "keyed": re-run with the same idempotency key; "once" (default): never re-run
  run: async ({ number }, { signal }) => {
    const response = await fetch(`https://orders.example/v1/${encodeURIComponent(number)}`, { signal });
    return await response.json();
  },
});

export const support = defineAgent({
  name: "support",
  model: "openai/gpt-5.1",
  instructions: "You help customers with their orders.",
  tools: [lookUpOrder],
  limits: { parallelCalls: 2, tokens: 200_000 },
});
