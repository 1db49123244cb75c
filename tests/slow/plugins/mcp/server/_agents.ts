// The agent of the runtimes' test. The demo model calls `get_weather`; clients call both tools.

import { type Agent, defineAgent, defineTool } from "../../../../../src/mod.ts";

export const agents: Agent[] = [
  defineAgent({
    name: "demo",
    tools: [
      defineTool({
        name: "get_weather",
        description: "The weather in a city.",
        parameters: ["city"],
        effect: "pure",
        run: ({ city }) => ({ city: String(city), tempC: 18, sky: "clear" }),
      }),
      defineTool({
        name: "delete_record",
        description: "Deletes a record.",
        parameters: ["id"],
        needsApproval: true,
        run: ({ id }) => ({ deleted: String(id) }),
      }),
    ],
  }),
];
