// K1-K4: what plugins count of steps: how it is checked, that each step counts once, and that a plugin which fails stops none.
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { definePolicy } from "../../../src/agents/define_policy.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { Store } from "../../../src/core/store.ts";
import { toDay } from "../../../src/core/store/ledger.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import { CountGroups } from "../../../src/kernel/hooks/count_groups.ts";
import type { CountedStep } from "../../../src/kernel/hooks/counted_step.ts";
import type { PluginHooks, StepPlugin } from "../../../src/kernel/hooks/plugin.ts";
import { PluginHost } from "../../../src/kernel/hooks/plugin_host.ts";
import {
  type PluginCounts,
  readCountedDays,
  type StepCounts,
} from "../../../src/kernel/hooks/step_counts.ts";
import { analytics } from "../../../src/plugins/analytics/mod.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { Hono } from "hono/tiny";
import type { HttpEnv } from "../../../src/http/context.ts";
import { overridden } from "../../chaos/overridden.ts";
import { createTestApp, KEY, OTHER_KEY } from "../../http/_app.ts";
import type { Lab } from "../../support/lab.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";
import { needsRedis } from "../../support/requires.ts";
import { atMost, lab, slicesIn } from "./_plugins.ts";
import { policyHost } from "../../plugins/policies/_host.ts";

const AGENT = defineAgent({ name: "a", model: "scripted/demo" });
const SEARCH = { calls: [{ tool: "search" }] };
const DONE = { says: "Done." };

const STEP: CountedStep = {
  tenant: "acme",
  user: null,
  metadata: {},
  tools: ["search"],
  model: "a/b",
  attributes: {},
  plan: undefined,
  calls: [],
  usage: { inputTokens: 0, outputTokens: 0 },
  ms: 0,
};

function counter(
  name: string,
  count: (step: CountedStep) => StepCounts | undefined,
  more: Partial<StepPlugin> = {},
): StepPlugin {
  return definePlugin({ name, compile: () => ({ count }), ...more });
}

const steps = (name: string) => counter(name, () => ({ added: { steps: 1 } }));

/** What plugins count of a step, and what the log has of those that fail. */
function countBy(plugins: readonly StepPlugin[], step = STEP) {
  const failures: string[] = [];
  const counted = new PluginHost(plugins).countersOf(AGENT).count(
    step,
    ({ message }) => failures.push(message),
  );
  return { counted, failures };
}

/** The counts of today's ledger. */
async function ledgerOf(store: Store): Promise<Record<string, number>> {
  const today = toDay(Date.now());
  const days = await store.readLedger("acme", toDay(Date.parse(today) - 1), today);
  return Object.fromEntries(days.flatMap(({ counts }) => [...counts]).sort());
}

Deno.test("K1: the counters of all plugins are booked in the order of their names, those of 0 are not", () => {
  const { counted, failures } = countBy([
    counter("two", ({ model }) => ({ of: model, added: { steps: 1, none: 0, ["__proto__"]: 3 } })),
    counter("nothing", () => undefined),
    counter("only-zeros", () => ({ added: { none: 0 } })),
    counter("one", () => ({ added: { steps: 2 } }), { countKey: "first" }),
  ]);
  assert.deepEqual(counted.map((each): PluginCounts => each), [
    { key: "first", of: "", added: new Map([["steps", 2]]) },
    { key: "two", of: "a/b", added: new Map([["steps", 1], ["__proto__", 3]]) },
  ]);
  assert.deepEqual(failures, []);
});

const many = (count: number, length = 1) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [String(index).padStart(length, "n"), 1]),
  );

const WRONG: Readonly<Record<string, readonly [() => unknown, RegExp]>> = {
  "throws": [() => assert.fail("down"), /^The plugin wrong threw in count\.$/],
  "answers with a promise": [() => Promise.resolve({ added: {} }), /answered with a promise in count/],
  "returns a text": [() => "steps", /returned no counters in count/],
  "returns nothing that is added": [() => ({}), /returned no counters/],
  "counts backwards": [() => ({ added: { steps: -1 } }), /no whole number up to 1000000000/],
  "counts a half": [() => ({ added: { steps: 0.5 } }), /no whole number/],
  "counts to no number": [() => ({ added: { steps: NaN } }), /no whole number/],
  "counts with a text": [() => ({ added: { steps: "1" } }), /no whole number/],
  "counts too far": [() => ({ added: { at: Date.now() } }), /no whole number/],
  "has a counter without a name": [() => ({ added: { "": 1 } }), /without a name/],
  "has a counter with the name of a definition": [() => ({ added: { "D=a": 1 } }), /begins with D=/],
  "has a counter with half a character": [() => ({ added: { "\ud800": 1 } }), /without a name/],
  "has too many counters": [() => ({ added: many(501) }), /returned 501 counters .* and 500 of 16000/],
  "has counters with long names": [() => ({ added: many(40, 401) }), /40 counters of 16040 characters/],
  "counts of what is no text": [() => ({ of: 5, added: { steps: 1 } }), /no text of at most 1000000/],
  "counts of a long text": [() => ({ of: "x".repeat(1_000_001), added: { steps: 1 } }), /no text of at most/],
};

for (const [what, [count, message]] of Object.entries(WRONG)) {
  Deno.test(`K1, K3: a plugin that ${what} counts nothing of the step, and the others do`, () => {
    const wrong = counter("wrong", count as () => StepCounts);
    const { counted, failures } = countBy([wrong, steps("right")]);
    assert.deepEqual(counted.map(({ key }) => key), ["right"]);
    assert.equal(failures.length, 1);
    assert.match(failures[0] ?? "", message);
  });
}

Deno.test("K1: the most that a plugin may count is counted", () => {
  const { counted, failures } = countBy([
    counter("a", () => ({ of: "x".repeat(1_000_000), added: { ...many(499), much: 1_000_000_000 } })),
    counter("b", () => ({ added: many(40, 400) })),
  ]);
  assert.deepEqual([counted.map(({ added }) => added.size), failures], [[500, 40], []]);
});

Deno.test("K2: a plugin cannot change the step that others count", () => {
  const change = counter("change", (step) => {
    Object.assign(step.usage, { inputTokens: 7 });
    return { added: { steps: 1 } };
  });
  const { counted, failures } = countBy(
    [change, counter("tokens", ({ usage: { inputTokens } }) => ({ added: { inputTokens } }))],
    {
      ...STEP,
      usage: { inputTokens: 5, outputTokens: 0 },
    },
  );
  assert.deepEqual(counted, [{ key: "tokens", of: "", added: new Map([["inputTokens", 5]]) }]);
  assert.match(failures[0] ?? "", /change threw in count/);
});

const compile = () => ({});
const KEYS: Readonly<Record<string, readonly [readonly StepPlugin[], RegExp | undefined]>> = {
  "the name of another": [
    [{ name: "one", compile }, { name: "two", countKey: "one", compile }],
    /plugins one and two count under one key, "one"/,
  ],
  "the empty key twice": [
    [analytics(), { name: "own", countKey: "", compile }],
    /plugins analytics and own count under one key, ""/,
  ],
  "no name": [[{ name: "one", countKey: "a b", compile }], /countKey that is no name: "a b"/],
  "no text": [[{ name: "one", countKey: 5 as unknown as string, compile }], /countKey that is no name: 5/],
  "names that begin alike": [[{ name: "a", compile }, { name: "a/b", compile }], undefined],
};

for (const [what, [plugins, message]] of Object.entries(KEYS)) {
  Deno.test(`K3: a deployment whose plugins count under ${what} is ${message ? "refused" : "made"}`, () => {
    const make = () => new PluginHost(plugins);
    if (message === undefined) make();
    else assert.throws(make, { code: "config_invalid", message });
  });
}

Deno.test("K1: a plugin reads its own counters alone, by day and by what they belong to", () => {
  const plugins = ["a", "a/b", "b"].flatMap((name) => [
    { key: name, of: "", added: new Map([["steps", 1]]) },
    { key: name, of: "x|y/z", added: new Map([["a|b", 2]]) },
  ]);
  const groups = new CountGroups();
  const counts = new Map<string, number>();
  for (const each of [...plugins, { key: "", of: "x|y/z", added: new Map([["a|b", 3]]) }]) {
    for (const [group, added] of groups.write([each], "acme", "2026-11-22").counts) {
      for (const [name, count] of added) counts.set(`${group}|${name}`, count);
    }
  }
  counts.set("a/0123456789|steps", 9);
  const days = [{ day: "2026-11-22", accounts: new Map(), counts }];
  for (const name of ["a/b", "b"]) {
    assert.deepEqual(readCountedDays(name, days), [{
      day: "2026-11-22",
      groups: [
        { of: "", counts: new Map([["steps", 1]]) },
        { of: "x|y/z", counts: new Map([["a|b", 2]]) },
      ],
    }]);
  }
  assert.deepEqual(readCountedDays("a", days)[0]?.groups[2], { of: null, counts: new Map([["steps", 9]]) });
  assert.deepEqual(readCountedDays("", days)[0]?.groups, [{ of: "x|y/z", counts: new Map([["a|b", 3]]) }]);
  assert.deepEqual(readCountedDays("c", days), []);
});

Deno.test("K1: what counters belong to travels once for each tenant and day, and again until it is known to be stored", () => {
  const groups = new CountGroups();
  const counted = [{ key: "p", of: "search", added: new Map([["steps", 1]]) }];
  const namesOn = (tenant: string, day: string) => {
    const { counts, confirm } = groups.write(counted, tenant, day);
    return { names: [...counts.values()].flatMap((added) => [...added.keys()]), confirm };
  };
  const first = namesOn("acme", "2026-11-22");
  assert.deepEqual(first.names, ["steps", "D=search"]);
  assert.deepEqual(namesOn("acme", "2026-11-22").names, ["steps", "D=search"]);
  first.confirm();
  assert.deepEqual(namesOn("acme", "2026-11-22").names, ["steps"]);
  assert.deepEqual(namesOn("beta", "2026-11-22").names, ["steps", "D=search"]);
  assert.deepEqual(namesOn("acme", "2026-11-23").names, ["steps", "D=search"]);
});

/** Two steps, one call; two plugins of anybody beside that of the package. */
const COUNTING: readonly StepPlugin[] = [
  counter("calls", ({ calls }) => ({ added: { calls: calls.length } })),
  counter("by-model", ({ model, plan }) => ({ of: model, added: { plans: plan === undefined ? 0 : 1 } })),
  analytics(),
];
const BY_MODEL = "by-model/768aa885f3";

const STORES:
  readonly (readonly [name: string, test: (run: (store: Store) => Promise<void>) => Promise<void>])[] = [
    ["memory", (run) => run(createMemoryStore())],
    ["sqlite", async (run) => {
      const store = createSqliteStore({ path: ":memory:" });
      await run(store).finally(() => store.close());
    }],
    ["upstash", async (run) => {
      await using opened = await openUpstashStore();
      await run(opened.store);
    }],
  ];

for (const [name, on] of STORES) {
  const test = name === "upstash" ? needsRedis : Deno.test;
  test(`K2: the counters of several plugins are booked once, where every first answer is lost (${name})`, () =>
    on(async (store) => {
      let lost = 0;
      const lose = async <T>(answer: Promise<T>): Promise<T> => {
        const applied = await answer;
        if (lost++ % 2 === 1) return applied;
        throw new AgentError("store_unavailable", "The answer is lost.");
      };
      const thread = lab(COUNTING, [SEARCH, DONE], {
        store: overridden(store, {
          commit: (request) => lose(store.commit(request)),
          advance: (request) => lose(store.advance(request)),
        }),
      });
      await thread.run({ input: "go", until: "done" });
      assert.equal(lost, 4);
      const counts = await ledgerOf(store);
      assert.deepEqual([counts["calls/|calls"], counts[`${BY_MODEL}|plans`]], [1, 2], JSON.stringify(counts));
      const [choices = assert.fail("nothing")] = Object.keys(counts).filter((key) =>
        /^[0-9a-f]{10}\|/.test(key)
      );
      assert.equal(counts[`${choices.slice(0, 10)}|Pans11`], 1);
    }));
}

Deno.test("K2: a step that was cancelled while it planned counts once", async () => {
  const seen: (CountedStep | undefined)[] = [];
  const watch = counter("watch", (step) => {
    seen.push(step);
    return { added: { [step.plan?.outcome?.type ?? "none"]: 1 } };
  });
  const started = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const thread = lab([watch], async () => {
    started.resolve();
    await open.promise;
    return DONE;
  });
  const running = thread.run({ input: "go" });
  await started.promise;
  await thread.store.cancel({ tenant: "acme", thread: "t1" });
  open.resolve();
  assert.equal((await running).answer.error?.code, "step_cancelled");
  assert.equal(seen.length, 1);
  assert.deepEqual(Object.values(await ledgerOf(thread.store)), [1]);
});

Deno.test("K3: a plugin that fails to count is logged, and the step is committed", async () => {
  const thread = lab([counter("down", () => assert.fail("secret")), steps("up")], [DONE]);
  const logged: unknown[] = [];
  Object.assign(thread.deps, {
    log: (level: string, message: string, fields: object) => logged.push({ level, message, ...fields }),
  });
  const { answer } = await thread.run({ input: "go", until: "done" });
  assert.deepEqual([answer.error, answer.thread.status], [undefined, "done"]);
  assert.match(JSON.stringify(logged), /"warn","message":"plugin failed".*The plugin down threw in count/);
  assert.deepEqual(await ledgerOf(thread.store), { "up/|steps": 1 });
});

Deno.test("K4: a plugin that only counts is none that decides: no session, no header and no request has anything of it", async () => {
  const host = new PluginHost([steps("one"), analytics()]);
  assert.deepEqual([host.redactsNothing, host.of(AGENT).hasAny, host.countersOf(AGENT).hasAny], [
    false,
    false,
    true,
  ]);
  host.extend(AGENT, (agent) => agent);
  assert.equal(host.redactsNothing, true, "no agent of the deployment has a plugin that redacts");
  const thread = lab([steps("one")], [SEARCH, DONE]);
  await thread.run({ input: "go", until: "done" });
  assert.deepEqual(await slicesIn(thread), { thread: undefined, run: undefined });
});

Deno.test("K1: a plugin that decides may count too", async () => {
  const limit = atMost("search", { run: 1 });
  const both: StepPlugin = {
    ...limit,
    compile: (agent): PluginHooks => ({
      ...limit.compile?.(agent),
      count: ({ calls }) => ({ added: { [`${calls.length} calls`]: 1 } }),
    }),
  };
  const thread = lab([both], [SEARCH, SEARCH, DONE]);
  await thread.run({ input: "go", until: "done" });
  assert.deepEqual(await ledgerOf(thread.store), {
    "at-most-search/|0 calls": 1,
    "at-most-search/|1 calls": 2,
  });
});

/** The steps of a run as a plugin counts them. */
async function countedSteps(make: (watch: StepPlugin) => Lab): Promise<CountedStep[]> {
  const seen: CountedStep[] = [];
  const watch = counter("watch", (step) => {
    seen.push(step);
    return undefined;
  });
  await make(watch).run({ input: "go", until: "done", user: "ann" });
  return seen;
}

Deno.test("K1: a step says under which policy, model and choice it was, what was called, and what became of the calls", async () => {
  const policy = definePolicy({ name: "careful", rules: [{ type: "at_most", tool: "search", times: 1 }] });
  const two = { calls: [{ tool: "search" }, { tool: "search" }, { tool: "pay" }, { tool: "invented" }] };
  const [first, second, ...more] = await countedSteps((watch) =>
    lab([], [two, DONE], { policy, host: policyHost(new Map(), [watch, atMost("pay", { run: 0 })]) })
  );
  assert.deepEqual(more, []);
  assert.deepEqual(
    [first?.tenant, first?.user, first?.metadata, first?.tools, first?.attributes],
    ["acme", "ann", {}, ["search", "pay"], { policy: "careful" }],
  );
  const { plan, model } = first ?? assert.fail("no step");
  assert.deepEqual([model, plan?.choice.source, plan?.isFirst], ["scripted/demo", "rule", true]);
  assert.deepEqual(plan?.called, ["search", "search", "pay", "invented"]);
  assert.deepEqual(plan?.broken, [undefined, "search at most 1 time", "at-most-pay", undefined]);
  assert.deepEqual([first?.calls, second?.plan?.isFirst], [[], false]);
  assert.deepEqual(second?.calls.map(({ name, outcome, notRun }) => [name, outcome, notRun]), [
    ["search", "completed", undefined],
    ["search", "blocked", "rule"],
    ["pay", "blocked", "rule"],
    ["invented", "failed", "unknown_tool"],
  ]);
});

Deno.test("K1, E14: routes of a plugin read what it has counted for the tenant of their caller, and no other day", async () => {
  const counted = definePlugin({
    name: "counted",
    compile: () => ({ count: ({ model }) => ({ of: model, added: { steps: 1 } }) }),
    open: ({ counts }) => ({
      routes: new Hono<HttpEnv>().get("/v1/counted/:from/:to", async (c) => {
        const days = await counts(c.var.tenant, c.req.param());
        return c.json(days.flatMap(({ groups }) => groups.map(({ of, counts }) => [of, ...counts])));
      }),
    }),
  });
  const app = createTestApp({ plugins: [counted] });
  const run = await app.send("POST", "/v1/threads/t1/steps", {
    agent: "tester",
    input: "Hi.",
    until: "done",
  });
  assert.equal(run.status, 200);
  await run.body?.cancel();
  // Not by `send`, which knows the responses of the standard set.
  const read = async (path: string, key = KEY) => {
    const response = await app.app.request(path, { headers: { authorization: `Bearer ${key}` } });
    const body = await response.json();
    return response.status === 200 ? body : body.code;
  };
  const today = toDay(Date.now());
  const yesterday = toDay(Date.parse(today) - 1);
  assert.deepEqual(await read(`/v1/counted/${yesterday}/${today}`), [["scripted/demo", ["steps", 1]]]);
  assert.deepEqual(await read(`/v1/counted/${yesterday}/${today}`, OTHER_KEY), []);
  assert.deepEqual(await read("/v1/counted/2020-01-01/2020-01-02"), []);
  assert.equal(await read("/v1/counted/2020-01-01/2021-01-02"), "invalid_request");
  assert.equal(await read("/v1/counted/2020-01-32/2020-02-02"), "invalid_request");
});
