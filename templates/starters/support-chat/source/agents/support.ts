// The agent. It knows who asks by the session, and not by what a message says.

import { defineAgent } from "@treadle/treadle";
import { findOrders, refundOrder } from "./tools.ts";

export const support = defineAgent({
  name: "support",
  description: "Helps the customers of a shop.",
  instructions: `You help the customers of a shop, in one or two short sentences.
Look orders up before you say anything about them. A refund is decided by a colleague: tell the customer so.`,
  tools: [findOrders, refundOrder],
  // What holds whatever the model does.
  policy: {
    rules: [
      { type: "after", tool: "refund_order", after: ["find_orders"] },
      { type: "at_most", tool: "refund_order", times: 1 },
    ],
  },
  limits: { stepsPerRun: 8, perRun: { usd: 0.1, tokens: 60_000 } },
});
