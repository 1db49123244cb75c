// K1-K4, X5, E6: calls that plugins hold, where features meet: who may change, release and take over such a call.
import assert from "node:assert/strict";
import * as z from "zod/mini";
import { approvalRules } from "../../../docs/examples/plugins/approval_rules.ts";
import { agent } from "../../../src/agents/builder.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { ToolEntry } from "../../../src/core/entry.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import { judgeCalls } from "../../../src/kernel/hooks/judge_calls.ts";
import type { HoldTerms, StepPlugin } from "../../../src/kernel/hooks/plugin.ts";
import { toolSelection } from "../../../src/plugins/selection/tool_selection.ts";
import { decideApproval } from "../../../src/kernel/threads/decide_approval.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { readThread } from "../../../src/kernel/threads/threads.ts";
import { crew, FIVE, phase, runs, script, writes } from "../../plugins/orchestration/_crew.ts";
import { createWakeLab } from "../../plugins/wakes/_runtime.ts";
import { createLab, hostOf, type Lab } from "../../support/lab.ts";
import { byWords } from "../../plugins/selection/_by_words.ts";
import { lab, ran, tool } from "./_plugins.ts";

const REF = { tenant: "acme", thread: "t1" };
const DONE = { says: "Done." };
const SEARCH = { calls: [{ tool: "search" }] };

/** Holds calls of these tools when they are planned. */
function holding(tools: readonly string[], hold: HoldTerms = {}, more: Partial<StepPlugin> = {}): StepPlugin {
  return {
    ...definePlugin({
      name: "rules",
      compile: () => ({
        judge: (calls, when) =>
          when === "acting" ? undefined : new Map(
            calls.filter(({ name }) => tools.includes(name))
              .map(({ id }) => [id, { hold, because: "the rules want it" }]),
          ),
      }),
    }),
    ...more,
  };
}

async function idOf({ deps }: Lab, thread = "t1"): Promise<string> {
  const { calls } = await readThread({ ...REF, thread }, deps);
  return calls[0]?.id ?? assert.fail("no call is pending");
}

async function decide(of: Lab, answer: { readonly args?: JsonObject } = {}) {
  const by = { approved: true, by: "ann", via: "api" } as const;
  return await decideApproval(REF, await idOf(of), { ...by, ...answer }, of.deps);
}

async function outcomes(of: Lab, thread?: string): Promise<string[]> {
  const entries = await of.history(thread);
  return entries.filter((entry): entry is ToolEntry => entry.type === "tool")
    .map(({ name, outcome, error }) =>
      error === undefined ? `${name} ${outcome}` : `${name} ${outcome}: ${error.message}`
    );
}

const AMOUNT = { type: "object", properties: { amount: { type: "number" } } };

Deno.test("K1, X6: the arguments of a held call are not changed to ones that its tool wants more people for", async () => {
  const pay = tool("pay", { parameters: AMOUNT, needsApproval: { arg: "amount", gt: 1_000 }, approvals: 3 });
  const thread = lab([holding(["pay"], { edits: true })], [{
    calls: [{ tool: "pay", args: { amount: 500 } }],
  }, DONE], {
    tools: [pay],
  });
  await thread.run({ input: "Pay." });
  await assert.rejects(decide(thread, { args: { amount: 5_000 } }), { code: "approval_edit_refused" });
  await decide(thread);
  await thread.run({ until: "done" });
  assert.deepEqual(await outcomes(thread), ["pay completed"]);
});

Deno.test("K1, X6: people release a held call of a tool that the request has brought", async () => {
  const plan = { calls: [{ tool: "pick", args: {} }] };
  const thread = lab([holding(["pick"])], [plan, DONE]);
  const clientTools = [{ name: "pick", description: "Picks.", parameters: {} }];
  await thread.run({ input: "Pick.", clientTools });
  await decide(thread);
  const toolResults = [{ callId: await idOf(thread), output: "red", failed: false }];
  await thread.run({ toolResults, until: "done" });
  assert.deepEqual(await outcomes(thread), ["pick completed"]);
});

function garden() {
  const does = (name: string) =>
    defineTool({ name, description: `Does ${name}.`, effect: "pure", run: () => ran.push(name) });
  const selection = toolSelection({ tools: [does("mow"), does("dig")], selector: byWords(), offer: 1 });
  return { selection, tools: [does("look")] };
}

const DIG = { calls: [{ tool: "call_tool", args: JSON.stringify({ name: "dig", arguments: {} }) }] };

Deno.test("K1, S6: people release a held call of a catalogue's tool that was called through the bridge", async () => {
  const thread = lab([holding(["dig"])], [DIG, DONE], garden());
  await thread.run({ input: "mow" });
  assert.deepEqual(ran, []);
  await decide(thread);
  await thread.run({ until: "done" });
  assert.deepEqual([await outcomes(thread), ran], [["dig completed"], ["dig"]]);
});

Deno.test("K3, S6, E6: a tool of a catalogue that an offer denies does not run in a fork either", async () => {
  const noDigging = definePlugin({
    name: "no-digging",
    compile: () => ({ offer: () => ({ deny: ["dig"], because: "it rains" }) }),
  });
  const thread = lab([noDigging], [DIG, DONE], garden());
  await thread.run({ input: "mow" });
  await forkThread(REF, { thread: "t2", calls: "run" }, thread.deps);
  await thread.run({ thread: "t2", until: "done" });
  assert.deepEqual(await outcomes(thread, "t2"), ["dig blocked: The plugin no-digging did not permit it."]);
  assert.deepEqual(ran, []);
});

Deno.test("K4, E6: a deployment without a plugin for safety plans no calls of a fork anew", async () => {
  const rules = holding(["search"], {}, { safety: true });
  const thread = lab([rules], [SEARCH, DONE]);
  await thread.run({ input: "Find it." });
  const without = lab([], [SEARCH, DONE], { store: thread.store });
  await assert.rejects(forkThread(REF, { thread: "t2", calls: "run" }, without.deps), {
    code: "plugin_missing",
  });
  const fork = await forkThread(REF, { thread: "t2", calls: "run" }, thread.deps);
  assert.equal(fork.status, "waiting");
});

const COUNT = { schema: z.object({ used: z.number() }), initial: { used: 0 } };

Deno.test("K3, E6: a plugin that cannot read the states of a fork blocks none of its calls, and they stay where they are", async () => {
  const rules = holding(["search"], {}, { slices: { thread: COUNT } });
  const later = lab([{ ...rules, version: 2 }], [SEARCH, DONE]);
  await later.run({ input: "Find it." });
  const earlier = lab([rules], [SEARCH, DONE], { store: later.store });
  await assert.rejects(forkThread(REF, { thread: "t2", calls: "run" }, earlier.deps), {
    code: "schema_unsupported",
  });
  await decide(later);
  await later.run({ until: "done" });
  assert.deepEqual(await outcomes(later), ["search completed"]);
});

const pays = (amount: number) => ({ calls: [{ tool: "pay", args: { amount } }] });
const RULES = approvalRules({ tools: { pay: "amount" }, onePersonAbove: 100, twoPeopleAbove: 1_000 });
const TOO_FEW = "pay blocked: Too few people have approved it: 5000 would be spent, which is above 1000.";

Deno.test("K1, X6: a rule that held nothing refuses the arguments of a person that too few people have approved", async () => {
  const rules = [RULES, { ...holding(["pay"], { edits: true }), name: "look-first" }];
  const thread = lab(rules, [pays(50), DONE], { tools: [tool("pay", { parameters: AMOUNT })] });
  await thread.run({ input: "Pay." });
  await decide(thread, { args: { amount: 5_000 } });
  await thread.run({ until: "done" });
  assert.deepEqual([await outcomes(thread), ran], [[TOO_FEW], []]);
});

Deno.test("K1: a rule refuses a call that was planned before the deployment had it", async () => {
  const options = { tools: [tool("pay", { parameters: AMOUNT })] };
  const before = lab([], [pays(5_000), DONE], options);
  await before.run({ input: "Pay." });
  const thread = lab([RULES], [pays(5_000), DONE], { ...options, store: before.store });
  await thread.run({ until: "done" });
  assert.deepEqual([await outcomes(thread), ran], [[TOO_FEW], []]);
});

Deno.test("K1, X5: a judge is given how many people have approved a call that is about to run", async () => {
  const seen: unknown[] = [];
  const two = holding(["pay"], { approvals: 2 });
  const watch = definePlugin({
    name: "watch",
    compile: () => ({
      judge(calls, when) {
        seen.push(...calls.map(({ name, approvals }) => [when, name, approvals]));
        return undefined;
      },
    }),
  });
  const thread = lab([two, watch], [{ calls: [{ tool: "search" }, { tool: "pay" }] }, DONE]);
  await thread.run({ input: "Pay." });
  const { calls } = await readThread(REF, thread.deps);
  const id = calls.find(({ state }) => state === "approval")?.id ?? assert.fail();
  for (const by of ["ann", "bob"]) {
    await decideApproval(REF, id, { approved: true, by, via: "api" }, thread.deps);
  }
  await thread.run({ until: "done" });
  assert.deepEqual(seen, [
    ["planned", "search", undefined],
    ["planned", "pay", undefined],
    ["acting", "search", undefined],
    ["acting", "pay", 2],
  ]);
});

Deno.test("K1: the terms of a hold are those that its judge has returned, also when it uses the object again", () => {
  const terms = { approvals: 2 };
  const call = { id: "call_1", name: "pay", args: {} };
  const judge = () => new Map([[call.id, { hold: terms, because: "it is money" }]]);
  const { held } = judgeCalls([{ plugin: { name: "rules" }, hooks: {}, judge }], [call], {
    when: "planned",
    asksPeople: true,
    redactor: undefined,
    onFailure: () => {},
  });
  terms.approvals = 1;
  assert.equal(held.get(call.id)?.terms.approvals, 2);
});

Deno.test("K1, E8: a phase that people have released goes on by itself when a call in its thread is not answered in time", async () => {
  const sign = tool("sign", { needsApproval: true, approvalTtlMs: 300_000 });
  const runtime = createWakeLab({
    agents: crew({ tools: [sign] }),
    scenario: script(
      [writes(FIVE.slice(0, 1)), runs("facts"), DONE],
      (_turn, place) => place > 0 ? { says: "Nobody signed." } : { calls: [{ tool: "sign" }] },
    ),
    deps: { plugins: hostOf(holding(["run_phase"])) },
  });
  await runtime.run({ input: "Go.", wake: true });
  await runtime.drain();
  const id = await idOf(runtime);
  await decideApproval(REF, id, { approved: true, by: "ann", via: "api" }, runtime.deps, runtime.io);
  await runtime.settled();
  await runtime.drain();
  assert.equal((await readThread(REF, runtime.deps)).status, "waiting");
  await runtime.pump(300_001);
  await runtime.drain();
  assert.equal((await readThread(REF, runtime.deps)).status, "done");
});

Deno.test("K1, E8: a phase of a phase that people have released waits where its thread waits, and begins no step again and again", async () => {
  const leads = (name: string, worker: string) =>
    agent(name).driver("scripted").orchestrate({
      workers: { work: { agent: worker, description: "Works." } },
    });
  const signer = agent("signer").driver("scripted").tool(tool("sign", { needsApproval: true }));
  const all = holding(["run_phase"]);
  const rules: StepPlugin = { ...all, compile: (of) => of.name === "second" ? all.compile?.(of) : undefined };
  const plans = [writes([phase("facts", "work")]), runs("facts"), DONE];
  const thread = createLab({
    agents: [leads("first", "second").build(), leads("second", "signer").build(), signer.build()],
    scenario: ({ agent: { name }, history: { entries } }) => {
      const made = entries.filter(({ type }) => type === "assistant").length;
      return (name === "signer" ? [{ calls: [{ tool: "sign" }] }, DONE] : plans)[made] ?? DONE;
    },
    deps: { plugins: hostOf(rules) },
  });
  const waiting = async () => {
    const { calls } = await readThread(REF, thread.deps);
    return calls.find(({ state }) => state === "approval")?.id ?? assert.fail("no call waits for people");
  };
  const approve = async () =>
    void await decideApproval(REF, await waiting(), { approved: true, by: "ann", via: "api" }, thread.deps);
  await thread.run({ input: "Go.", until: "done" });
  await approve();
  const { answer } = await thread.run();
  assert.equal(answer.thread.status, "waiting");
  await approve();
  assert.equal((await thread.run({ until: "done" })).answer.thread.status, "done");
});
