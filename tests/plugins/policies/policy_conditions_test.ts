// Conditions of policies that are functions and fail.
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { definePolicy } from "../../../src/agents/define_policy.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { PolicyMode, PolicyView } from "../../../src/core/policy.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { testModel } from "../../support/model.ts";
import { createTestApp, json } from "../../http/_app.ts";

async function run(mode: PolicyMode, when: (view: PolicyView) => boolean) {
  const tool = defineTool({
    name: "look",
    description: "Works.",
    parameters: [],
    effect: "pure",
    run: () => "ok",
  });
  const policy = definePolicy({
    name: "s",
    mode,
    conditions: [{ when: { field: "step", gt: 100 }, choice: "none" }, { when, choice: "none" }],
  });
  const agent = defineAgent({ name: "k", model: "first/m", tools: [tool], policy });
  const model = testModel((_, index) => index === 0 ? { calls: ["look"] } : { says: "Done." });
  const { send } = createTestApp({ plugins: [policies()], agents: [agent], providers: [model.provider] });
  const response = await send("POST", "/v1/threads/t/steps", { agent: "k", input: "go", until: "done" });
  return { status: response.status, body: await json(response) };
}

const FAILING: Record<string, (view: PolicyView) => boolean> = {
  "throws": () => {
    throw new Error("the secret of the deployment");
  },
  "throws in a later step": ({ step }) => {
    if (step > 0) throw new Error("the secret of the deployment");
    return false;
  },
  "returns a promise": () => JSON.parse('{"then": 1}'),
};

for (const [what, when] of Object.entries(FAILING)) {
  Deno.test(`C8: a condition that ${what} is named in a refusal`, async () => {
    const { body } = await run("enforce", when);
    const text = JSON.stringify(body);
    assert.match(text, /"code":"policy_invalid"/);
    assert.match(text, /Condition 1 of policy s failed/);
    assert.doesNotMatch(text, /secret/);
  });

  Deno.test(`C8: a condition in shadow that ${what} is a warning`, async () => {
    const { status, body } = await run("shadow", when);
    assert.equal(status, 200);
    assert.equal(body.output, "Done.");
    assert.match(JSON.stringify(body.warnings), /policy_shadow.*Condition 1 of policy s failed/);
  });
}
