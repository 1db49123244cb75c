// The agent of the bench, as a user of Treadle defines it.

import { defineAgent, defineTool } from "../../../src/treadle/mod.ts";
import type { Agent } from "../../../src/core/agent.ts";
import { INSTRUCTIONS, lookUpOrder, TOOL_DESCRIPTION, TOOL_NAME, toolParameters } from "../lab/workload.ts";

/** `window`: how much history a plan reads. */
export function defineOrders(window: { readonly entries: number; readonly bytes: number }): Agent {
  return defineAgent({
    name: "orders",
    instructions: INSTRUCTIONS,
    tools: [
      defineTool({
        name: TOOL_NAME,
        description: TOOL_DESCRIPTION,
        parameters: toolParameters,
        effect: "pure",
        run: (input) => JSON.parse(JSON.stringify(lookUpOrder(input))),
      }),
    ],
    limits: { stepsPerRun: 1_000_000, historyEntries: window.entries, historyBytes: window.bytes },
  });
}
