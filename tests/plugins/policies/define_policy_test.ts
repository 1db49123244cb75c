// Policies of agents: in TypeScript, with the builder, and in YAML; and what is refused when they are defined.
import assert from "node:assert/strict";
import { bindFindings } from "../../../src/agents/agent_source.ts";
import { agent } from "../../../src/agents/builder.ts";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { definePolicy } from "../../../src/agents/define_policy.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { parsePoliciesYaml } from "../../../src/agents/yaml/policies.ts";
import { formatYamlProblem, parseAgentYaml } from "../../../src/agents/yaml/spec.ts";
import { AgentError } from "../../../src/core/error.ts";
import { BUILTIN_POLICIES } from "../../../src/plugins/policies/builtin.ts";
import { policyProblems } from "../../../src/core/policy/policy_schema.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { scripted } from "../../../src/providers/scripted/provider.ts";
import { createTestApp, json } from "../../http/_app.ts";

const tools = ["search", "delete"].map((name) =>
  defineTool({ name, description: "Works.", parameters: [], effect: "pure", run: () => name })
);

const RULES = [{ type: "after", tool: "delete", after: "search" }] as const;

Deno.test("C8: a policy stands whole in an agent, or as a name, and the builder takes both", () => {
  const whole = defineAgent({ name: "a", tools, policy: { rules: RULES } });
  assert.deepEqual(whole.policy, {
    name: "a",
    description: "",
    conditions: [],
    mode: "enforce",
    rules: [{ type: "after", tool: "delete", after: ["search"] }],
  });
  assert.equal(agent("a").tool(...tools).policy("guarded").build().policy, "guarded");
  assert.deepEqual(agent("a").tool(...tools).policy({ rules: RULES }).build(), whole);
});

Deno.test("C8: a policy is of the agent's hash, and an agent without one keeps its hash", () => {
  const hashOf = (change: Partial<AgentDefinition>) => defineAgent({ name: "a", tools, ...change }).hash;
  assert.equal(hashOf({}), hashOf({ policy: undefined }));
  assert.equal(new Set([hashOf({}), hashOf({ policy: "p" }), hashOf({ policy: { rules: RULES } })]).size, 3);
});

const REFUSED: readonly [change: Partial<AgentDefinition>, pointer: string, detail: RegExp][] = [
  [{ policy: { rules: [{ type: "first", tool: "serch" }] } }, "/policy/rules/0", /no tool named "serch"/],
  [{ policy: { choice: "fly" } }, "/policy/choice", /no tool named "fly"/],
  [
    { policy: { conditions: [{ when: () => true, choice: "fly" }] } },
    "/policy/conditions/0/choice",
    /no tool named/,
  ],
  [
    { policy: { rules: [...RULES, { type: "after", tool: "search", after: "delete" }] } },
    "/policy/rules/1",
    /contradicts/,
  ],
  [
    { toolChoice: "delete", policy: { rules: [{ type: "at_most", tool: "delete", times: 0 }] } },
    "/policy",
    /the agent's tool choice names delete, which delete at most 0 times \(rule 0\) never permits/,
  ],
  [{ tools: [], policy: { choice: "any" } }, "/policy/choice", /the agent has no tools/],
  [{ policy: "no name" }, "/policy", /is "no name"/],
];

for (const [change, pointer, detail] of REFUSED) {
  Deno.test(`C8: an agent is refused for its policy at ${pointer}: ${detail.source}`, () => {
    assert.throws(() => defineAgent({ name: "a", tools, ...change }), (error) => {
      assert.ok(error instanceof AgentError && error.code === "agent_invalid");
      assert.equal(error.problems[0]?.pointer, pointer);
      assert.match(error.problems[0]?.detail ?? "", detail);
      return true;
    });
  });
}

Deno.test("C8: a policy of the deployment is compared at the start with the agents that name it", () => {
  const deployed = [definePolicy({ name: "p", rules: [{ type: "first", tool: "fly" }] })];
  const start = (policy: string) =>
    createDeps({
      plugins: [policies()],
      providers: [scripted],
      env: { TREADLE_STORE: "memory" },
      agents: [defineAgent({ name: "a", tools, policy })],
      policies: deployed,
    });
  assert.throws(() => start("p"), /Policy p does not fit agent a: \/rules\/0 there is no tool named "fly"/);
  assert.doesNotThrow(() => start("stored-later"), "a name may be that of a policy which is stored later");
});

Deno.test("C8: the built-in policies contradict nothing, and a deployment may replace one", async () => {
  const names = ["development", "production", "force-first", "answer-only", "tool-then-answer"];
  assert.deepEqual(BUILTIN_POLICIES.map(({ name }) => name), names);
  for (const policy of BUILTIN_POLICIES) assert.deepEqual(policyProblems(policy), []);
  const own = definePolicy({ name: "production", choice: "auto" });
  const { send } = createTestApp({ plugins: [policies()], policies: [own] });
  const listed = await json(await send("GET", "/v1/policies"));
  const origins = names.map((name) => ({ name, origin: name === own.name ? "deployment" : "built-in" }));
  assert.deepEqual(listed.policies, origins.toSorted((one, other) => one.name < other.name ? -1 : 1));
});

const yaml = (policy: string) => `
metadata: {name: keeper}
spec:
  planner:
    type: tool_calling
    config:
      tool_descriptions: [{name: search}, {name: delete}]
      policy: ${policy}
`;

Deno.test("C8: an agent file has a policy by name or whole, and its problems stand at their lines", () => {
  const named = parseAgentYaml(yaml("guarded"), { file: "k.yaml", tools });
  assert.ok(named.type === "source" && named.source.policy === "guarded");
  const whole = parseAgentYaml(yaml("{rules: [{type: after, tool: delete, after: search}]}"), {
    file: "k.yaml",
    tools,
  });
  assert.ok(whole.type === "source");
  assert.deepEqual(bindFindings(whole.source, tools), []);
  const wrong = parseAgentYaml(yaml("{rules: [{type: first, tool: fly}]}"), { file: "k.yaml", tools });
  assert.ok(wrong.type === "problems");
  assert.match(
    formatYamlProblem(wrong.problems[0]!),
    /^k\.yaml:8:\d+ spec\.planner\.config\.policy\.rules\[0\]: there is no tool named "fly"\. Fix: /,
  );
});

Deno.test("C8: policies.yaml is a list of policies, each with a name of its own", () => {
  const read = (text: string) => {
    const result = parsePoliciesYaml(text, "policies.yaml");
    return result.type === "policies" ? result.policies.length : result.problems.map(formatYamlProblem);
  };
  assert.equal(read("policies: [{name: p}, {name: q, mode: shadow}]"), 2);
  assert.match(
    String(read("policies: [{name: p}, {name: p}]")),
    /policies\[1\]\.name: is the name of another policy/,
  );
  assert.match(
    String(read("policies:\n  - name: p\n    rules: [{type: at_most, tool: a, times: x}]")),
    /^policies\.yaml:3:/,
  );
  assert.match(String(read("policy: []")), /policies\.yaml:1:1 .*is missing/);
  assert.match(String(read("a: b: c")), /policies\.yaml:1:/);
});
