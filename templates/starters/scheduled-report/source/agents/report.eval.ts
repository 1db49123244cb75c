// How well a model reports: days with what their report must say. No request is sent, and calls come to what the stubs say.

import { defineEvaluation, type Evaluation } from "@treadle/evaluation";
import { demoModel } from "./demo_model.ts";
import { report } from "./report.ts";

const evaluation: Evaluation = defineEvaluation({
  name: "report",
  agent: report,
  // The model is TREADLE_MODEL; without it the script.
  deployment: { providers: [demoModel] },
  stubs: [{ tool: "send_report", outcomes: [{ output: { sent: "to the webhook" } }] }],
  cases: [
    reportCase("growth", { total: 150, before: 100, mentions: "50" }),
    reportCase("loss", { total: 60, before: 80, mentions: "25" }),
    reportCase("no sales", { total: 0, before: 80, mentions: "100" }),
  ],
  thresholds: { "pass rate": { least: 0.8 } },
});
export default evaluation;

/** Two days, and the change in percent that the report must have. */
function reportCase(
  id: string,
  { total, before, mentions }: { total: number; before: number; mentions: string },
) {
  const read = (days_ago: number, euros: number) => ({
    tool: "read_sales",
    when: { type: "object", properties: { days_ago: { const: days_ago } } },
    outcomes: [{ output: { day: `day ${days_ago}`, total: euros, orders: 9, products: { tea: euros } } }],
  });
  const text = { type: "string", pattern: mentions };
  return {
    id,
    input: "Report the sales of yesterday.",
    stubs: [read(1, total), read(8, before)],
    gates: [{
      type: "trajectory" as const,
      match: "in_order" as const,
      calls: [
        { name: "read_sales" },
        { name: "read_sales" },
        { name: "send_report", argsFit: { type: "object", properties: { text } } },
      ],
    }],
  };
}
