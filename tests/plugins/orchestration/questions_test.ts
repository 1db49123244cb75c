// Row D10: a phase whose tool needs to know something from the user ends with the question: the orchestrator answers it or asks.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { ToolError } from "../../../src/core/tool/tool_error.ts";
import { createLab } from "../../support/lab.ts";
import { inputOf, outputsOf, phase, runs, script, writes } from "./_crew.ts";

const QUESTION = "Which city is it?";

const look = defineTool({
  name: "look",
  description: "Looks.",
  effect: "pure",
  parameters: { type: "object", properties: { city: { type: "string" } } },
  run: ({ city }) => {
    if (city === undefined) throw new ToolError("context_required", QUESTION);
    return { city };
  },
});

function agents(onContextRequired: "observe" | "ask") {
  const base = { instructions: "", driver: "scripted" } as const;
  return [
    defineAgent({
      ...base,
      name: "lead",
      onContextRequired,
      orchestrate: { workers: { research: { agent: "researcher" } } },
    }),
    defineAgent({ ...base, name: "researcher", tools: [look], onContextRequired: "ask" }),
  ];
}

const facts = phase("facts", "research");
const answered = { ...facts, goal: "Do facts about Paris." };

/** The worker looks without a city until its goal names one. */
const plans = script(
  [writes([facts]), runs("facts"), writes([answered]), runs("facts"), { says: "Paris it is." }],
  ({ history: { entries } }, place) => {
    if (place > 0) return { says: "Found." };
    return {
      calls: [
        inputOf(entries).includes("Paris") ? { tool: "look", args: { city: "Paris" } } : { tool: "look" },
      ],
    };
  },
);

Deno.test("D10: the question of a phase is its failure, and the orchestrator runs it again with the answer in its goal", async () => {
  const lab = createLab({ agents: agents("observe"), scenario: plans });
  const { answer } = await lab.run({ input: "Go.", until: "done" });
  assert.equal(answer.output, "Paris it is.");
  const ran = (await lab.history()).flatMap((entry) =>
    entry.type === "tool" && entry.name === "run_phase"
      ? [[entry.outcome, entry.error?.kind, entry.error?.message]]
      : []
  );
  assert.deepEqual(ran, [["failed", "context_required", QUESTION], ["completed", undefined, undefined]]);
  const [first, second] = outputsOf(await lab.history(), "run_phase");
  assert.notEqual(first?.thread, second?.thread);
});

Deno.test("D10: an orchestrator that asks the user ends its run with the question of the phase, and the answer goes on", async () => {
  const lab = createLab({ agents: agents("ask"), scenario: plans });
  const asked = await lab.run({ input: "Go.", until: "done" });
  assert.equal(asked.answer.thread.status, "waiting");
  assert.equal(asked.answer.thread.question, QUESTION);
  const { answer } = await lab.run({ input: "Paris.", until: "done" });
  assert.equal(answer.output, "Paris it is.");
});

Deno.test("D10: a thread of a phase whose calls a caller has predicted holds the root up, and costs no endless steps", async () => {
  const lab = createLab({
    agents: agents("observe"),
    scenario: script(
      [writes([facts]), runs("facts"), { says: "Done." }],
      (_turn, place) =>
        place < 2 ? { calls: [{ tool: "look", args: { city: "Rome" } }] } : { says: "Found." },
    ),
  });
  await lab.run({ input: "Go.", until: "step" });
  await lab.run();
  await lab.run();
  const { threads } = await lab.store.list("acme", { limit: 10 });
  const thread = threads.find((line) => line.thread !== "t1")?.thread ?? "";
  const predicted = await lab.run({ thread, agent: "researcher", execution: "predict" });
  assert.equal(predicted.answer.thread.status, "waiting");
  const held = await lab.run({ until: "done" });
  assert.equal(held.answer.thread.status, "waiting");
  await lab.run({ thread, execution: "loop", until: "done" });
  const { answer } = await lab.run({ until: "done" });
  assert.equal(answer.output, "Done.");
});

Deno.test("D10: a worker whose agent only predicts is waited for, with one step a request", async () => {
  const [lead, worker] = agents("observe");
  assert.ok(lead && worker);
  const lab = createLab({
    agents: [lead, { ...worker, execution: "predict" as const }],
    scenario: script(
      [writes([facts]), runs("facts"), { says: "Done." }],
      () => ({ calls: [{ tool: "look", args: { city: "Rome" } }] }),
    ),
  });
  const first = await lab.run({ input: "Go.", until: "done" });
  assert.equal(first.answer.thread.status, "waiting");
  const again = await lab.run({ until: "done" });
  assert.equal(again.answer.thread.status, "waiting");
  assert.equal(again.events.filter(({ type }) => type === "step.started").length, 1);
});
