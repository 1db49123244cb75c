// K2, K5: checkPlugin says nothing of a plugin that keeps its promises, and finds each that breaks one.
import assert from "node:assert/strict";
import * as z from "zod/mini";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { definePolicy } from "../../../src/agents/define_policy.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import type { PluginHooks, StepPlugin } from "../../../src/kernel/hooks/plugin.ts";
import { analytics } from "../../../src/plugins/analytics/mod.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { checkPlugin } from "../../../src/testing/check_plugin.ts";
import { atMost } from "../../kernel/hooks/_plugins.ts";

const look = defineTool({ name: "search", description: "Searches.", effect: "pure", run: () => "nothing" });
const AGENT = defineAgent({ name: "a", model: "scripted/a", tools: [look] });
const SCRIPT = scenario().calls("search").calls("search").next().says("One.").next().calls("search").next()
  .says("Two.");
const THREAD = { agent: AGENT, script: SCRIPT, inputs: ["One?", "Two?"] };

type State = { used: number };

function counting(hooks: Partial<PluginHooks<State, undefined>>): StepPlugin {
  return definePlugin<State>({
    name: "counting",
    slices: { thread: { schema: z.object({ used: z.number() }), initial: { used: 0 } } },
    compile: () => ({
      observed: (calls, { thread }) => ({ thread: { used: thread.used + calls.length } }),
      ...hooks,
    }),
  });
}

Deno.test("K2, K5: a plugin that decides from its state alone counts each call once, wherever a machine vanishes", async () => {
  const { problems, crashes, uncompared, largestBytes } = await checkPlugin(
    atMost("search", { run: 2, thread: 3 }),
    {
      ...THREAD,
      beside: [counting({})],
    },
  );
  assert.deepEqual([problems, uncompared], [[], 0]);
  assert.ok(crashes > 10, `${crashes} crashes`);
  assert.equal(largestBytes, '{"used":3}'.length);
});

Deno.test("K5: a plugin whose load reads the store goes on wherever a machine vanishes, also within load", async () => {
  const reads: string[] = [];
  const loading = definePlugin<State>({
    name: "loading",
    slices: { thread: { schema: z.object({ used: z.number() }), initial: { used: 0 } } },
    compile: () => ({}),
    open: ({ deps }) => ({
      async load(_agent, { tenant, threadId }) {
        const snapshot = await deps.store.read({ tenant, thread: threadId });
        reads.push(snapshot === undefined ? "new" : "there");
        return { observed: (calls, { thread }) => ({ thread: { used: thread.used + calls.length } }) };
      },
    }),
  });
  const { problems, crashes, uncompared, largestBytes } = await checkPlugin(loading, THREAD);
  assert.deepEqual([problems, uncompared], [[], 0]);
  assert.ok(crashes > 10, `${crashes} crashes`);
  assert.equal(largestBytes, '{"used":3}'.length);
  assert.ok(reads.includes("new") && reads.includes("there"));
});

for (const approves of [undefined, () => false]) {
  Deno.test(`K5: calls that a plugin holds are ${approves ? "denied" : "approved"} by people, wherever a machine vanishes`, async () => {
    const judged: string[] = [];
    const holding = counting({
      judge(calls, when) {
        judged.push(when);
        return new Map(
          when === "planned"
            ? calls.map(({ id }) => [id, { hold: { approvals: 2 }, because: "so" }] as const)
            : [],
        );
      },
    });
    const { problems, crashes } = await checkPlugin(holding, { ...THREAD, approves });
    assert.deepEqual(problems, []);
    assert.ok(crashes > 20, `${crashes} crashes`);
    assert.equal(judged.includes("acting"), approves === undefined);
  });
}

Deno.test("K2, K5: a plugin that counts steps counts each once, wherever a machine vanishes", async () => {
  const counts = counting({
    count: ({ plan, calls }) => ({
      of: "all",
      added: { plans: plan === undefined ? 0 : 1, calls: calls.length },
    }),
  });
  const { problems, crashes, uncompared } = await checkPlugin(counts, { ...THREAD, beside: [analytics()] });
  assert.deepEqual([problems, uncompared], [[], 0]);
  assert.ok(crashes > 10, `${crashes} crashes`);
});

Deno.test("K2, P5: a plugin is checked beside the policy of its agent, which allows what it allows", async () => {
  const policy = definePolicy({
    name: "once-only",
    rules: [{ type: "at_most", tool: "search", times: 1 }],
  });
  const agent = defineAgent({ name: "a", model: "scripted/a", tools: [look], policy });
  let most = 0;
  const counts = counting({
    observed(calls, { thread }) {
      const ran = calls.filter(({ outcome }) => outcome === "completed").length;
      most = Math.max(most, thread.used + ran);
      return { thread: { used: thread.used + ran } };
    },
  });
  const { problems } = await checkPlugin(counts, { ...THREAD, agent });
  assert.deepEqual([problems, most], [[], 2]); // of the three searches in two runs
});

Deno.test("K2, K5: analytics counts each step once, wherever a machine vanishes", async () => {
  const { problems, crashes, uncompared } = await checkPlugin(analytics(), {
    ...THREAD,
    beside: [counting({})],
  });
  assert.deepEqual([problems, uncompared], [[], 0]);
  assert.ok(crashes > 10, `${crashes} crashes`);
});

let outside = 0;
const PLANTED: Readonly<Record<string, readonly [StepPlugin, RegExp]>> = {
  "counts outside of its state": [
    counting({ observed: () => ({ thread: { used: ++outside } }) }),
    /observed decides differently from the same facts/,
  ],
  "offers by chance": [
    counting({ offer: () => ({ deny: [], because: `${++outside}` }) }),
    /offer decides differently/,
  ],
  "judges by chance": [
    counting({
      judge: (calls) => new Map(++outside % 2 === 0 ? [] : [[calls[0]?.id ?? "", { refuse: "No." }]]),
    }),
    /judge decides differently/,
  ],
  "grows without an end": [
    counting({ take: (_, { thread }) => ({ thread: { ...thread, all: "x".repeat(5_000) } }) }),
    /ends with plugin_failed: .*4096 are the most/,
  ],
  "changes what it is given": [
    counting({
      observed: (_, { thread }) => {
        thread.used++;
        return { thread };
      },
    }),
    /plugin_failed/,
  ],
  "makes a state of what a fork does not know": [
    counting({ observed: (_, { thread, steps }) => ({ thread: { used: thread.used * 10 + steps } }) }),
    /The entries lead to other states, with which a fork begins/,
  ],
  "refuses every call because it fails": [
    counting({
      judge: () => {
        throw new Error("down");
      },
    }),
    /judge throws: down/,
  ],
  "holds a call that is about to run": [
    counting({
      judge: (calls, when) =>
        new Map(when === "planned" ? [] : calls.map(({ id }) => [id, { hold: {}, because: "it is late" }])),
    }),
    /counting held a call that is about to run/,
  ],
  "holds by terms that are none": [
    counting({
      judge: (calls) => new Map(calls.map(({ id }) => [id, { hold: { approvals: 0 }, because: "so" }])),
    }),
    /counting returned a hold with terms out of their range in judge/,
  ],
  "has a reminder without words": [
    counting({ remind: () => 5 as unknown as string }),
    /counting returned no text in remind/,
  ],
  "counts steps outside of what it is given": [
    counting({ count: () => ({ added: { steps: ++outside } }) }),
    /count decides differently from the same facts/,
  ],
  "counts the first step of an isolate twice": [
    {
      name: "isolates",
      compile() {
        let count = 2;
        return { count: () => ({ added: { steps: count-- > 1 ? 2 : 1 } }) };
      },
    },
    /The counters differ when the machine vanishes before call/,
  ],
  "counts to no number": [
    counting({ count: () => ({ added: { steps: 0.5 } }) }),
    /counting returned a counter that is no whole number up to 1000000000 in count/,
  ],
  "throws": [
    counting({
      offer: () => {
        throw new Error("down");
      },
    }),
    /ends with plugin_failed: The plugin counting threw in offer/,
  ],
};

for (const [what, [plugin, message]] of Object.entries(PLANTED)) {
  Deno.test(`K5: a plugin that ${what} is found`, async () => {
    const { problems } = await checkPlugin(plugin, THREAD);
    assert.ok(problems.some((problem) => message.test(problem)), problems.join("\n"));
  });
}

/** A plugin whose state counted calls under another name in version 1. */
const VERSIONS = {
  one: definePlugin<{ count: number }>({
    name: "counting",
    slices: { thread: { schema: z.object({ count: z.number() }), initial: { count: 0 } } },
    compile: () => ({
      observed: (calls, { thread }) => ({ thread: { count: thread.count + calls.length } }),
    }),
  }),
  two: (migrate?: StepPlugin<State, undefined>["migrate"]): StepPlugin =>
    definePlugin<State>({
      name: "counting",
      version: 2,
      slices: { thread: { schema: z.object({ used: z.number() }), initial: { used: 0 } } },
      migrate,
      compile: () => ({
        observed: (calls, { thread }) => ({ thread: { used: thread.used + calls.length } }),
      }),
    }),
};

Deno.test("K4, K5: a version that migrates the states of the one before goes on with its threads, and is refused by it", async () => {
  const migrates = VERSIONS.two(({ thread }) => ({ thread: { used: Number(Object(thread).count) } }));
  const { problems } = await checkPlugin(migrates, { ...THREAD, earlier: [VERSIONS.one] });
  assert.deepEqual(problems, []);
});

Deno.test("K4, K5: a version that does not migrate, or migrates to no state, is found", async () => {
  for (const migrate of [undefined, () => ({ thread: { used: "many" } as never })]) {
    const { problems } = await checkPlugin(VERSIONS.two(migrate), { ...THREAD, earlier: [VERSIONS.one] });
    assert.match(
      problems.join("\n"),
      /^A thread of version 1 does not go on: plugin_failed: The plugin counting /,
    );
  }
});

Deno.test("K5: earlier versions ask for a thread that goes on", async () => {
  const { problems } = await checkPlugin(VERSIONS.one, {
    ...THREAD,
    inputs: ["One?"],
    earlier: [VERSIONS.one],
  });
  assert.deepEqual(problems, ["Earlier versions are checked by two inputs at least."]);
});

Deno.test("K4, K5: another state under the same version is found in both directions", async () => {
  const { two } = VERSIONS;
  const { problems } = await checkPlugin({ ...two(), version: 1 }, { ...THREAD, earlier: [VERSIONS.one] });
  assert.match(problems.join("\n"), /^A thread of version 1 does not go on: plugin_failed: /);
  assert.match(
    problems.join("\n"),
    /A thread of version 1 ends with plugin_failed where version 1 is still deployed: /,
  );
});

Deno.test("K5: behind a crash a tool with an effect once has another outcome, and the report says that its states are not compared", async () => {
  const pay = defineTool({ name: "search", description: "Pays.", effect: "once", run: () => "paid" });
  const { problems, crashes, uncompared } = await checkPlugin(counting({}), {
    ...THREAD,
    agent: defineAgent({ name: "a", model: "scripted/a", tools: [pay] }),
  });
  assert.deepEqual(problems, []);
  assert.ok(uncompared > 0 && uncompared < crashes, `${uncompared} of ${crashes}`);
});

for (
  const [module, problem] of [
    ["export function mount( {", /^The module of its page does not parse: /],
    ["export const draw = 1;", /^The module of its page exports no function mount\.$/],
    ["export class Clock extends HTMLElement {}\nexport function mount() {}", undefined],
    ["export const mount = (element) => element.append('Größe');", undefined],
  ] as const
) {
  Deno.test(`E15: checkPlugin ${problem ? "finds" : "finds nothing in"} the page ${module}`, async () => {
    const plugin = definePlugin({ name: "shown", open: () => ({ page: { title: "Shown", module } }) });
    const { problems } = await checkPlugin(plugin, THREAD);
    assert.equal(problems.length, problem === undefined ? 0 : 1);
    if (problem) assert.match(problems[0] ?? "", problem);
  });
}

Deno.test("E15: checkPlugin refuses a page as a deployment does", async () => {
  const plugin = definePlugin({ name: "shown", open: () => ({ page: { title: "", module: "export {}" } }) });
  await assert.rejects(checkPlugin(plugin, THREAD), { code: "config_invalid" });
});
