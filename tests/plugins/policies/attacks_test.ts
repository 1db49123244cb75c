// K2, C8: what a thread remembers of a policy that its agent loses and gets back, and what a rule about a tool of a catalogue says.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { definePolicy } from "../../../src/agents/define_policy.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Store } from "../../../src/core/store.ts";
import type { Policy } from "../../../src/core/policy.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createLab } from "../../support/lab.ts";
import { policyHost } from "./_host.ts";
import { outcomes } from "../../kernel/hooks/_plugins.ts";
import { toolSelection } from "../../../src/plugins/selection/mod.ts";
import { byWords } from "../selection/_by_words.ts";

const REF = { tenant: "acme", thread: "t1" };
const PAY = { calls: [{ tool: "pay" }] };
const LIMITED = definePolicy({
  name: "limited",
  rules: [{ type: "at_most", tool: "pay", times: 2, per: "thread" }],
});

/** A deployment on the store whose agent has the policy, or none. */
function deploy(store: Store, policy: Policy | undefined) {
  const pay = defineTool({ name: "pay", description: "Pays.", effect: "pure", run: () => "paid" });
  const agent = defineAgent({
    name: "shop",
    instructions: "",
    driver: "scripted",
    tools: [pay],
    ...(policy && { policy }),
  });
  return createLab({
    agents: [agent],
    store,
    host: policyHost(),
    scenario: [PAY, { says: "Paid." }, PAY, { says: "Paid." }, PAY, { says: "Paid." }],
  });
}

Deno.test("K2, C8: calls that an agent has made while it had no policy count for the rules that it gets back", async () => {
  const store = createMemoryStore();
  const policies = [LIMITED, undefined, LIMITED];
  for (const policy of policies) await deploy(store, policy).run({ input: "Pay.", until: "done" });
  const [first, second, third] = await outcomes(deploy(store, LIMITED));
  assert.deepEqual([first, second], ["pay completed", "pay completed"]);
  assert.match(third ?? "", /^pay blocked/);
});

Deno.test("K2: a thread keeps nothing for the rules per thread of a policy that has none, in the form of versions before", async () => {
  const store = createMemoryStore();
  const perRun = definePolicy({ name: "per-run", rules: [{ type: "at_most", tool: "pay", times: 1 }] });
  await deploy(store, perRun).run({ input: "Pay.", until: "done" });
  const { rules, run } = JSON.parse((await store.read(REF))?.header.state ?? "{}");
  assert.equal(rules, undefined);
  assert.deepEqual(Object.values(run.policy.rules), [1]);
});

Deno.test("C8, S6: a call of a catalogue's tool that a rule forbids is refused by the name of the rule", async () => {
  const garden = (name: string) =>
    defineTool({ name, description: `Does ${name}.`, effect: "pure", run: () => `${name} done` });
  const agent = defineAgent({
    name: "shop",
    instructions: "",
    driver: "scripted",
    tools: [garden("look")],
    selection: toolSelection({ tools: [garden("mow"), garden("dig")], selector: byWords(), offer: 1 }),
    policy: definePolicy({ name: "dry", rules: [{ type: "at_most", tool: "mow", times: 0 }] }),
  });
  const mow = { tool: "call_tool", args: JSON.stringify({ name: "mow", arguments: {} }) };
  const lab = createLab({
    agents: [agent],
    scenario: [{ calls: [mow] }, { says: "Done." }],
    host: policyHost(),
  });
  const { events } = await lab.run({ input: "mow", until: "done" });
  assert.deepEqual(await outcomes(lab), [
    'mow blocked: The rule "mow at most 0 times" of policy dry did not permit it.',
  ]);
  const violated = events.find((event) => event.type === "warning" && event.code === "choice_violated");
  assert.match(JSON.stringify(violated), /rule \\"mow at most 0 times\\"/);
});
