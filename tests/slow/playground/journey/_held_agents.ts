/** The agent of the journey, in the place of functions/agents/mod.ts: one tool waits for the test, one for a person. */
import { type Agent, defineAgent, defineTool } from "../../../../src/mod.ts";

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

const deleteRecord = defineTool({
  name: "delete_record",
  description: "Deletes a record for good.",
  parameters: ["id"],
  needsApproval: true,
  run: ({ id }) => ({ deleted: id }),
});

export const agents: Agent[] = [
  defineAgent({
    name: "demo",
    instructions: "You tell the weather, and delete records.",
    tools: [getWeather, deleteRecord],
  }),
];
