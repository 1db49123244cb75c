// An agent. Without a model of its own it takes TREADLE_MODEL, and without that the scripted demo model.

import { defineAgent } from "@treadle/treadle";
import { getWeather } from "./tools.ts";

export const assistant = defineAgent({
  name: "assistant",
  description: "Tells the weather.",
  instructions:
    "You are a friendly assistant. Use the tools for facts, and answer in one or two short sentences.",
  tools: [getWeather],
});
