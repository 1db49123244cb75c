// Row E12: budgets and prices in definitions of agents, in TypeScript and in YAML.

import assert from "node:assert/strict";
import { agent as builder } from "../../src/agents/builder.ts";
import { type AgentDefinition, defineAgent } from "../../src/agents/define_agent.ts";

const define = (more: object) => defineAgent({ name: "a", ...more } satisfies AgentDefinition);

Deno.test("E12: budgets of a thread and of a run are parts of limits, and a price is one of the agent", () => {
  const limits = { tokens: 1_000, usd: 0.25, perRun: { tokens: 100, usd: 0.05, calls: 3, wallMs: 9_000 } };
  const price = { input: 3, output: 15, cached: 0.3, long: { above: 200_000, input: 6, output: 22.5 } };
  const made = define({ limits, price });
  assert.deepEqual([made.limits.usd, made.limits.perRun, made.price], [0.25, limits.perRun, price]);
  assert.equal(made.hash, define({}).hash, "neither shapes a request");
  const built = builder("a").limits({ usd: 1 }).limits({ perRun: { usd: 0.5 } }).price(price).build();
  assert.deepEqual([built.limits.usd, built.limits.perRun, built.price], [1, { usd: 0.5 }, price]);
});

Deno.test("E12: a budget or a price of another form is refused with its place", () => {
  const wrong: [object, RegExp][] = [
    [{ limits: { usd: 0 } }, /\/limits\/usd/],
    [{ limits: { usd: "1" } }, /\/limits\/usd/],
    [{ limits: { perRun: { steps: 3 } } }, /\/limits\/perRun\/steps/],
    [{ limits: { perRun: { tokens: 0.5 } } }, /\/limits\/perRun\/tokens/],
    [{ limits: { perRun: { microDollars: 5 } } }, /\/limits\/perRun\/microDollars/],
    [{ price: { input: 3 } }, /\/price\/output/],
    [{ price: { input: -1, output: 1 } }, /\/price\/input/],
    [{ price: { input: 1, output: 1, long: { input: 1, output: 1 } } }, /\/price\/long\/above/],
  ];
  for (const [definition, place] of wrong) assert.throws(() => define(definition), place);
});
