// How well a model reports: days with what their report must say. No request is sent, and calls come to what the stubs say.

import { defineEvaluation, type Evaluation } from "@treadle/evaluation";
import { demoModel } from "./demo_model.ts";
import { report } from "./report.ts";

const WEEKEND = "Report the sales of the weekend: of Saturday, two days ago, and of Sunday, yesterday.";

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
    reportCase("weekend", { total: 150, before: 100, mentions: "50", days: [2, 1], input: WEEKEND }),
  ],
  thresholds: { "pass rate": { least: 0.8 } },
});
export default evaluation;

interface ReportCase {
  /** Euros of each day, and of each of the week before. */
  readonly total: number;
  readonly before: number;
  /** The change in percent that the report must have. */
  readonly mentions: string;
  /** 1 is yesterday. */
  readonly days?: readonly number[];
  readonly input?: string;
}

function reportCase(
  id: string,
  { total, before, mentions, days = [1], input = "Report the sales of yesterday." }: ReportCase,
) {
  const read = (days_ago: number, euros: number) => ({
    tool: "read_sales",
    when: { type: "object", properties: { days_ago: { const: days_ago } } },
    outcomes: [{ output: { day: `day ${days_ago}`, total: euros, orders: 9, products: { tea: euros } } }],
  });
  const text = { type: "string", pattern: mentions };
  return {
    id,
    input,
    stubs: days.flatMap((daysAgo) => [read(daysAgo, total), read(daysAgo + 7, before)]),
    gates: [{
      type: "trajectory" as const,
      match: "in_order" as const,
      calls: [
        ...days.flatMap(() => [{ name: "read_sales" }, { name: "read_sales" }]),
        { name: "send_report", argsFit: { type: "object", properties: { text } } },
      ],
    }],
  };
}
