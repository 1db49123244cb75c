// K1, K3, X5: plugins that hold calls: people release one as they do the call of a tool that needs approval.
import assert from "node:assert/strict";
import * as z from "zod/mini";
import { askUser } from "../../../src/agents/ask_user.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { ToolEntry } from "../../../src/core/entry.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { sleep } from "../../../src/deps/ports.ts";
import type { PlanScript, ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import type { CallVerdict, HoldTerms, StepPlugin } from "../../../src/kernel/hooks/plugin.ts";
import { decideApproval } from "../../../src/kernel/threads/decide_approval.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { listInbox } from "../../../src/plugins/approvals/inbox.ts";
import { readThread } from "../../../src/kernel/threads/threads.ts";
import { createExecutor } from "../../../src/kernel/tools/executor.ts";
import { asSent } from "../../support/as_sent.ts";
import { createLab, hostOf, type Lab } from "../../support/lab.ts";
import { crew, FIVE, runs } from "../../plugins/orchestration/_crew.ts";
import { lab, ran, tool } from "./_plugins.ts";

const COUNT = z.object({ used: z.number() });
const REF = { tenant: "acme", thread: "t1" };
const DONE = { says: "Done." };
const PAY = { calls: [{ tool: "pay", args: { amount: 500 } }] };

/** Holds calls of these tools when they are planned. */
function holding(name: string, tools: readonly string[], hold: HoldTerms = {}): StepPlugin {
  return definePlugin({
    name,
    compile: () => ({
      judge: (calls, when) =>
        when === "planned"
          ? new Map(
            calls.filter((call) => tools.includes(call.name))
              .map(({ id }) => [id, { hold, because: `${name} wants it` }]),
          )
          : undefined,
    }),
  });
}

async function held({ deps }: Lab) {
  const [call, ...more] = (await readThread(REF, deps)).calls.filter(({ state }) => state === "approval");
  assert.deepEqual(more, []);
  return call ?? assert.fail("no call waits for people");
}

interface Answer {
  readonly by?: string;
  readonly approved?: boolean;
  readonly args?: JsonObject;
  /** That of the call that waits by default. */
  readonly callId?: string;
}

async function decide(of: Lab, { callId, ...answer }: Answer = {}) {
  const id = callId ?? (await held(of)).id;
  return await decideApproval(REF, id, { by: "ann", approved: true, via: "api", ...answer }, of.deps);
}

async function tools(of: Lab, thread?: string): Promise<ToolEntry[]> {
  return (await of.history(thread)).filter((entry) => entry.type === "tool");
}

/** A lab with a clock, of an agent whose tool `pay` takes an amount. */
function timed(plugins: readonly StepPlugin[], scenario: PlanScript, terms: object = {}) {
  const at = { now: 1_700_000_000_000, paid: [] as JsonObject[] };
  const clock = () => at.now;
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    effect: "once",
    parameters: { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] },
    run: (args) => {
      at.paid.push(args);
      return "paid";
    },
    ...terms,
  });
  const more = lab([], scenario, { tools: [pay] });
  const made = createLab({
    agents: [...more.deps.agents.values()],
    scenario,
    deps: { clock, executor: createExecutor({ clock, sleep }), plugins: hostOf(...plugins) },
  });
  return { at, lab: made };
}

Deno.test("K1, X5: a call that a plugin holds waits for people, is in the inbox, and runs when they have approved it", async () => {
  const thread = lab([holding("rules", ["pay"])], [PAY, DONE]);
  const { events, answer } = await thread.run({ input: "Pay." });
  assert.deepEqual([answer.thread.status, answer.thread.waitsFor], ["waiting", "approval"]);
  const call = await held(thread);
  const request = events.find((event) => event.type === "approval.requested");
  assert.equal(request?.digest, call.approval?.digest);
  assert.deepEqual([request?.because, call.approval?.because], Array(2).fill("plugin rules: rules wants it"));
  assert.deepEqual(answer.warnings.map(({ code, message }) => `${code}: ${message}`), [
    "call_held: pay waits for people: plugin rules: rules wants it.",
  ]);
  const { items } = await listInbox({ tenant: "acme" }, { limit: 10, order: "oldest" }, thread.deps);
  assert.deepEqual(items.map(({ callId }) => callId), [call.id]);
  assert.equal((await thread.refused()).code, "approval_required");
  await decide(thread);
  await thread.run({ until: "done" });
  const [entry] = await tools(thread);
  assert.deepEqual([entry?.outcome, entry?.approval?.outcome, ran], ["completed", "approved", ["pay"]]);
});

Deno.test("K1: a plugin that holds nothing leaves calls as they are", async () => {
  const thread = lab([holding("rules", ["search"])], [PAY, DONE]);
  const { answer } = await thread.run({ input: "Pay.", until: "done" });
  assert.deepEqual([answer.thread.status, answer.warnings, ran], ["done", [], ["pay"]]);
});

interface Merge {
  readonly holds: readonly HoldTerms[];
  readonly tool?: object;
  readonly gives: object;
}

const HOUR = 3_600_000;
const MERGED: Readonly<Record<string, Merge>> = {
  "one hold": { holds: [{}], gives: { needed: 1 } },
  "the terms of a hold": {
    holds: [{ approvals: 2, expiresInMs: HOUR }],
    gives: { needed: 2, expiresAt: "2023-11-14T23:13:20.000Z" },
  },
  "more people, and the earlier end": {
    holds: [{ approvals: 3, expiresInMs: 2 * HOUR }, { approvals: 2, expiresInMs: HOUR }],
    gives: { needed: 3, expiresAt: "2023-11-14T23:13:20.000Z" },
  },
  "the terms of the tool too": {
    holds: [{ approvals: 2, expiresInMs: 2 * HOUR }],
    tool: { needsApproval: true, approvals: 3, approvalTtlMs: HOUR },
    gives: { needed: 3, expiresAt: "2023-11-14T23:13:20.000Z" },
  },
  "the people of a tool whose own condition does not hold are not needed": {
    holds: [{}],
    tool: { needsApproval: { arg: "amount", gt: 1_000 }, approvals: 3 },
    gives: { needed: 1 },
  },
  "its time counts in any case": {
    holds: [{}],
    tool: { approvalTtlMs: HOUR, needsApproval: { arg: "amount", gt: 1_000 } },
    gives: { needed: 1, expiresAt: "2023-11-14T23:13:20.000Z" },
  },
  "edits that all permit": {
    holds: [{ edits: true }, { edits: true }],
    tool: { needsApproval: true, approvalEdits: true },
    gives: { needed: 1, edits: true },
  },
  "edits that one does not permit": { holds: [{ edits: true }, {}], gives: { needed: 1 } },
  "edits that the tool does not permit": {
    holds: [{ edits: true }],
    tool: { needsApproval: true },
    gives: { needed: 1 },
  },
  "no edits with two people": { holds: [{ edits: true }, { approvals: 2 }], gives: { needed: 2 } },
};

for (const [what, { holds, tool: terms, gives }] of Object.entries(MERGED)) {
  Deno.test(`K1: terms of holds: ${what}`, async () => {
    for (const turned of [false, true]) {
      const plugins = holds.map((hold, index) => holding(`rules-${index}`, ["pay"], hold));
      const { lab: thread } = timed(turned ? plugins.toReversed() : plugins, [PAY, DONE], terms);
      await thread.run({ input: "Pay." });
      const { digest: _digest, decisions, because, ...approval } = (await held(thread)).approval ??
        assert.fail();
      assert.deepEqual([asSent(approval), decisions], [gives, []]);
      assert.equal(because, plugins.map(({ name }) => `plugin ${name}: ${name} wants it`).join("; "));
    }
  });
}

Deno.test("K1, X5: two people release a call, one denial ends it, and nobody in time denies it", async () => {
  const rules = holding("rules", ["pay"], { approvals: 2, expiresInMs: HOUR });
  const approved = timed([rules], [PAY, DONE]);
  await approved.lab.run({ input: "Pay." });
  assert.equal((await decide(approved.lab)).missing, 1);
  assert.equal((await approved.lab.refused()).code, "approval_required");
  assert.equal((await decide(approved.lab, { by: "bob" })).missing, 0);
  await approved.lab.run({ until: "done" });
  assert.deepEqual(approved.at.paid, [{ amount: 500 }]);

  const denied = timed([rules], [PAY, DONE]);
  await denied.lab.run({ input: "Pay." });
  await decide(denied.lab);
  await decide(denied.lab, { by: "bob", approved: false });
  await denied.lab.run({ until: "done" });
  assert.deepEqual([(await tools(denied.lab))[0]?.outcome, denied.at.paid], ["denied", []]);

  const late = timed([rules], [PAY, DONE]);
  await late.lab.run({ input: "Pay." });
  late.at.now += HOUR;
  await assert.rejects(
    async () => decide(late.lab, { callId: (await readThread(REF, late.lab.deps)).calls[0]?.id }),
    {
      code: "approval_expired",
    },
  );
  await late.lab.run({ until: "done" });
  const [entry] = await tools(late.lab);
  assert.deepEqual([entry?.outcome, entry?.approval?.outcome, late.at.paid], ["denied", "expired", []]);
});

Deno.test("K1, X5: arguments of a person are judged again before the call runs", async () => {
  const judged: unknown[] = [];
  const limit = definePlugin({
    name: "limit",
    compile: () => ({
      judge(calls, when) {
        judged.push(...calls.map(({ args }) => [when, args.amount]));
        const verdict = ({ args: { amount } }: { args: JsonObject }): CallVerdict | undefined => {
          if (Number(amount) > 1_000) return { refuse: "That is too much." };
          return when === "planned" ? { hold: { edits: true }, because: "it is money" } : undefined;
        };
        return new Map(calls.flatMap((call) => {
          const said = verdict(call);
          return said === undefined ? [] : [[call.id, said] as const];
        }));
      },
    }),
  });
  const thread = timed([limit], [PAY, PAY, DONE]);
  await thread.lab.run({ input: "Pay." });
  await decide(thread.lab, { args: { amount: 5_000 } });
  await thread.lab.run();
  await decide(thread.lab, { args: { amount: 7 } });
  await thread.lab.run({ until: "done" });
  assert.deepEqual((await tools(thread.lab)).map(({ outcome }) => outcome), ["blocked", "completed"]);
  assert.deepEqual(thread.at.paid, [{ amount: 7 }]);
  assert.deepEqual(judged, [["planned", 500], ["acting", 5_000], ["planned", 500], ["acting", 7]]);
});

Deno.test("K3: a refusal beats a hold, whatever the order of the list", async () => {
  const refusing = definePlugin({
    name: "zeal",
    compile: () => ({ judge: (calls) => new Map(calls.map(({ id }) => [id, { refuse: "Never." }])) }),
  });
  for (const plugins of [[holding("rules", ["pay"]), refusing], [refusing, holding("rules", ["pay"])]]) {
    const thread = lab(plugins, [PAY, DONE]);
    const { answer } = await thread.run({ input: "Pay.", until: "done" });
    assert.equal(answer.thread.status, "done");
    assert.deepEqual((await tools(thread)).map(({ outcome, error }) => [outcome, error?.message]), [
      ["blocked", "Never."],
    ]);
    assert.ok(answer.warnings.every(({ code }) => code !== "call_held"));
  }
});

Deno.test("K3: a hold of a call that is about to run refuses it, and the others run", async () => {
  const logged: unknown[] = [];
  const late = definePlugin({
    name: "late",
    compile: () => ({
      judge: (calls, when) =>
        when === "planned" ? undefined : new Map(
          calls.filter(({ name }) => name === "pay").map((
            { id },
          ) => [id, { hold: {}, because: "it is late" }]),
        ),
    }),
  });
  const thread = createLab({
    agents: [...lab([], []).deps.agents.values()],
    scenario: [{ calls: [{ tool: "search" }, { tool: "pay" }] }, DONE],
    deps: {
      plugins: hostOf(late),
      log: (_level, message, fields) => logged.push([message, fields?.code, fields?.plugin]),
    },
  });
  ran.length = 0;
  await thread.run({ input: "Pay.", until: "done" });
  assert.deepEqual((await tools(thread)).map(({ outcome }) => outcome), ["completed", "blocked"]);
  assert.deepEqual(ran, ["search"]);
  assert.equal(logged.filter((line) => JSON.stringify(line).includes("plugin_failed")).length, 1);
});

const NONE: Readonly<Record<string, unknown>> = {
  "without words": { hold: {}, because: "" },
  "without a reason": { hold: {} },
  "with a refusal": { hold: {}, because: "it is", refuse: "No." },
  "of no people": { hold: { approvals: 0 }, because: "it is" },
  "of too many people": { hold: { approvals: 21 }, because: "it is" },
  "that ends at once": { hold: { expiresInMs: 0 }, because: "it is" },
  "whose edits are no": { hold: { edits: false }, because: "it is" },
  "of two people who edit": { hold: { approvals: 2, edits: true }, because: "it is" },
  "with a mistyped term": { hold: { approvers: 2 }, because: "it is" },
  "of nothing": { hold: null, because: "it is" },
};

for (const [what, verdict] of Object.entries(NONE)) {
  Deno.test(`K3: a hold ${what} is the failure of its plugin, whose calls do not run`, async () => {
    const wrong = definePlugin({
      name: "wrong",
      compile: () => ({ judge: (calls) => new Map(calls.map(({ id }) => [id, verdict as CallVerdict])) }),
    });
    const thread = lab([wrong], [PAY, DONE]);
    await thread.run({ input: "Pay.", until: "done" });
    assert.deepEqual((await tools(thread)).map(({ outcome, error }) => [outcome, error?.message]), [
      ["blocked", "The plugin wrong cannot say whether the call may run."],
    ]);
    assert.deepEqual(ran, []);
  });
}

Deno.test("K1, X6: people release a call of a client tool to the caller", async () => {
  const pick = defineTool({ name: "pick", description: "Picks." });
  const plan: ScriptedPlan = { calls: [{ tool: "pick" }] };
  const thread = lab([holding("rules", ["pick"], { edits: true })], [plan, DONE], { tools: [pick] });
  await thread.run({ input: "Pick." });
  const { id, approval } = await held(thread);
  assert.deepEqual([approval?.client, approval?.edits], [true, undefined]);
  const toolResults = [{ callId: id, output: "red", failed: false }];
  assert.equal((await thread.refused({ toolResults })).code, "result_refused");
  await decide(thread);
  assert.equal((await readThread(REF, thread.deps)).calls[0]?.state, "client");
  await thread.run({ toolResults, until: "done" });
  assert.deepEqual((await tools(thread)).map(({ outcome, output }) => [outcome, output]), [[
    "completed",
    "red",
  ]]);
});

Deno.test("K1: a question waits for its one answer, within the time of the hold", async () => {
  const rules = holding("rules", ["ask_user"], { approvals: 3, expiresInMs: HOUR, edits: undefined });
  const ask: ScriptedPlan = { calls: [{ tool: "ask_user", args: { question: "Which?" } }] };
  const thread = lab([rules], [ask, DONE], { tools: [askUser()] });
  await thread.run({ input: "Ask." });
  const { id, approval } = await held(thread);
  assert.deepEqual([approval?.needed, approval?.asks, approval?.expiresAt === undefined], [1, true, false]);
  await decideApproval(REF, id, { by: "ann", approved: true, via: "api", answer: "blue" }, thread.deps);
  await thread.run({ until: "done" });
  assert.equal((await tools(thread))[0]?.output, "blue");
});

Deno.test("K1, C11: a predicted call that is held takes the caller's result when people have released it", async () => {
  const thread = lab([holding("rules", ["pay"])], [PAY, DONE]);
  await thread.run({ input: "Pay.", execution: "predict" });
  const { id } = await held(thread);
  const toolResults = [{ callId: id, output: "paid", failed: false }];
  assert.equal((await thread.refused({ toolResults })).code, "result_refused");
  await decide(thread);
  await thread.run({ toolResults, until: "done" });
  assert.deepEqual([(await tools(thread))[0]?.outcome, ran], ["completed", []]);
});

/** The orchestrator of five phases, with its workers. */
function phases(tools: readonly string[], hold: HoldTerms = {}): Lab {
  const scenario: PlanScript = ({ agent: { name }, history: { entries } }) => {
    if (name !== "lead") return { says: `${name} is done.` };
    const plans = entries.filter(({ type }) => type === "assistant").length;
    if (plans === 0) return { calls: [{ tool: "write_plan", args: { phases: [...FIVE] } }] };
    return plans === 1 ? runs("facts") : DONE;
  };
  const plugins = hostOf(holding("rules", tools, hold));
  return createLab({ agents: crew(), scenario, deps: { plugins } });
}

async function childrenOf({ deps }: Lab): Promise<number> {
  const { threads } = await deps.store.list("acme", { limit: 50 });
  return threads.length - 1;
}

Deno.test("K1: a phase that is held begins when people have released it, with the arguments that name its thread", async () => {
  const thread = phases(["run_phase"], { edits: true });
  await thread.run({ input: "Write it.", agent: "lead", until: "done" });
  const { approval } = await held(thread);
  assert.deepEqual([approval?.edits, await childrenOf(thread)], [undefined, 0]);
  assert.equal((await thread.refused()).code, "approval_required");
  await decide(thread);
  await thread.run({ until: "done" });
  assert.deepEqual((await tools(thread)).map(({ name, outcome }) => [name, outcome]), [
    ["write_plan", "completed"],
    ["run_phase", "completed"],
  ]);
  assert.equal(await childrenOf(thread), 1);
});

for (const [how, go] of [["denied", true], ["left by an input", false]] as const) {
  Deno.test(`K1: a phase that is held and ${how} does not begin`, async () => {
    const thread = phases(["run_phase"]);
    await thread.run({ input: "Write it.", agent: "lead", until: "done" });
    if (go) await decide(thread, { approved: false });
    await thread.run(go ? { until: "done" } : { input: "Leave it.", until: "done" });
    const entries = await tools(thread);
    assert.deepEqual([entries.at(-1)?.name, entries.at(-1)?.outcome], ["run_phase", "denied"]);
    assert.equal(await childrenOf(thread), 0);
  });
}

Deno.test("K1, X5: a phase does not begin by an approval of other arguments", async () => {
  const thread = phases(["run_phase"]);
  await thread.run({ input: "Write it.", agent: "lead", until: "done" });
  const { id } = await held(thread);
  const forged = { approved: true, at: 1, by: "ann", via: "api", digest: "0".repeat(64) } as const;
  await thread.deps.store.decide(REF, id, forged, 1);
  await thread.run({ until: "done" });
  const entry = (await tools(thread)).at(-1);
  assert.deepEqual([entry?.outcome, entry?.error?.message], [
    "denied",
    "the approval is for other arguments.",
  ]);
  assert.equal(await childrenOf(thread), 0);
});

Deno.test("K1: people release a plan of phases before it is written, as the model has made it", async () => {
  const thread = phases(["write_plan"], { edits: true });
  await thread.run({ input: "Write it.", agent: "lead", until: "done" });
  assert.equal((await held(thread)).approval?.edits, undefined);
  assert.equal((await readThread(REF, thread.deps)).plan, undefined);
  await decide(thread);
  await thread.run();
  assert.equal((await tools(thread))[0]?.outcome, "completed");
  assert.notEqual((await readThread(REF, thread.deps)).plan, undefined);
});

Deno.test("K1, E6: a call that is held waits in a fork too, and in one whose source has run it", async () => {
  const thread = lab([holding("rules", ["search"])], [{ calls: [{ tool: "search" }] }, DONE], {
    tools: [tool("search", { effect: "pure" })],
  });
  await thread.run({ input: "Find it." });
  const early = await forkThread(REF, { thread: "t2", calls: "run" }, thread.deps);
  assert.deepEqual([early.status, early.waitsFor], ["waiting", "approval"]);
  await decide(thread);
  await thread.run({ until: "done" });
  const late = await forkThread(REF, { thread: "t3", version: 1, calls: "rerun" }, thread.deps);
  assert.equal(late.status, "waiting");
  ran.length = 0;
  for (const fork of ["t2", "t3"]) {
    assert.equal((await thread.refused({ thread: fork })).code, "approval_required");
    const { items } = await listInbox({ tenant: "acme" }, { limit: 10, order: "oldest" }, thread.deps);
    assert.equal(items.filter((item) => item.thread === fork).length, 1);
  }
  assert.deepEqual(ran, []);
});

Deno.test("K1, E6: a call that a plugin holds by what it has loaded waits in a fork too", async () => {
  const rules: StepPlugin = { name: "rules", compile: () => ({}) };
  const plugins = hostOf(rules);
  plugins.addLoader(rules, () => ({
    judge: (calls, when) =>
      when === "acting"
        ? undefined
        : new Map(calls.map(({ id }) => [id, { hold: {}, because: "it is money" }])),
  }));
  const { agents } = lab([], []).deps;
  const thread = createLab({ agents: [...agents.values()], scenario: [PAY, DONE], deps: { plugins } });
  ran.length = 0;
  await thread.run({ input: "Pay." });
  assert.equal((await thread.refused()).code, "approval_required");
  await forkThread(REF, { thread: "t2", calls: "run" }, thread.deps);
  assert.equal((await thread.refused({ thread: "t2" })).code, "approval_required");
  assert.deepEqual(ran, []);
});

Deno.test("K1, E6: what a plugin refuses in the states of a fork does not run there", async () => {
  const once = definePlugin({
    name: "once",
    slices: { thread: { schema: COUNT, initial: { used: 0 } } },
    compile: () => ({
      judge: (calls, _when, { thread: { used } }) =>
        new Map(calls.slice(Math.max(0, 1 - used)).map(({ id }) => [id, { refuse: "Once is enough." }])),
      observed: (calls, { thread: { used } }) => ({ thread: { used: used + calls.length } }),
    }),
  });
  const search = { calls: [{ tool: "search" }] };
  const thread = lab([once], [search, DONE], { tools: [tool("search", { effect: "pure" })] });
  await thread.run({ input: "Find it.", until: "done" });
  const fork = await forkThread(REF, { thread: "t2", version: 1, calls: "rerun" }, thread.deps);
  assert.equal(fork.status, "open");
  await thread.run({ thread: "t2", until: "done" });
  assert.deepEqual((await tools(thread, "t2")).map(({ outcome }) => outcome), ["completed"]);
});
