// Row E12: budgets and prices in definitions of agents, in TypeScript and in YAML.

import assert from "node:assert/strict";
import { bindAgent } from "../../src/agents/agent_source.ts";
import { agent as builder } from "../../src/agents/builder.ts";
import { type AgentDefinition, defineAgent } from "../../src/agents/define_agent.ts";
import { formatYamlProblem, parseAgentYaml } from "../../src/agents/yaml/spec.ts";

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

const YAML = (spec: string) => `
metadata: {name: a}
spec:
  planner: {type: tool_calling}
${spec}
`;

function parsed(spec: string) {
  return parseAgentYaml(YAML(spec), { file: "a.yaml", tools: [] });
}

Deno.test("E12: YAML has the same budgets and prices", () => {
  const result = parsed(`
  limits: {tokens: 1000, usd: 0.25, per_run: {tokens: 100, usd: 0.05, calls: 3, wall_ms: 9000}}
  price: {input: 3, output: 15, cached: 0.3, cache_write: 3.75, long: {above: 200000, input: 6, output: 22.5}}
`);
  assert.ok(result.type === "source", JSON.stringify(result));
  const { limits, price } = bindAgent(result.source, []);
  assert.deepEqual([limits.usd, limits.perRun], [0.25, { tokens: 100, usd: 0.05, calls: 3, wallMs: 9_000 }]);
  assert.deepEqual(price, {
    input: 3,
    output: 15,
    cached: 0.3,
    cacheWrite: 3.75,
    long: { above: 200_000, input: 6, output: 22.5 },
  });
});

Deno.test("E12: YAML with a budget or a price of another form is refused with its line", () => {
  for (
    const [spec, problem] of [
      ["  limits: {usd: -1}", /spec\.limits\.usd/],
      ["  limits: {per_run: {steps: 2}}", /spec\.limits\.per_run\.steps/],
      ["  limits: {per_run: {tokens: many}}", /spec\.limits\.per_run\.tokens/],
      ["  price: {input: 1}", /spec\.price/],
      ["  price: {input: 1, output: 1, cacheWrite: 1}", /spec\.price\.cacheWrite/],
    ] as const
  ) {
    const result = parsed(spec);
    assert.ok(result.type === "problems", spec);
    assert.match(result.problems.map(formatYamlProblem).join("\n"), problem);
  }
});
