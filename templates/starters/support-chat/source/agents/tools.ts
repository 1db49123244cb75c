// The tools of the agent. `context.user` is who has signed in: a tool takes no name of a customer.

import { defineTool, ToolError } from "@treadle/treadle";
import { ordersOf, payBack } from "./orders.ts";

export const findOrders = defineTool({
  name: "find_orders",
  description: "The orders of the customer: number, product, price in euros, and where they are.",
  effect: "pure",
  run: (_args, { user }) => ordersOf(user),
});

export const refundOrder = defineTool({
  name: "refund_order",
  description: "Pays the price of an order back. A colleague decides whether it is done.",
  parameters: [
    { name: "number", description: "Number of the order, as find_orders has it" },
    { name: "reason", description: "What is wrong, in the words of the customer" },
  ],
  // One refund an order: give the number to your payment provider as its idempotency key.
  effect: "keyed",
  needsApproval: true,
  approvalTtlMs: 24 * 60 * 60 * 1000,
  run: ({ number }, { user }) => {
    const order = payBack(user, number);
    if (order === undefined) {
      throw new ToolError("context_required", `The customer has no order ${number}.`, {
        hint: "Look the orders up, and ask which one is meant.",
      });
    }
    return { number, refunded: order.price };
  },
});
