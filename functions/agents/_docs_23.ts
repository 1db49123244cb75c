// functions/agents/guide.ts
import { defineAgent, defineTool } from "@treadle/treadle";

export const guide = defineAgent({
  name: "guide",
  instructions: "You guide walkers.",
  tools: [defineTool({ name: "locate", description: "Where the user stands, as latitude and longitude." })],
});
