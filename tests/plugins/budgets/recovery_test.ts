// E12: what a step spends on making its answer again has a limit of its own: answers in the wrong form, and corrections.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Price } from "../../../src/core/budget/price.ts";
import type { ModelRequest, Provider } from "../../../src/core/model/provider.ts";
import { greedyModel } from "../../support/greedy_model.ts";
import { createLab, type Ran } from "../../support/lab.ts";

const USAGE = { inputTokens: 900, outputTokens: 100 };
const PRICE: Price = { input: 1, output: 1 }; // 1,000 millionths of a dollar for an answer
const OUTPUT = {
  type: "object",
  required: ["name"],
  additionalProperties: false,
  properties: { name: { type: "string" } },
} as const;
const look = defineTool({
  name: "look",
  description: "Looks.",
  parameters: ["at"],
  effect: "pure",
  run: () => "blue",
});

/** A model whose answers are never in their form and never call a tool. */
async function stubborn(
  definition: Omit<AgentDefinition, "name">,
  price?: Price,
  usage = USAGE,
): Promise<{ readonly ran: Ran; readonly requests: number }> {
  const requests: ModelRequest[] = [];
  const provider: Provider = {
    ...greedyModel(() => ({})).provider,
    stream: (request) => {
      requests.push(request);
      return Promise.resolve({
        blocks: [{ type: "text" as const, text: "Hm." }],
        finish: "stop" as const,
        usage,
        model: "m",
      });
    },
  };
  const lab = createLab({
    agents: [defineAgent({ name: "a", ...definition })],
    deps: {
      model: () => ({ provider, model: "m", ref: "greedy/m", ...(price === undefined ? {} : { price }) }),
    },
  });
  return { ran: await lab.run({ input: "Go." }), requests: requests.length };
}

const LIMITS = [
  { recovery: { tokens: 2_500 }, budget: "recovery.tokens", limit: 2_500, used: 2_000 },
  { recovery: { usd: 0.0025 }, budget: "recovery.usd", limit: 0.0025, used: 0.002 },
];

for (const { recovery, ...details } of LIMITS) {
  Deno.test(`E12: answers in the wrong form are made again up to limits.${details.budget}, and are counted`, async () => {
    const { ran: { answer }, requests } = await stubborn({
      output: OUTPUT,
      maxRetries: 10,
      limits: { recovery },
    }, PRICE);
    assert.equal(answer.error?.code, "budget_exhausted");
    assert.deepEqual(answer.error?.details, details);
    assert.equal(requests, 3);
    const { inputTokens, outputTokens, microDollars } = answer.thread.counters;
    assert.deepEqual([inputTokens, outputTokens, microDollars], [2_700, 300, 3_000]);
  });
}

Deno.test("E12: without a limit of the agent the answers behind the first may come to a million tokens", async () => {
  const { ran: { answer }, requests } = await stubborn({ output: OUTPUT, maxRetries: 10 });
  assert.equal(answer.error?.code, "model_answer_invalid");
  assert.equal(requests, 11);
});

Deno.test("E12: a limit that names no amount is that of an agent without one", async () => {
  const usage = { inputTokens: 600_000, outputTokens: 0 };
  const definition = { output: OUTPUT, maxRetries: 10, limits: { recovery: {} } };
  const { ran: { answer }, requests } = await stubborn(definition, undefined, usage);
  assert.deepEqual([answer.error?.code, requests], ["budget_exhausted", 2]);
});

Deno.test("E12: a dearer model that takes over is held to the limit at its own price", async () => {
  const dear: Price = { input: 10, output: 10 }; // 10,000 millionths of a dollar for an answer
  const asked: string[] = [];
  const lab = createLab({
    agents: [defineAgent({
      name: "a",
      model: "greedy/m",
      fallbackModel: "greedy/dear",
      output: OUTPUT,
      maxRetries: 0,
      limits: { recovery: { usd: 0.005 } },
    })],
    deps: {
      model: (ref = "") => ({
        provider: {
          ...greedyModel(() => ({})).provider,
          stream: ({ model }: ModelRequest) => {
            asked.push(model);
            return Promise.resolve({
              blocks: [{ type: "text" as const, text: "Hm." }],
              finish: "stop" as const,
              usage: USAGE,
              model,
            });
          },
        },
        model: ref.split("/")[1] ?? ref,
        ref,
        price: ref === "greedy/dear" ? dear : PRICE,
      }),
    },
  });
  const { answer } = await lab.run({ input: "Go." });
  assert.deepEqual(asked, ["m"], "an answer of the dear one would cost more than the limit");
  assert.equal(answer.error?.code, "budget_exhausted");
});

Deno.test("E12: a run's budget that ends while an answer is made again ends the step, and what was spent is counted", async () => {
  const definition = { output: OUTPUT, maxRetries: 10, limits: { perRun: { tokens: 2_500 } } };
  const { ran: { answer }, requests } = await stubborn(definition, PRICE);
  assert.equal(answer.error?.code, "budget_exhausted");
  assert.equal(answer.thread.counters.inputTokens, requests * USAGE.inputTokens);
});

Deno.test("E12: decisions of the driver react that are made again have the same limit", async () => {
  const definition = {
    driver: "react",
    tools: [look],
    maxRetries: 10,
    limits: { recovery: { tokens: 2_500 } },
  } as const;
  const { ran: { answer }, requests } = await stubborn(definition);
  assert.deepEqual([answer.error?.code, requests], ["budget_exhausted", 3]);
});

Deno.test("E12: a correction that the limit has no room for is not requested, and the answer stands", async () => {
  const definition = { tools: [look], toolChoice: "required", onViolation: "retry" } as const;
  const { ran, requests } = await stubborn({ ...definition, limits: { recovery: { tokens: 999 } } });
  assert.deepEqual([requests, ran.answer.error], [1, undefined]);
  assert.equal(ran.answer.outcome?.type, "violated");
  assert.equal((await stubborn({ ...definition, limits: { recovery: { tokens: 1_000 } } })).requests, 2);
});

Deno.test("E12: a limit in dollars holds no model without a price to it, and refuses the second answer", async () => {
  const { ran: { answer }, requests } = await stubborn({ output: OUTPUT, limits: { recovery: { usd: 1 } } });
  assert.deepEqual([answer.error?.code, requests], ["price_unknown", 1]);
});
