// How well a model helps: questions with what is to be done about them. Calls come to what the stubs say.

import { defineEvaluation, type Evaluation } from "@treadle/evaluation";
import { demoModel } from "./demo_model.ts";
import { support } from "./support.ts";

const evaluation: Evaluation = defineEvaluation({
  name: "support",
  agent: support,
  // The model is TREADLE_MODEL; without it the script.
  deployment: { providers: [demoModel] },
  stubs: [
    {
      tool: "find_orders",
      outcomes: [{ output: [{ number: "1001", product: "teapot", price: 48, status: "delivered" }] }],
    },
    { tool: "refund_order", outcomes: [{ output: { number: "1001", refunded: 48 } }] },
  ],
  cases: [
    {
      id: "status",
      input: "Where is my order?",
      gates: [
        { type: "trajectory", match: "in_order", calls: [{ name: "find_orders" }] },
        { type: "never_calls", tools: ["refund_order"] },
        { type: "answer_contains", text: "delivered", ignoreCase: true },
      ],
    },
    {
      id: "refund",
      input: "My teapot came broken, order 1001. Please refund it.",
      gates: [{
        type: "trajectory",
        match: "in_order",
        calls: [
          { name: "find_orders" },
          { name: "refund_order", argsFit: { type: "object", properties: { number: { const: "1001" } } } },
        ],
      }],
    },
    {
      id: "denied",
      input: "Refund order 1001, it is broken.",
      approvals: "deny",
      gates: [{ type: "trajectory", match: "any_order", calls: [{ name: "find_orders" }] }],
      scores: [{ type: "answer_contains", text: "not refunded", ignoreCase: true }],
    },
  ],
  thresholds: { "pass rate": { least: 0.8 } },
});
export default evaluation;
