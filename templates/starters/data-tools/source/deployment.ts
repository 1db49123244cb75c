// What is served, on any platform: the agent, its tools for clients of MCP, and the budgets.

import { standard } from "@treadle/treadle";
import { mcp } from "@treadle/treadle/mcp";
import { analyst } from "./agents/analyst.ts";
import { demoModel } from "./agents/demo_model.ts";

export const deployment = {
  agents: [analyst],
  plugins: [
    ...standard(),
    // `ask_analyst` and these two. Rows with personal data are not among them.
    mcp({ name: "data", title: "Data of the shop", tools: ["list_tables", "run_query"] }),
  ],
  // Answers while TREADLE_MODEL names no other model.
  providers: [demoModel],
  // Of all runs of a UTC day. One run has its own limits in agents/analyst.ts.
  budgets: { tenant: { usd: 10 } },
};
