// The tools of the agent: where numbers come from, and where the report goes.

import { defineTool, ToolError } from "@treadle/treadle";
import { dayBefore } from "./day.ts";
import { type Order, sampleOrders, sumOrders } from "./sales.ts";

export const readSales = defineTool({
  name: "read_sales",
  description:
    "The sales of one day: the total, the number of orders, and the total of each product, in euros.",
  parameters: {
    type: "object",
    properties: { days_ago: { type: "integer", minimum: 1, maximum: 60, description: "1 is yesterday" } },
    required: ["days_ago"],
    additionalProperties: false,
  },
  effect: "pure",
  env: ["SALES_URL"],
  run: async ({ days_ago }, { env, fetch }) => {
    const day = dayBefore(Date.now(), days_ago);
    if (!env.SALES_URL) return { day, ...sumOrders(sampleOrders(day)) };
    const response = await fetch(`${env.SALES_URL}?day=${day}`);
    if (!response.ok) {
      await response.body?.cancel();
      throw new ToolError("retryable", `The sales of ${day} cannot be read: status ${response.status}.`);
    }
    const { orders } = await response.json() as { orders: Order[] };
    return { day, ...sumOrders(orders) };
  },
});

export const sendReport = defineTool({
  name: "send_report",
  description: "Sends the report to the people of the shop.",
  parameters: [{ name: "text", description: "The report, in plain words" }],
  effect: "once", // a report whose outcome is not known is not sent again
  env: ["REPORT_WEBHOOK_URL"],
  run: async ({ text }, { env, fetch }) => {
    if (!env.REPORT_WEBHOOK_URL) {
      console.log(`report: ${text}`);
      return { sent: "to the log" };
    }
    const response = await fetch(env.REPORT_WEBHOOK_URL, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text }),
    });
    await response.body?.cancel();
    if (!response.ok) throw new ToolError("failed", `The report is refused with status ${response.status}.`);
    return { sent: "to the webhook" };
  },
});
