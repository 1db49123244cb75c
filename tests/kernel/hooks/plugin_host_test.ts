// K1-K4: the plugins of a deployment: what is refused before anything runs, what one may change, and how one that fails fails closed.
import assert from "node:assert/strict";
import * as z from "zod/mini";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { decideApproval } from "../../../src/kernel/threads/decide_approval.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import type { ObservedCall } from "../../../src/kernel/hooks/facts.ts";
import type { PluginHooks, StepPlugin } from "../../../src/kernel/hooks/plugin.ts";
import type { AgentPlugins, SharedFacts } from "../../../src/kernel/hooks/agent_plugins.ts";
import { PluginHost } from "../../../src/kernel/hooks/plugin_host.ts";
import {
  MAX_SLICE_BYTES,
  type PluginStates,
  readSlices,
  type StoredStates,
  storedStates,
} from "../../../src/kernel/hooks/plugin_states.ts";
import { withMoreTools } from "../../../src/agents/more_tools.ts";
import type { Agent } from "../../../src/core/agent.ts";
import type { Tool } from "../../../src/core/tool.ts";
import type {
  CallBridge,
  OpenedTools,
  OpenRequest,
  ThreadToolSource,
} from "../../../src/core/tool/thread_tools.ts";
import type { RemoteToolSource } from "../../../src/core/tool/tool_source.ts";
import { changeTools } from "../../../src/core/tool/change_tools.ts";
import { withNamedTool } from "../../../src/evaluation/agents/tools_alone.ts";
import { LOAD_MS } from "../../../src/kernel/hooks/load_hooks.ts";
import { CALL_TOOL, SEARCH_TOOLS } from "../../../src/core/tool/tool_selection.ts";
import { callBridge } from "../../../src/plugins/selection/bridged_calls.ts";
import type { PlanScript } from "../../../src/kernel/drivers/scripted.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { toolSelection } from "../../../src/plugins/selection/tool_selection.ts";
import { asSent } from "../../support/as_sent.ts";
import { createLab, hostOf, type Lab } from "../../support/lab.ts";

const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "blue" });
const AGENT = defineAgent({ name: "a", model: "scripted/demo", tools: [look] });
const FACTS: SharedFacts = {
  tenant: "acme",
  threadId: "t1",
  user: null,
  metadata: {},
  steps: 0,
  tools: ["look", "pay"],
  budgetLeft: { steps: 5, calls: null, tokens: null, usd: null, wallMs: null },
  plan: null,
};
const NONE: PluginStates = new Map();
const COUNT = { schema: z.object({ used: z.number() }), initial: { used: 0 } };

const none = () => assert.fail("the entries are not read");

const seen = (name: string): ObservedCall => ({
  callId: "c1",
  name,
  args: {},
  outcome: "completed",
  output: null,
  ms: 1,
  isGiven: false,
  isExpected: false,
});

function counter(name: string, hooks: PluginHooks<undefined, { used: number }> = {}): StepPlugin {
  return definePlugin<undefined, { used: number }>({
    name,
    slices: { run: COUNT },
    compile: () => ({ observed: (calls, { run }) => ({ run: { used: run.used + calls.length } }), ...hooks }),
  });
}

function compiled(...plugins: StepPlugin[]): AgentPlugins {
  return new PluginHost(plugins).of(AGENT);
}

const compile = () => undefined;
const WRONG: Readonly<Record<string, readonly [StepPlugin[], RegExp]>> = {
  "has no name": [[{ name: "", compile }], /has no name of 1 to 64/],
  "has a name with a blank": [[{ name: "my plugin", compile }], /has no name/],
  "has version 0": [[{ name: "one", version: 0, compile }], /whole number from 1 on/],
  "begins with another state than its schema": [
    [definePlugin({
      name: "one",
      compile,
      slices: { run: { schema: z.object({ used: z.number() }), initial: { used: "0" as never } } },
    })],
    /begins with a state of the run that is none/,
  ],
  "begins with a state that is too large": [
    [definePlugin({
      name: "one",
      compile,
      slices: { thread: { schema: z.string(), initial: "x".repeat(MAX_SLICE_BYTES) } },
    })],
    /4098 bytes, and 4096 are the most/,
  ],
};

for (const [what, [plugins, message]] of Object.entries(WRONG)) {
  Deno.test(`K1: a deployment with a plugin that ${what} is refused`, () => {
    assert.throws(() => new PluginHost(plugins), { code: "config_invalid", message });
  });
}

Deno.test("K3: plugins are asked in the order of their names, and an agent is compiled once", () => {
  let compiledTimes = 0;
  const one = definePlugin({
    name: "one",
    compile: ({ name, tools }) => {
      compiledTimes++;
      assert.deepEqual([name, tools], ["a", [{ name: "look", effect: "pure", needsApproval: false }]]);
      return { offer: () => ({ deny: ["pay"], because: "one says so" }) };
    },
  });
  const two = definePlugin({
    name: "a-two",
    compile: () => ({ offer: () => ({ deny: ["pay"], because: "two says so" }) }),
  });
  const host = new PluginHost([one, two]);
  const reasons = host.of(AGENT).offers(NONE, FACTS).map((offer) => offer.because([]));
  assert.deepEqual(reasons, ["plugin a-two: two says so", "plugin one: one says so"]);
  host.of(AGENT);
  assert.equal(compiledTimes, 1);
});

Deno.test("K4: a plugin that is not about an agent has no state in its threads", () => {
  const host = new PluginHost([
    definePlugin({ name: "one", slices: { run: COUNT }, compile: () => undefined }),
  ]);
  assert.equal(host.of(AGENT).hasAny, false);
});

const FAILING: Readonly<Record<string, () => never>> = {
  "throws": () => {
    throw new Error("secret");
  },
  "returns a promise": (() => Promise.resolve({ run: { used: 1 } })) as unknown as () => never,
  "returns what is none": (() => 5) as unknown as () => never,
};

for (const [what, hook] of Object.entries(FAILING)) {
  Deno.test(`K3: a plugin whose offer ${what} refuses the step by its name, and its words stay inside`, () => {
    const plugins = compiled(counter("one", { offer: hook }));
    assert.throws(() => plugins.offers(NONE, FACTS), (error: AgentError) => {
      assert.equal(error.code, "plugin_failed");
      assert.match(error.message, /The plugin one /);
      assert.doesNotMatch(error.message, /secret/);
      assert.deepEqual(error.details, { plugin: "one" });
      return true;
    });
  });

  Deno.test(`K3: a plugin whose judge ${what} refuses every call`, () => {
    const plugins = compiled(counter("one", { judge: hook }));
    const calls = [{ id: "c1", name: "look", args: {} }, { id: "c2", name: "pay", args: {} }];
    const failures: AgentError[] = [];
    const { refused: refusals } = plugins.judge(
      NONE,
      calls,
      "planned",
      FACTS,
      (error) => failures.push(error),
    );
    assert.deepEqual(failures.map(({ code }) => code), ["plugin_failed"]);
    assert.deepEqual([...refusals.keys()], ["c1", "c2"]);
    assert.doesNotMatch(refusals.get("c1")?.reason ?? "", /secret/);
  });
}

Deno.test("K2, K3: a plugin that fails about what has happened refuses the steps from then on, until a later version migrates its state", () => {
  const broken = counter("one", { observed: FAILING.throws });
  const after = compiled(broken).observed(NONE, [seen("look")], FACTS);
  assert.throws(() => compiled(broken).offers(after, FACTS), { code: "plugin_failed" });

  const stored = storedStates([broken], after, { thread: undefined, run: undefined }, 3);
  assert.throws(() => readSlices(broken, stored, none), {
    code: "plugin_failed",
    message: /has failed before/,
  });
  assert.throws(() => readSlices({ ...counter("one"), version: 2 }, stored, none), {
    code: "plugin_failed",
    message: /no migrate/,
  });
  const mended = { ...counter("one"), version: 2, migrate: () => ({ run: { used: 7 } }) };
  assert.deepEqual(readSlices(mended, stored, none), { thread: undefined, run: { used: 7 } });
});

Deno.test("K2: what a plugin is given cannot be changed, and a state that it holds on to is not the next one", () => {
  const held: { used: number }[] = [];
  const greedy = counter("one", {
    observed: (calls, { run, metadata }) => {
      held.push(run);
      assert.throws(() => Object.assign(run, { used: 100 }), TypeError);
      assert.throws(() => Object.assign(calls[0] ?? {}, { name: "pay" }), TypeError);
      assert.throws(() => Object.assign(metadata, { plan: "free" }), TypeError);
      return { run: { used: run.used + 1 } };
    },
  });
  const plugins = compiled(greedy);
  const facts = { ...FACTS, metadata: Object.freeze({}) };
  const once = plugins.observed(NONE, [seen("look")], facts);
  const twice = plugins.observed(once, [seen("look")], facts);
  assert.deepEqual(held, [{ used: 0 }, { used: 1 }]);
  assert.deepEqual(twice.get("one"), { thread: undefined, run: { used: 2 } });
});

const GROWN: Readonly<Record<string, readonly [unknown, RegExp]>> = {
  "is larger than 4 KB": [{ used: 1, all: "x".repeat(MAX_SLICE_BYTES) }, /bytes, and 4096 are the most/],
  "does not fit its schema": [{ used: "1" }, /state of the run in take: /],
  "leads to itself": [
    (() => {
      const circle: { used: number; self?: unknown } = { used: 1 };
      circle.self = circle;
      return circle;
    })(),
    /circular/,
  ],
  "is no JSON": [{ used: 1, toJSON: () => undefined }, /no JSON/],
};

for (const [what, [state, message]] of Object.entries(GROWN)) {
  Deno.test(`K1: a state that ${what} is refused, and the one before stays`, () => {
    const plugins = compiled(counter("one", { take: () => ({ run: state as { used: number } }) }));
    assert.throws(() => plugins.assertWhole(plugins.take(NONE, [{ text: "Hi.", at: 1 }], FACTS)), {
      code: "plugin_failed",
      message,
    });
  });
}

Deno.test("K1: a state that a plugin does not declare is refused", () => {
  const plugins = compiled(counter("one", { take: () => ({ thread: { used: 1 } as never }) }));
  assert.throws(() => plugins.assertWhole(plugins.take(NONE, [{ text: "Hi.", at: 1 }], FACTS)), {
    message: /declares none/,
  });
});

Deno.test("K3: a state that throws while it is read is the failure of its plugin, whatever it throws", () => {
  const hostile = (thrown: unknown): object => {
    const fail = () => {
      throw thrown;
    };
    return new Proxy({}, { get: fail, ownKeys: fail, getPrototypeOf: fail, getOwnPropertyDescriptor: fail });
  };
  for (const thrown of [new Error("no"), hostile(new Error("no"))]) {
    for (const change of [hostile(thrown), { run: hostile(thrown) }, { run: { used: hostile(thrown) } }]) {
      const plugins = compiled(counter("one", { take: () => change as never }));
      assert.throws(() => plugins.assertWhole(plugins.take(NONE, [{ text: "Hi.", at: 1 }], FACTS)), {
        code: "plugin_failed",
      });
    }
  }
});

Deno.test("K1: the state of a run begins anew with it, and that of the thread stays", () => {
  const plugins = compiled(definePlugin({
    name: "one",
    slices: { run: COUNT, thread: COUNT },
    compile: () => ({
      observed: (calls, { run, thread }) => ({
        run: { used: run.used + calls.length },
        thread: { used: thread.used + calls.length },
      }),
    }),
  }));
  const behind = plugins.observed(NONE, [seen("look"), seen("look")], FACTS);
  assert.deepEqual(plugins.ofNextRun(behind).get("one"), { thread: { used: 2 }, run: { used: 0 } });
});

Deno.test("K3: the first plugin that refuses a call says why, whatever the order of the list", () => {
  const refuse = (name: string) =>
    counter(name, { judge: (calls) => new Map(calls.map(({ id }) => [id, { refuse: `${name} says no.` }])) });
  for (const plugins of [[refuse("one"), refuse("two")], [refuse("two"), refuse("one")]]) {
    const { refused: refusals } = compiled(...plugins).judge(
      NONE,
      [{ id: "c1", name: "look", args: {} }],
      "acting",
      FACTS,
      () => assert.fail("no plugin fails"),
    );
    assert.deepEqual(refusals.get("c1"), { plugin: "one", by: "The plugin one", reason: "one says no." });
  }
});

Deno.test("K3: the first plugin whose offer denies a tool refuses its calls, one that fails denies all, one in shadow none", () => {
  const denying = (
    name: string,
    deny: readonly string[],
    hooks: PluginHooks<undefined, { used: number }> = {},
  ) => counter(name, { offer: () => ({ deny: [...deny], because: "no" }), ...hooks });
  const broken = () => {
    throw new Error("broken");
  };
  const plugins = [
    denying("a-trial", ["look", "pay", "dig"], { shadow: true }),
    denying("b", ["pay"]),
    denying("c", ["pay", "look"]),
  ];
  const by = (failures: string[], ...listed: StepPlugin[]) =>
    Array.from(
      compiled(...listed).denials(NONE, ["look", "pay", "dig"], FACTS, ({ code }) => failures.push(code)),
      ([tool, { plugin }]) => `${tool} ${plugin}`,
    ).toSorted();
  for (const listed of [plugins, plugins.toReversed()]) {
    assert.deepEqual(by([], ...listed), ["look c", "pay b"]);
  }
  const failures: string[] = [];
  assert.deepEqual(by(failures, ...plugins, counter("d", { offer: broken })), ["dig d", "look c", "pay b"]);
  assert.deepEqual(failures, ["plugin_failed"]);
});

Deno.test("K1: an attribute of two plugins is that of the first by its name, and a reminder without words is none", () => {
  const named = (name: string, text: string) =>
    counter(name, { attributes: { policy: name, [name]: "1" }, remind: () => text });
  for (
    const listed of [[named("a", ""), named("b", "Be brief.")], [named("b", "Be brief."), named("a", "")]]
  ) {
    const plugins = compiled(...listed);
    assert.deepEqual(plugins.attributes, { policy: "a", a: "1", b: "1" });
    assert.deepEqual(plugins.reminders(NONE, FACTS, () => assert.fail("no plugin fails")), ["Be brief."]);
  }
});

Deno.test("K2, K4: states of other plugins stay as they are, and states named like members of Object are states", () => {
  const before = { thread: { gone: { v: 3, state: "kept" } }, run: { gone: { v: 3, state: 1 } } };
  const own = counter("constructor");
  assert.deepEqual(readSlices(own, before, () => ({ thread: undefined, run: { used: 5 } })).run, { used: 5 });
  const after = compiled(own).observed(NONE, [seen("look")], FACTS);
  assert.deepEqual(asSent(storedStates([own], after, before, 4)), {
    thread: before.thread,
    run: { ...before.run, constructor: { v: 1, at: 4, state: { used: 1 } } },
  });
});

Deno.test("K1: a thread that a later version of a plugin has written is refused cleanly", () => {
  const stored = { thread: undefined, run: { one: { v: 2, state: { used: 1 } } } };
  assert.throws(() => readSlices(counter("one"), stored, none), { code: "schema_unsupported" });
});

Deno.test("K4: a thread with a state of a plugin for safety makes no step in a deployment without it", () => {
  const stored = { thread: { guard: { v: 1, safety: true as const } }, run: undefined };
  assert.throws(() => new PluginHost([]).assertNoneMissing(stored), {
    code: "plugin_missing",
    message: /guard/,
  });
  new PluginHost([]).assertNoneMissing({ thread: { guard: { v: 1 } }, run: undefined });
  new PluginHost([definePlugin({ name: "guard", safety: true, compile: () => ({}) })]).assertNoneMissing(
    stored,
  );
});

Deno.test("K4: so does one whose run alone has a state of it, beside states of plugins that need not be there", () => {
  const host = new PluginHost([]);
  const [free, guard] = [{ v: 1, state: 1 }, { v: 1, state: 1, safety: true as const }];
  const places: readonly StoredStates[] = [{ thread: undefined, run: { free, guard } }, {
    thread: { free },
    run: { guard },
  }];
  for (const stored of places) {
    assert.throws(() => host.assertNoneMissing(stored), {
      code: "plugin_missing",
      details: { plugin: "guard" },
    });
  }
  host.assertNoneMissing({ thread: { free }, run: { free } });
});

const MISTYPED: Readonly<Record<string, readonly [hooks: object, message: RegExp]>> = {
  "a name that no decision has": [{ judges: () => new Map() }, /has a decision that there is not: judges/],
  "no function": [{ judge: new Map() }, /has a judge that is no function/],
  "tools that are no list": [{ tools: look }, /has a tools that is no list/],
};

for (const [what, [hooks, message]] of Object.entries(MISTYPED)) {
  Deno.test(`K3: a decision with ${what} is refused, because it would guard nothing`, () => {
    assert.throws(() => compiled({ name: "one", compile: () => hooks }), { code: "plugin_failed", message });
  });
}

Deno.test("K3: a decision that waits is told as such", () => {
  const waiting = counter("one", { offer: FAILING["returns a promise"] ?? assert.fail() });
  assert.throws(() => compiled(waiting).offers(NONE, FACTS), {
    message: "The plugin one answered with a promise in offer.",
  });
});

const opens = (name: string, open: ThreadToolSource["open"]) =>
  definePlugin({ name, compile: () => ({ threadTools: { open } }) });

/** A lab whose agent has the plugins, as a deployment makes it. */
function labWith(plugins: readonly StepPlugin[], scenario: PlanScript, agent: Agent = AGENT): Lab {
  const host = hostOf(...plugins);
  return createLab({
    agents: [host.extend({ ...agent, driver: "scripted" }, withMoreTools)],
    scenario,
    host: () => host,
  });
}

/** What a user may write: a thread of a shop has the tool `refund`. */
function refunds() {
  const ran: string[] = [];
  const asked: OpenRequest[] = [];
  const refund = defineTool({
    name: "refund",
    description: "Refunds.",
    effect: "once",
    run: (_, { thread }) => `refunded ${ran.push(thread)}`,
  });
  const plugin = opens("shops", async (own, request) => {
    asked.push(request);
    await Promise.resolve();
    const { thread, named } = request;
    const isOfShop = thread === undefined ? named.includes("refund") : thread.metadata.shop !== undefined;
    return { tools: isOfShop ? [...own, refund] : own };
  });
  return { plugin, ran, asked };
}

const REFUND = { calls: [{ tool: "refund" }] };
const DONE = { says: "Done." };
const FORCED = { type: "tool", name: "refund" } as const;

Deno.test("K1, C1: a plugin of one's own opens tools for a thread: they are forced, run once, and stay with a fork", async () => {
  const { plugin, ran, asked } = refunds();
  const lab = labWith([plugin], [REFUND, DONE, REFUND, DONE]);
  const request = {
    metadata: { shop: "s1" },
    toolChoice: FORCED,
    until: "done",
    idempotency: { key: "k1", bodyHash: "h1" },
  } as const;
  const { answer, events } = await lab.run({ input: "Refund it.", user: "ann", ...request });
  assert.equal(answer.output, "Done.");
  const [started] = events.filter((event) => event.type === "step.started");
  assert.deepEqual(started?.choice?.toolsSent, ["look", "refund"]);
  assert.deepEqual(started?.choice?.requested, FORCED);
  assert.deepEqual(ran, ["t1"]);
  // Once before the thread is known and once at its begin, and not for the second step.
  assert.deepEqual(asked.map(({ user, named, thread }) => [user, named, thread?.query]), [
    ["ann", ["refund"], undefined],
    ["ann", ["refund"], "Refund it."],
  ]);
  // A repeated request is answered with what was committed.
  const again = await lab.run({ input: "Refund it.", user: "ann", ...request });
  assert.deepEqual([again.answer.output, again.answer.thread.version], ["Done.", answer.thread.version]);
  assert.deepEqual([ran, asked.filter(({ thread }) => thread !== undefined).length], [["t1"], 1]);
  const ref = { tenant: "acme", thread: "t1" };
  await forkThread(ref, { thread: "t2" }, lab.deps);
  await lab.run({ thread: "t2", input: "Again.", until: "done" });
  assert.deepEqual(ran, ["t1", "t2"]);
});

Deno.test("K1, C1: a thread for which a plugin opens no tools refuses a choice of one, and a caller's tool takes no name of one", async () => {
  const { plugin, ran } = refunds();
  const lab = labWith([plugin], [REFUND, DONE]);
  const forced = await lab.refused({ input: "Refund it.", toolChoice: FORCED });
  assert.equal(forced.code, "tool_unknown");
  const clientTools = [{ name: "refund", description: "Mine.", parameters: {} }];
  const taken = await lab.refused({ input: "Refund it.", metadata: { shop: "s1" }, clientTools });
  assert.deepEqual([taken.code, taken.problems[0]?.pointer], ["invalid_request", "/clientTools/0/name"]);
  await lab.run({ thread: "t2", input: "Refund it.", until: "done" });
  const [call] = (await lab.history("t2")).flatMap((entry) => entry.type === "tool" ? [entry] : []);
  assert.deepEqual([call?.outcome, call?.error?.kind, ran], ["failed", "unknown_tool", []]);
});

Deno.test("K1, X: a call of a tool that a plugin opens waits for people, and runs in the request behind their answer", async () => {
  const ran: string[] = [];
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    effect: "once",
    needsApproval: true,
    run: () => `paid ${ran.push("pay")}`,
  });
  const plugin = opens("pays", (own, { thread }) => ({ tools: thread?.metadata.pays ? [...own, pay] : own }));
  const lab = labWith([plugin], [{ calls: [{ tool: "pay" }] }, DONE]);
  const { answer } = await lab.run({ input: "Pay.", metadata: { pays: true }, until: "done" });
  const [call] = answer.calls;
  assert.deepEqual([answer.thread.status, call?.name, ran], ["waiting", "pay", []]);
  const ref = { tenant: "acme", thread: "t1" };
  await decideApproval(ref, call?.id ?? "", { approved: true, by: "ann", via: "api" }, lab.deps);
  assert.equal((await lab.run({ until: "done" })).answer.output, "Done.");
  assert.deepEqual(ran, ["pay"]);
});

const OPENED: Readonly<Record<string, readonly [ThreadToolSource["open"], RegExp]>> = {
  "throws": [() => assert.fail("away"), /The plugin p threw in threadTools/],
  "rejects": [() => Promise.reject(new Error("away")), /The plugin p threw in threadTools/],
  "opens nothing": [() => undefined as never, /begin with those of the agent/],
  "opens no list": [() => ({ tools: {} as never }), /begin with those of the agent/],
  "leaves out a tool of the agent": [() => ({ tools: [] }), /begin with those of the agent/],
  "opens one of a name that the agent has": [
    (own) => ({ tools: [...own, ...own] }),
    /look: another tool has this name/,
  ],
  "opens what is no tool": [(own) => ({ tools: [...own, { name: "x" } as Tool] }), /: x: /],
  "opens search_tools without a bridge": [
    (own) => ({ tools: [...own, { ...look, name: SEARCH_TOOLS }] }),
    /search_tools: the name is reserved/,
  ],
  "opens call_tool with effects": [
    (own) => ({ tools: [...own, { ...look, name: CALL_TOOL, effect: "once" }], bridge: callBridge }),
    /call_tool: the name is reserved/,
  ],
  "keeps a state that is none": [(own) => ({ tools: own, state: "junk" as never }), /its state/],
  "keeps a state with a list that is none": [
    (own) => ({ tools: own, state: { number: 0, offered: "look", reached: [] } as never }),
    /its state/,
  ],
  "warns in another form": [(own) => ({ tools: own, warnings: [{ code: 1 }] as never }), /warnings/],
  "withdraws what is no list": [(own) => ({ tools: own, withdrawn: 3 as never }), /warnings or withdrawn/],
};

for (const [what, [open, message]] of Object.entries(OPENED)) {
  Deno.test(`K3: a step is refused with plugin_failed, and nothing is spent, where a plugin that is to open tools ${what}`, async () => {
    const lab = labWith([opens("p", open)], [DONE]);
    const { code, message: said, details } = await lab.refused({ input: "Go." });
    assert.deepEqual([code, details.plugin], ["plugin_failed", "p"]);
    assert.match(said, message);
    assert.equal(await lab.store.read({ tenant: "acme", thread: "t1" }), undefined);
  });
}

/** What stands behind a list of tools that is in order and fails, by what it does. */
const FAILS_LATER: Readonly<Record<string, (own: readonly Tool[]) => Partial<OpenedTools>>> = {
  ...Object.fromEntries(
    (["called", "planned", "observed", "committed", "spent", "decisions"] as const).flatMap((member) => [
      [`${member} throws`, () => ({ [member]: () => assert.fail("away") })],
      [`${member} rejects`, () => ({ [member]: () => Promise.reject(new Error("away")) })],
    ]),
  ),
  ...Object.fromEntries(
    (["called", "planned", "observed", "committed"] as const).flatMap((member) => [
      [`${member} leaves out a tool of the agent`, () => ({ [member]: () => ({ tools: [] }) })],
      [`${member} opens one twice`, (own) => ({ [member]: () => ({ tools: [...own, ...own] }) })],
      [`${member} opens another one by the name of the agent's`, (own) => ({
        [member]: () => ({ tools: own.map((tool) => ({ ...tool, needsApproval: false })) }),
      })],
      [`${member} keeps a state that is none`, (own) => ({
        [member]: () => ({ tools: own, state: "junk" as never }),
      })],
    ]),
  ),
  "spent is no number": () => ({ spent: () => NaN }),
  "spent is below zero": () => ({ spent: () => -1 }),
};

for (const [what, later] of Object.entries(FAILS_LATER)) {
  Deno.test(`K3: calls have run once and the run ends with the tools as they were, and it is logged, where ${what}`, async () => {
    const [ran, logged]: [string[], unknown[]] = [[], []];
    const pay = defineTool({ name: "pay", description: "Pays.", effect: "once", run: () => ran.push("pay") });
    const asks = defineTool({
      name: "asks",
      description: "Is asked.",
      needsApproval: true,
      run: () => ran.push("asks"),
    });
    const plugin = opens("p", (own) => ({ tools: [...own, pay], ...later(own) }));
    const agent = defineAgent({ name: "a", model: "scripted/demo", tools: [asks] });
    const lab = labWith([plugin], [{ calls: [{ tool: "pay" }] }, { calls: [{ tool: "asks" }] }], agent);
    Object.assign(lab.deps.sources, {
      log: (_: string, message: string, fields: Record<string, unknown>) =>
        logged.push([message, fields.code, fields.thread, String(fields.detail).includes("The plugin p ")]),
    });
    const { answer } = await lab.run({ input: "Pay.", until: "done" });
    assert.deepEqual([answer.thread.status, answer.error, ran], ["waiting", undefined, ["pay"]]);
    const [paid] = (await lab.history()).flatMap((entry) => entry.type === "tool" ? [entry] : []);
    assert.deepEqual([paid?.name, paid?.outcome, paid?.output], ["pay", "completed", 1]);
    assert.notEqual(logged.length, 0);
    assert.deepEqual(logged, logged.map(() => ["plugin failed", "plugin_failed", "t1", true]));
  });
}

Deno.test("K3: the run goes on with the tools as they were where what they become behind calls does not come", async () => {
  const plugin = opens("p", (own) => ({ tools: own, observed: () => new Promise<never>(() => {}) }));
  const lab = labWith([plugin], [{ calls: [{ tool: "look" }] }, DONE]);
  const real = globalThis.setTimeout;
  globalThis.setTimeout =
    ((run: () => void, ms?: number) => real(run, ms === LOAD_MS ? 0 : ms)) as typeof setTimeout;
  try {
    assert.equal((await lab.run({ input: "Look.", until: "done" })).answer.output, "Done.");
  } finally {
    globalThis.setTimeout = real;
  }
});

const BRIDGES: Readonly<Record<string, Partial<CallBridge>>> = {
  "throws for an answer": { read: () => assert.fail("away") },
  "answers with no list": { read: () => ({}) as never },
  "throws for a stream": { listen: () => assert.fail("away") },
  "throws for an event": { listen: () => () => assert.fail("away") },
};

for (const [what, bridge] of Object.entries(BRIDGES)) {
  Deno.test(`K3: an answer fails with plugin_failed and the name of the plugin where its bridge ${what}`, async () => {
    const plugin = opens("p", (own) => ({ tools: own, bridge: { ...callBridge, ...bridge } }));
    const { answer } = await labWith([plugin], [DONE]).run({ input: "Go." });
    assert.deepEqual([answer.thread.status, answer.error?.code], ["failed", "plugin_failed"]);
    assert.match(answer.error?.message ?? "", /^The plugin p /);
  });
}

Deno.test("K3: what a source of a plugin cannot list or rank is a failure with the name of the plugin", async () => {
  const sources: Readonly<Record<string, Partial<ThreadToolSource>>> = {
    "throws": { list: () => assert.fail("away"), rank: () => assert.fail("away") },
    "rejects": { list: () => Promise.reject("away"), rank: () => Promise.reject("away") },
    "is none": { list: () => Promise.resolve([{}] as never), rank: () => Promise.reject("none") },
  };
  const request = { ref: { tenant: "acme", thread: "t1" }, user: undefined, named: [], thread: undefined };
  for (const [what, source] of Object.entries(sources)) {
    const threadTools = { open: (own: readonly Tool[]) => ({ tools: own }), ...source };
    const plugin = definePlugin({ name: "p", compile: () => ({ threadTools }) });
    const { deps: { agents, sources: ports } } = labWith([plugin], []);
    const { list, rank } = agents.get("a")?.threadTools ?? {};
    const failed = { code: "plugin_failed", details: { plugin: "p" } };
    await assert.rejects(async () => await list?.(request, ports), failed, what);
    await assert.rejects(async () => await rank?.({ text: "x", most: 1 }, request, ports), failed, what);
  }
});

Deno.test("K1: the source of a plugin may be an object of a class, with settings, a list and what it finds on its prototype", async () => {
  class Shop {
    readonly #tool = { ...look, name: "shop" };
    get settings() {
      return { shop: this.#tool.name };
    }
    get env() {
      return ["SHOP"];
    }
    open(own: readonly Tool[]) {
      return { tools: [...own, this.#tool] };
    }
    list() {
      return Promise.resolve([this.#tool]);
    }
    rank() {
      return Promise.resolve({ tools: [this.#tool.name] });
    }
    canRun({ name }: { readonly name: string }) {
      return name === this.#tool.name;
    }
    categoriesOf(name: string) {
      return name === this.#tool.name ? ["shops"] : [];
    }
  }
  const plugin = definePlugin({ name: "p", compile: () => ({ threadTools: new Shop() }) });
  const { deps: { agents, sources } } = labWith([plugin], []);
  const agent = agents.get("a") ?? assert.fail();
  assert.notEqual(agent.hash, AGENT.hash);
  const request = { ref: { tenant: "acme", thread: "t1" }, user: undefined, named: [], thread: undefined };
  const changed = changeTools(agent, (tool) => ({ ...tool, description: "Changed." }));
  for (const { threadTools = assert.fail() } of [agent, changed, withNamedTool(agent, "shop")]) {
    assert.deepEqual([threadTools.settings, threadTools.env], [{ shop: "shop" }, ["SHOP"]]);
    const { tools } = await threadTools.open([], request, sources);
    assert.deepEqual(tools.map(({ name }) => name), ["shop"]);
    assert.deepEqual((await threadTools.list?.(request, sources))?.map(({ name }) => name), ["shop"]);
    const ranked = await threadTools.rank?.({ text: "x", most: 1 }, request, sources);
    assert.deepEqual(ranked, { tools: ["shop"] });
    assert.equal(threadTools.canRun?.({ name: "shop", source: { type: "code" } }), true);
    assert.deepEqual(threadTools.categoriesOf?.("shop"), ["shops"]);
  }
});

Deno.test("K3, C1: the tool of a caller runs in no server, whatever its thread opens later in the run", async () => {
  const ran: string[] = [];
  const mine = defineTool({
    name: "mine",
    description: "Mine.",
    effect: "once",
    run: () => ran.push("server"),
  });
  const clientTools = [{ name: "mine", description: "The caller's.", parameters: {} }];
  const call = { calls: [{ tool: "mine" }] };
  const opened = { isOpen: false };
  const later = opens("p", (own) => ({ tools: opened.isOpen ? [...own, mine] : own }));
  const lab = labWith([later], [call, call, DONE]);
  const { answer: { calls: [asked = assert.fail()] } } = await lab.run({ input: "Go.", clientTools });
  opened.isOpen = true;
  const refused = await lab.refused({ toolResults: [{ callId: asked.id, output: 1, failed: false }] });
  assert.deepEqual([refused.code, refused.details.plugin], ["plugin_failed", "p"]);
  assert.match(refused.message, /mine: another tool has this name/);
  // Behind a plan and behind calls the tools stay as they were.
  const grows = opens("p", (own) => ({
    tools: own,
    called: () => ({ tools: [...own, mine] }),
    observed: () => ({ tools: [...own, mine] }),
  }));
  const other = labWith([grows], [{ calls: [{ tool: "look" }] }, call, DONE]);
  const { answer } = await other.run({ input: "Go.", clientTools, until: "done" });
  assert.deepEqual([answer.thread.status, answer.calls.at(-1)?.name], ["waiting", "mine"]);
  assert.deepEqual(ran, []);
});

Deno.test("K3, C1: a request whose caller takes a name that its thread opens, or a name of the bridge, is refused, whatever the state says", async () => {
  const mine = defineTool({
    name: "mine",
    description: "Mine.",
    effect: "once",
    run: () => assert.fail("ran"),
  });
  const state = { number: 0, offered: [], reached: [] };
  const lab = labWith([opens("p", (own, { thread }) => ({ tools: thread ? [...own, mine] : own, state }))], [
    DONE,
  ]);
  for (const name of ["mine", SEARCH_TOOLS, CALL_TOOL]) {
    const refused = await lab.refused({
      input: "Go.",
      clientTools: [{ name, description: "x", parameters: {} }],
    });
    assert.deepEqual([refused.code, refused.problems[0]?.pointer], [
      "invalid_request",
      "/clientTools/0/name",
    ]);
  }
});

Deno.test("K3: what opens tools refuses a step with an error of its own", async () => {
  const open = () => {
    throw new AgentError("tools_unavailable", "The shop is closed.");
  };
  const { code, message } = await labWith([opens("p", open)], [DONE]).refused({ input: "Go." });
  assert.deepEqual([code, message], ["tools_unavailable", "The shop is closed."]);
});

Deno.test("K3: an agent has one thing that opens tools of its threads, whatever the order of plugins", () => {
  const one = opens("one", (own) => ({ tools: own }));
  const two = opens("two", (own) => ({ tools: own }));
  const message = "The plugin one opens tools of agent a, and so does the plugin two; it takes one.";
  for (const plugins of [[one, two], [two, one]]) {
    assert.throws(() => new PluginHost(plugins).extend(AGENT, withMoreTools), {
      code: "agent_invalid",
      message,
    });
  }
  const selecting = defineAgent({ name: "a", selection: toolSelection({ tools: [look] }) });
  assert.throws(() => new PluginHost([one]).extend(selecting, withMoreTools), /so does its definition/);
  const settings: JsonObject = {};
  settings.self = settings;
  for (const wrong of [{}, { open: true }, { open: () => ({ tools: [] }), settings }]) {
    const plugin = definePlugin({ name: "p", compile: () => ({ threadTools: wrong as never }) });
    assert.throws(() => new PluginHost([plugin]).of(AGENT), {
      code: "plugin_failed",
      message: /threadTools/,
    });
  }
});

Deno.test("K3: no tool of an agent or of its servers has a name of the bridge where something opens tools of its threads", async () => {
  const once = defineTool({
    name: SEARCH_TOOLS,
    description: "Acts.",
    effect: "once",
    run: () => assert.fail("ran"),
  });
  const source = opens("p", (own) => ({ tools: own }));
  const selecting = toolSelection({ tools: [look] });
  for (const name of [SEARCH_TOOLS, CALL_TOOL]) {
    const tools = [{ ...once, name }];
    const refused = { code: "agent_invalid", message: new RegExp(`^Agent a has the tool ${name}`) };
    const [plain, own] = [
      defineAgent({ name: "a", tools }),
      defineAgent({ name: "a", tools, selection: selecting }),
    ];
    assert.throws(() => new PluginHost([source]).extend(plain, withMoreTools), refused);
    assert.throws(() => new PluginHost([]).extend(own, withMoreTools), refused);
    new PluginHost([]).extend(plain, withMoreTools);
    const server: RemoteToolSource = {
      name: "crm",
      prefix: name,
      settings: {},
      env: [],
      tools: () => ({ tools, warnings: [] }),
    };
    const agent = defineAgent({ name: "a", model: "scripted/demo", toolSources: [server] });
    const { code, message } = await labWith([source], [DONE], agent).refused({ input: "Go." });
    assert.equal(code, "plugin_failed");
    assert.match(message, new RegExp(`${name}: the name is reserved`));
  }
});

for (const asksPeople of [false, true]) {
  Deno.test(`K3: a plugin ${asksPeople ? "that asks people" : "for safety"} learns of another one that opens tools of threads, whatever the order`, () => {
    const facts: [string, boolean, boolean][] = [];
    const guard = definePlugin({
      name: "m-guards",
      asksPeople,
      compile({ name, hasOtherTools, hasCatalogue }) {
        facts.push([name, hasOtherTools, hasCatalogue]);
        return undefined;
      },
    });
    for (const name of ["a", "z"]) {
      const source = opens(name, (own) => ({ tools: own }));
      for (const plugins of [[guard, source], [source, guard]]) {
        new PluginHost(plugins).extend(AGENT, withMoreTools);
        assert.deepEqual(facts.splice(0).at(-1), ["a", true, true]);
      }
    }
    new PluginHost([guard]).extend(AGENT, withMoreTools);
    assert.deepEqual(facts, [["a", false, false]]);
  });
}

Deno.test("K3: tools that another plugin opens are guarded by one that decides about agents with such tools alone", async () => {
  const guard = definePlugin({
    name: "guard",
    compile: ({ hasOtherTools }) =>
      hasOtherTools
        ? { judge: (calls) => new Map(calls.map(({ id }) => [id, { refuse: "No refunds." }])) }
        : undefined,
  });
  const { plugin, ran } = refunds();
  for (const plugins of [[guard, plugin], [plugin, guard]]) {
    const lab = labWith(plugins, [REFUND, DONE]);
    await lab.run({ input: "Refund it.", metadata: { shop: "s1" }, until: "done" });
    const [call] = (await lab.history()).flatMap((entry) => entry.type === "tool" ? [entry] : []);
    assert.deepEqual([call?.outcome, call?.error?.message, ran], ["blocked", "No refunds.", []]);
  }
});

Deno.test("K3: a plugin that asks people opens tools as any other does, and the others learn of it", () => {
  const facts: boolean[] = [];
  const guard = definePlugin({
    name: "guard",
    compile: ({ hasOtherTools }) => void facts.push(hasOtherTools),
  });
  const asks = { ...opens("asks", (own) => ({ tools: own })), asksPeople: true };
  for (const plugins of [[guard, asks], [asks, guard]]) {
    const extended = new PluginHost(plugins).extend(AGENT, withMoreTools);
    assert.deepEqual([typeof extended.threadTools?.open, facts.splice(0).at(-1)], ["function", true]);
  }
});

Deno.test("K3: what a plugin throws before it learns of another one that opens tools refuses no deployment", () => {
  const strict = definePlugin({
    name: "a-strict",
    compile({ tools, hasOtherTools }) {
      if (!hasOtherTools && tools.length < 2) throw new Error("there is no such tool");
      return {};
    },
  });
  const source = opens("z", (own) => ({ tools: own }));
  for (const plugins of [[strict, source], [source, strict]]) {
    const host = new PluginHost(plugins);
    host.extend(AGENT, withMoreTools);
    assert.equal(host.threadToolsOf(AGENT)?.open !== undefined, true);
  }
  assert.throws(() => new PluginHost([strict]).extend(AGENT, withMoreTools), { code: "plugin_failed" });
});

Deno.test("K3: two plugins that open tools are refused where one does so for agents with other tools alone", () => {
  const first = opens("first", (own) => ({ tools: own }));
  const second = definePlugin({
    name: "second",
    compile: ({ hasOtherTools }) =>
      hasOtherTools ? { threadTools: { open: (own) => ({ tools: own }) } } : undefined,
  });
  for (const plugins of [[first, second], [second, first]]) {
    assert.throws(() => new PluginHost(plugins).extend(AGENT, withMoreTools), { code: "agent_invalid" });
  }
});
