// What is served, on any platform: the agents, the plugins and the budgets.

import { standard } from "@treadle/treadle";
import { webhooks } from "@treadle/treadle/webhooks";
import { demoModel } from "./agents/demo_model.ts";
import { triage } from "./agents/triage.ts";

export const deployment = {
  agents: [triage],
  plugins: [...standard(), webhooks()],
  // Answers while TREADLE_MODEL names no other model.
  providers: [demoModel],
  // Of all runs of a UTC day. One run has its own limits in agents/triage.ts.
  budgets: { tenant: { usd: 5 } },
};
