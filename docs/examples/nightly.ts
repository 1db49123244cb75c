// An agent that runs every night, with nobody watching: it reads what was ordered and writes a digest. The server runs the cron
// pump by itself; a wake-up that is lost, or a night in which it was down, is made up for.
//
// PORT=8787 OPENAI_API_KEY=... TREADLE_MODEL=openai/gpt-6.1-terra TREADLE_API_KEYS=acme:<16 characters or more> \
// deno run -A nightly.ts

import { defineAgent, defineTool, standard } from "@treadle/treadle";
import { serve } from "@treadle/treadle/deno";
import { schedules } from "@treadle/treadle/schedules";

const listOrders = defineTool({
  name: "list_orders",
  description: "The orders of the day that has ended.",
  effect: "pure",
  run: () => [{ number: "100001", total: 49.9 }, { number: "100002", total: 12.5 }],
});

const digest = defineAgent({
  name: "digest",
  instructions: "Write one paragraph about the orders: how many there are, their sum, and what stands out.",
  tools: [listOrders],
  schedules: [
    {
      name: "nightly",
      cron: "0 3 * * *",
      timezone: "Europe/Berlin",
      input: "Write the digest of the day that has ended.",
      toolChoice: { type: "tool", name: "list_orders", times: "once" },
    },
    {
      name: "monday",
      cron: "0 8 * * MON",
      timezone: "Europe/Berlin",
      input: "Compare the last week with the one before.",
      thread: "kept", // it reads its own earlier reports
      missed: "never", // a report on Tuesday is of no use
    },
  ],
});

export default serve({ agents: [digest], plugins: [...standard(), schedules()] });
