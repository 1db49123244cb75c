// Rules where a call failed or stands twice: what is offered, what is judged, and what is reported.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { definePolicy } from "../../../src/agents/define_policy.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { PolicyRule } from "../../../src/core/policy.ts";
import { createScriptedDriver, type ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { buildOffer } from "../../../src/plugins/policies/offer.ts";
import { compilePolicy } from "../../../src/plugins/policies/state.ts";
import { createLab } from "../../support/lab.ts";
import { policyHost } from "./_host.ts";
import { createTestApp, json } from "../../http/_app.ts";

interface Setup {
  readonly rules: readonly PolicyRule[];
  readonly plans: readonly ScriptedPlan[];
  readonly failing?: boolean;
  readonly needsApproval?: boolean;
  readonly mode?: "shadow";
}

function setup({ rules, plans, failing, needsApproval = false, mode }: Setup) {
  const ran: string[] = [];
  const tools = ["a", "b"].map((name) =>
    defineTool({
      name,
      description: "Works.",
      effect: "pure",
      needsApproval,
      run: () => {
        ran.push(name);
        if (failing) throw new Error("Broken.");
        return name;
      },
    })
  );
  const policy = { rules, ...(mode === undefined ? {} : { mode }) };
  const agent = defineAgent({ name: "p", driver: "scripted", tools, policy });
  return { ran, agent, lab: createLab({ agents: [agent], scenario: plans, host: policyHost() }) };
}

const plan = (...tools: string[]): ScriptedPlan => ({
  calls: tools.map((tool, at) => ({ tool, args: { at } })),
});
const DONE: ScriptedPlan = { says: "Done." };
const FIRST_A = [{ type: "first", tool: "a" }] as const;

for (const [tools, runs] of [[["a", "a"], ["a"]], [["a", "b"], ["a"]], [["b", "a", "a"], ["a"]]] as const) {
  Deno.test(`C8: first a lets one call of a plan ${tools} run`, async () => {
    const { lab, ran } = setup({ rules: FIRST_A, plans: [plan(...tools), plan("b", "a"), DONE] });
    const { answer } = await lab.run({ input: "go" });
    assert.deepEqual(answer.outcome, { type: "violated", how: "rule" });
    await lab.run();
    assert.deepEqual(ran, runs);
    await lab.run();
    assert.deepEqual(ran.toSorted(), [...runs, "a", "b"].toSorted(), "behind it every call may run");
    const blocked = (await lab.history()).filter((entry) =>
      entry.type === "tool" && entry.outcome === "blocked"
    );
    assert.equal(blocked.length, tools.length - 1);
  });
}

Deno.test("C8: of two calls of the first tool that need approval one is asked for", async () => {
  const { lab } = setup({ rules: FIRST_A, plans: [plan("a", "a"), DONE], needsApproval: true });
  const { answer } = await lab.run({ input: "go" });
  assert.deepEqual(answer.calls.map(({ state }) => state), ["approval", "pending"]);
});

Deno.test("C8: in shadow first a reports the second call of a plan and lets it run", async () => {
  const { lab, ran } = setup({ rules: FIRST_A, plans: [plan("a", "a"), DONE], mode: "shadow" });
  const { answer } = await lab.run({ input: "go", until: "done" });
  assert.deepEqual(ran, ["a", "a"]);
  assert.equal(answer.warnings.filter(({ code }) => code === "policy_shadow").length > 0, true);
});

const LAPSES: Record<string, readonly PolicyRule[]> = {
  "at_most on the wanted tool": [
    { type: "at_least_one", tools: ["a"] },
    { type: "at_most", tool: "a", times: 1 },
  ],
  "at_most on what the wanted tool needs": [
    { type: "at_least_one", tools: ["b"] },
    { type: "after", tool: "b", after: ["a"] },
    { type: "at_most", tool: "a", times: 1 },
  ],
};

for (const [what, rules] of Object.entries(LAPSES)) {
  Deno.test(`C8: at_least_one that a failed call has made impossible is reported: ${what}`, async () => {
    const { lab, ran } = setup({ rules, plans: [plan("a"), DONE], failing: true });
    const { answer, events } = await lab.run({ input: "go", until: "done" });
    assert.deepEqual([answer.output, ran], ["Done.", ["a"]]);
    const [warning, ...more] = answer.warnings.filter(({ code }) => code === "policy_lapsed");
    assert.match(
      warning?.message ?? "",
      /^The rule "at least one of [ab]" of policy .* can no longer be kept/,
    );
    assert.deepEqual(more, []);
    assert.ok(events.some((event) => event.type === "warning" && event.code === "policy_lapsed"));
    const kept = setup({ rules, plans: [plan("a"), plan("b"), DONE] });
    const whole = (await kept.lab.run({ input: "go", until: "done" })).answer;
    assert.deepEqual(
      whole.warnings.filter(({ code }) => code === "policy_lapsed"),
      [],
      "not where it completed",
    );
  });
}

Deno.test("C8: over HTTP the lapse of a rule is a warning of the answer", async () => {
  const { agent } = setup({ rules: LAPSES["at_most on the wanted tool"] ?? [], plans: [], failing: true });
  const driver = createScriptedDriver([plan("a"), DONE]);
  const app = createTestApp({ plugins: [policies()], agents: [agent], driver });
  const answer = await json(
    await app.send("POST", "/v1/threads/t1/steps", { agent: "p", input: "go", until: "done" }),
  );
  assert.match(JSON.stringify(answer.warnings), /"policy_lapsed"/);
});

Deno.test("C8: a call that a rule wants and a person denies is not asked for again: the run may answer", async () => {
  const rules: readonly PolicyRule[] = [{ type: "at_least_one", tools: ["a"] }];
  const { agent, ran } = setup({ rules, plans: [], needsApproval: true });
  const driver = createScriptedDriver([plan("a"), DONE]);
  const app = createTestApp({ plugins: [policies()], agents: [agent], driver });
  const post = async (path: string, body: object) =>
    await (await app.send("POST", `/v1/threads/t1/${path}`, body)).json();
  const first = await post("steps", { agent: "p", input: "go", until: "done" });
  assert.deepEqual(first.choice.requested, { type: "required" });
  await post(`approvals/${first.calls[0].id}`, { approved: false });
  const { output, choice } = await post("steps", { until: "done" });
  assert.equal(output, "Done.");
  assert.deepEqual([choice.requested, ran], [{ type: "auto" }, []]);
});

Deno.test("C8: failures of a condition are those since the last completed call", async () => {
  let at = 0;
  const work = defineTool({
    name: "work",
    description: "Works.",
    effect: "pure",
    run: () => {
      if (at % 3 !== 0) throw new Error("Broken.");
      return "worked";
    },
  });
  const agent = defineAgent({ name: "p", driver: "scripted", tools: [work], policy: "production" });
  const lab = createLab({
    agents: [agent],
    host: policyHost(),
    scenario: () => at < 7 ? { calls: [{ tool: "work", args: { at: ++at } }] } : DONE,
  });
  const { answer } = await lab.run({ input: "go", until: "done" });
  assert.deepEqual([answer.output, answer.choice?.requested.type], ["Done.", "auto"]);
});

Deno.test("C8: the forced choice of a condition that always counts is forced in each plan, one that counts once in the first", async () => {
  for (const times of ["once", "always"] as const) {
    const policy = {
      conditions: [{ when: { field: "step", lt: 3 }, choice: { type: "tool", name: "a", times } }],
    } as const;
    const a = defineTool({ name: "a", description: "Works.", effect: "pure", run: () => "a" });
    const agent = defineAgent({ name: "p", driver: "scripted", tools: [a], policy });
    const lab = createLab({
      agents: [agent],
      scenario: [plan("a"), plan("a", "a"), DONE],
      host: policyHost(),
    });
    await lab.run({ input: "go" });
    await lab.run();
    const sources = (await lab.history()).flatMap((entry) =>
      entry.type === "assistant" ? [entry.choice?.source === "condition"] : []
    );
    assert.deepEqual(sources, [true, times === "always"], times);
  }
});

Deno.test("C8: a reason names each rule once, three of them and how many more", () => {
  const tools = ["a", "b", "c", "d", "e"];
  const rule = (tool: string): PolicyRule => ({ type: "after", tool, after: ["e"] });
  const offerFor = (rules: readonly PolicyRule[]) => {
    const compiled = compilePolicy(definePolicy({ name: "p", rules: [...rules] }));
    return buildOffer(compiled, rules.map(() => 0), tools);
  };
  const because = (rules: readonly PolicyRule[]) => {
    const offer = offerFor(rules);
    return typeof offer?.because === "function" ? offer.because(offer.deny ?? []) : assert.fail("no reason");
  };
  assert.equal(
    because([{ type: "first", tool: "e" }]),
    'policy p forbids by "e first" and wants a call by "e first"',
  );
  assert.equal(
    because(["a", "b", "c", "d"].map(rule)),
    'policy p forbids by "a only after e", "b only after e", "c only after e" and 1 more',
  );
});

Deno.test("C8: the forced choice of a condition that one run has satisfied is forced again in the next", async () => {
  const b = defineTool({ name: "b", description: "Works.", effect: "pure", run: () => "b" });
  const policy = {
    conditions: [{ when: { field: "failures", eq: 0 }, choice: { type: "tool", name: "b" } }],
  };
  const agent = defineAgent({ name: "p", driver: "scripted", tools: [b], policy });
  const lab = createLab({
    agents: [agent],
    scenario: [plan("b"), DONE, plan("b"), DONE],
    host: policyHost(),
  });
  for (let run = 0; run < 2; run++) await lab.run({ input: "go", until: "done" });
  const sources = (await lab.history()).flatMap((entry) =>
    entry.type === "assistant" ? [entry.choice?.source] : []
  );
  assert.deepEqual(sources.map((source) => source === "condition"), [true, false, true, false]);
});
