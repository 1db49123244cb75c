// X7: a tool that lacks something that only the user knows ends the run with its question, when the agent says so.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { ToolError } from "../../../src/core/tool/tool_error.ts";
import type { ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { threadView } from "../../../src/kernel/views.ts";
import { createLab, type Lab } from "../../support/lab.ts";
import { testModel } from "../../support/model.ts";

const ref = { tenant: "acme", thread: "t1" };
const QUESTION = "Which city is it?";

let ran: string[] = [];
const weather = defineTool({
  name: "weather",
  description: "The weather.",
  parameters: { type: "object", properties: { city: { type: "string" } } },
  effect: "pure",
  run: ({ city }) => {
    ran.push("weather");
    if (city === undefined) throw new ToolError("context_required", QUESTION, { hint: "Ask the user." });
    return { city, tempC: 18 };
  },
});
const date = defineTool({
  name: "date",
  description: "The date.",
  effect: "pure",
  run: () => {
    ran.push("date");
    return "2026-11-22";
  },
});
const budget = defineTool({
  name: "budget",
  description: "The budget.",
  effect: "pure",
  run: () => {
    throw new ToolError("context_required", "What may it cost?");
  },
});
const broken = defineTool({
  name: "broken",
  description: "Breaks.",
  effect: "pure",
  run: () => {
    throw new ToolError("fatal", "No more.");
  },
});

const ASK: ScriptedPlan = { says: "Let me look.", calls: [{ tool: "weather" }] };
const AGAIN: ScriptedPlan = { says: "Paris, then.", calls: [{ tool: "weather", args: { city: "Paris" } }] };
const DONE: ScriptedPlan = { says: "18 degrees." };

function asking(scenario: ScriptedPlan[], change: Partial<AgentDefinition> = {}): Lab {
  ran = [];
  const agent = defineAgent({
    name: "a",
    instructions: "",
    driver: "scripted",
    tools: [weather, date, budget, broken],
    onContextRequired: "ask",
    ...change,
  });
  return createLab({ agents: [agent], scenario });
}

Deno.test("X7: the run ends in waiting with the tool's question, and the next input goes on from the observation", async () => {
  const lab = asking([ASK, AGAIN, DONE]);
  const { answer, events } = await lab.run({ input: "How is the weather?", until: "done" });
  assert.deepEqual([answer.output, answer.thread.status, answer.thread.question, answer.error], [
    QUESTION,
    "waiting",
    QUESTION,
    undefined,
  ]);
  assert.deepEqual([answer.choice?.requested.type, answer.calls.map(({ state }) => state)], ["auto", [
    "failed",
  ]]);
  const last = events.at(-1);
  assert.deepEqual(
    last?.type === "step.finished" && [last.status, last.question, last.continues, last.finish],
    ["waiting", QUESTION, false, null],
  );
  assert.equal((await lab.refused({ until: "done" })).code, "nothing_to_do");
  const types = (await lab.history()).map(({ type }) => type);
  assert.deepEqual(types, ["user", "assistant", "tool"], "the model was asked once");

  const next = await lab.run({ input: "Paris.", until: "done" });
  assert.deepEqual([next.answer.output, next.answer.thread.status], ["18 degrees.", "done"]);
  assert.equal(next.answer.thread.question, undefined);
  const after = (await lab.history()).map(({ type }) => type);
  assert.deepEqual(after.slice(2), ["tool", "user", "assistant", "tool", "assistant"]);
});

Deno.test("X7: observe, the default, shows the failure to the model", async () => {
  const base = { name: "a", instructions: "", driver: "scripted", tools: [weather] };
  for (const agent of [defineAgent(base), defineAgent({ ...base, onContextRequired: "observe" })]) {
    const lab = createLab({ agents: [agent], scenario: [ASK, DONE] });
    const { answer } = await lab.run({ input: "How is the weather?", until: "done" });
    assert.deepEqual([answer.output, answer.thread.status], ["18 degrees.", "done"]);
  }
});

Deno.test("X7: calls beside the one that asks complete, and several questions are one output", async () => {
  const plan: ScriptedPlan = { calls: [{ tool: "weather" }, { tool: "date" }, { tool: "budget" }] };
  const lab = asking([plan, DONE]);
  const { answer } = await lab.run({ input: "Plan the trip.", until: "done" });
  assert.equal(answer.output, `${QUESTION}\nWhat may it cost?`);
  assert.deepEqual(answer.calls.map(({ state }) => state), ["failed", "completed", "failed"]);
  assert.deepEqual(ran, ["weather", "date"]);
});

Deno.test("X7: a step that only runs calls asks too, and a call that ends the run comes first", async () => {
  const lab = asking([ASK, DONE]);
  const settled = await lab.run({ input: "How is the weather?", until: "settled" });
  assert.deepEqual([settled.answer.output, settled.answer.thread.status], [QUESTION, "waiting"]);

  const fatal = asking([{ calls: [{ tool: "weather" }, { tool: "broken" }] }, DONE]);
  const { answer } = await fatal.run({ input: "go", until: "done" });
  assert.deepEqual([answer.error?.code, answer.thread.status, answer.thread.question], [
    "tool_failed",
    "failed",
    undefined,
  ]);
  const strict = asking([ASK, DONE], { throwOnToolFailure: true });
  assert.equal((await strict.run({ input: "go", until: "done" })).answer.error?.code, "tool_failed");
});

Deno.test("X7: an input that comes with the failure is planned from, and nothing is asked", async () => {
  const lab = asking([ASK, DONE]);
  await lab.run({ input: "How is the weather?" });
  const { answer } = await lab.run({ input: "I mean in Paris.", until: "done" });
  assert.deepEqual([answer.output, answer.thread.status], ["18 degrees.", "done"]);
  const types = (await lab.history()).map(({ type }) => type);
  assert.deepEqual(types, ["user", "assistant", "tool", "user", "assistant"]);
});

Deno.test("X7: an execute run ends with the outputs of its tools", async () => {
  const lab = asking([ASK]);
  const { answer } = await lab.run({ input: "go", until: "done", execution: "execute" });
  assert.equal(answer.thread.status, "done");
  assert.deepEqual(JSON.parse(answer.output ?? "").error.kind, "context_required");
});

Deno.test("X7: a forced choice is not asked of the model again by the question, and of the next input only where it says so", async () => {
  for (const times of ["once", "always"] as const) {
    const lab = asking([ASK, AGAIN, DONE, DONE]);
    const toolChoice = { type: "tool", name: "weather", times } as const;
    const first = await lab.run({ input: "How is the weather?", until: "done", toolChoice });
    assert.deepEqual([first.answer.output, first.answer.outcome?.type], [QUESTION, "satisfied"]);
    const { events } = await lab.run({ input: "Paris.", until: "done" });
    const asked = events.flatMap((event) =>
      event.type === "step.started" ? [event.choice?.requested.type] : []
    );
    assert.deepEqual(asked, ["auto", "auto"]);
  }
});

Deno.test("X7: the same request again is given the same question, and a cancel takes it away", async () => {
  const lab = asking([ASK, DONE]);
  const idempotency = { key: "k1", bodyHash: "h1" };
  const first = await lab.run({ input: "How is the weather?", until: "done", idempotency });
  const again = await lab.run({ input: "How is the weather?", until: "done", idempotency });
  assert.ok(again.replayed);
  assert.deepEqual([again.answer.output, again.answer.thread.question, again.answer.thread.status], [
    QUESTION,
    QUESTION,
    "waiting",
  ]);
  const last = again.events.at(-1);
  assert.equal(last?.type === "step.finished" && last.question, QUESTION);
  assert.equal(first.answer.output, again.answer.output);
  await lab.store.cancel(ref);
  const snapshot = await lab.store.read(ref) ?? assert.fail();
  assert.equal(threadView(ref, snapshot.header).question, undefined);
});

Deno.test("X7: an input that is queued while the tool fails leaves the thread open, with its question in the history", async () => {
  const queue = defineTool({
    name: "weather",
    description: "The weather.",
    effect: "pure",
    run: async () => {
      await assert.rejects(lab.run({ input: "Paris.", busy: "steer" }), /queued/);
      throw new ToolError("context_required", QUESTION);
    },
  });
  const lab = asking([ASK, DONE], { tools: [queue] });
  await lab.run({ input: "How is the weather?" });
  const { answer } = await lab.run();
  assert.equal(answer.output, QUESTION);
  const snapshot = await lab.store.read(ref) ?? assert.fail();
  assert.equal(threadView(ref, snapshot.header, snapshot.waiting).status, "open");
  assert.equal((await lab.run({ until: "done" })).answer.output, "18 degrees.");
});

Deno.test("X7: a question of any length and form fits the header", async () => {
  const long = defineTool({
    name: "weather",
    description: "The weather.",
    effect: "pure",
    run: () => {
      throw new ToolError("context_required", `${"\\u{1F600}".repeat(3_000)}\\uD800`);
    },
  });
  const calls = Array.from({ length: 8 }, () => ({ tool: "weather" }));
  const lab = asking([{ calls }, DONE], { tools: [long] });
  const { answer } = await lab.run({ input: "go", until: "done" });
  assert.equal(answer.thread.question, answer.output);
  assert.ok((answer.output ?? "").length <= 4_000 && (answer.output ?? "").isWellFormed());
});

Deno.test("X7: react asks in the same way", async () => {
  const decision = (args: object) =>
    JSON.stringify({ thought: "Look.", type: "call_tool", tool: "weather", args, answer: null });
  const answers = [
    decision({}),
    decision({ city: "Paris" }),
    JSON.stringify({ thought: "Done.", type: "final_answer", tool: null, args: null, answer: "18 degrees." }),
  ];
  const { provider } = testModel((_request, index) => ({ says: answers[index] ?? "" }));
  const agent = defineAgent({
    name: "a",
    instructions: "",
    driver: "react",
    tools: [weather],
    onContextRequired: "ask",
  });
  const lab = createLab({
    agents: [agent],
    deps: { model: () => ({ provider, model: "demo", ref: "first/demo" }) },
  });
  const { answer } = await lab.run({ input: "How is the weather?", until: "done" });
  assert.deepEqual([answer.output, answer.thread.status], [QUESTION, "waiting"]);
  assert.equal((await lab.run({ input: "Paris.", until: "done" })).answer.output, "18 degrees.");
});
