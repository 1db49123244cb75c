// K1, K2, K5: the plugins of docs/examples, written on public entries only: what they do in runs, and that checkPlugin finds nothing.
import assert from "node:assert/strict";
import { spendingLimit } from "../../../../docs/examples/plugins/spending_limit.ts";
import { todoList } from "../../../../docs/examples/plugins/todo_list.ts";
import { toolCache } from "../../../../docs/examples/plugins/tool_cache.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { definePlugin } from "../../../../src/http/define_plugin.ts";
import { ToolError } from "../../../../src/core/tool/tool_error.ts";
import { createScriptedProvider } from "../../../../src/providers/scripted/provider.ts";
import { type Scenario, scenario } from "../../../../src/providers/scripted/scenario.ts";
import { checkPlugin } from "../../../../src/testing/check_plugin.ts";
import { createTreadle } from "../../../../src/treadle.ts";
import type { StepPlugin } from "../../../../src/kernel/hooks/plugin.ts";
import type { Tool } from "../../../../src/core/tool.ts";

const LIST = { items: [{ text: "Find the order", done: true }, { text: "Cancel it", done: false }] };

let looked = 0;
const look = (fail: (time: number) => void = () => {}, effect: "pure" | "once" = "pure") =>
  defineTool({
    name: "look",
    description: "Looks.",
    parameters: ["at"],
    effect,
    run: ({ at }) => {
      looked++;
      fail(looked);
      return `${at} is blue`;
    },
  });

async function run(plugin: StepPlugin, script: Scenario, tools: readonly Tool[] = [look()]) {
  looked = 0;
  const agent = defineAgent({ name: "a", model: "scripted/a", tools: [...tools] });
  const options = {
    store: "memory",
    providers: [createScriptedProvider({ script })],
    plugins: [plugin],
  } as const;
  const treadle = createTreadle({ agents: [agent], ...options });
  const result = await treadle.run("t1", "Go.");
  const { entries } = await treadle.history("t1");
  await treadle.close();
  return { result, entries };
}

Deno.test("K1: to-do list: the agent has its tool, and the model is reminded while items are open, in words of the application", async () => {
  const at = (place: string) => scenario().calls("look", { at: place }).turns[0] ?? [];
  const script = scenario().calls("write_todos", LIST).next();
  const turns = [
    ...script.turns.slice(0, 1),
    at("a"),
    at("b"),
    at("c"),
    scenario().says("Done.").turns[0] ?? [],
  ];
  const { entries, result } = await run(todoList({ remindEvery: 2 }), Object.assign(scenario(), { turns }));
  assert.equal(result.error, undefined);
  const notices = entries.filter((entry) => entry.type === "notice");
  assert.deepEqual(notices.map(({ about }) => about), ["reminder", "reminder"]);
  assert.match(notices[0]?.text ?? "", /has 1 open item of 2\. Go on with the first one/);
  assert.doesNotMatch(JSON.stringify(notices), /Cancel it/);
});

Deno.test("K1: to-do list: an item that is longer than a list may be is refused by the tool, and the state has room for every list", async () => {
  const wide = { items: Array.from({ length: 20 }, () => ({ text: "💡".repeat(50), done: false })) };
  const thread = {
    agent: AGENT,
    script: scenario().calls("write_todos", wide).next().says("Done."),
    inputs: ["Go."],
  };
  const { problems, largestBytes } = await checkPlugin(todoList(), thread);
  assert.deepEqual(problems, []);
  assert.ok(largestBytes > 3_000 && largestBytes < 4_096, `${largestBytes} bytes`);
});

Deno.test("K1: tool cache: the same call of a run has its output again without the tool", async () => {
  const script = scenario().calls("look", { at: "sky" }).next().calls("look", { at: "sky" }).next().says(
    "Blue.",
  );
  const { entries } = await run(toolCache({ look: { cache: true } }), script);
  const outputs = entries.flatMap((entry) => entry.type === "tool" ? [entry.output] : []);
  assert.deepEqual(outputs, ["sky is blue", "sky is blue"]);
  assert.equal(looked, 1);
});

const failing = (times: number, error: () => Error) => (time: number) => {
  if (time <= times) throw error();
};

const RETRIED: Readonly<Record<string, readonly [Tool, number, string]>> = {
  "a call that failed twice is tried a third time": [
    look(failing(2, () => new ToolError("retryable", "Busy."))),
    3,
    "completed",
  ],
  "a failure that says it is final is not tried again": [
    look(failing(2, () => new ToolError("context_required", "Where?"))),
    1,
    "failed",
  ],
  "a call with an effect that happens once is not tried again": [
    look(failing(2, () => new Error("down")), "once"),
    1,
    "failed",
  ],
};

for (const [what, [tool, times, outcome]] of Object.entries(RETRIED)) {
  Deno.test(`K1, X4: tool cache: ${what}`, async () => {
    const script = scenario().calls("look", { at: "sky" }).next().says("Blue.");
    const { entries } = await run(toolCache({ look: { retries: 2, backoffMs: 1 } }), script, [tool]);
    assert.equal(looked, times);
    assert.equal(entries.find((entry) => entry.type === "tool")?.outcome, outcome);
  });
}

const AGENT = defineAgent({ name: "a", model: "scripted/a", tools: [look()] });
const SCRIPT = scenario().calls("write_todos", LIST).calls("look", { at: "sky" }).next().calls("look", {
  at: "sky",
}).next()
  .says("One.").next().calls("look", { at: "sea" }).next().says("Two.");

for (const plugin of [todoList({ remindEvery: 1 }), toolCache({ look: { cache: true, retries: 1 } })]) {
  Deno.test(`K2, K5: ${plugin.name}: its state is the same wherever a machine vanishes`, async () => {
    const beside = plugin.name === "todo-list" ? [] : [todoList()];
    const { problems, crashes } = await checkPlugin(plugin, {
      agent: AGENT,
      script: SCRIPT,
      inputs: ["One?", "Two?"],
      beside,
    });
    assert.deepEqual(problems, []);
    assert.ok(crashes > 10);
  });
}

/** A million dollars for a million tokens: an answer costs as many dollars as it has tokens, and what is read costs nothing. */
const PRICED = { name: "a", model: "scripted/a", tools: [look()], price: { input: 0, output: 1_000_000 } };

function spending(options: Parameters<typeof spendingLimit>[0], script: Scenario) {
  return createTreadle({
    agents: [defineAgent(PRICED)],
    store: "memory",
    providers: [createScriptedProvider({ script })],
    plugins: [spendingLimit(options)],
    env: { TREADLE_OPEN: "1" },
  });
}

const LOOKS = scenario().calls("look", { at: "sky" }).next();

Deno.test("K1: spending limit: near its end no tool is offered and the model is told, and what is spent ends the thread with a sentence", async () => {
  const script = Object.assign(scenario(), {
    turns: [...LOOKS.turns.slice(0, 1), ...scenario().says("Blue.").turns, ...scenario().says("More.").turns],
  });
  const treadle = spending({ perThread: 5, answerFrom: 0.1 }, script);
  const { output } = await treadle.run("t1", "What colour?");
  assert.equal(output, "Blue.");
  const { entries } = await treadle.history("t1");
  assert.deepEqual(
    entries.flatMap((entry) => entry.type === "notice" ? [entry.text.slice(0, 40)] : []).slice(-1),
    [
      "The budget of this conversation is nearl",
    ],
  );
  const choices = entries.flatMap((entry) =>
    entry.type === "assistant" ? [entry.choice?.requested.type] : []
  );
  assert.deepEqual(choices, [undefined, "none"]);
  await assert.rejects(treadle.run("t1", "And now?"), {
    code: "step_refused",
    message: "The thread has spent what it may spend.",
  });
  assert.equal((await treadle.history("t1")).entries.length, entries.length);
  await treadle.close();
});

Deno.test("K2, K5: spending-limit: its state is the same wherever a machine vanishes", async () => {
  const { problems, crashes } = await checkPlugin(
    spendingLimit({ perThread: 1_000, perRun: 500, answerFrom: 0.99 }),
    {
      agent: defineAgent(PRICED),
      script: SCRIPT,
      inputs: ["One?", "Two?"],
      beside: [todoList()],
    },
  );
  assert.deepEqual(problems, []);
  assert.ok(crashes > 10);
});

Deno.test("K1, K5: a plugin that opens tools for the threads of a user brings them to a deployment, and goes on wherever a machine vanishes", async () => {
  const plugin = definePlugin({
    name: "tools-of-thread",
    compile: () => ({
      threadTools: {
        async open(own, { ref, named, callable = [] }, { clock }) {
          await Promise.resolve(clock());
          assert.ok(ref.tenant !== "" && named.length === 0 && callable.every((name) => name === "look"));
          return { tools: [...own, look()] };
        },
      },
    }),
  });
  const script = scenario().calls("look", { at: "a" }).next().says("Done.");
  const { entries, result } = await run(plugin, script, []);
  assert.deepEqual([result.output, looked], ["Done.", 1]);
  const [called] = entries.flatMap((entry) => entry.type === "tool" ? [entry] : []);
  assert.deepEqual([called?.outcome, called?.output], ["completed", "a is blue"]);
  const agent = defineAgent({ name: "a", model: "scripted/a" });
  const { problems, crashes } = await checkPlugin(plugin, { agent, script, inputs: ["Go."] });
  assert.deepEqual(problems, []);
  assert.ok(crashes > 3, `${crashes} crashes`);
});
