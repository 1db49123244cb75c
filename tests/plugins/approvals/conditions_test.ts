// Row X5: which calls need approval, evaluated when the call is planned, with nothing to get round it when it runs.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { NeedsApproval } from "../../../src/core/approval/needs_approval.ts";
import { approvalNeed } from "../../../src/plugins/approvals/approval_need.ts";
import type { Json } from "../../../src/core/json.ts";
import type { Tool } from "../../../src/core/tool.ts";
import { approvals } from "../../../src/plugins/approvals/mod.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { checkPlugin } from "../../../src/testing/check_plugin.ts";
import { createPay, planned } from "./_bench.ts";

const CONTEXT = { tenant: "acme", thread: "t1", agent: "payer", user: undefined, metadata: {} };
const RULES: readonly [NeedsApproval, { [arg: string]: Json }, boolean][] = [
  [false, { amount: 1 }, false],
  [true, {}, true],
  [{ arg: "amount", gt: 100 }, { amount: 100 }, false],
  [{ arg: "amount", gt: 100 }, { amount: 100.5 }, true],
  [{ arg: "amount", gte: 100 }, { amount: 100 }, true],
  [{ arg: "amount", lt: 0 }, { amount: 0 }, false],
  [{ arg: "amount", lte: 0 }, { amount: 0 }, true],
  [{ arg: "amount", gt: 1, lt: 5 }, { amount: 3 }, true],
  [{ arg: "amount", gt: 1, lt: 5 }, { amount: 5 }, false],
  [{ arg: "amount", gt: 100 }, {}, true],
  [{ arg: "amount", gt: 100 }, { amount: "5" }, true],
  [{ arg: "amount", gt: 100 }, { amount: null }, true],
  [{ arg: "to", eq: { a: 1, b: 2 } }, { to: { b: 2, a: 1 } }, true],
  [{ arg: "to", eq: "bob" }, { to: "ann" }, false],
  [{ arg: "to", ne: "bob" }, { to: "ann" }, true],
  [{ arg: "to", ne: "bob" }, { to: "bob" }, false],
  [{ arg: "to", in: ["bob", 1] }, { to: "bob" }, true],
  [{ arg: "to", in: ["bob", 1] }, { to: "1" }, false],
  [{ arg: "toString", eq: 1 }, { to: 1 }, true],
  [[{ arg: "to", eq: "bob" }, (args) => args.amount === 7], { to: "ann", amount: 7 }, true],
  [[{ arg: "to", eq: "bob" }, (args) => args.amount === 7], { to: "ann", amount: 8 }, false],
];

for (const [conditions, args, needed] of RULES) {
  const text = typeof conditions === "object" ? JSON.stringify(conditions) : String(conditions);
  Deno.test(`X5: needsApproval ${text} of ${JSON.stringify(args)} is ${needed}`, () => {
    assert.deepEqual(approvalNeed(conditions, args, CONTEXT), { needed });
  });
}

Deno.test("X5: a predicate cannot change what it is given, and one that fails counts as true", () => {
  const args = { to: { name: "bob" } };
  approvalNeed(
    (given, { metadata }) => {
      Object.assign(given, { to: 1 });
      Object.assign(metadata, { user: "root" });
      return false;
    },
    args,
    CONTEXT,
  );
  assert.deepEqual([args, CONTEXT.metadata], [{ to: { name: "bob" } }, {}]);
  const odd = (() => Promise.resolve(false)) as unknown as () => boolean;
  assert.deepEqual(approvalNeed(odd, {}, CONTEXT), {
    needed: true,
    failure: "it returned object, not a boolean",
  });
  const throws = () => {
    throw new TypeError("secret text");
  };
  assert.deepEqual(approvalNeed(throws, {}, CONTEXT), { needed: true, failure: "it threw TypeError" });
});

Deno.test("X5: a rule decides by the arguments which call of a plan waits", async () => {
  const calls = [{ to: "ann", amount: 50 }, { to: "bob", amount: 150 }];
  const pay = createPay({ calls, terms: { needsApproval: { arg: "amount", gt: 100 } } });
  const waiting = await planned(pay);
  assert.equal(waiting.length, 1);
  await pay.decide(waiting[0].id, { approved: true });
  await pay.step();
  assert.deepEqual(pay.paid, calls);
});

Deno.test("X5: a predicate reads tenant, thread, agent, user and metadata, once, when the call is planned", async () => {
  const seen: unknown[] = [];
  const pay = createPay({
    terms: {
      needsApproval: (args, context) => {
        seen.push([args, context]);
        return context.user !== "boss";
      },
    },
  });
  await planned(pay, { user: "ann", team: 4 });
  const metadata = { user: "ann", team: 4 };
  assert.deepEqual(seen, [[{ to: "bob", amount: 150 }, {
    tenant: "acme",
    thread: "t1",
    agent: "payer",
    metadata,
    user: undefined,
  }]]);
});

Deno.test("X5: a predicate that throws is a warning, and the call needs approval", async () => {
  const pay = createPay({
    terms: {
      needsApproval: () => {
        throw new Error("policy is down");
      },
    },
  });
  const first = await pay.step({ agent: "payer", input: "pay" });
  assert.deepEqual((first.warnings as { code: string }[]).map(({ code }) => code), ["approval_unevaluated"]);
  assert.equal((await pay.waiting()).length, 1);
});

Deno.test("X5: a predicate that answers true only when the call is to run blocks it", async () => {
  let risky = false;
  const pay = createPay({ terms: { needsApproval: () => risky } });
  await pay.step({ agent: "payer", input: "pay" });
  assert.deepEqual(await pay.waiting(), []);
  risky = true;
  const { calls } = await pay.step();
  assert.deepEqual((calls as { state: string }[]).map(({ state }) => state), ["denied"]);
  assert.deepEqual(pay.paid, []);
});

Deno.test("X5: a call that was planned to need approval needs it, whatever its predicate says later", async () => {
  let risky = true;
  const pay = createPay({ terms: { needsApproval: () => risky } });
  const [call] = await planned(pay);
  risky = false;
  assert.equal((await pay.step()).code, "approval_required");
  await pay.decide(call.id, { approved: false, reason: "too much" });
  const { calls } = await pay.step();
  assert.deepEqual((calls as { state: string }[]).map(({ state }) => state), ["denied"]);
});

Deno.test("X5: a before-hook cannot change harmless arguments into ones that need approval", async () => {
  const pay = createPay({
    calls: [{ to: "bob", amount: 5 }],
    terms: { needsApproval: { arg: "amount", gt: 100 } },
    hooks: { beforeCall: () => ({ type: "modify", args: { to: "bob", amount: 500 } }) },
  });
  await pay.step({ agent: "payer", input: "pay" });
  await pay.step();
  assert.deepEqual(pay.paid, []);
  const [entry] = await pay.observed();
  assert.match(JSON.stringify(entry?.error), /changed the arguments to ones that need approval/);
});

Deno.test("X5, K2: approvals keep what a plugin promises, through crashes at each call of the store", async () => {
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    parameters: { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] },
    effect: "pure",
    needsApproval: { arg: "amount", gt: 100 },
    run: () => "paid",
  });
  const agent = defineAgent({ name: "payer", model: "scripted/payer", tools: [pay] });
  const script = scenario().calls("pay", { amount: 500 }).calls("pay", { amount: 5 }).next().says("Done.");
  const asked: unknown[] = [];
  const { problems, crashes } = await checkPlugin(approvals(), {
    agent,
    script,
    inputs: ["Pay."],
    approves: ({ args }) => asked.push(args.amount) > 0,
  });
  assert.deepEqual(problems, []);
  assert.ok(crashes > 3);
  assert.deepEqual([...new Set(asked)], [500]);
});

const run = () => null;
const WRONG: readonly [string, object, string, RegExp][] = [
  [
    "a rule without an argument",
    { needsApproval: { gt: 1 } },
    "/needsApproval/arg",
    /no name of an argument/,
  ],
  ["a rule that compares nothing", { needsApproval: { arg: "a" } }, "/needsApproval", /compares nothing/],
  [
    "an unknown comparison",
    { needsApproval: { arg: "a", above: 1 } },
    "/needsApproval/above",
    /no comparison/,
  ],
  ["a bound that is text", { needsApproval: { arg: "a", gt: "1" } }, "/needsApproval/gt", /no number/],
  ["an empty list", { needsApproval: [] }, "/needsApproval", /empty list/],
  ["an empty set", { needsApproval: { arg: "a", in: [] } }, "/needsApproval/in", /no list of values/],
  ["a rule in a list", { needsApproval: [true] }, "/needsApproval/0", /is true/],
  ["an argument that is not there", { needsApproval: { arg: "b", gt: 1 } }, "/needsApproval", /no argument/],
  ["several people for nothing", { approvals: 2 }, "/approvals", /no effect/],
  ["no people", { needsApproval: true, approvals: 0 }, "/approvals", /from 1 to 20/],
  ["a time of nothing", { needsApproval: true, approvalTtlMs: 0 }, "/approvalTtlMs", /whole number from 1/],
  [
    "edits that others do not see",
    { needsApproval: true, approvals: 2, approvalEdits: true },
    "/approvalEdits",
    /others have not seen/,
  ],
];
for (const [what, parts, pointer, says] of WRONG) {
  Deno.test(`X5: a tool with ${what} is refused`, () => {
    const definition = { name: "t", description: "", parameters: ["a"], run, ...parts } as never;
    assert.throws(
      () => defineTool(definition),
      (error: { problems: { pointer: string; detail: string }[] }) => {
        assert.equal(error.problems[0]?.pointer, pointer);
        assert.match(error.problems[0]?.detail ?? "", says);
        return true;
      },
    );
  });
}

Deno.test("X5: a tool written by hand is held to the same rules, and conditions are part of the agent's hash", () => {
  const tool = defineTool({ name: "t", description: "", parameters: ["a"], run });
  const agentOf = (parts: Partial<Tool>) => defineAgent({ name: "a", tools: [{ ...tool, ...parts }] });
  assert.throws(() => agentOf({ needsApproval: { arg: "b", gt: 1 } }), /no argument of the tool/);
  const hashes = [
    {},
    { needsApproval: true },
    { needsApproval: { arg: "a", gt: 1 } },
    { needsApproval: { arg: "a", gt: 2 } },
    { needsApproval: () => true },
    { needsApproval: true, approvals: 2 },
    { needsApproval: true, approvalTtlMs: 5 },
  ].map((parts) => agentOf(parts).hash);
  assert.equal(new Set(hashes).size, hashes.length);
});
