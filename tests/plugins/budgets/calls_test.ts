// A tenant's calls: as many are reserved as the step runs.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { accountsBy } from "../../../src/core/budget/accounts.ts";
import { greedyModel } from "../../support/greedy_model.ts";
import { createLab } from "../../support/lab.ts";

Deno.test("E12: pending calls of an agent that runs fewer at a time by now are reserved as well", async () => {
  let ran = 0;
  const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => ++ran });
  const four = [1, 2, 3, 4].map((place) => ({ name: "look", args: JSON.stringify({ place }) }));
  const model = greedyModel(({ messages }) =>
    messages.some(({ role }) => role === "tool") ? {} : { calls: four }
  );
  const lab = (parallelCalls: number, calls: number, store?: ReturnType<typeof createLab>["store"]) =>
    createLab({
      agents: [defineAgent({ name: "a", tools: [look], limits: { parallelCalls } })],
      ...(store ? { store } : {}),
      deps: {
        model: () => ({ provider: model.provider, model: "m", ref: "greedy/m" }),
        accounts: accountsBy({ tenant: { calls } }),
      },
    });
  const { store, run } = lab(4, 3);
  await run({ input: "Go." });
  const refused = await lab(1, 3, store).refused({ agent: "a" });
  assert.deepEqual([refused.code, refused.details.budget, ran], ["budget_exhausted", "tenant.calls", 0]);
  const { answer } = await lab(1, 4, store).run({ agent: "a" });
  assert.deepEqual([answer.error, ran], [undefined, 4]);
});
