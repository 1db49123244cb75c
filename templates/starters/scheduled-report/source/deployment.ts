// What is served, on any platform: the agents, the plugins and the budgets.

import { standard } from "@treadle/treadle";
import { schedules } from "@treadle/treadle/schedules";
import { demoModel } from "./agents/demo_model.ts";
import { report } from "./agents/report.ts";

export const deployment = {
  agents: [report],
  plugins: [...standard(), schedules()],
  // Answers while TREADLE_MODEL names no other model.
  providers: [demoModel],
  // Of all runs of a UTC day. One run has its own limits in agents/report.ts.
  budgets: { tenant: { usd: 1 } },
};
