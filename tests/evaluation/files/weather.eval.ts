// Evaluations that run in process, by the command line and in a Worker: an agent with one wrong case, and a choice with one mistake.

import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { defineEvaluation, type Evaluation } from "../../../src/evaluation/mod.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { modelByInput } from "../_models.ts";

const never = () => {
  throw new Error("A tool has run for real.");
};
const getWeather = defineTool({
  name: "get_weather",
  description: "Weather.",
  parameters: ["city"],
  run: never,
});
const warn = defineTool({ name: "warn", description: "Warns.", parameters: ["text"], run: never });

const agent = defineAgent({
  name: "weather",
  model: "scripted/m",
  instructions: "Tell the weather.",
  tools: [getWeather, warn],
});

const oslo = scenario().calls("get_weather", { city: "Oslo" });
const providers = [modelByInput({
  "Does it rain in Oslo?": oslo.next().says("It rains in Oslo."),
  "And the wind in Oslo?": oslo.calls("warn", { text: "storm" }).next().says("It storms."),
  "Hello": scenario().says("Hello!"),
  "Thanks": scenario().calls("warn", { text: "bye" }),
})];

/** An agent: one case is right, in the other a tool is called too much. */
export const trajectories: Evaluation = defineEvaluation({
  name: "trajectories",
  agent,
  deployment: { providers },
  repeats: 2,
  stubs: [
    { tool: "get_weather", outcomes: [{ output: { sky: "rain" } }] },
    { tool: "warn", outcomes: [{ output: "warned" }] },
  ],
  cases: [
    { id: "rain", input: "Does it rain in Oslo?", scores: [{ type: "answer_contains", text: "rains" }] },
    { id: "wind", input: "And the wind in Oslo?" },
  ],
  gates: [{ type: "trajectory", match: "exact", calls: [{ name: "get_weather", args: { city: "Oslo" } }] }],
});

/** A choice: one of three is a false positive. */
export const choice: Evaluation = defineEvaluation({
  name: "choice",
  kind: "choice",
  agent,
  deployment: { providers },
  cases: [
    { id: "rain", input: "Does it rain in Oslo?", expected: ["get_weather"] },
    { id: "hello", input: "Hello", expected: null },
    { id: "thanks", input: "Thanks", expected: null },
  ],
});
