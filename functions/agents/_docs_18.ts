// functions/agents/terse.ts
import { defineAgent } from "@treadle/treadle";
import * as z from "zod";

export const terse = defineAgent({
  name: "terse",
  driver: "react",
  decision: {
    schema: z.object({ action: z.enum(["look", "say"]), what: z.string() }),
    toDecision: ({ action, what }: { action: "look" | "say"; what: string }) =>
      action === "look"
        ? { type: "call_tool", tool: "get_weather", args: { city: what } }
        : { type: "final_answer", answer: what },
  },
});
