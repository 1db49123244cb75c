// functions/agents/orders.ts
import { defineAgent, defineTool, ToolError } from "@treadle/treadle";

const ORDERS = "https://orders.example/v1";

export const cancelOrder = defineTool({
  name: "cancel_order",
  description: "Cancels an order that has not been sent yet.",
  parameters: {
    type: "object",
    properties: {
      number: { type: "string", pattern: "^[0-9]{6}$" },
      reason: { enum: ["late", "wrong item", "other"] },
    },
    required: ["number"],
    additionalProperties: false,
  },
  effect: "keyed",
  needsApproval: true,
  env: ["ORDERS_KEY"],
  run: async ({ number, reason = "other" }, { env, signal, idempotencyKey, user }) => {
    const response = await fetch(`${ORDERS}/${number}/cancel`, {
      method: "POST",
      headers: { authorization: `Bearer ${env.ORDERS_KEY ?? ""}`, "idempotency-key": idempotencyKey },
      body: JSON.stringify({ reason, by: user ?? "nobody" }),
      signal,
    });
    if (response.status === 404) {
      throw new ToolError("retryable", `There is no order ${number}.`, { hint: "Read the number again." });
    }
    return { cancelled: number };
  },
});

export const orders = defineAgent({
  name: "orders",
  instructions: "You help customers with their orders.",
  tools: [cancelOrder],
});
