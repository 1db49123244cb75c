// K2, K4, C8: policies as a plugin: what threads keep of them, and a deployment without them.

import assert from "node:assert/strict";
import { createTreadle, defineAgent, definePolicy, defineTool, scenario } from "../../../src/mod.ts";
import type { AgentDefinition } from "../../../src/agents/define_agent.ts";
import type { PolicyDefinition } from "../../../src/agents/define_policy.ts";
import { scripted } from "../../../src/providers/scripted/provider.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import { PluginHost } from "../../../src/kernel/hooks/plugin_host.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { checkPlugin } from "../../../src/testing/mod.ts";
import { createLab } from "../../support/lab.ts";
import { policyHost } from "./_host.ts";

const tools = ["search", "pay"].map((name) =>
  defineTool({ name, description: `Does ${name}.`, effect: "pure", run: () => `${name} done` })
);

const LIMITED: PolicyDefinition = {
  name: "limited",
  rules: [
    { type: "after", tool: "pay", after: "search" },
    { type: "at_most", tool: "pay", times: 2, per: "thread" },
  ],
  conditions: [{ when: { field: "last_tool", eq: "search" }, choice: "pay" }],
};

const agentOf = (change: Partial<AgentDefinition>) =>
  defineAgent({ name: "shop", model: "scripted/shop", tools, ...change });

Deno.test("K2, C8: the states of a policy are the same behind every crash, in every order, and when each decision is made twice", async () => {
  const script = scenario()
    .calls("pay").next().calls("search").next().calls("pay").next().says("Paid.").next()
    .calls("search").next().calls("pay").next().calls("pay").next().says("Enough.");
  const thread = {
    agent: agentOf({ policy: definePolicy(LIMITED) }),
    script,
    inputs: ["Pay.", "And again."],
  };
  const { problems, crashes, uncompared, largestBytes } = await checkPlugin(policies(), thread);
  assert.deepEqual(problems, []);
  assert.ok(crashes > 10 && uncompared === 0, `${crashes} crashes, ${uncompared} not compared`);
  assert.ok(largestBytes > 40 && largestBytes < 200, `${largestBytes} bytes`);
});

Deno.test("K2, C8: a thread keeps the states of its policy where versions before there were plugins find them", async () => {
  const agent = agentOf({ policy: definePolicy(LIMITED), driver: "scripted" });
  const lab = createLab({
    agents: [agent],
    scenario: [{ calls: [{ tool: "search" }] }, { says: "Found." }],
    host: policyHost(),
  });
  await lab.run({ input: "Search.", until: "done" });
  const snapshot = await lab.store.read({ tenant: "acme", thread: "t1" });
  const { slices, rules, run } = JSON.parse(snapshot?.header.state ?? "{}");
  assert.deepEqual([slices, run.slices, Object.values(rules)], [undefined, undefined, [0]]);
  assert.equal(run.policy.lastTool, "search");
});

Deno.test("K2, K4: without the plugin a thread that has a policy makes no step, and gives the input back", async () => {
  const agent = agentOf({ policy: definePolicy(LIMITED), driver: "scripted" });
  const scenario = [{ calls: [{ tool: "search" }] }, { says: "Found." }];
  const lab = createLab({ agents: [agent], scenario, host: policyHost() });
  await lab.run({ input: "Search.", until: "done" });
  Object.assign(lab.deps, {
    plugins: new PluginHost([]),
    agents: new Map([["shop", agentOf({ driver: "scripted" })]]),
  });
  const error = await lab.refused({ input: "Again.", agent: "shop" });
  assert.deepEqual([error.code, error.details], ["plugin_missing", { plugin: "policies" }]);
  assert.equal((await lab.store.read({ tenant: "acme", thread: "t1" }))?.waiting, 0);
});

const MISSING: Readonly<
  Record<
    string,
    {
      readonly agents: readonly ReturnType<typeof agentOf>[];
      readonly policies?: [] | readonly ReturnType<typeof definePolicy>[];
    }
  >
> = {
  'Agent "shop" has policy': { agents: [agentOf({ policy: "production" })] },
  "The deployment has policies": { agents: [agentOf({})], policies: [definePolicy(LIMITED)] },
};

for (const [what, options] of Object.entries(MISSING)) {
  Deno.test(`K4, C8: a deployment without the plugin is refused where ${what}, with the line to add`, () => {
    assert.throws(
      () => createDeps({ ...options, env: {}, plugins: [], providers: [scripted] }),
      (error: Error) => {
        assert.ok(
          error.message.startsWith(`${what}, and the deployment has no plugin that reads it`),
          error.message,
        );
        assert.match(
          error.message,
          /import \{ policies \} from "@treadle\/treadle\/policies", and add policies\(\) to plugins/,
        );
        return true;
      },
    );
  });
}

Deno.test("C8: policies of the plugin and of the deployment hold side by side", async () => {
  const own = definePolicy({ name: "own", choice: "search" });
  const other = definePolicy({ name: "other", choice: "pay" });
  const agents = [agentOf({ policy: "own" }), agentOf({ name: "second", policy: "other" })];
  const treadle = createTreadle({
    agents,
    plugins: [policies([own])],
    policies: [other],
    store: "memory",
    log: () => {},
  });
  for (const [agent, tool] of [["shop", "search"], ["second", "pay"]] as const) {
    const { choice } = await treadle.run(`t-${agent}`, "Go.", { agent, until: "step" });
    assert.deepEqual([choice?.requested, choice?.source], [{ type: "tool", name: tool }, "policy"]);
  }
  await treadle.close();
});
