// How well a model helps: questions with what is to be done about them. Tickets come to what the stub says.

import { defineEvaluation, type Evaluation } from "@treadle/evaluation";
import { demoModel } from "./demo_model.ts";
import { helper } from "./helper.ts";

const evaluation: Evaluation = defineEvaluation({
  name: "helper",
  agent: helper,
  // The model is TREADLE_MODEL; without it the script.
  deployment: { providers: [demoModel] },
  real: ["search_handbook"],
  stubs: [{ tool: "open_ticket", outcomes: [{ output: { opened: true } }] }],
  cases: [
    {
      id: "holiday",
      input: "How many days of holiday do I have?",
      gates: [
        { type: "answer_contains", text: "30" },
        { type: "never_calls", tools: ["open_ticket"] },
      ],
    },
    {
      id: "ticket",
      input: "My laptop is broken, please open a ticket.",
      gates: [{
        type: "trajectory",
        match: "in_order",
        calls: [{ name: "search_handbook" }, { name: "open_ticket" }],
      }],
    },
    {
      id: "unknown",
      input: "Who won the football match yesterday?",
      gates: [{ type: "never_calls", tools: ["open_ticket"] }],
      scores: [{ type: "answer_contains", text: "handbook", ignoreCase: true }],
    },
  ],
  thresholds: { "pass rate": { least: 0.8 } },
});
export default evaluation;
