// The agents of the fault tests, in the place of functions/agents/mod.ts: their tools have their effects in an HTTP ledger
// outside of the process that runs them, so that what happened is known when that process is dead.

import { type Agent, defineAgent, defineTool, type Effect } from "../../../src/mod.ts";
import * as z from "zod";

const parameters = z.object({
  ledger: z.url().describe("Where the effect is recorded"),
  label: z.string().describe("What this one call is for; no two planned calls share it"),
});

/** Posts to the ledger and returns its receipt. */
function ledgerTool(effect: Effect) {
  return defineTool({
    name: effect,
    description: `Records one effect in the ledger; its class is ${effect}.`,
    parameters,
    effect,
    run: async ({ ledger, label }, { thread, idempotencyKey, attempt, fetch }) => {
      const response = await fetch(ledger, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": idempotencyKey },
        body: JSON.stringify({ tool: effect, label, thread, attempt }),
      });
      if (!response.ok) throw new Error(`The ledger answered ${response.status}.`);
      return await response.json();
    },
  });
}

export const tools = [ledgerTool("once"), ledgerTool("keyed"), ledgerTool("pure")];
export const instructions = "You do what you are told, one tool after the other.";

export const agents: Agent[] = [
  /** Its window is short, so that a long-lived thread costs its model no more than a young one. */
  defineAgent({ name: "worker", instructions, tools, limits: { historyEntries: 40 } }),
  /** It directs three workers, each of them the one above. */
  defineAgent({
    name: "lead",
    instructions: "You write a plan and have its phases run.",
    orchestrate: {
      workers: {
        research: { agent: "worker" },
        write: { agent: "worker" },
        check: { agent: "worker" },
      },
    },
  }),
  /** Its steps have a short deadline, for models and tools that never end. */
  defineAgent({ name: "hasty", instructions, tools, limits: { stepMs: 3_000 } }),
];
