// functions/agents/orders.ts
import { defineTool } from "@treadle/treadle";

export const lookUpOrder = defineTool({
  name: "look_up_order",
  description: "Finds an order by its number.",
  parameters: ["number"],
  effect: "pure",
  run: async ({ number }, { signal, traceHeaders }) => {
    const url = `https://orders.example/v1/${encodeURIComponent(String(number))}`;
    const response = await fetch(url, { signal, headers: { ...traceHeaders } });
    return await response.json();
  },
});
