// /v1/policies: a policy that is changed without a deploy, and agents that name it.

import assert from "node:assert/strict";
import { bindAgent } from "../../../src/agents/agent_source.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { definePolicy } from "../../../src/agents/define_policy.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { parsePoliciesYaml } from "../../../src/agents/yaml/policies.ts";
import { parseAgentYaml } from "../../../src/agents/yaml/spec.ts";
import type { Policy } from "../../../src/core/policy.ts";
import { policyListSchema, policySchema } from "../../../src/http/schemas/responses/policies.ts";
import { problemSchema, runResultSchema } from "../../../src/http/schemas/responses/runs.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { testModel } from "../../support/model.ts";
import { createTestApp, exactly, json, OTHER_KEY } from "../../http/_app.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { toolSelection } from "../../../src/plugins/selection/tool_selection.ts";
import { byWords } from "../selection/_by_words.ts";

// /v1/policies: a policy that is changed without a deploy, and agents that name it.

const ran: string[] = [];
const tools = ["search", "confirm", "delete"].map((name) =>
  defineTool({
    name,
    description: "Works.",
    parameters: [],
    effect: "pure",
    run: () => ran.push(name),
  })
);

const RULES = [{ type: "first", tool: "search" }, {
  type: "forbid_unless",
  tool: "delete",
  unless: "confirm",
}] as const;

const YAML_AGENT = `
metadata: {name: keeper}
spec:
  planner:
    type: tool_calling
    config:
      tool_descriptions: [{name: search}, {name: confirm}, {name: delete}]
      policy: guarded
  limits: {repeated_calls: 100}
resources:
  inference_gateways: [{name: m, type: first, config: {model: m}}]
`;

const YAML_POLICIES = `
policies:
  - name: guarded
    rules:
      - {type: first, tool: search}
      - {type: forbid_unless, tool: delete, unless: confirm}
`;

function fromYaml() {
  const agent = parseAgentYaml(YAML_AGENT, { file: "keeper.yaml", tools });
  const policies = parsePoliciesYaml(YAML_POLICIES, "policies.yaml");
  assert.ok(agent.type === "source" && policies.type === "policies");
  return { agent: bindAgent(agent.source, tools), policies: policies.policies };
}

function fromTypeScript() {
  const definition = { name: "keeper", model: "first/m", tools, limits: { repeatedCalls: 100 } };
  return {
    agent: defineAgent({ ...definition, policy: "guarded" }),
    policies: [definePolicy({ name: "guarded", rules: RULES })],
  };
}

/** The model makes these calls, one in each plan, whatever it is offered; then it answers. */
function appOf({ agent, policies: own }: ReturnType<typeof fromYaml>, calls: readonly string[]) {
  ran.length = 0;
  const model = testModel((_, index) =>
    calls[index] === undefined ? { says: "Done." } : { calls: [calls[index]] }
  );
  return createTestApp({
    plugins: [policies()],
    agents: [agent],
    providers: [model.provider],
    policies: own,
  });
}

for (const [language, define] of [["YAML", fromYaml], ["TypeScript", fromTypeScript]] as const) {
  Deno.test(`C8: a policy in ${language} forces search first and forbids delete unless confirm ran, obeyed by a model that tries otherwise`, async () => {
    const { send } = appOf(define(), ["delete", "search", "delete", "confirm", "delete"]);
    const response = await send("POST", "/v1/threads/t1/steps", {
      agent: "keeper",
      input: "go",
      until: "done",
    });
    const { output } = exactly(runResultSchema).parse(await response.json());
    assert.equal(output, "Done.");
    assert.deepEqual(ran, ["search", "confirm", "delete"]);
  });

  Deno.test(`C10: a policy in ${language} is changed at run time through the API, and the next step keeps to the change`, async () => {
    const { send } = appOf(define(), ["search", "delete", "confirm", "delete", "delete"]);
    const step = (body: object) => send("POST", "/v1/threads/t1/steps", { agent: "keeper", ...body });
    await step({ input: "go" });
    await step({});
    assert.deepEqual(ran, ["search"]);
    const put = await send("PUT", "/v1/policies/guarded", {
      rules: [{ type: "at_most", tool: "delete", times: 0 }],
    });
    const view = exactly(policySchema).parse(await put.json());
    assert.deepEqual([put.status, view.origin, view.agents], [200, "stored", ["keeper"]]);
    await step({ until: "done" });
    assert.deepEqual(ran, ["search", "confirm"], "delete is forbidden although confirm has run");
    assert.equal((await send("DELETE", "/v1/policies/guarded")).status, 204);
    await step({ input: "again", until: "done" });
    const read = exactly(policySchema).parse(await (await send("GET", "/v1/policies/guarded")).json());
    assert.deepEqual([read.origin, read.rules.length], ["deployment", 2]);
  });
}

Deno.test("C10: policies are listed with where they come from, and belong to a tenant", async () => {
  const { send } = appOf(fromTypeScript(), []);
  await send("PUT", "/v1/policies/mine", {
    mode: "shadow",
    conditions: [{ when: { field: "step", gt: 3 }, choice: "any" }],
  });
  const list = async (headers = {}) =>
    exactly(policyListSchema).parse(await (await send("GET", "/v1/policies", undefined, headers)).json())
      .policies;
  assert.deepEqual(await list(), [
    { name: "answer-only", origin: "built-in" },
    { name: "development", origin: "built-in" },
    { name: "force-first", origin: "built-in" },
    { name: "guarded", origin: "deployment" },
    { name: "mine", origin: "stored" },
    { name: "production", origin: "built-in" },
    { name: "tool-then-answer", origin: "built-in" },
  ]);
  assert.deepEqual(exactly(policySchema).parse(await (await send("GET", "/v1/policies/mine")).json()), {
    name: "mine",
    origin: "stored",
    description: "",
    mode: "shadow",
    rules: [],
    choice: null,
    agents: [],
    conditions: [{ when: { field: "step", gt: 3 }, choice: { type: "required" } }],
  });
  const other = { authorization: `Bearer ${OTHER_KEY}` };
  assert.ok((await list(other)).every(({ name }) => name !== "mine"));
  assert.equal((await json(await send("GET", "/v1/policies/mine", undefined, other))).code, "policy_unknown");
  assert.equal((await json(await send("DELETE", "/v1/policies/production"))).code, "policy_unknown");
});

const REFUSED: readonly [body: object, code: string, pointer: string, detail: RegExp][] = [
  [{ rules: [{ type: "sometimes" }] }, "invalid_request", "/rules/0/type", /must be a rule/],
  [{ rule: [] }, "invalid_request", "/rule", /not known/],
  [
    { conditions: [{ when: { field: "x", eq: 1 }, choice: "none" }] },
    "invalid_request",
    "/conditions/0/when",
    /field of/,
  ],
  [
    { rules: [{ type: "first", tool: "delete" }, { type: "after", tool: "delete", after: "confirm" }] },
    ...["policy_invalid", "/rules/1"] as const,
    /delete only after confirm contradicts delete first \(rule 0\)/,
  ],
  [{ rules: [{ type: "first", tool: "fly" }] }, "policy_invalid", "/rules/0", /there is no tool named "fly"/],
];

for (const [body, code, pointer, detail] of REFUSED) {
  Deno.test(`C10: a policy is refused before it is stored, at ${pointer}: ${JSON.stringify(body)}`, async () => {
    const { send } = appOf(fromTypeScript(), []);
    const response = await send("PUT", "/v1/policies/guarded", body);
    const problem = exactly(problemSchema).parse(await response.json());
    assert.deepEqual([response.status, problem.code], [422, code]);
    assert.equal(problem.errors?.[0]?.pointer, pointer);
    assert.match(problem.errors?.[0]?.detail ?? "", detail);
    assert.equal((await json(await send("GET", "/v1/policies/guarded"))).origin, "deployment");
  });
}

Deno.test("C10: a policy that is nowhere refuses the step, and no request more reaches the store while one is known", async () => {
  const unknown: { agent: ReturnType<typeof defineAgent>; policies: readonly Policy[] } = {
    agent: fromTypeScript().agent,
    policies: [],
  };
  const { send, store } = appOf(unknown, ["search"]);
  const reads: string[] = [];
  const { readDefinition } = store;
  store.readDefinition = (...args) => {
    reads.push(args[2]);
    return readDefinition.apply(store, args);
  };
  const step = (body: object) => send("POST", "/v1/threads/t1/steps", { agent: "keeper", ...body });
  const refused = await step({ input: "go" });
  assert.deepEqual([refused.status, (await json(refused)).code], [404, "policy_unknown"]);
  await send("PUT", "/v1/policies/guarded", { rules: RULES });
  assert.equal((await step({ input: "go" })).status, 200);
  assert.equal((await step({})).status, 200);
  assert.deepEqual(reads, ["guarded"]);
});

Deno.test("C10: a policy is stored only if each agent that names it can keep it", async () => {
  const named = (name: string, own: typeof tools) =>
    defineAgent({ name, model: "first/m", tools: own, policy: "shared" });
  const agents = [named("whole", tools), named("half", tools.slice(0, 1))];
  const app = createTestApp({ plugins: [policies()], agents, providers: [testModel(() => ({})).provider] });
  const both = await app.send("PUT", "/v1/policies/shared", { rules: RULES });
  const { code, detail } = await json(both);
  assert.deepEqual([both.status, code], [422, "policy_invalid"]);
  assert.match(String(detail), /agent half/);
  const narrow = await app.send("PUT", "/v1/policies/shared", { rules: RULES.slice(0, 1) });
  assert.equal(narrow.status, 200);
});

Deno.test("C8, S6: force-first forces the first plan of an agent whose tools are those of a catalogue", async () => {
  const mow = defineTool({ name: "mow", description: "Mows.", effect: "pure", run: () => "mown" });
  const selection = toolSelection({ tools: [mow], selector: byWords(), offer: 1 });
  const choices: string[] = [];
  const script = createScriptedDriver([{ calls: [{ tool: "mow", args: {} }] }, { says: "Done." }]);
  const { send } = createTestApp({
    plugins: [policies()],
    agents: [defineAgent({ name: "gardener", driver: "scripted", selection, policy: "force-first" })],
    driver: {
      ...script,
      plan: (turn, emit) => {
        choices.push(turn.enforced.choice.type);
        return script.plan(turn, emit);
      },
    },
  });
  const response = await send("POST", "/v1/threads/t1/steps", {
    agent: "gardener",
    input: "mow",
    until: "done",
  });
  assert.equal((await response.json()).output, "Done.");
  assert.deepEqual(choices, ["required", "auto"]);
});
