// The order in which the sources of a choice are asked, and what rules leave of the winner.
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { definePolicy, type PolicyDefinition } from "../../../src/agents/define_policy.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { type ChoiceInputs, resolveChoice } from "../../../src/kernel/choice/resolve.ts";
import type { PolicyView } from "../../../src/core/policy.ts";
import { holds } from "../../../src/core/policy/condition.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";
import { AgentPlugins, type SharedFacts } from "../../../src/kernel/hooks/agent_plugins.ts";
import type { StepPlugin } from "../../../src/kernel/hooks/plugin.ts";
import { getDecisions } from "../../../src/plugins/policies/decisions.ts";
import { compilePolicy } from "../../../src/plugins/policies/state.ts";
import { ZERO_COUNTERS } from "../../../src/core/usage.ts";

const TOOLS = ["r", "c", "p", "a", "g", "e"];
const tools = TOOLS.map((name) =>
  defineTool({ name, description: "Works.", parameters: [], effect: "pure", run: () => name })
);

const VIEW: PolicyView = {
  step: 2,
  lastTool: "search",
  failures: 1,
  phase: "look",
  budgetLeft: { steps: 5, calls: null, tokens: 900, usd: 0.5, wallMs: null },
  user: "ann",
  metadata: { tier: "free", "a.b": 3 },
};

const FACTS: SharedFacts = {
  tenant: "acme",
  threadId: "t1",
  user: VIEW.user,
  metadata: VIEW.metadata,
  steps: VIEW.step,
  tools: TOOLS,
  budgetLeft: VIEW.budgetLeft,
  plan: { phase: VIEW.phase },
};

/** What a policy says of a plan; `satisfied` are the keys of conditions whose forced choice was satisfied. */
function standing(
  definition: Omit<PolicyDefinition, "name">,
  satisfied: readonly string[] = [],
): Pick<ChoiceInputs, "offers" | "choose"> & { readonly keys: readonly string[] } {
  const compiled = compilePolicy(definePolicy({ name: "pol", ...definition }));
  const plugin: StepPlugin = { name: "policies" };
  const decided = [{ plugin, hooks: getDecisions(compiled) }];
  const plugins = new AgentPlugins(decided, decided, true);
  const run = {
    rules: Object.fromEntries(satisfied.map((key) => [key, 1])),
    lastTool: "search",
    failures: 1,
  };
  const states = new Map([[plugin.name, { thread: {}, run }]]);
  return {
    offers: plugins.offers(states, FACTS),
    choose: () => plugins.choose(states, FACTS),
    keys: compiled.conditionKeys,
  };
}

const tool = (name: string): ToolChoice => ({ type: "tool", name });
const EVERY: ChoiceInputs = {
  agent: defineAgent({ name: "x", tools, toolChoice: "a", gatewayToolChoice: "g", limits: { calls: 9 } }),
  run: { execution: "loop", steps: 0, choice: tool("r") },
  counters: ZERO_COUNTERS,
  environment: tool("e"),
  acted: false,
  ...standing({ choice: "p", conditions: [{ when: { field: "step", eq: 2 }, choice: "c" }] }),
};

/** Each row leaves out one source more than the row before it. */
const ROWS: readonly [source: string, inputs: ChoiceInputs, name: string | undefined, because: RegExp][] = [
  [
    "execution",
    { ...EVERY, acted: true, run: { ...EVERY.run, execution: "generate" } },
    undefined,
    /observations/,
  ],
  ["reset", { ...EVERY, counters: { ...ZERO_COUNTERS, calls: 9 } }, undefined, /budget of 9 calls/],
  ["limit", { ...EVERY, run: { ...EVERY.run, steps: 24 } }, undefined, /limits\.stepsPerRun \(25\)/],
  ["request", EVERY, "r", /the request says so/],
  ["condition", without("request", EVERY), "c", /condition 0 of policy pol holds/],
  ["policy", without("condition", EVERY), "p", /policy pol says so/],
  ["agent", without("policy", EVERY), "a", /the agent says so/],
  ["gateway", without("agent", EVERY), "g", /gateway says so/],
  ["environment", without("gateway", EVERY), "e", /the environment says so/],
  ["default", { ...without("gateway", EVERY), environment: undefined }, undefined, /no other choice/],
];

function without(
  last: "request" | "condition" | "policy" | "agent" | "gateway",
  inputs: ChoiceInputs,
): ChoiceInputs {
  const { choice: _choice, ...run } = inputs.run;
  const lower = { ...inputs, run };
  if (last === "request") return lower;
  if (last === "condition") return { ...lower, ...standing({ choice: "p" }) };
  const { offers: _offers, choose: _choose, ...bare } = lower;
  if (last === "policy") return bare;
  const agent = { ...inputs.agent, toolChoice: undefined };
  return { ...bare, agent: last === "agent" ? agent : { ...agent, gatewayToolChoice: undefined } };
}

for (const [source, inputs, name, because] of ROWS) {
  Deno.test(`C1: the choice comes from the ${source} when no stronger source has one`, () => {
    const resolved = resolveChoice(inputs);
    assert.equal(resolved.source, source);
    assert.equal(resolved.choice.type === "tool" ? resolved.choice.name : undefined, name);
    assert.match(resolved.because, because);
  });
}

Deno.test("C8: a condition whose forced choice was satisfied is passed over, and the next one may force", () => {
  const policy = {
    conditions: [
      { when: { field: "step", gt: 0 }, choice: "c" },
      { when: { field: "step", gt: 1 }, choice: "r" },
    ],
  };
  const inputs = { ...without("gateway", EVERY), environment: undefined };
  const { keys, ...first } = standing(policy);
  assert.deepEqual(resolveChoice({ ...inputs, ...first }).choice, tool("c"));
  const later = resolveChoice({ ...inputs, ...standing(policy, keys.slice(0, 1)) });
  assert.deepEqual([later.choice, later.source], [tool("r"), "condition"]);
});

Deno.test("C8: conditions read each field of the view, as data and as a function", () => {
  const fields: Record<string, string | number | null> = {
    step: 2,
    last_tool: "search",
    failures: 1,
    phase: "look",
    "budget_left.steps": 5,
    "budget_left.calls": null,
    "budget_left.tokens": 900,
    "budget_left.usd": 0.5,
    "budget_left.wall_ms": null,
    "metadata.tier": "free",
    "metadata.a.b": 3,
    "metadata.none": null,
  };
  for (const [field, value] of Object.entries(fields)) {
    assert.ok(holds({ field, eq: value }, VIEW), field);
    assert.ok(holds({ field, in: ["other", value] }, VIEW), field);
    assert.ok(!holds({ not: { field, eq: value } }, VIEW), field);
    assert.equal(
      holds({ and: [{ field, gt: 0 }, { field, lt: 1_000 }] }, VIEW),
      typeof value === "number",
      field,
    );
    assert.ok(value !== null || !holds({ field, lt: 1 }, VIEW), `${field}: nothing is not less than 1`);
  }
  assert.ok(holds({ or: [{ field: "step", eq: 9 }, { field: "step", eq: 2 }] }, VIEW));
  assert.ok(holds(({ budgetLeft }) => budgetLeft.steps === 5, VIEW));
});

// What rules leave of a choice ------------------------------------------------------------------------------------------

const FORBIDS_R = { rules: [{ type: "at_most", tool: "r", times: 0 }] } as const;
const ALL_BUT_R = TOOLS.slice(1);
const WANTS_C = { rules: [{ type: "at_least_one", tools: ["c"] }] } as const;
const FIRST_C = { rules: [{ type: "first", tool: "c" }] } as const;

const NARROWED: readonly [
  choice: ToolChoice,
  policy: Pick<PolicyDefinition, "rules">,
  expected: ToolChoice,
][] = [
  [{ type: "auto" }, FORBIDS_R, { type: "allowed", names: ALL_BUT_R, mode: "auto" }],
  [{ type: "required", times: "always" }, FORBIDS_R, {
    type: "allowed",
    names: ALL_BUT_R,
    mode: "required",
    times: "always",
  }],
  [tool("r"), FORBIDS_R, { type: "none" }],
  [tool("a"), FORBIDS_R, tool("a")],
  [{ type: "allowed", names: ["r", "a"], mode: "required" }, FORBIDS_R, tool("a")],
  [{ type: "allowed", names: ["r", "a"], mode: "auto" }, FORBIDS_R, {
    type: "allowed",
    names: ["a"],
    mode: "auto",
  }],
  [{ type: "none" }, FIRST_C, { type: "none" }],
  [{ type: "auto" }, WANTS_C, { type: "required" }],
  [{ type: "allowed", names: ["a", "g"], mode: "auto" }, WANTS_C, {
    type: "allowed",
    names: ["a", "g"],
    mode: "required",
  }],
  [{ type: "auto" }, FIRST_C, tool("c")],
  [tool("a"), FIRST_C, tool("c")],
  [tool("c"), FIRST_C, tool("c")],
];

Deno.test("C7: a choice among some tools ends with its first call where it has times once, and lasts without", () => {
  const behind = (choice: ToolChoice, satisfied: true | undefined) =>
    resolveChoice({ ...EVERY, run: { ...EVERY.run, choice, satisfied } }).choice.type;
  const plain: ToolChoice = { type: "allowed", names: ["r", "a"], mode: "auto" };
  const once: ToolChoice = { ...plain, times: "once" };
  assert.deepEqual([behind(once, undefined), behind(once, true)], ["allowed", "auto"]);
  assert.deepEqual([behind(plain, true), behind({ ...plain, times: "always" }, true)], [
    "allowed",
    "allowed",
  ]);
});

for (const [choice, definition, expected] of NARROWED) {
  Deno.test(`C8: under ${JSON.stringify(definition.rules)} ${JSON.stringify(choice)} is narrowed`, () => {
    const resolved = resolveChoice({ ...EVERY, run: { ...EVERY.run, choice }, ...standing(definition) });
    assert.deepEqual(resolved.choice, expected);
    const isSame = JSON.stringify(choice) === JSON.stringify(expected);
    assert.equal(resolved.source, isSame ? "request" : "rule");
    assert.deepEqual(resolved.underlying, isSame ? undefined : choice);
  });
}
