// A Worker with the door of tool use, in the place of functions/cloudflare.ts.

import { defineAgent } from "../../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../../src/agents/define_tool.ts";
import { serve } from "../../../../../src/cloudflare/mod.ts";
import { toolUsage } from "../../../../../src/plugins/selection/monitoring/mod.ts";
import { toolSelection } from "../../../../../src/plugins/selection/tool_selection.ts";

const weather = defineTool({
  name: "get_weather",
  description: "The weather in a city.",
  parameters: ["city"],
  effect: "pure",
  run: ({ city }) => ({ city: String(city), tempC: 18, sky: "clear" }),
});
const guide = defineAgent({
  name: "guide",
  model: "scripted/demo",
  selection: toolSelection({ tools: [weather] }),
});

export default serve({ agents: [guide], doors: [toolUsage()] });
