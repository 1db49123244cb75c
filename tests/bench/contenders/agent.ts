// The agent of the bench, as a user of Treadle defines it.

import { defineAgent, defineTool } from "../../../src/treadle/mod.ts";
import type { Agent } from "../../../src/core/agent.ts";
import { INSTRUCTIONS, lookUpOrder, TOOL_DESCRIPTION, TOOL_NAME, toolParameters } from "../lab/workload.ts";

/** `entries`, `bytes`: how much history a plan reads. `repeatedCalls`: how often a plan may come again before the step is refused; its default when left out. */
export function defineOrders(
  { entries, bytes, repeatedCalls }: {
    readonly entries: number;
    readonly bytes: number;
    readonly repeatedCalls?: number;
  },
): Agent {
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
    limits: {
      stepsPerRun: 1_000_000,
      historyEntries: entries,
      historyBytes: bytes,
      ...repeatedCalls === undefined ? {} : { repeatedCalls },
    },
  });
}
