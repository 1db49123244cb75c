// The agent of the test of deferred calls, in the place of functions/agents/mod.ts: its tool `once` records that it ran and defers.

import { type Agent, defineAgent, defineTool, type Effect } from "../../../../src/mod.ts";
import * as z from "zod";

const parameters = z.object({
  ledger: z.url().describe("Where the effect is recorded"),
  label: z.string().describe("What this one call is for; no two planned calls share it"),
});

function recording(effect: Effect, defers: boolean) {
  return defineTool({
    name: effect,
    description: `Records one effect in the ledger; its class is ${effect}.`,
    parameters,
    effect,
    run: async ({ ledger, label }, context) => {
      const { thread, idempotencyKey, attempt, signal } = context;
      const response = await fetch(ledger, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": idempotencyKey },
        body: JSON.stringify({ tool: effect, label, thread, attempt }),
        signal,
      });
      const receipt = await response.json();
      return defers ? context.defer({ ref: label, expiresInMs: 3_600_000 }) : receipt;
    },
  });
}

export const agents: Agent[] = [
  defineAgent({
    name: "worker",
    instructions: "You do what is asked, one tool after the other.",
    tools: [recording("once", true), recording("keyed", false), recording("pure", false)],
    limits: { parallelCalls: 8 },
  }),
];
