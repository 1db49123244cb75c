// Policies in whole steps: the choice of the plan, the verdict on the answer, and what runs.
import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../../src/agents/define_agent.ts";
import { definePolicy, type PolicyDefinition } from "../../../../src/agents/define_policy.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { StepEvent } from "../../../../src/core/event.ts";
import type { PolicyRule } from "../../../../src/core/policy.ts";
import { findConflicts } from "../../../../src/core/policy/conflicts.ts";
import { forkThread } from "../../../../src/plugins/forks/fork.ts";
import { createToolCallingDriver } from "../../../../src/kernel/drivers/tool_calling.ts";
import { mulberry32 } from "../../../support/mulberry32.ts";
import { createLab, type Lab } from "../../../support/lab.ts";
import { policyHost } from "../../../plugins/policies/_host.ts";
import { type Reply, resolver, testModel } from "../../../support/model.ts";

interface Setup {
  readonly policy: string | (Omit<PolicyDefinition, "name"> & { name?: string });
  /** What the model does in each of its answers, one after the other; "Done." behind the last. */
  readonly replies?: readonly Reply[];
  readonly tools?: readonly string[];
  readonly definition?: Partial<AgentDefinition>;
  readonly policies?: readonly PolicyDefinition[];
  /** Tools that fail instead of completing. */
  readonly failing?: readonly string[];
}

function setup({ policy, replies = [], tools = ["search", "confirm", "delete"], ...rest }: Setup) {
  const ran: string[] = [];
  const model = testModel((_request, index) => replies[index] ?? { says: "Done." });
  const agent = defineAgent({
    name: "a",
    policy,
    tools: tools.map((name) =>
      defineTool({
        name,
        description: "Works.",
        parameters: [],
        effect: "pure",
        run: () => {
          ran.push(name);
          if (rest.failing?.includes(name)) throw new Error("broken");
          return name;
        },
      })
    ),
    limits: { repeatedCalls: 100 },
    ...rest.definition,
  });
  const lab = createLab({
    agents: [agent],
    drivers: [createToolCallingDriver()],
    host: policyHost(new Map((rest.policies ?? []).map((each) => [each.name, definePolicy(each)]))),
    deps: { model: resolver(model) },
  });
  return { lab, ran, model, agent };
}

const calls = (...names: string[]): Reply => ({ calls: names });

const GUARDED: PolicyDefinition = {
  name: "guarded",
  rules: [
    { type: "first", tool: "search" },
    { type: "forbid_unless", tool: "delete", unless: "confirm" },
  ],
};

function warningsOf(events: readonly StepEvent[], code: string): string[] {
  return events.flatMap((event) => event.type === "warning" && event.code === code ? [event.message] : []);
}

Deno.test("C8: rules hold against a model that tries otherwise: search is first, and delete waits for confirm", async () => {
  const { lab, ran, model } = setup({
    policy: "guarded",
    policies: [GUARDED],
    replies: [calls("delete"), calls("search"), calls("delete"), calls("confirm", "delete"), calls("delete")],
  });
  const first = await lab.run({ input: "go" });
  assert.deepEqual(first.answer.choice?.requested, { type: "tool", name: "search" });
  assert.equal(first.answer.choice?.source, "rule");
  assert.match(
    first.answer.choice?.because ?? "",
    /^policy guarded .*"search first".*; else no other choice is set; /,
  );
  assert.deepEqual(first.answer.outcome, { type: "violated", how: "rule" });
  assert.deepEqual(warningsOf(first.events, "choice_violated"), [
    `The model's answer violates the tool choice: rule "search first".`,
  ]);
  assert.deepEqual(ran, []);
  await lab.run();
  const third = await lab.run();
  assert.deepEqual(third.answer.choice?.requested, {
    type: "allowed",
    names: ["search", "confirm"],
    mode: "auto",
  });
  assert.deepEqual(ran, ["search"]);
  const fourth = await lab.run();
  assert.deepEqual(fourth.answer.outcome, { type: "violated", how: "rule" }, "confirm has not completed yet");
  const { answer } = await lab.run({ until: "done" });
  assert.deepEqual(ran, ["search", "confirm", "delete"]);
  assert.equal(answer.output, "Done.");
  assert.deepEqual(model.requests.map(({ choice }) => choice.type), [
    "tool",
    "tool",
    "allowed",
    "allowed",
    "auto",
    "auto",
  ]);
  const blocked = (await lab.history()).flatMap((entry) => entry.type === "tool" ? [entry] : [])
    .filter(({ outcome }) => outcome === "blocked");
  assert.deepEqual(blocked.map(({ name }) => name), ["delete", "delete", "delete"]);
  assert.match(
    blocked[0]?.error?.message ?? "",
    /^The rule "search first" of policy guarded did not permit it/,
  );
  assert.match(blocked[2]?.error?.message ?? "", /no delete unless confirm/);
});

Deno.test("C8: the state of the rules ends with the run, or goes on with the thread", async () => {
  const rules = (per: "run" | "thread") => [{ type: "at_most" as const, tool: "search", times: 1, per }];
  for (const per of ["run", "thread"] as const) {
    const { lab, ran } = setup({
      policy: { rules: rules(per) },
      replies: [calls("search", "search"), { says: "One." }, calls("search")],
    });
    await lab.run({ input: "go", until: "done" });
    assert.deepEqual(ran, ["search"], "the second call of the same plan is one too many");
    await lab.run({ input: "again", until: "done" });
    assert.equal(ran.length, per === "run" ? 2 : 1);
  }
});

Deno.test("C8: a call counts when it may have happened, and permits others only when it has completed", async () => {
  const { lab, ran } = setup({
    policy: { rules: [{ type: "at_most", tool: "confirm", times: 2 }, GUARDED.rules![1]!] },
    failing: ["confirm"],
    replies: [calls("confirm"), calls("confirm"), calls("confirm"), calls("delete")],
  });
  const { answer } = await lab.run({ input: "go", until: "done" });
  assert.deepEqual(ran, ["confirm", "confirm"]);
  assert.equal(answer.output, "Done.");
});

Deno.test("C8: a call of a step that does not complete changes the choice of its plan, which an event reports", async () => {
  const { lab } = setup({
    policy: { rules: [GUARDED.rules![1]!] },
    failing: ["confirm"],
    replies: [calls("confirm")],
  });
  await lab.run({ input: "go" });
  const { events, answer } = await lab.run();
  const [started, restarted] = [
    events.find(({ type }) => type === "step.started"),
    events.find(({ type }) => type === "plan.restarted"),
  ];
  assert.ok(started?.type === "step.started" && restarted?.type === "plan.restarted");
  assert.equal(started.choice?.requested.type, "auto");
  assert.deepEqual([restarted.reason, restarted.choice.requested.type], ["policy", "allowed"]);
  assert.deepEqual(answer.choice, restarted.choice);
});

Deno.test("C8: at least one of some tools forces calls until one has completed, and gives up when none can", async () => {
  const policy = { rules: [{ type: "at_least_one" as const, tools: ["search", "confirm"] }] };
  const forced = setup({ policy, replies: [calls("delete"), calls("search")] });
  const { answer } = await forced.lab.run({ input: "go", until: "done" });
  assert.deepEqual(forced.model.requests.map(({ choice }) => choice.type), ["required", "required", "auto"]);
  assert.equal(answer.output, "Done.");
  const limits = ["search", "confirm"].map((tool) => ({ type: "at_most" as const, tool, times: 1 }));
  const stuck = setup({
    policy: { rules: [...policy.rules, ...limits] },
    failing: ["search", "confirm"],
    replies: [calls("search", "confirm")],
  });
  const end = (await stuck.lab.run({ input: "go", until: "done" })).answer;
  assert.deepEqual(end.choice?.requested, { type: "allowed", names: ["delete"], mode: "auto" });
  assert.equal(end.output, "Done.");
});

Deno.test("C8: a forced choice that a rule puts off holds until it is satisfied itself", async () => {
  const { lab, model } = setup({
    policy: { rules: [{ type: "first", tool: "search" }] },
    definition: { toolChoice: "confirm" },
    replies: [calls("search"), calls("confirm")],
  });
  await lab.run({ input: "go", until: "done" });
  assert.deepEqual(model.requests.map(({ choice }) => choice), [
    { type: "tool", name: "search" },
    { type: "tool", name: "confirm" },
    { type: "auto" },
  ]);
});

Deno.test("C8: a call that waited for approval does not run when its rule no longer holds", async () => {
  const policy = (times: number) => ({
    name: "p",
    rules: [{ type: "at_most" as const, tool: "delete", times }],
  });
  const ran: string[] = [];
  const tool = defineTool({
    name: "delete",
    description: "Deletes.",
    parameters: [],
    needsApproval: true,
    run: () => ran.push("delete"),
  });
  const agent = defineAgent({ name: "a", policy: "p", tools: [tool] });
  const model = testModel((_request, index) => index === 0 ? calls("delete") : { says: "Done." });
  const policies = new Map([["p", definePolicy(policy(1))]]);
  const lab = createLab({
    agents: [agent],
    drivers: [createToolCallingDriver()],
    host: policyHost(policies),
    deps: { model: resolver(model) },
  });
  const { answer } = await lab.run({ input: "go" });
  const [call] = answer.calls;
  assert.equal(call?.state, "approval");
  const ref = { tenant: "acme", thread: "t1" };
  await lab.store.decide(ref, call?.id ?? "", { approved: true, at: 1 });
  policies.set("p", definePolicy(policy(0)));
  const after = await lab.run();
  assert.deepEqual(ran, []);
  assert.deepEqual(after.answer.calls.map(({ state }) => state), ["blocked"]);
});

Deno.test("C8: a policy in shadow changes nothing and reports what it would have done", async () => {
  const { lab, ran } = setup({
    policy: { ...GUARDED, mode: "shadow" },
    replies: [calls("delete")],
  });
  const { events, answer } = await lab.run({ input: "go" });
  assert.deepEqual([answer.choice?.requested.type, answer.choice?.source, answer.outcome?.type], [
    "auto",
    "default",
    "satisfied",
  ]);
  assert.deepEqual(warningsOf(events, "policy_shadow"), [
    "Policy guarded is in shadow; enforced, this plan would be under tool search: policy guarded forbids by " +
    '"search first" and wants a call by "search first"; else no other choice is set.',
    'The rule "search first" of policy guarded, in shadow, would forbid delete.',
  ]);
  await lab.run();
  assert.deepEqual(ran, ["delete"]);
});

Deno.test("C8: a policy that is changed in the middle of a run takes its state from the run's entries", async () => {
  const policies = new Map([["p", definePolicy({ name: "p" })]]);
  const ran: string[] = [];
  const tools = ["search", "delete"].map((name) =>
    defineTool({
      name,
      description: "Works.",
      parameters: [],
      effect: "pure",
      run: () => ran.push(name),
    })
  );
  const model = testModel((_request, index) =>
    [calls("search"), calls("delete"), calls("search")][index] ?? { says: "Done." }
  );
  const lab = createLab({
    agents: [defineAgent({ name: "a", policy: "p", tools })],
    drivers: [createToolCallingDriver()],
    host: policyHost(policies),
    deps: { model: resolver(model) },
  });
  await lab.run({ input: "go" });
  await lab.run();
  policies.set(
    "p",
    definePolicy({
      name: "p",
      rules: [{ type: "at_most", tool: "search", times: 1 }, {
        type: "after",
        tool: "delete",
        after: "search",
      }],
    }),
  );
  const { answer } = await lab.run();
  assert.deepEqual(ran, ["search", "delete"], "search had completed before the change");
  assert.deepEqual(
    answer.choice?.requested,
    { type: "allowed", names: ["delete"], mode: "auto" },
    "and it counts",
  );
});

Deno.test("C10: a stored policy is read once in 5 s by an isolate, and a change holds in another isolate then", async () => {
  const tools = [
    defineTool({
      name: "search",
      description: "Works.",
      parameters: [],
      effect: "pure",
      run: () => 1,
    }),
  ];
  const model = testModel(() => ({ says: "Done." }));
  let now = 1_000_000;
  const lab = createLab({
    agents: [defineAgent({ name: "a", policy: "p", tools })],
    drivers: [createToolCallingDriver()],
    host: policyHost(),
    deps: { model: resolver(model), clock: () => now },
  });
  const store = (choice: string) =>
    lab.store.putDefinition("acme", "policy", "p", JSON.stringify({ name: "p", choice }));
  const choice = async () => (await lab.run({ input: "go" })).answer.choice?.requested.type;
  await store("none");
  assert.equal(await choice(), "none");
  await store("required");
  now += 4_999;
  assert.equal(await choice(), "none");
  assert.equal(lab.counts.get("readDefinition"), 1);
  now += 1;
  assert.equal(await choice(), "required");
  assert.equal(lab.counts.get("readDefinition"), 2);
  await lab.store.putDefinition("acme", "policy", "p", "nonsense");
  now += 5_000;
  assert.equal((await lab.refused({ input: "go" })).code, "store_corrupt");
});

Deno.test("C8: a fork takes the state of the rules from the run that it shares", async () => {
  const { lab, ran } = setup({
    policy: {
      rules: [{ type: "at_most", tool: "search", times: 1 }, {
        type: "after",
        tool: "delete",
        after: "search",
      }],
    },
    replies: [calls("search"), { says: "One." }, calls("search", "delete")],
  });
  await lab.run({ input: "go", until: "done" });
  await forkThread({ tenant: "acme", thread: "t1" }, { thread: "t2", version: 2, replan: true }, lab.deps);
  const { answer } = await lab.run({ thread: "t2" });
  assert.deepEqual(answer.choice?.requested, { type: "allowed", names: ["confirm", "delete"], mode: "auto" });
  await lab.run({ thread: "t2" });
  assert.deepEqual(ran, ["search", "delete"]);
});

Deno.test("C8: an agent without a policy keeps nothing of one, and asks the store nothing", async () => {
  const lab = createLab({
    agents: [defineAgent({ name: "a", driver: "scripted" })],
    scenario: [{ says: "Done." }],
    host: policyHost(),
  });
  await lab.run({ input: "go" });
  const snapshot = await lab.store.read({ tenant: "acme", thread: "t1" });
  assert.deepEqual(Object.keys(JSON.parse(snapshot?.header.state ?? "{}")).toSorted(), [
    "recent",
    "record",
    "run",
    "title",
    "updatedAt",
  ]);
  assert.equal(lab.counts.get("readDefinition"), undefined);
});

// Random policies against a model that tries everything ------------------------------------------------------------------

const TOOLS = ["a", "b", "c", "d"];

Deno.test("C8: nothing that a policy forbids ever runs, under random policies and a model that always tries it", async () => {
  const random = mulberry32(10);
  let forbidden = 0;
  for (let trial = 0; trial < 150; trial++) {
    const rules = consistentRules(random);
    const ran: { readonly run: number; readonly tool: string; readonly completed: boolean }[] = [];
    let run = 0;
    const tools = TOOLS.map((name) =>
      defineTool({
        name,
        description: "Works.",
        parameters: [],
        effect: "pure",
        run: () => {
          const completed = random() < 0.8;
          ran.push({ run, tool: name, completed });
          if (!completed) throw new Error("broken");
          return name;
        },
      })
    );
    const model = testModel(() => {
      if (random() < 0.1) return { says: "Done." };
      return calls(...Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, TOOLS)));
    });
    const limits = { stepsPerRun: 6, repeatedCalls: 100 };
    const lab = createLab({
      agents: [defineAgent({ name: "a", tools, limits, policy: { rules } })],
      drivers: [createToolCallingDriver()],
      host: policyHost(),
      deps: { model: resolver(model) },
    });
    for (run = 0; run < 2; run++) await lab.run({ input: "go", until: "done" });
    for (const [index, { run, tool }] of ran.entries()) {
      for (const rule of rules) {
        assert.ok(kept(rule, ran.slice(0, index), run, tool), JSON.stringify({ rule, ran }));
      }
    }
    forbidden += await blockedIn(lab);
  }
  assert.ok(forbidden > 300, `${forbidden} calls were forbidden`);
});

async function blockedIn(lab: Lab): Promise<number> {
  return (await lab.history()).filter((entry) => entry.type === "tool" && entry.outcome === "blocked").length;
}

function kept(
  rule: PolicyRule,
  before: readonly { run: number; tool: string; completed: boolean }[],
  run: number,
  tool: string,
): boolean {
  const own = "per" in rule && rule.per === "thread" ? before : before.filter((each) => each.run === run);
  const completed = (name: string) => own.some((each) => each.tool === name && each.completed);
  switch (rule.type) {
    case "after":
      return tool !== rule.tool || rule.after.every(completed);
    case "forbid_unless":
      return tool !== rule.tool || rule.unless.some(completed);
    case "at_most":
      return tool !== rule.tool || own.filter((each) => each.tool === tool).length < rule.times;
    case "never_both":
      return !rule.tools.includes(tool) ||
        own.every((each) => each.tool === tool || !rule.tools.includes(each.tool));
    case "at_least_one":
      return true;
    case "first":
      return tool === rule.tool || own.some((each) => each.tool === rule.tool);
  }
}

function consistentRules(random: () => number): PolicyRule[] {
  for (;;) {
    const rules = Array.from({ length: 1 + Math.floor(random() * 3) }, () => randomRule(random));
    if (findConflicts(rules).length === 0) return rules;
  }
}

function randomRule(random: () => number): PolicyRule {
  const [one = "", two = "", three = ""] = TOOLS.toSorted(() => random() - 0.5);
  const per = random() < 0.3 ? { per: "thread" as const } : {};
  return pick<PolicyRule>(random, [
    { type: "after", tool: one, after: random() < 0.5 ? [two] : [two, three], ...per },
    { type: "forbid_unless", tool: one, unless: [two, three], ...per },
    { type: "at_most", tool: one, times: Math.floor(random() * 3), ...per },
    { type: "never_both", tools: [one, two], ...per },
    { type: "at_least_one", tools: [one, two] },
    { type: "first", tool: one },
  ]);
}

function pick<T>(random: () => number, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] ?? assert.fail("nothing to pick");
}
