// Agents for the doors of chat, in the place of functions/agents/mod.ts. The demo model calls `get_weather` and `delete_record`.

import type { Agent } from "../../../../src/core/agent.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";

const weather = { name: "get_weather", description: "The weather in a city.", parameters: ["city"] } as const;

export const agents: Agent[] = [
  defineAgent({
    name: "demo",
    tools: [
      defineTool({
        ...weather,
        effect: "pure",
        run: ({ city }) => ({ city, tempC: 18, sky: "clear" }),
      }),
      defineTool({
        name: "delete_record",
        description: "Deletes a record.",
        parameters: ["id"],
        needsApproval: true,
        run: ({ id }) => ({ deleted: id }),
      }),
    ],
  }),
  /** Its weather is found out by the page. */
  defineAgent({ name: "page", tools: [defineTool(weather)] }),
];
