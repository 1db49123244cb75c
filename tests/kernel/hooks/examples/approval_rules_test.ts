// K1, K5, X5: a stranger's approvals, on public entries only: who has to approve what, through HTTP, and that checkPlugin finds nothing.
import assert from "node:assert/strict";
import { approvalRules } from "../../../../docs/examples/plugins/approval_rules.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { checkPlugin } from "../../../../src/testing/check_plugin.ts";
import { createTestApp, json } from "../../../http/_app.ts";

const HOUR = 3_600_000;
const RULES = {
  tools: { pay: "amount" },
  onePersonAbove: 100,
  twoPeopleAbove: 1_000,
  most: 5_000,
  expiresInMs: HOUR,
};

const paid: unknown[] = [];
const pay = (effect: "once" | "pure" = "once") =>
  defineTool({
    name: "pay",
    description: "Pays.",
    parameters: { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] },
    effect,
    run({ amount }) {
      paid.push(amount);
      return "paid";
    },
  });

/** A deployment whose model pays these amounts, those of a list in one plan each, and answers then. */
function deployed(plans: readonly (readonly unknown[])[]) {
  paid.length = 0;
  const at = { now: 1_700_000_000_000 };
  const calls = plans.map((amounts): ScriptedPlan => ({
    calls: amounts.map((amount) => ({ tool: "pay", args: JSON.stringify({ amount }) })),
  }));
  const { send } = createTestApp({
    agents: [defineAgent({ name: "payer", driver: "scripted", tools: [pay()] })],
    plugins: [approvalRules(RULES)],
    scenario: [...calls, { says: "Done." }],
    clock: () => at.now,
  });
  return {
    at,
    run: async (body: object = {}) =>
      await json(await send("POST", "/v1/threads/t1/steps", { until: "done", ...body })),
    inbox: async () =>
      (await json(await send("GET", "/v1/inbox"))).items as {
        callId: string;
        approval: { because: string };
      }[],
    decide: async (callId: string, by: string, approved = true) =>
      await json(await send("POST", `/v1/threads/t1/approvals/${callId}`, { approved, by })),
    outcomes: async () => {
      const { entries } = await json(await send("GET", "/v1/threads/t1/history"));
      return (entries as { type: string; outcome: string }[]).filter(({ type }) => type === "tool")
        .map(({ outcome }) => outcome);
    },
  };
}

const BEGIN = { agent: "payer", input: "Pay." };

Deno.test("K1, X5: approval rules: an amount above the second limit waits for two people, and is paid when both have approved it", async () => {
  const { run, inbox, decide, outcomes } = deployed([[2_000]]);
  const begun = await run(BEGIN);
  assert.deepEqual(
    (begun.warnings as { code: string; message: string }[]).map(({ code, message }) => `${code}: ${message}`),
    [
      "call_held: pay waits for people: plugin approval-rules: 2000 would be spent, which is above 1000.",
    ],
  );
  const [waiting, ...more] = await inbox();
  assert.deepEqual([more, paid], [[], []]);
  const { callId, approval } = waiting ?? assert.fail("nothing waits");
  assert.equal(approval.because, "plugin approval-rules: 2000 would be spent, which is above 1000");
  assert.equal((await decide(callId, "ann")).missing, 1);
  assert.equal((await decide(callId, "ann")).code, "approval_decided");
  assert.equal((await run()).code, "approval_required");
  assert.equal((await decide(callId, "bob")).missing, 0);
  assert.equal((await run()).output, "Done.");
  assert.deepEqual([await outcomes(), paid, await inbox()], [["completed"], [2_000], []]);
});

Deno.test("K1, X5: approval rules: what a person denies, and what nobody approves in time, is not paid", async () => {
  const denied = deployed([[500]]);
  await denied.run(BEGIN);
  const [{ callId } = assert.fail("nothing waits")] = await denied.inbox();
  await denied.decide(callId, "ann", false);
  assert.equal((await denied.run()).output, "Done.");
  assert.deepEqual([await denied.outcomes(), paid], [["denied"], []]);

  const late = deployed([[500]]);
  await late.run(BEGIN);
  const [{ callId: lateId } = assert.fail("nothing waits")] = await late.inbox();
  late.at.now += HOUR;
  assert.equal((await late.decide(lateId, "ann")).code, "approval_expired");
  assert.equal((await late.run()).output, "Done.");
  assert.deepEqual([await late.outcomes(), paid], [["denied"], []]);
});

Deno.test("K1: approval rules: small amounts need nobody until their sum is above a limit, in one plan and in several", async () => {
  const { run, inbox, decide, outcomes } = deployed([[60], [30, 30], [4_000, 4_000]]);
  await run(BEGIN);
  const [first, ...others] = await inbox();
  assert.deepEqual([paid, others], [[60], []]);
  await decide(first?.callId ?? "", "ann");
  await run();
  const [second, ...none] = await inbox();
  assert.deepEqual([paid, none], [[60, 30, 30], []]);
  for (const by of ["ann", "bob"]) await decide(second?.callId ?? "", by);
  assert.equal((await run()).output, "Done.");
  assert.deepEqual(await outcomes(), ["completed", "completed", "completed", "completed", "blocked"]);
  assert.deepEqual(paid, [60, 30, 30, 4_000]);
});

for (const amount of [-5, "9", null]) {
  Deno.test(`K1: approval rules: the amount ${JSON.stringify(amount)} is refused`, async () => {
    const { run, outcomes } = deployed([[amount]]);
    assert.equal((await run(BEGIN)).output, "Done.");
    assert.deepEqual([await outcomes(), paid], [["blocked"], []]);
  });
}

Deno.test("K2, K5: approval-rules: its state is the same wherever a machine vanishes, with people who approve and who deny", async () => {
  for (const approves of [() => true, ({ args }: { args: { amount?: unknown } }) => args.amount !== 2_000]) {
    const { problems, crashes } = await checkPlugin(approvalRules(RULES), {
      agent: defineAgent({ name: "payer", model: "scripted/a", tools: [pay("pure")] }),
      script: scenario().calls("pay", { amount: 80 }).next().calls("pay", { amount: 90 })
        .calls("pay", { amount: 2_000 }).next().says("One.").next().calls("pay", { amount: 9_000 }).next()
        .says("Two."),
      inputs: ["One?", "Two?"],
      approves,
    });
    assert.deepEqual(problems, []);
    assert.ok(crashes > 10);
  }
});
