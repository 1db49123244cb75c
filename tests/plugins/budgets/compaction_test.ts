// The cost of summaries: at the price of their own model, and counted also when they are of no use.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { accountsBy } from "../../../src/core/budget/accounts.ts";
import type { Price } from "../../../src/core/budget/price.ts";
import { toDay } from "../../../src/core/store/ledger.ts";
import { greedyModel, type GreedyReply } from "../../support/greedy_model.ts";
import { createLab } from "../../support/lab.ts";

/** Of a plan, and of a summary. */
const PLANNED = { inputTokens: 1_000, outputTokens: 10 };
const SUMMARISED = { inputTokens: 300, outputTokens: 20 };

/** Two steps, of which the second one is compacted. Gives what the tenant was booked, beside the warnings of the step. */
async function compacted(
  compaction: NonNullable<AgentDefinition["compaction"]>,
  { price, prices = {}, says = "In short." }: {
    readonly price?: Price;
    /** Of the deployment, by model. */
    readonly prices?: Readonly<Record<string, Price>>;
    readonly says?: string;
  },
) {
  const model = greedyModel(({ system, messages }): GreedyReply =>
    system.startsWith("Sum up") || JSON.stringify(messages.at(-1)).includes("Sum up.")
      ? { says, usage: SUMMARISED }
      : { usage: PLANNED }
  );
  const definition = { name: "a", model: "greedy/large", settings: { maxOutputTokens: 500 } };
  const agent = defineAgent({
    ...definition,
    ...(price ? { price } : {}),
    compaction: { afterEntries: 3, instructions: "Sum up.", ...compaction },
  });
  const lab = createLab({
    agents: [agent],
    deps: {
      model: (ref = "greedy/large") => {
        return { provider: model.provider, model: ref.slice(7), ref, price: prices[ref] };
      },
      accounts: accountsBy({ tenant: { usd: 100 } }),
    },
  });
  await lab.run({ input: "One." });
  const { answer } = await lab.run({ input: "Two." });
  const today = toDay(Date.now());
  const [day] = await lab.store.readLedger("acme", today, today);
  return {
    requests: model.requests.length,
    counters: answer.thread.counters,
    warnings: answer.warnings.map(({ code }) => code),
    booked: day?.accounts.get("tenant"),
  };
}

const LARGE = { input: 10, output: 100 };

Deno.test("E12: a summary costs the price of its own model", async () => {
  const prices = { "greedy/large": LARGE, "greedy/small": { input: 1, output: 5 } };
  const { booked, counters, warnings } = await compacted({ model: "greedy/small" }, { prices });
  assert.deepEqual(warnings, []);
  assert.equal(booked?.microDollars, 2 * (10_000 + 1_000) + 300 + 100);
  assert.equal(counters.microDollars, booked?.microDollars);
});

Deno.test("E12: the agent's price holds for its model also where that makes the summaries", async () => {
  const { booked, warnings } = await compacted({ model: "greedy/large" }, { price: LARGE });
  assert.deepEqual(warnings, []);
  assert.equal(booked?.microDollars, 2 * (10_000 + 1_000) + 3_000 + 2_000);
});

Deno.test("E12: a summary that is empty is not used, and has cost what it has cost", async () => {
  const prices = { "greedy/large": LARGE };
  const { booked, warnings, requests } = await compacted({}, { prices, says: " \n" });
  assert.deepEqual(warnings, ["compaction_failed"]);
  assert.equal(requests, 3);
  assert.equal(booked?.tokens, 2 * 1_010 + 320);
  assert.equal(booked?.microDollars, 2 * (10_000 + 1_000) + 3_000 + 2_000);
});
