// K1, K3, C8: plugins that choose, that only say what they would do, that refuse by a named rule, and that load their decisions for a thread.

import assert from "node:assert/strict";
import { createTreadle, defineAgent, definePlugin, defineTool, scenario } from "../../../src/mod.ts";
import { createScriptedProvider } from "../../../src/providers/scripted/provider.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { PluginFacts } from "../../../src/kernel/hooks/facts.ts";
import type { PluginHooks, StepPlugin } from "../../../src/kernel/hooks/plugin.ts";
import type { Plugin } from "../../../src/http/plugin.ts";
import { LOAD_MS, type LoadHooks } from "../../../src/kernel/hooks/load_hooks.ts";
import { PluginHost } from "../../../src/kernel/hooks/plugin_host.ts";
import * as z from "zod/mini";
import { atMost, DONE, lab, outcomes, PAY, SEARCH, slicesIn } from "./_plugins.ts";

const hooks = (name: string, made: PluginHooks): StepPlugin => definePlugin({ name, compile: () => made });
const chooses = (tool: string, name = "chooser"): StepPlugin =>
  hooks(name, { choose: () => ({ choice: { type: "tool", name: tool }, because: `${tool} is next` }) });

Deno.test("K1, C8: the choice of a plugin goes before that of the agent, and behind that of the request", async () => {
  const thread = lab([chooses("pay")], [PAY, DONE, SEARCH], { toolChoice: "search" });
  const { answer } = await thread.run({ input: "Go." });
  assert.deepEqual([answer.choice?.requested, answer.choice?.source, answer.choice?.because.split(";")[0]], [
    { type: "tool", name: "pay" },
    "policy",
    "plugin chooser: pay is next",
  ]);
  const next = await thread.run();
  assert.equal(next.answer.choice?.requested.type, "auto", "a forced choice that was satisfied is over");
  const asked = await thread.run({ input: "Search.", toolChoice: { type: "tool", name: "search" } });
  assert.equal(asked.answer.choice?.source, "request");
});

Deno.test("K3: of several plugins that choose the first by its name counts, whatever the order of the list", async () => {
  const [one, two] = [chooses("pay", "b"), chooses("search", "a")];
  for (const plugins of [[one, two], [two, one]]) {
    const { answer } = await lab(plugins, [SEARCH]).run({ input: "Go." });
    assert.deepEqual(answer.choice?.requested, { type: "tool", name: "search" });
  }
});

Deno.test("K1: a plugin whose condition a plan has satisfied is told so, and no other plugin is", async () => {
  const told: string[] = [];
  const conditional = (name: string, condition?: string) =>
    definePlugin({
      name,
      slices: { run: { schema: z.object({ ended: z.boolean() }), initial: { ended: false } } },
      compile: () => ({
        choose: ({ run }) =>
          run.ended || condition === undefined
            ? undefined
            : { choice: { type: "tool", name: "search" }, because: "it begins so", condition },
        planned({ satisfied, calls }) {
          told.push(`${name} ${satisfied ?? "-"} ${calls.join()}`);
          return { run: { ended: satisfied !== undefined } };
        },
      }),
    });
  const thread = lab([conditional("first", "begin"), conditional("other")], [SEARCH, DONE]);
  const { answer } = await thread.run({ input: "Go." });
  assert.equal(answer.choice?.source, "condition");
  assert.deepEqual(told, ["first begin search", "other - search"]);
  assert.equal((await thread.run()).answer.choice?.requested.type, "auto");
});

const NO_CHOICES: Readonly<Record<string, readonly [unknown, RegExp]>> = {
  "is none": [{ choice: { type: "sometimes" }, because: "x" }, /a choice that is none/],
  "is of a tool that the agent does not have": [
    { choice: { type: "tool", name: "fly" }, because: "x" },
    /chose the tool fly, which the agent does not have/,
  ],
  "has no words": [{ choice: { type: "auto" } }, /a choice without words/],
  "is a promise": [Promise.resolve({ choice: { type: "auto" }, because: "x" }), /a promise/],
};

for (const [what, [choice, message]] of Object.entries(NO_CHOICES)) {
  Deno.test(`K3: a plugin whose choice ${what} refuses the step before anything is spent`, async () => {
    const thread = lab([hooks("chooser", { choose: () => choice as never })], [DONE]);
    const error = await thread.refused({ input: "Go.", agent: "a" });
    assert.equal(error.code, "plugin_failed");
    assert.match(error.message, message);
  });
}

Deno.test("K3: a plugin that chooses may refuse with a code of its own", async () => {
  const refusal = new AgentError("forbidden", "The office is closed.");
  const thread = lab([
    hooks("office", {
      choose() {
        throw refusal;
      },
    }),
  ], [DONE]);
  const error = await thread.refused({ input: "Go.", agent: "a" });
  assert.deepEqual([error.code, error.message], ["forbidden", "The office is closed."]);
});

Deno.test("K1, C8: a plugin in shadow changes nothing, and warnings say what it would have changed", async () => {
  const shadow = hooks("trial", {
    shadow: true,
    offer: () => ({ deny: ["pay"], because: "pay is on trial" }),
    choose: () => ({ choice: { type: "tool", name: "search" }, because: "search first" }),
    judge: (calls) => new Map(calls.map(({ id }, index) => [id, index === 0 ? { rule: "no pay" } : hold])),
  });
  const hold = { hold: {}, because: "a person looks" };
  const twice = { calls: [{ tool: "pay", args: {} }, { tool: "pay", args: {} }] };
  const thread = lab([shadow], [twice, DONE]);
  const { answer, events } = await thread.run({ input: "Pay." });
  assert.equal(answer.choice?.requested.type, "auto");
  const warned = events.flatMap((event) =>
    event.type === "warning" && event.code === "policy_shadow" ? [event.message] : []
  );
  assert.deepEqual(warned, [
    "Plugin trial is in shadow; enforced, this plan would be under tool search: plugin trial: search first.",
    'The rule "no pay" of plugin trial, in shadow, would forbid pay.',
    "Plugin trial, in shadow, would hold pay.",
  ]);
  await thread.run();
  assert.deepEqual(await outcomes(thread), ["pay completed", "pay completed"]);
});

Deno.test("K3: a plugin in shadow that fails fails no step and refuses no call", async () => {
  const broken = () => {
    throw new Error("secret");
  };
  const thread = lab([hooks("trial", { shadow: true, offer: broken, judge: broken })], [PAY, DONE]);
  const { events } = await thread.run({ input: "Pay.", until: "done" });
  assert.ok(
    events.some((event) => event.type === "warning" && /would fail: The plugin trial/.test(event.message)),
  );
  assert.deepEqual(await outcomes(thread), ["pay completed"]);
});

Deno.test("K1: a call that breaks a named rule is refused in the words of the runtime, when it is planned and when it is about to run", async () => {
  let isClosed = true;
  const ruled = hooks("gate", {
    title: "gate east",
    judge: (calls) =>
      isClosed ? new Map(calls.map(({ id }) => [id, { rule: "no pay at night" }])) : undefined,
  });
  const planned = lab([ruled], [PAY, DONE]);
  const { events } = await planned.run({ input: "Pay.", until: "done" });
  assert.deepEqual(await outcomes(planned), [
    'pay blocked: The rule "no pay at night" of gate east did not permit it.',
  ]);
  assert.ok(events.some((event) => event.type === "warning" && /rule "no pay at night"/.test(event.message)));

  isClosed = false;
  const acting = lab([ruled], [PAY, DONE]);
  await acting.run({ input: "Pay." });
  isClosed = true;
  await acting.run({ until: "done" });
  assert.deepEqual(await outcomes(acting), [
    'pay blocked: The rule "no pay at night" of gate east no longer permits it.',
  ]);
});

Deno.test("K1: a plugin reads what budgets leave and the strategic plan", async () => {
  const seen: Pick<PluginFacts, "budgetLeft" | "plan">[] = [];
  const reading = hooks("reading", {
    offer({ budgetLeft, plan }) {
      seen.push({ budgetLeft, plan });
      return undefined;
    },
  });
  const thread = lab([reading], [SEARCH, DONE], {
    limits: { calls: 5, stepsPerRun: 9 },
    plan: { phase: "look" },
  });
  await thread.run({ input: "Go." });
  await thread.run();
  const left = seen.map(({ budgetLeft: { steps, calls, tokens } }) => [steps, calls, tokens]);
  assert.deepEqual([left[0], left.at(-1)], [[9, 5, null], [8, 4, null]]);
  assert.deepEqual(seen[0]?.plan, { phase: "look" });
});

Deno.test("K1: states that lack what a plugin has come to remember take it from the entries of the thread", async () => {
  const counting = (tools: readonly string[]) =>
    definePlugin({
      name: "counting",
      slices: { run: { schema: z.record(z.string(), z.number()), initial: {} as Record<string, number> } },
      compile: () => ({
        adopt(stored, replayed) {
          const missing = tools.filter((tool) => stored.run[tool] === undefined);
          if (missing.length === 0) return stored;
          const { run } = replayed();
          return {
            ...stored,
            run: { ...stored.run, ...Object.fromEntries(missing.map((tool) => [tool, run[tool] ?? 0])) },
          };
        },
        observed: (calls, { run }) => ({
          run: Object.fromEntries(
            tools.map((tool) => [tool, (run[tool] ?? 0) + calls.filter(({ name }) => name === tool).length]),
          ),
        }),
      }),
    });
  const first = lab([counting(["search"])], [SEARCH, PAY, SEARCH, DONE]);
  await first.run({ input: "Go." });
  await first.run();
  await first.run();
  assert.deepEqual((await slicesIn(first)).run.counting.state, { search: 1 });
  Object.assign(first.deps, { plugins: new PluginHost([counting(["search", "pay"])]) });
  await first.run();
  assert.deepEqual((await slicesIn(first)).run.counting.state, { search: 2, pay: 1 });
});

// Decisions that are loaded ----------------------------------------------------------------------------------------------

const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "blue" });

/** A deployment of an agent whose plugin loads its decisions. */
function loading(load: () => ReturnType<LoadHooks>, compiled: PluginHooks = {}) {
  const facts: unknown[] = [];
  const plugin: Plugin = {
    name: "remote",
    compile: () => compiled,
    open: () => ({
      load(agent, thread) {
        facts.push([agent.name, thread.tenant, thread.threadId, thread.tools]);
        return load();
      },
    }),
  };
  const treadle = createTreadle({
    agents: [defineAgent({ name: "a", model: "scripted/a", tools: [look] })],
    providers: [
      createScriptedProvider({ script: scenario().calls("look").next().says("Blue.").next().says("Still.") }),
    ],
    store: "memory",
    plugins: [plugin],
    log: () => {},
  });
  return { treadle, facts };
}

Deno.test("K1: decisions that are loaded hold for each step, in place of those of compile", async () => {
  let denied = "look";
  const { treadle, facts } = loading(
    () => Promise.resolve({ offer: () => ({ deny: [denied], because: `${denied} is denied` }) }),
    { offer: () => ({ because: "never asked", demand: true }) },
  );
  const first = await treadle.run("t1", "Look.", { agent: "a", until: "step" });
  assert.match(first.choice?.because ?? "", /plugin remote: look is denied/);
  assert.deepEqual(facts[0], ["a", "local", "t1", ["look"]]);
  denied = "other";
  const next = await treadle.run("t1", "Again.", { agent: "a" });
  assert.doesNotMatch(next.choice?.because ?? "", /denied|never asked/);
  await treadle.close();
});

Deno.test("K1: a plugin that counts in compile loads its decisions, too", async () => {
  const { treadle } = loading(
    () => ({ judge: (calls) => new Map(calls.map(({ id }) => [id, { refuse: "It is closed." }])) }),
    { count: () => ({ added: { steps: 1 } }) },
  );
  const { calls, output } = await treadle.run("t1", "Look.", { agent: "a" });
  assert.deepEqual([calls.map(({ state }) => state), output], [["blocked"], "Blue."]);
  await treadle.close();
});

Deno.test("K1: what compile decides and load leaves out is refused by its name, and dropped where load says so", async () => {
  const rules = (): PluginHooks => ({
    judge: (calls) => new Map(calls.map(({ id }) => [id, { refuse: "It is closed." }])),
  });
  const silent = loading(() => ({ offer: () => undefined }), rules());
  await assert.rejects(silent.treadle.run("t1", "Look.", { agent: "a" }), {
    code: "plugin_failed",
    message: /remote has judge in compile and not in load: return it there, or as undefined/,
  });
  await silent.treadle.close();
  for (
    const [load, states] of [
      [() => ({ offer: () => undefined, judge: undefined }), ["completed"]],
      [() => ({ offer: () => undefined, ...rules() }), ["blocked"]],
      [() => undefined, ["blocked"]],
    ] as const
  ) {
    const { treadle } = loading(load, rules());
    const { calls } = await treadle.run("t1", "Look.", { agent: "a" });
    assert.deepEqual(calls.map(({ state }) => state), states);
    await treadle.close();
  }
});

const REFUSED: Readonly<Record<string, readonly [() => never | Promise<never>, string, RegExp]>> = {
  "throws": [
    () => {
      throw new Error("secret");
    },
    "plugin_failed",
    /The plugin remote threw in load/,
  ],
  "rejects": [() => Promise.reject(new Error("secret")), "plugin_failed", /The plugin remote threw in load/],
  "refuses with a code of its own": [
    () => Promise.reject(new AgentError("forbidden", "The rules cannot be had.")),
    "forbidden",
    /The rules cannot be had/,
  ],
  "loads what is no decision": [() => ({ offers: 1 }) as never, "plugin_failed", /that there is not: offers/],
  "loads a redaction": [
    () => ({ redact: { longest: 1, text: (text: string) => text } }) as never,
    "plugin_failed",
    /redact in load, which belongs into compile/,
  ],
  "loads a shadow that is applied": [
    () => ({ shadow: true, remind: () => "Hi." }) as never,
    "plugin_failed",
    /in shadow, where remind cannot be tried/,
  ],
};

for (const [what, [load, code, message]] of Object.entries(REFUSED)) {
  Deno.test(`K3: a plugin that ${what} refuses the step before anything is spent`, async () => {
    const { treadle } = loading(load);
    await assert.rejects(treadle.run("t1", "Look.", { agent: "a" }), (error: AgentError) => {
      assert.equal(error.code, code);
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
    assert.equal(
      await treadle.thread("t1").then(() => "there", (error: AgentError) => error.code),
      "thread_unknown",
    );
    await treadle.close();
  });
}

Deno.test("K3: the order of the list decides nothing where a plugin narrows, one chooses and one is in shadow", async () => {
  const plugins = [
    atMost("search", { run: 1 }),
    chooses("search"),
    hooks("trial", { shadow: true, offer: () => ({ deny: ["search"], because: "on trial" }) }),
  ];
  const runs = await Promise.all([plugins, plugins.toReversed()].map(async (list) => {
    const thread = lab(list, [SEARCH, SEARCH, DONE]);
    const { events } = await thread.run({ input: "Go.", until: "done" });
    const said = events.flatMap((event) => event.type === "warning" ? [event.message] : []);
    return [said, await outcomes(thread), (await slicesIn(thread)).run];
  }));
  assert.deepEqual(runs[0], runs[1]);
});

Deno.test("K3: a plugin that never answers in load refuses the step in the end", async () => {
  const { setTimeout } = globalThis;
  const { treadle } = loading(() => new Promise(() => {}));
  globalThis.setTimeout =
    ((run: () => void, ms?: number) => setTimeout(run, ms === LOAD_MS ? 0 : ms)) as typeof setTimeout;
  try {
    await assert.rejects(treadle.run("t1", "Look.", { agent: "a" }), {
      code: "plugin_failed",
      message: /The plugin remote did not answer within 10000 ms in load/,
    });
  } finally {
    globalThis.setTimeout = setTimeout;
    await treadle.close();
  }
});
