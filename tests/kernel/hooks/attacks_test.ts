// K1-K4: plugins where features meet: what a plugin is given and returns, and what becomes of a step that it fails in.
import assert from "node:assert/strict";
import * as z from "zod/mini";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import type { ObservedCall } from "../../../src/kernel/hooks/facts.ts";
import type { PluginHooks, StepPlugin } from "../../../src/kernel/hooks/plugin.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { decideApproval } from "../../../src/kernel/threads/decide_approval.ts";
import { cancelThread } from "../../../src/kernel/threads/threads.ts";
import { toolSelection } from "../../../src/plugins/selection/tool_selection.ts";
import { scene, THREE } from "../deferred_calls/_scene.ts";
import { byWords } from "../../plugins/selection/_by_words.ts";
import { PluginHost } from "../../../src/kernel/hooks/plugin_host.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { ToolError } from "../../../src/core/tool/tool_error.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import type { Lab } from "../../support/lab.ts";
import { atMost, lab, outcomes, PAY, ran, slicesIn, tool } from "./_plugins.ts";

const REF = { tenant: "acme", thread: "t1" };
const SEARCH = { calls: [{ tool: "search" }] };
const DONE = { says: "Done." };

const LIST = { schema: z.array(z.string()), initial: [] as string[] };

/** Keeps the inputs that it is given, and what calls have really come to: of the thread, and of the run. */
function notes(more: Partial<StepPlugin> = {}): StepPlugin {
  const say = ({ name, outcome, args }: ObservedCall) => `${name} ${outcome} ${JSON.stringify(args)}`;
  return {
    ...definePlugin<string[], string[]>({
      name: "notes",
      slices: { thread: LIST, run: LIST },
      compile: () => ({
        take(inputs, { thread, run }) {
          const seen = inputs.map(({ text }) => text).join(" + ");
          return { thread: [...thread, seen], run: [...run, seen] };
        },
        observed: (calls, { thread, run }) => ({
          thread: [...thread, ...calls.map(say)],
          run: [...run, ...calls.map(say)],
        }),
      }),
    }),
    ...more,
  };
}

async function notesIn(of: Lab, thread?: string) {
  const slices = await slicesIn(of, thread);
  return { thread: slices.thread?.notes?.state, run: slices.run?.notes?.state };
}

/** The lines that the deployment logs, with the messages of causes. */
function logOf(of: Lab): string[] {
  const lines: string[] = [];
  Object.assign(of.deps, {
    log: (_level: string, event: string, fields: object) => lines.push(`${event} ${JSON.stringify(fields)}`),
  });
  return lines;
}

Deno.test("K3: arguments that are nested deeper than a stack are none to plugins, and the step keeps what has run", async () => {
  const deep = `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  const judged: unknown[] = [];
  const watch = definePlugin({
    name: "watch",
    compile: () => ({
      judge(calls) {
        judged.push(...calls.map(({ args }) => args));
        return undefined;
      },
    }),
  });
  const thread = lab([watch], [SEARCH, { calls: [{ tool: "search", args: deep }] }, DONE]);
  const { answer } = await thread.run({ input: "Go.", until: "done" });
  assert.equal(answer.error, undefined);
  assert.deepEqual((await outcomes(thread)).map((line) => line.slice(0, 16)), [
    "search completed",
    "search failed: T",
  ]);
  assert.ok(judged.every((args) => JSON.stringify(args) === "{}"));
});

const NO_REFUSALS: Readonly<Record<string, unknown>> = {
  "null": null,
  "a text": "no",
  "without words": {},
  "with a number": { refuse: 5 },
};

for (const [what, refusal] of Object.entries(NO_REFUSALS)) {
  for (const when of ["planned", "acting"] as const) {
    Deno.test(`K3: a refusal that is ${what} refuses the ${when} calls as a failure of the plugin, and no step is lost`, async () => {
      const odd = definePlugin({
        name: "odd",
        compile: () => ({
          judge: (calls, at) =>
            at === when && calls.some(({ name }) => name === "pay")
              ? new Map(calls.map(({ id }) => [id, refusal as { refuse: string }]))
              : undefined,
        }),
      });
      const thread = lab([odd], [SEARCH, { calls: [{ tool: "pay" }] }, DONE]);
      const lines = logOf(thread);
      await thread.run({ input: "Go.", until: "done" });
      assert.deepEqual(await outcomes(thread), [
        "search completed",
        "pay blocked: The plugin odd cannot say whether the call may run.",
      ]);
      assert.deepEqual(ran, ["search"]);
      assert.equal(lines.filter((line) => line.startsWith("plugin failed")).length, 1);
    });
  }
}

for (const hook of ["offer", "judge", "take", "observed", "remind"] as const) {
  Deno.test(`K3: a rejection of a hook ${hook} that waits ends no process`, async () => {
    const late = definePlugin({
      name: "late",
      compile: () => ({ [hook]: () => Promise.reject(new Error("late")) }) as never,
    });
    const thread = lab([late], [SEARCH, DONE]);
    await thread.run({ input: "Go.", until: "done" }).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 0)); // a rejection that nothing handles fails the test
  });
}

Deno.test("K3: what a plugin is given cannot be changed: not the facts, the arguments of a call that people have edited or a hook has changed", async () => {
  const refused: string[] = [];
  const attempt = (what: string, change: () => void) => {
    assert.throws(change, TypeError, what);
    refused.push(what);
  };
  const greedy = definePlugin({
    name: "greedy",
    compile: () => ({
      offer(facts) {
        attempt("metadata", () => Object.assign(facts.metadata, { plan: "free" }));
        attempt("tools", () => (facts.tools as string[]).push("more"));
        attempt("facts", () => Object.assign(facts, { tenant: "other" }));
        return undefined;
      },
      async wrapToolCall(call, run) {
        attempt("arguments", () => Object.assign(call.args, { amount: 1_000 }));
        attempt("call", () => Object.assign(call, { args: { amount: 1_000 } }));
        return await run();
      },
    }),
  });
  const paid: unknown[] = [];
  const pay = tool("pay", {
    parameters: { type: "object", properties: { amount: { type: "number" } } },
    run: (args: unknown) => {
      paid.push(args);
      return "paid";
    },
  });
  const thread = lab([greedy], [{ calls: [{ tool: "pay", args: { amount: 1 } }] }, DONE], {
    tools: [pay],
    hooks: { beforeCall: () => ({ type: "modify", args: { amount: 2 } }) },
  });
  await thread.run({ input: "Pay.", until: "done", metadata: { plan: "paid" } });
  assert.deepEqual(paid, [{ amount: 2 }]);
  assert.deepEqual(new Set(refused), new Set(["metadata", "tools", "facts", "arguments", "call"]));
});

Deno.test("K1: the hooks of a plugin may be methods of one object", async () => {
  class Counter implements PluginHooks<{ used: number }, undefined> {
    readonly #by = 1;
    take(_inputs: unknown, { thread }: { thread: { used: number } }) {
      return { thread: { used: thread.used + this.#by } };
    }
    observed(_calls: unknown, { thread }: { thread: { used: number } }) {
      return { thread: { used: thread.used + this.#by } };
    }
  }
  const counter = definePlugin<{ used: number }>({
    name: "counter",
    slices: { thread: { schema: z.object({ used: z.number() }), initial: { used: 0 } } },
    compile: () => new Counter(),
  });
  const thread = lab([counter], [SEARCH, DONE]);
  await thread.run({ input: "Go.", until: "done" });
  assert.deepEqual((await slicesIn(thread)).thread.counter.state, { used: 2 });
});

Deno.test("K2: what JSON changes is no state: a date would be another value in the next step", async () => {
  const at = z.object({ at: z.union([z.date(), z.null()]) });
  const day = definePlugin({
    name: "day",
    slices: { run: { schema: at, initial: { at: null } } },
    compile: () => ({ take: () => ({ run: { at: new Date(0) } }) }),
  });
  const refused = await lab([day], [DONE]).refused({ input: "Go.", agent: "a" });
  assert.match(refused.message, /day made a state of the run in take/);
  assert.throws(
    () =>
      new PluginHost([
        definePlugin({ name: "day", slices: { run: { schema: at, initial: { at: new Date(0) } } } }),
      ]),
    { code: "config_invalid" },
  );
});

Deno.test("K2: a list that a plugin goes on to change is not the state that it has returned", async () => {
  const own: string[] = [];
  const list = definePlugin({
    name: "list",
    slices: { thread: { schema: z.array(z.string()), initial: [] as string[] } },
    compile: () => ({
      take(inputs) {
        own.push(...inputs.map(({ text }) => text));
        return { thread: Object.freeze(own.slice(0, 1)) as string[] };
      },
      remind() {
        own.push("later");
        return undefined;
      },
    }),
  });
  const thread = lab([list], [DONE]);
  await thread.run({ input: "Go.", until: "done" });
  assert.deepEqual((await slicesIn(thread)).thread.list.state, ["Go."]);
});

Deno.test("K2: a plugin that fails in the step that has migrated its state leaves the migrated state with its version", async () => {
  const store = createMemoryStore();
  const first = definePlugin({
    name: "counter",
    slices: {
      thread: { schema: z.object({ used: z.number() }), initial: { used: 4 } },
      run: { schema: z.object({ now: z.number() }), initial: { now: 1 } },
    },
    compile: () => ({}),
  });
  await lab([first], [SEARCH, DONE], { store }).run({ input: "Go." });
  const second = definePlugin({
    name: "counter",
    version: 2,
    slices: {
      thread: { schema: z.object({ calls: z.number() }), initial: { calls: 0 } },
      run: { schema: z.object({ step: z.number() }), initial: { step: 0 } },
    },
    migrate: ({ thread, run }) => ({
      thread: { calls: (thread as { used: number }).used },
      run: { step: (run as { now: number }).now },
    }),
    compile: () => ({
      observed(calls) {
        if (calls.some(({ isExpected }) => !isExpected)) throw new Error("down");
        return undefined;
      },
    }),
  });
  const failing = lab([second], [SEARCH, DONE], { store });
  await failing.run({});
  const { thread, run } = await slicesIn(failing);
  assert.deepEqual([thread.counter.v, thread.counter.state, typeof thread.counter.failed], [
    2,
    { calls: 4 },
    "string",
  ]);
  assert.deepEqual(run.counter, { v: 2, at: 2, state: { step: 1 } });
});

Deno.test("K2: a fork comes to the states that the thread had: arguments of refused calls and the inputs of one step among them", async () => {
  const plan = {
    calls: [{ tool: "search", args: { at: 1 } }, { tool: "nope", args: { at: 2 } }, {
      tool: "pay",
      args: "[1",
    }],
  };
  const thread = lab([notes()], [plan, DONE, DONE]);
  await thread.run({ inputs: ["One.", "Two."], agent: "a", until: "done" });
  const live = await notesIn(thread);
  assert.deepEqual(live.run, [
    "One. + Two.",
    'search completed {"at":1}',
    'nope failed {"at":2}',
    "pay failed {}",
  ]);
  await thread.run({ input: "Three.", until: "done" });
  await forkThread(REF, { thread: "t2", version: 2 }, thread.deps);
  assert.deepEqual(await slicesIn(thread, "t2"), { thread: undefined, run: undefined });
  const without = lab([notes()], [DONE], { store: thread.store });
  await without.run({ thread: "t2", input: "Four." });
  assert.deepEqual((await notesIn(without, "t2")).thread, [...live.thread, "Four."]);
});

Deno.test("K2: a fork of the whole thread has the states beyond its window, also when it is marked as failed", async () => {
  const twice = atMost("search", { thread: 2, run: 2 });
  const thread = lab([twice], [SEARCH, SEARCH, DONE, SEARCH, DONE], { limits: { historyEntries: 2 } });
  await thread.run({ input: "One.", until: "done" });
  await forkThread(REF, { thread: "t2" }, thread.deps);
  const expected = await slicesIn(thread);
  assert.deepEqual(expected.thread["at-most-search"].state, { used: 2 });
  assert.deepEqual(await slicesIn(thread, "t2"), expected);
});

Deno.test("K2: a fork of the whole thread has observed the calls that it leaves out, as one of a part has", async () => {
  const thread = lab([notes()], [{ calls: [{ tool: "search", args: { at: 1 } }] }, DONE]);
  await thread.run({ input: "One." });
  await forkThread(REF, { thread: "t2" }, thread.deps);
  const skipped = ["One.", 'search skipped {"at":1}'];
  assert.deepEqual(await notesIn(thread, "t2"), { thread: skipped, run: skipped });
  await thread.run({ thread: "t2", input: "Two." });
  assert.deepEqual((await notesIn(thread, "t2")).thread, [...skipped, "Two."]);
});

Deno.test("K2, K3: a plugin that loads its decisions observes the calls that a fork of the whole thread leaves out", async () => {
  const plugin = notes();
  const thread = lab([], [{ calls: [{ tool: "search", args: { at: 1 } }] }, DONE]);
  const host = new PluginHost([{ ...plugin, compile: () => ({}) }]);
  const facts = { name: "a", tools: [], hasOtherTools: false, hasCatalogue: false } as never;
  const loaded = plugin.compile?.(facts) ?? {};
  const forked: string[] = [];
  host.addLoader(plugin, (_agent, { threadId }) => {
    forked.push(threadId);
    return Promise.resolve(loaded);
  });
  Object.assign(thread.deps, { plugins: host });
  await thread.run({ input: "One." });
  forked.length = 0;
  await forkThread(REF, { thread: "t2" }, thread.deps);
  const skipped = ["One.", 'search skipped {"at":1}'];
  assert.deepEqual([forked, await notesIn(thread, "t2")], [["t2"], { thread: skipped, run: skipped }]);
});

Deno.test("K4: a fork of a thread with a plugin for safety makes no step without it, and with it has what its entries lead to", async () => {
  const guard = notes({ safety: true });
  const thread = lab([guard], [SEARCH, DONE, DONE]);
  await thread.run({ input: "One.", until: "done" });
  await thread.run({ input: "Two.", until: "done" });
  await forkThread(REF, { thread: "t2", version: 2 }, thread.deps);
  const missing = lab([], [DONE], { store: thread.store });
  assert.equal((await missing.refused({ thread: "t2", input: "Three.", agent: "a" })).code, "plugin_missing");
  const again = lab([guard], [SEARCH, DONE, DONE], { store: thread.store });
  await again.run({ thread: "t2", input: "Three." });
  assert.deepEqual((await notesIn(again, "t2")).thread, ["One.", "search completed {}", "Three."]);
});

Deno.test("K2: a run that began without the plugin has the state that its entries lead to, when the plugin is back", async () => {
  const store = createMemoryStore();
  const plans = [DONE, SEARCH, SEARCH, DONE];
  await lab([notes()], plans, { store }).run({ input: "One.", until: "done" });
  const without = lab([], plans, { store });
  await without.run({ input: "Two." });
  await without.run({});
  const back = lab([notes()], plans, { store });
  await back.run({ until: "done" });
  assert.deepEqual((await notesIn(back)).run, ["Two.", "search completed {}", "search completed {}"]);
});

Deno.test("K2: a history that a thread begins with is observed as in a fork of it", async () => {
  const thread = lab([notes()], () => DONE);
  const at = 1_700_000_000_000;
  const id = (name: string) => ({ id: name, at, version: 0 });
  await thread.run({
    input: "Next.",
    agent: "a",
    history: [
      { type: "user", ...id("e1"), text: "First." },
      {
        type: "assistant",
        ...id("e2"),
        finish: "calls",
        model: "caller/history",
        blocks: [{ type: "call", id: "c1", name: "search", args: '{"at":1}' }],
        usage: { inputTokens: 0, outputTokens: 0 },
      },
      {
        type: "tool",
        ...id("e3"),
        callId: "c1",
        name: "search",
        outcome: "completed",
        output: 1,
        ms: 0,
        brought: true,
      },
      {
        type: "assistant",
        ...id("e4"),
        finish: "stop",
        model: "caller/history",
        blocks: [{ type: "text", text: "Found." }],
        usage: { inputTokens: 0, outputTokens: 0 },
      },
    ],
  });
  assert.deepEqual(await notesIn(thread), {
    thread: ["First.", 'search completed {"at":1}', "Next."],
    run: ["Next."],
  });
});

Deno.test("K2: the input behind a history that ends with one begins a run, in the thread and in a fork of it", async () => {
  const thread = lab([notes()], () => DONE);
  const first = { type: "user", id: "brought_1", at: 1_700_000_000_000, version: 0, text: "First." } as const;
  await thread.run({ input: "Next.", agent: "a", history: [first] });
  assert.deepEqual(await notesIn(thread), { thread: ["First.", "Next."], run: ["Next."] });
  await thread.run({ input: "More." });
  await forkThread(REF, { thread: "t2", version: 1 }, thread.deps);
  await thread.run({ thread: "t2", input: "Other." });
  assert.deepEqual((await notesIn(thread, "t2")).thread, ["First.", "Next.", "Other."]);
});

Deno.test("K3: a plugin that fails about an input which was queued refuses the step before a call runs, and the thread is not marked", async () => {
  let isBroken = true;
  const picky = definePlugin({
    name: "picky",
    slices: { run: LIST },
    compile: () => ({
      take(inputs) {
        if (isBroken && inputs.some(({ text }) => text === "bad")) throw new Error("down");
        return undefined;
      },
    }),
  });
  let plans = 0;
  const thread: Lab = lab([picky], async () => {
    if (plans++ > 0) return DONE;
    await thread.run({ inputs: ["bad"], busy: "steer", agent: "a" }).catch(() => {});
    return SEARCH;
  });
  const { answer } = await thread.run({ input: "Go.", until: "done" });
  assert.equal(answer.error?.code, "plugin_failed");
  assert.deepEqual(ran, []);
  assert.equal((await thread.store.read(REF))?.waiting, 1);
  assert.equal((await slicesIn(thread)).thread, undefined);
  isBroken = false;
  await thread.run({ until: "done" });
  assert.deepEqual(await outcomes(thread), ["search completed"]);
});

Deno.test("K3: the failure of a plugin about calls that have run is logged, also in a step that plans nothing", async () => {
  const odd = definePlugin({
    name: "odd",
    slices: { run: LIST },
    compile: () => ({
      observed(calls) {
        if (calls.some(({ isExpected }) => !isExpected)) throw new RangeError("secret");
        return undefined;
      },
    }),
  });
  const thread = lab([odd], [SEARCH], { execution: "execute" });
  const lines = logOf(thread);
  await thread.run({ input: "Go.", until: "done" });
  const [line = ""] = lines.filter((each) => each.startsWith("plugin failed"));
  assert.match(line, /RangeError/);
  assert.doesNotMatch(line, /secret/);
  assert.match((await thread.refused({ input: "Again.", agent: "a" })).message, /odd has failed before/);
});

Deno.test("K1: a wrap that waits longer than its call has time does not run the tool any more", async () => {
  let release = () => {};
  const late = new Promise<void>((resolve) => release = resolve);
  const { promise: tried, resolve: hasTried } = Promise.withResolvers<unknown>();
  const slow = definePlugin({
    name: "slow",
    compile: () => ({
      async wrapToolCall(_call, run) {
        await late;
        return await run().catch(hasTried);
      },
    }),
  });
  const thread = lab([slow], [{ calls: [{ tool: "pay" }] }, DONE], {
    tools: [tool("pay", { timeoutMs: 20 })],
  });
  await thread.run({ input: "Pay.", until: "done" });
  release();
  assert.equal((await tried as Error).name, "TimeoutError");
  assert.deepEqual(ran, []);
  assert.deepEqual(await outcomes(thread), ["pay failed: No result within 20 ms."]);
});

Deno.test("K1: a wrap that runs a tool twice has one effect of a once tool and the same result, and runs any other tool again", async () => {
  for (const effect of ["once", "keyed", "pure"] as const) {
    for (const fails of [false, true]) {
      let effects = 0;
      const pay = tool("pay", {
        effect,
        run: () => {
          effects++;
          if (fails) throw new ToolError("failed", `No. ${effects}`);
          return `paid ${effects}`;
        },
      });
      const results: string[] = [];
      const twice = (name: string): StepPlugin =>
        definePlugin({
          name,
          compile: () => ({
            async wrapToolCall(_call, run) {
              const attempt = () => run().then(String, ({ message }) => String(message));
              results.push(await attempt(), await attempt());
              return await run();
            },
          }),
        });
      const thread = lab([twice("inner"), twice("outer")], [PAY, DONE], { tools: [pay] });
      await thread.run({ input: "Pay.", until: "done" });
      const isOnce = effect === "once";
      assert.equal(effects, isOnce ? 1 : 9, `${effect} ${fails}`);
      assert.equal(new Set(results).size === 1, isOnce, results.join());
    }
  }
});

Deno.test("K3, S6: a tool of a catalogue that an offer denies does not run through the bridge either, and counts for no judge", async () => {
  const garden = (name: string) =>
    defineTool({ name, description: `Does ${name}.`, effect: "pure", run: () => `${name} done` });
  const selection = toolSelection({ tools: [garden("mow"), garden("dig")], selector: byWords(), offer: 1 });
  const judged: string[] = [];
  const noDigging = definePlugin({
    name: "no-digging",
    compile: () => ({
      offer: () => ({ deny: ["dig"], because: "it rains" }),
      judge(calls, when) {
        judged.push(...calls.map(({ name }) => `${when} ${name}`));
        return undefined;
      },
    }),
  });
  const through = (name: string) => ({ tool: "call_tool", args: JSON.stringify({ name, arguments: {} }) });
  const thread = lab([noDigging], [{ calls: [through("dig"), through("mow")] }, DONE], {
    selection,
    tools: [garden("look")],
  });
  await thread.run({ input: "mow", until: "done" });
  assert.deepEqual(await outcomes(thread), [
    "dig blocked: The plugin no-digging did not permit it.",
    "mow completed",
  ]);
  assert.deepEqual(judged, ["planned mow", "acting mow"]);
});

Deno.test("K2: a call whose result comes later is counted once, when the result has come, and a call that was only predicted when the user goes on", async () => {
  const later = scene({ scenario: [THREE, DONE] });
  Object.assign(later.lab.deps, { plugins: new PluginHost([notes()]) });
  await later.lab.run({ input: "Go.", until: "done" });
  assert.deepEqual((await notesIn(later.lab)).thread, ["Go."]);
  await later.complete({ output: { rows: 3 } });
  await later.lab.run({ until: "done" });
  assert.deepEqual((await notesIn(later.lab)).thread, [
    "Go.",
    ...["look", "export", "pay"].map((name) => `${name} completed {}`),
  ]);

  const predicting = lab([notes()], [SEARCH, DONE]);
  await predicting.run({ input: "Go.", execution: "predict" });
  await predicting.run({ input: "Stop.", until: "done" });
  assert.deepEqual((await notesIn(predicting)).thread, ["Go.", "search skipped {}", "Stop."]);
});

Deno.test("K2: a step that is cancelled keeps the states behind the calls that have run", async () => {
  const thread: Lab = lab([notes()], async ({ history: { entries } }) => {
    if (entries.every(({ type }) => type !== "tool")) return SEARCH;
    await cancelThread(REF, thread.deps);
    return { says: "Never.", calls: [{ tool: "pay" }] };
  });
  await thread.run({ input: "Go.", until: "done" });
  assert.deepEqual(await outcomes(thread), ["search completed"]);
  assert.deepEqual((await notesIn(thread)).thread, ["Go.", "search completed {}"]);
  assert.deepEqual(ran, ["search"]);
});

Deno.test("K3, X6: arguments that a person has edited are judged and observed, and not those of the plan", async () => {
  const limit = definePlugin({
    name: "limit",
    compile: () => ({
      judge: (calls) =>
        new Map(
          calls.filter(({ args }) => Number(args.amount) > 10).map((
            { id },
          ) => [id, { refuse: "At most 10." }]),
        ),
    }),
  });
  for (const [edited, outcome] of [[11, "pay blocked: At most 10."], [9, "pay completed"]] as const) {
    const amount = { type: "object", properties: { amount: { type: "number" } } };
    const pay = tool("pay", { needsApproval: true, approvalEdits: true, parameters: amount });
    const thread = lab([limit, notes()], [{ calls: [{ tool: "pay", args: { amount: 5 } }] }, DONE], {
      tools: [pay],
    });
    const { events } = await thread.run({ input: "Pay." });
    const asked = events.find((event) => event.type === "approval.requested");
    const answer = { approved: true, args: { amount: edited }, by: "ann", via: "api" } as const;
    await decideApproval(REF, asked?.callId ?? "", answer, thread.deps);
    await thread.run({ until: "done" });
    assert.deepEqual(await outcomes(thread), [outcome]);
    const [state] = outcome.split(":");
    assert.deepEqual((await notesIn(thread)).run, ["Pay.", `${state} {"amount":${edited}}`]);
  }
});

Deno.test("K4: an agent that no plugin is about has no byte of them in its threads, and a deployment without plugins stores the same", async () => {
  const about = definePlugin({
    name: "other",
    safety: true,
    slices: { run: LIST, thread: LIST },
    compile: () => undefined,
  });
  const stateOf = async (plugins: StepPlugin[]) => {
    const thread = lab(plugins, [SEARCH, DONE]);
    await thread.run({ input: "Go.", until: "done" });
    const state = JSON.parse((await thread.store.read(REF))?.header.state ?? "{}");
    return [...Object.keys(state), ...Object.keys(state.run)];
  };
  assert.deepEqual(await stateOf([about]), await stateOf([]));
});

Deno.test("K1: a state that a plugin does not declare, another initial state and a hook that waits are errors of types", () => {
  const used = z.object({ used: z.number() });
  const run = { schema: used, initial: { used: 0 } };
  const ofThread = () => ({ take: () => ({ thread: { used: 1 } }) });
  const plugins = [
    // @ts-expect-error: the initial state has a text
    definePlugin({ name: "initial", slices: { run: { schema: used, initial: { used: "0" } } } }),
    // @ts-expect-error: no state is declared
    definePlugin({ name: "none", compile: ofThread }),
    // @ts-expect-error: only a state of the run is declared
    definePlugin({ name: "other", slices: { run }, compile: ofThread }),
    // @ts-expect-error: the state has a text
    definePlugin({ name: "text", slices: { run }, compile: () => ({ take: () => ({ run: { used: "" } }) }) }),
    // @ts-expect-error: a decision does not wait
    definePlugin({ name: "waits", compile: () => ({ offer: () => Promise.resolve(undefined) }) }),
    definePlugin({ name: "right", slices: { thread: run }, compile: ofThread }),
  ];
  assert.throws(() => new PluginHost(plugins), {
    code: "config_invalid",
    message: /"initial" begins with a state/,
  });
});

Deno.test("K3: a request that leaves tools of an agent out has the decisions that were compiled for the whole agent", () => {
  const compiled: string[][] = [];
  const guard = definePlugin({
    name: "guard",
    compile({ tools }) {
      compiled.push(tools.map(({ name }) => name));
      return tools.some(({ name }) => name === "pay") ? {} : undefined;
    },
  });
  const agent = defineAgent({ name: "a", model: "scripted/a", tools: [tool("search"), tool("pay")] });
  const host = new PluginHost([guard]);
  host.extend(agent, () => assert.fail("the plugin brings no tool"));
  assert.ok(host.of({ ...agent, tools: agent.tools.slice(0, 1) }).hasAny);
  assert.deepEqual(compiled, [["search", "pay"]]);
});

Deno.test("K3: a plugin that fails when a plan is corrected loses no call that has run", async () => {
  let isBroken = false;
  const odd = definePlugin({
    name: "odd",
    compile: () => ({
      offer() {
        if (isBroken) throw new Error("down");
        return { deny: ["search", "pay"], because: "the tools are closed" };
      },
    }),
  });
  const thread = lab([odd], ({ history: { entries } }) => {
    isBroken = entries.some(({ type }) => type === "tool");
    return SEARCH;
  }, { onViolation: "retry" });
  const open = lab([], [SEARCH], { store: thread.store });
  await open.run({ input: "Go." });
  const { answer } = await thread.run({});
  assert.equal(answer.error?.code, "plugin_failed");
  assert.deepEqual(await outcomes(thread), ["search completed"]);
});
