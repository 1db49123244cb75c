// The agent that a newcomer meets first. Without a model of its own it takes the deployment's, which is scripted until a
// key is configured.

import { defineAgent } from "@treadle/treadle";
import { convertUnits, deleteRecord, getWeather } from "./tools.ts";

export const demo = defineAgent({
  name: "demo",
  description: "Tells the weather, converts units, and deletes records when a person agrees.",
  examples: ["What is the weather in Paris and Oslo?", "Convert 21 C to F", "delete record r1"],
  instructions:
    "You are a friendly assistant. Use the tools for facts, and answer in one or two short sentences.",
  tools: [getWeather, convertUnits, deleteRecord],
});
