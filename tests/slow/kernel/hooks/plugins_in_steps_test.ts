// K1-K3: plugins around steps: what they leave of the tools, which calls they refuse, and where their states stand.
import assert from "node:assert/strict";
import * as z from "zod/mini";
import { definePolicy } from "../../../../src/agents/define_policy.ts";
import type { Store } from "../../../../src/core/store.ts";
import type { CommitRequest } from "../../../../src/core/store/commit.ts";
import { definePlugin } from "../../../../src/http/define_plugin.ts";
import type { StepPlugin } from "../../../../src/kernel/hooks/plugin.ts";
import { PluginHost } from "../../../../src/kernel/hooks/plugin_host.ts";
import { decideApproval } from "../../../../src/kernel/threads/decide_approval.ts";
import { forkThread } from "../../../../src/plugins/forks/fork.ts";
import { cancelThread } from "../../../../src/kernel/threads/threads.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { mulberry32 } from "../../../support/mulberry32.ts";
import {
  atMost,
  DONE,
  lab,
  outcomes,
  PAY,
  ran,
  SEARCH,
  slicesIn,
  tool,
} from "../../../kernel/hooks/_plugins.ts";
import { policyHost } from "../../../plugins/policies/_host.ts";

Deno.test("K1: a tool that is used up is left out of the choice of the next plan, and the state stands in the commit", async () => {
  const thread = lab([atMost("search", { run: 1 })], [SEARCH, SEARCH, DONE]);
  await thread.run({ input: "Find it." });
  const { events, answer } = await thread.run();
  const [started] = events;
  assert.deepEqual(started?.type === "step.started" && started.choice?.requested, {
    type: "allowed",
    names: ["pay"],
    mode: "auto",
  });
  assert.match(answer.choice?.because ?? "", /plugin at-most-search: search is used up; else/);
  assert.deepEqual(await slicesIn(thread), {
    thread: { "at-most-search": { v: 1, at: 2, state: { used: 1 } } },
    run: { "at-most-search": { v: 1, at: 2, state: { used: 1 } } },
  });
});

Deno.test("K1: calls of one plan beyond what is left are refused with the words of the plugin, before any of them runs", async () => {
  const three = { calls: [{ tool: "search" }, { tool: "search" }, { tool: "pay" }] };
  const thread = lab([atMost("search", { run: 1 })], [three, DONE]);
  const { answer } = await thread.run({ input: "Find it.", until: "done" });
  assert.ok(
    answer.warnings.some(({ code, message }) =>
      code === "choice_violated" && message.includes("plugin at-most-search (search is used up)")
    ),
  );
  assert.deepEqual(await outcomes(thread), [
    "search completed",
    "search blocked: search is used up.",
    "pay completed",
  ]);
  assert.deepEqual(ran, ["search", "pay"]);
});

Deno.test("K1, K3: a plugin judges no call that does not run in any case, so that it counts for nothing", async () => {
  const seen: string[] = [];
  const watching = definePlugin({
    name: "watching",
    compile: () => ({
      judge: (calls) => {
        seen.push(...calls.map(({ name, args }) => `${name} ${JSON.stringify(args)}`));
        return undefined;
      },
    }),
  });
  const calls = [{ tool: "gone" }, { tool: "search", args: "no JSON" }, { tool: "search", args: { at: 1 } }];
  const thread = lab([watching, atMost("search", { run: 1 })], [{ calls }, DONE]);
  await thread.run({ input: "Find it.", until: "done" });
  assert.deepEqual(seen, ['search {"at":1}', 'search {"at":1}']); // as it is planned, and as it is about to run
  assert.deepEqual((await outcomes(thread)).map((outcome) => outcome.split(":")[0]), [
    "gone failed",
    "search failed",
    "search completed",
  ]);
});

Deno.test("K1: the state of a run begins anew with the next input, and that of the thread goes on", async () => {
  const thread = lab([atMost("search", { run: 1, thread: 2 })], [SEARCH, DONE, SEARCH, DONE, SEARCH, DONE]);
  await thread.run({ input: "One.", until: "done" });
  await thread.run({ input: "Two.", until: "done" });
  await thread.run({ input: "Three.", until: "done" });
  assert.deepEqual(await outcomes(thread), [
    "search completed",
    "search completed",
    "search blocked: search is used up.",
  ]);
});

Deno.test("K1: an input that comes while the calls of a run wait begins a run whose state is new", async () => {
  const thread = lab([atMost("search", { run: 1 })], [SEARCH, SEARCH, DONE]);
  await thread.run({ input: "One." });
  await thread.run({ input: "Two." });
  await thread.run({ until: "done" });
  assert.deepEqual(await outcomes(thread), ["search completed", "search completed"]);
  assert.deepEqual((await slicesIn(thread)).run["at-most-search"].state, { used: 1 });
  assert.deepEqual((await slicesIn(thread)).thread["at-most-search"].state, { used: 2 });
});

Deno.test("K2: a call that fails is not the completed one that the step has begun with: the plan begins anew", async () => {
  const broken = tool("search", {
    run: () => {
      throw new Error("down");
    },
  });
  const thread = lab([atMost("search", { run: 1 })], [SEARCH, DONE], { tools: [broken, tool("pay")] });
  await thread.run({ input: "Find it." });
  const { events, answer } = await thread.run();
  assert.ok(events.some((event) => event.type === "plan.restarted"));
  assert.deepEqual(answer.choice?.requested, { type: "auto" });
  assert.deepEqual((await slicesIn(thread)).run["at-most-search"].state, { used: 0 });
});

Deno.test("K1, X5: a call that was approved when the state has changed meanwhile is refused when it is about to run", async () => {
  let isOpen = true;
  const gate = definePlugin({
    name: "gate",
    compile: () => ({
      judge: (calls) =>
        isOpen ? undefined : new Map(calls.map(({ id }) => [id, { refuse: "The gate is closed." }])),
    }),
  });
  const thread = lab([gate], [PAY, DONE], { tools: [tool("pay", { needsApproval: true })] });
  const { events } = await thread.run({ input: "Pay." });
  const asked = events.find((event) => event.type === "approval.requested");
  assert.ok(asked);
  const answer = { approved: true, by: "ann", via: "api" } as const;
  await decideApproval({ tenant: "acme", thread: "t1" }, asked.callId, answer, thread.deps);
  isOpen = false;
  await thread.run({ until: "done" });
  assert.deepEqual(await outcomes(thread), ["pay blocked: The gate is closed."]);
  assert.deepEqual(ran, []);
});

Deno.test("K3, C8: a plugin and a policy narrow together, and a rule that wants a call is put above a choice that permits none of it", async () => {
  const policy = definePolicy({ name: "first", rules: [{ type: "first", tool: "search" }] });
  const forced = { type: "tool", name: "pay" } as const;
  for (const [used, expected] of [[2, { type: "tool", name: "search" }], [0, { type: "none" }]] as const) {
    const host = policyHost(new Map(), [atMost("search", { run: used })]);
    const thread = lab([], [SEARCH, DONE], { policy, host });
    const { answer } = await thread.run({ input: "Pay.", toolChoice: forced });
    assert.deepEqual(answer.choice?.requested, expected);
  }
});

/** Offers, refusals, reminders and states that contradict each other. */
function opposed(): readonly StepPlugin[] {
  const talks = definePlugin({
    name: "talks",
    slices: { run: { schema: z.object({ plans: z.number() }), initial: { plans: 0 } } },
    compile: () => ({
      remind: ({ run }) => `Plan ${run.plans}.`,
      planned: (_plan, { run }) => ({ run: { plans: run.plans + 1 } }),
      judge: (calls, _when, { run }) =>
        new Map(
          run.plans % 3 === 2 ? calls.map(({ id }) => [id, { refuse: "Not in every third plan." }]) : [],
        ),
    }),
  });
  const wants = definePlugin({
    name: "wants",
    compile: () => ({
      offer: ({ steps }) =>
        steps === 1 ? { allow: ["pay"], demand: true, because: "it is time to pay" } : undefined,
    }),
  });
  return [atMost("search", { run: 2 }), atMost("pay", { thread: 1 }), talks, wants];
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest])
  );
}

for (let seed = 1; seed <= 8; seed++) {
  Deno.test(`K3: in every order of the list a random run decides and commits the same (${seed})`, async () => {
    const random = mulberry32(seed);
    const tools = ["search", "pay"];
    const plans = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
      calls: Array.from(
        { length: 1 + Math.floor(random() * 3) },
        () => ({ tool: tools[Math.floor(random() * 2)] ?? "" }),
      ),
    }));
    const results: unknown[] = [];
    for (const list of permutations(opposed())) {
      const thread = lab(list, [...plans, DONE]);
      const { answer } = await thread.run({ input: "Go.", until: "done" });
      results.push({
        choice: answer.choice,
        warnings: answer.warnings.map(({ message }) => message),
        slices: await slicesIn(thread),
        outcomes: await outcomes(thread),
        ran: [...ran],
      });
    }
    assert.equal(results.length, 24);
    for (const result of results) assert.deepEqual(result, results[0]);
  });
}

Deno.test("K2: a fork has the state that the entries it shares lead to", async () => {
  const thread = lab([atMost("search", { run: 2, thread: 3 })], [SEARCH, SEARCH, DONE, SEARCH, SEARCH, DONE]);
  await thread.run({ input: "Go.", until: "done" });
  const view = await forkThread({ tenant: "acme", thread: "t1" }, { version: 2, thread: "t2" }, thread.deps);
  assert.equal(view.id, "t2");
  await thread.run({ thread: "t2" });
  assert.deepEqual((await slicesIn(thread, "t2")).thread["at-most-search"].state, { used: 1 });
});

Deno.test("K1: a plugin that a deployment adds later begins with what the window of the thread still has", async () => {
  const store = createMemoryStore();
  await lab([], [SEARCH, DONE], { store }).run({ input: "Go.", until: "done" });
  const later = lab([atMost("search", { thread: 1 })], [SEARCH, DONE, SEARCH, DONE], { store });
  await later.run({ input: "Again.", until: "done" });
  assert.deepEqual(await outcomes(later), ["search completed", "search blocked: search is used up."]);
});

Deno.test("K1, K4: a plugin that was away has seen what came meanwhile when it is back", async () => {
  const store = createMemoryStore();
  const plugin = atMost("search", { thread: 3, run: 9 });
  const scenario = [SEARCH, DONE, SEARCH, SEARCH, DONE, SEARCH, DONE];
  await lab([plugin], scenario, { store }).run({ input: "One.", until: "done" });
  await lab([], scenario, { store }).run({ input: "Two.", until: "done" });
  const back = lab([plugin], scenario, { store });
  await back.run({ input: "Three.", until: "done" });
  assert.deepEqual(await outcomes(back), [
    "search completed",
    "search completed",
    "search completed",
    "search blocked: search is used up.",
  ]);
  const { thread, run } = await slicesIn(back);
  assert.deepEqual([thread["at-most-search"].state, run["at-most-search"].state], [{ used: 3 }, { used: 0 }]);
});

Deno.test("K4: without the plugin a thread goes on and keeps its state; one for safety makes no step", async () => {
  const store = createMemoryStore();
  const plugin = atMost("search", { thread: 1 });
  await lab([plugin], [SEARCH, DONE], { store }).run({ input: "Go.", until: "done" });
  const without = lab([], [SEARCH, DONE], { store });
  await without.run({ input: "Again.", until: "done" });
  assert.deepEqual((await slicesIn(without)).thread["at-most-search"], { v: 1, at: 2, state: { used: 1 } });

  const guarded = lab([{ ...plugin, safety: true }], [DONE], { store });
  await guarded.run({ input: "Guard it.", until: "done" });
  const missing = lab([], [DONE], { store });
  const error = await missing.refused({ input: "Again.", agent: "a" });
  assert.equal(error.code, "plugin_missing");
  assert.equal((await store.read({ tenant: "acme", thread: "t1" }))?.waiting, 0);
});

Deno.test("K3: a plugin that throws in a decision refuses the step before anything is spent, and gives the input back", async () => {
  const broken = definePlugin({
    name: "broken",
    compile: () => ({
      offer: () => {
        throw new Error("secret");
      },
    }),
  });
  const thread = lab([broken], [DONE]);
  const error = await thread.refused({ input: "Go.", agent: "a" });
  assert.deepEqual([error.code, error.details], ["plugin_failed", { plugin: "broken" }]);
  assert.doesNotMatch(error.message, /secret/);
  thread.deps.agents.forEach((agent) => assert.equal(new PluginHost([]).of(agent).hasAny, false));
});

Deno.test("K1: what an input says is taken before the first plan of its run", async () => {
  const quiet = definePlugin({
    name: "quiet",
    slices: { thread: { schema: z.object({ isQuiet: z.boolean() }), initial: { isQuiet: false } } },
    compile: () => ({
      take: (inputs) =>
        inputs.some(({ text }) => text.includes("only talk")) ? { thread: { isQuiet: true } } : undefined,
      offer: ({ thread }) => thread.isQuiet ? { allow: [], because: "the user wants to talk" } : undefined,
    }),
  });
  const thread = lab([quiet], [DONE, DONE]);
  const { answer } = await thread.run({ input: "Let us only talk.", until: "done" });
  assert.deepEqual(answer.choice?.requested, { type: "none" });
  const later = await thread.run({ input: "And now?", until: "done" });
  assert.match(later.answer.choice?.because ?? "", /plugin quiet: the user wants to talk/);
});

/** Counts plans, and refuses steps behind so many of a run. */
const plansAtMost = (times: number) =>
  definePlugin({
    name: "plans-at-most",
    slices: {
      run: { schema: z.object({ plans: z.number() }), initial: { plans: 0 } },
      thread: { schema: z.object({ texts: z.array(z.string()) }), initial: { texts: [] } },
    },
    compile: () => ({
      mayStep: ({ run }) => run.plans < times ? undefined : { refuse: `${times} plans are enough.` },
      planned: ({ text }, { run, thread }) => ({
        run: { plans: run.plans + 1 },
        thread: { texts: [...thread.texts, text] },
      }),
    }),
  });

Deno.test("K1: a plan counts in the commit that has it, and a run ends before a step that a plugin refuses", async () => {
  const thread = lab([plansAtMost(2)], [SEARCH, SEARCH, DONE, DONE]);
  const { answer } = await thread.run({ input: "Find it.", until: "done" });
  assert.deepEqual([answer.thread.status, answer.error], ["open", undefined]);
  assert.deepEqual(ran, ["search"]);
  assert.deepEqual(await slicesIn(thread), {
    thread: { "plans-at-most": { v: 1, at: 2, state: { texts: ["", ""] } } },
    run: { "plans-at-most": { v: 1, at: 2, state: { plans: 2 } } },
  });
  await assert.rejects(thread.run(), {
    code: "step_refused",
    message: "2 plans are enough.",
    details: { plugin: "plans-at-most" },
  });
  assert.deepEqual(ran, ["search"], "a refused step runs no call");
  // An input begins a run, whose state is new.
  const next = await thread.run({ input: "Go on.", until: "done" });
  assert.equal(next.answer.output, "Done.");
});

/** Counts calls that have completed, and refuses steps behind so many of a thread. */
const callsAtMost = (times: number) =>
  definePlugin({
    name: "calls-at-most",
    slices: { thread: { schema: z.object({ calls: z.number() }), initial: { calls: 0 } } },
    compile: () => ({
      mayStep: ({ thread }) => thread.calls < times ? undefined : { refuse: `${times} calls are enough.` },
      observed: (calls, { thread }) => ({
        thread: { calls: thread.calls + calls.filter(({ outcome }) => outcome === "completed").length },
      }),
    }),
  });

Deno.test("K1: no call counts in a step that may still be refused: the last one that is permitted runs", async () => {
  const thread = lab([callsAtMost(2)], [SEARCH, SEARCH, SEARCH, DONE]);
  const { answer, events } = await thread.run({ input: "Find it.", until: "done" });
  assert.deepEqual([answer.thread.status, answer.error], ["open", undefined], "the run ends before the step");
  assert.equal(events.at(-1)?.type, "step.finished");
  assert.deepEqual(ran, ["search", "search"]);
  await assert.rejects(thread.run(), { code: "step_refused" });
});

/** A store in which a cancel comes before each commit of a step. */
function cancelling(): Store {
  const inner = createMemoryStore();
  return new Proxy(inner, {
    get(target, property) {
      const value = Reflect.get(target, property);
      if (property !== "commit") return typeof value === "function" ? value.bind(target) : value;
      return async (request: CommitRequest) => {
        if (request.afterCancel !== true) await inner.cancel({ tenant: "acme", thread: "t1" });
        return await inner.commit(request);
      };
    },
  });
}

Deno.test("K1, E3: a plan of calls alone that was cancelled before its commit is in no history and counts for nothing", async () => {
  const thread = lab([plansAtMost(1)], [SEARCH], { store: cancelling() });
  const { answer } = await thread.run({ input: "Find it." });
  assert.equal(answer.error?.code, "step_cancelled");
  assert.deepEqual((await thread.history()).map(({ type }) => type), ["user"]);
  const { run } = await slicesIn(thread);
  assert.deepEqual(run["plans-at-most"].state, { plans: 0 });
});

Deno.test("E3, E13: a history that a cancelled step has brought keeps its calls, and the plan of the step counts for nothing", async () => {
  const thread = lab([plansAtMost(5)], [SEARCH], { store: cancelling() });
  const base = (id: string) => ({ id: `brought_${id}`, at: 1_700_000_000_000, version: 0 });
  await thread.run({
    agent: "a",
    input: "Go on.",
    history: [
      { type: "user", ...base("1"), text: "Find it." },
      {
        type: "assistant",
        ...base("2"),
        blocks: [{ type: "call", id: "c1", name: "search", args: "{}" }],
        finish: "calls",
        model: "caller/history",
        usage: { inputTokens: 0, outputTokens: 0 },
      },
      {
        type: "tool",
        ...base("3"),
        callId: "c1",
        name: "search",
        outcome: "completed",
        output: 1,
        ms: 0,
        brought: true,
      },
    ],
  });
  assert.deepEqual((await thread.history()).map(({ type }) => type), ["user", "assistant", "tool", "user"]);
  const { thread: slices } = await slicesIn(thread);
  assert.deepEqual(slices["plans-at-most"].state, { texts: [""] }, "the plan of the history alone");
});

Deno.test("K1, E3: a call that was cancelled refuses no step", async () => {
  const thread = lab([callsAtMost(1)], [SEARCH, DONE]);
  await thread.run({ input: "Find it." });
  await cancelThread({ tenant: "acme", thread: "t1" }, thread.deps);
  const { answer } = await thread.run({ input: "Never mind.", until: "done" });
  assert.equal(answer.output, "Done.");
  assert.deepEqual((await slicesIn(thread)).thread["calls-at-most"].state, { calls: 0 });
});

Deno.test("K1, K3: a plugin that throws about a step refuses it, and gives the input back", async () => {
  const broken = definePlugin({
    name: "broken",
    compile: () => ({
      mayStep() {
        throw new Error("no");
      },
    }),
  });
  const thread = lab([broken], [DONE]);
  await assert.rejects(thread.run({ input: "Hi." }), {
    code: "plugin_failed",
    message: /broken threw in mayStep/,
  });
  const silent = definePlugin({ name: "silent", compile: () => ({ mayStep: () => ({ refuse: "" }) }) });
  await assert.rejects(lab([silent], [DONE]).run({ input: "Hi." }), { code: "plugin_failed" });
});

Deno.test("K1: a plugin that fails about a plan is marked in the thread: the plan stands, and no call of it runs", async () => {
  const broken = definePlugin({
    name: "broken",
    slices: { run: { schema: z.object({}), initial: {} } },
    compile: () => ({
      planned() {
        throw new Error("no");
      },
    }),
  });
  const thread = lab([broken], [SEARCH, DONE]);
  const { answer } = await thread.run({ input: "Find it." });
  assert.equal(answer.thread.status, "open");
  await assert.rejects(thread.run(), { code: "plugin_failed" });
  assert.deepEqual(ran, []);
});

Deno.test("K2: plans that were made without a plugin are counted when it is back, each once", async () => {
  const store = createMemoryStore();
  const counting = plansAtMost(10);
  const script = [SEARCH, SEARCH, DONE];
  await lab([counting], script, { store }).run({ input: "Find it." });
  await lab([], script, { store }).run();
  await lab([counting], script, { store }).run();
  assert.deepEqual((await slicesIn({ store })).run["plans-at-most"].state, { plans: 3 });
});

Deno.test("K1: a plugin sees the model and the usage of a plan, and cannot change them", async () => {
  const seen: string[] = [];
  const counting = definePlugin({
    name: "counting",
    compile: () => ({
      planned({ usage, model }) {
        seen.push(`${model} ${usage.inputTokens}`);
        assert.throws(() => Object.assign(usage, { microDollars: 0 }), TypeError);
        return undefined;
      },
    }),
  });
  const thread = lab([counting], [DONE]);
  await thread.run({ input: "Hi." });
  assert.deepEqual(seen, ["scripted/demo 0"]);
});
