// The agents of the deployments of the kernel, and a plugin that decides about their steps.

import * as z from "zod/mini";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";

const getWeather = defineTool({
  name: "get_weather",
  description: "The weather of a city.",
  parameters: ["city"],
  effect: "pure",
  run: ({ city }) => ({ city, sky: "clear" }),
});

export const agents = [
  defineAgent({ name: "demo", model: "scripted/demo" }),
  defineAgent({ name: "weather", model: "scripted/demo", tools: [getWeather] }),
];

/** The weather is asked for once in a run. */
export const onceARun = definePlugin({
  name: "once-a-run",
  slices: { run: { schema: z.object({ used: z.number() }), initial: { used: 0 } } },
  compile: ({ name }) =>
    name !== "weather" ? undefined : {
      offer: ({ run }) => run.used < 1 ? undefined : { deny: ["get_weather"], because: "it was asked for" },
      observed: (calls, { run }) => ({ run: { used: run.used + calls.length } }),
    },
});
