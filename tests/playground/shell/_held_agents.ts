/** The agent of the killed server, in the place of functions/agents/mod.ts: its tool waits for the test. */
import { type Agent, defineAgent, defineTool } from "../../../src/mod.ts";

const getWeather = defineTool({
  name: "get_weather",
  description: "The weather in a city.",
  parameters: ["city"],
  effect: "pure",
  env: ["GATE_URL"],
  run: async ({ city }, { env, signal }) => {
    const response = await fetch(String(env.GATE_URL), { signal });
    return { city, sky: await response.text() };
  },
});

export const agents: Agent[] = [
  defineAgent({ name: "demo", instructions: "You tell the weather.", tools: [getWeather] }),
];
