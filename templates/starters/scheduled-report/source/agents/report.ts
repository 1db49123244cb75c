// The agent, and when it runs.

import { defineAgent } from "@treadle/treadle";
import { TIME_ZONE } from "./day.ts";
import { readSales, sendReport } from "./tools.ts";

export const report = defineAgent({
  name: "report",
  description: "Reports the sales of a day, every morning.",
  instructions: `You write the sales report of a shop.
Read the sales of each day and of the same weekday a week before. Send one report of at most five sentences:
the total, the change in percent, the product that stands out, and what somebody should look into.
Take every number from the tools.`,
  tools: [readSales, sendReport],
  // What holds whatever the model does: no report without numbers, exactly one report a run, and no answer without it.
  policy: {
    rules: [
      { type: "after", tool: "send_report", after: ["read_sales"] },
      { type: "at_most", tool: "send_report", times: 1 },
      { type: "at_least_one", tools: ["send_report"] },
    ],
  },
  limits: { stepsPerRun: 6, perRun: { usd: 0.2, tokens: 60_000 } },
  // Each day is reported once: Monday to Friday the morning after, Saturday and Sunday together.
  schedules: [
    { name: "daily", cron: "0 8 * * 2-6", timezone: TIME_ZONE, input: "Report the sales of yesterday." },
    {
      name: "monday",
      cron: "0 8 * * 1",
      timezone: TIME_ZONE,
      input: "Report the sales of the weekend: of Saturday, two days ago, and of Sunday, yesterday.",
      missed: "never", // its days are counted from Monday
    },
  ],
});
