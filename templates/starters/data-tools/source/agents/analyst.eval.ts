// How well a model answers: questions with what their queries and answers must be. Queries run, since they change nothing.

import { defineEvaluation, type Evaluation } from "@treadle/evaluation";
import { analyst } from "./analyst.ts";
import { demoModel } from "./demo_model.ts";

const evaluation: Evaluation = defineEvaluation({
  name: "analyst",
  agent: analyst,
  // The model is TREADLE_MODEL; without it the script.
  deployment: { providers: [demoModel] },
  real: ["list_tables", "run_query"],
  stubs: [{ tool: "read_rows", outcomes: [{ output: { table: "customers", rows: [] } }] }],
  cases: [
    {
      id: "sales",
      input: "What did we sell, by product?",
      gates: [
        { type: "answer_contains", text: "288" },
        { type: "answer_contains", text: "144" },
        { type: "never_calls", tools: ["read_rows"] },
      ],
    },
    {
      id: "rows",
      input: "Show me the customers.",
      gates: [{
        type: "trajectory",
        match: "in_order",
        calls: [{ name: "list_tables" }, { name: "read_rows" }],
      }],
    },
    {
      id: "denied",
      input: "Show me the customers.",
      approvals: "deny",
      gates: [{ type: "at_most", calls: 3 }],
    },
  ],
  thresholds: { "pass rate": { least: 0.8 } },
});
export default evaluation;
