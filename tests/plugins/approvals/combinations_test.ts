// Row X5: approvals together with what else decides about a call: other calls of the plan, tool choices, policies, forks,
// repeated requests and the driver.

import assert from "node:assert/strict";
import { askUser } from "../../../src/agents/ask_user.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { definePolicy } from "../../../src/agents/define_policy.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { playing } from "../../kernel/drivers/_react.ts";
import { createTestApp, json } from "../../http/_app.ts";
import { createPay, payTool, planned, STEPS } from "./_bench.ts";
import { onEveryStore } from "../../support/every_store.ts";

const look = defineTool({
  name: "look",
  description: "Looks.",
  parameters: ["to"],
  effect: "pure",
  run: () => "seen",
});

onEveryStore("X5: of calls at once each follows its own answer, under a forced choice too", async (store) => {
  for (const toolChoice of ["auto", "required", { type: "tool", name: "pay" }]) {
    const pays = [1, 2, 3].map((amount) => ({ tool: "pay", args: { to: "bob", amount } }));
    const calls = [...pays, { tool: "look", args: { to: "bob" } }];
    const pay = createPay({ store, tools: [look], scenario: [{ calls }, { says: "Done." }] });
    await pay.step({ agent: "payer", input: "pay", toolChoice });
    const [first, second, third] = await pay.waiting();
    assert.ok(first && second && third);
    await pay.decide(first.id, { approved: true });
    await pay.decide(second.id, { approved: false, reason: "too much" });
    assert.equal((await pay.step()).code, "approval_required", "one call waits");
    assert.deepEqual(pay.paid, []);
    await pay.decide(third.id, { approved: true });
    await pay.step();
    const observed = await pay.observed();
    const isPermitted = typeof toolChoice === "string";
    assert.deepEqual(observed.map(({ outcome }) => outcome), [
      "completed",
      "denied",
      "completed",
      isPermitted ? "completed" : "blocked",
    ]);
    assert.match(JSON.stringify(observed[1]?.error), /too much/);
    assert.deepEqual(pay.paid.map(({ amount }) => amount), [1, 3]);
    await pay.send("DELETE", "/v1/threads/t1");
  }
});

Deno.test("X5: a rule of a policy holds for a call that a person approved", async () => {
  const policy = definePolicy({
    name: "once",
    rules: [{ type: "at_most", tool: "pay", times: 1 }],
  });
  const paid: JsonObject[] = [];
  const agent = defineAgent({ name: "payer", driver: "scripted", tools: [payTool({}, paid)], policy });
  const calls = [1, 2].map((amount) => ({ tool: "pay", args: { to: "bob", amount } }));
  const app = createTestApp({
    plugins: [policies()],
    agents: [agent],
    scenario: [{ calls }, { says: "Done." }],
  });
  const { calls: waiting } = await json(await app.send("POST", STEPS, { agent: "payer", input: "pay" }));
  for (const { id, state } of waiting as { id: string; state: string }[]) {
    const path = `/v1/threads/t1/approvals/${id}`;
    const { status } = await app.send("POST", path, { approved: true });
    assert.equal(status, state === "approval" ? 200 : 422);
  }
  await app.send("POST", STEPS, {});
  assert.equal(paid.length, 1);
});

onEveryStore("X5: a denied call does not run after a repeated request or in a fork", async (store) => {
  const pay = createPay({ store });
  const [call] = await planned(pay);
  await pay.decide(call.id, { approved: false, reason: "no" });
  const fork = async (id: string, version: number, calls: string) =>
    (await pay.send("POST", "/v1/threads/t1/fork", { id, version, calls })).status;
  assert.equal(await fork("t2", 1, "run"), 201);
  const key = { "idempotency-key": "one" };
  const first = await json(await pay.send("POST", STEPS, {}, key));
  assert.deepEqual(await json(await pay.send("POST", STEPS, {}, key)), first);
  assert.equal(await fork("t3", 1, "rerun"), 201);
  assert.equal(await fork("t4", 1, "skip"), 201);
  for (const thread of ["t2", "t3"]) {
    assert.deepEqual(await pay.waiting(thread), [{ id: call.id, digest: call.digest }]);
    assert.equal(
      (await json(await pay.send("POST", `/v1/threads/${thread}/steps`, {}))).code,
      "approval_required",
    );
  }
  await pay.send("POST", "/v1/threads/t4/steps", {});
  assert.deepEqual(pay.paid, []);
});

Deno.test("X5: a question is asked only where the tool choice permits it", async () => {
  const calls = [{ tool: "ask_user", args: { question: "Which?" } }];
  for (
    const [toolChoice, isAsked] of [["none", false], ["required", true], [
      { type: "tool", name: "ask_user" },
      true,
    ], [
      { type: "tool", name: "pay" },
      false,
    ]] as const
  ) {
    const pay = createPay({ tools: [askUser()], scenario: [{ calls }, { calls }, { says: "Done." }] });
    await pay.step({ agent: "payer", input: "pay", toolChoice });
    const waiting = await pay.waiting();
    assert.equal(waiting.length, isAsked ? 1 : 0, JSON.stringify(toolChoice));
    for (const { id } of waiting) {
      assert.equal((await pay.decide(id, { approved: true, answer: "" })).status, 422);
      assert.equal((await pay.decide(id, { approved: true, answer: "x".repeat(65_535) })).status, 422);
      assert.equal((await pay.decide(id, { approved: true, answer: "x".repeat(65_000) })).status, 200);
    }
  }
});

Deno.test("X5: a question of the driver react waits, and its answer is the observation", async () => {
  const ask = JSON.stringify({
    thought: "I must know.",
    type: "call_tool",
    tool: "ask_user",
    args: { question: "Which?" },
  });
  const provider = playing(
    ask,
    JSON.stringify({ thought: "I know.", type: "final_answer", answer: "Blue." }),
  );
  const agent = defineAgent({ name: "asker", driver: "react", model: "playing/m", tools: [askUser()] });
  const app = createTestApp({ agents: [agent], providers: [provider] });
  const { calls } = await json(await app.send("POST", STEPS, { agent: "asker", input: "paint" }));
  const [{ id, state, approval } = assert.fail()] = calls as {
    id: string;
    state: string;
    approval: JsonObject;
  }[];
  assert.deepEqual([state, approval.asks], ["approval", true]);
  const answer = { approved: true, answer: "blue", digest: approval.digest };
  assert.equal((await app.send("POST", `/v1/threads/t1/approvals/${id}`, answer)).status, 200);
  const { output } = await json(await app.send("POST", STEPS, {}));
  assert.equal(output, "Blue.");
  assert.match(JSON.stringify(provider.asked[1]?.messages), /blue/);
});

Deno.test("X5: a client tool that a person has denied is no call that its caller must bring a result for", async () => {
  const locate = defineTool({ name: "locate", description: "Where the user is.", needsApproval: true });
  const scenario = [{ calls: [{ tool: "locate" }] }, { says: "Done." }];
  const pay = createPay({ withoutPay: true, tools: [locate], scenario });
  const [call] = await planned(pay);
  assert.equal((await pay.step()).code, "approval_required");
  await pay.decide(call.id, { approved: false });
  assert.equal((await pay.step()).output, "Done.");
  assert.deepEqual((await pay.observed()).map(({ outcome }) => outcome), ["denied"]);
});
