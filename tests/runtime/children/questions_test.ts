// D10: workers that need what only people know. A worker has no user, so its tools' questions go to its model, and a thread that
// waits for an input of its own does not keep the steps of its orchestrator busy.

import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Agent } from "../../../src/core/agent.ts";
import { ToolError } from "../../../src/core/tool_error.ts";
import { createLab } from "../../support/lab.ts";
import { crew, phase, runs, script, writes } from "./_crew.ts";

const PLANS = [writes([phase("facts", "research")]), runs("facts"), { says: "Done." }];

const look = defineTool({
  name: "look",
  description: "Looks.",
  effect: "pure",
  run: () => {
    throw new ToolError("context_required", "Which city?");
  },
});

function labOf(change: Partial<Agent>) {
  const [lead, ...workers] = crew({ tools: [look] });
  assert.ok(lead);
  return createLab({
    agents: [lead, ...workers.map((worker) => ({ ...worker, ...change }))],
    scenario: script(
      PLANS,
      (_turn, place) =>
        place === 0 ? { calls: [{ tool: "look", args: {} }] } : { says: "The city is missing." },
    ),
  });
}

Deno.test("D10: a question of a worker's tool is observed by the worker, which has no user to ask", async () => {
  const lab = labOf({ onContextRequired: "ask" });
  const { answer } = await lab.run({ input: "Go.", until: "done" });
  assert.equal(answer.output, "Done.");
  const observed = (await lab.history()).find((entry) => entry.type === "tool" && entry.name === "run_phase");
  assert.ok(observed?.type === "tool");
  assert.match(JSON.stringify(observed.output), /The city is missing/);
});

Deno.test("D10: a phase whose calls its caller has to run is waited for without steps", async () => {
  const lab = labOf({ execution: "predict" });
  const first = await lab.run({ input: "Go.", until: "done" });
  assert.equal(first.answer.thread.status, "waiting");
  const again = await lab.run({ until: "done" });
  assert.equal(again.answer.thread.status, "waiting");
  assert.equal(again.events.filter(({ type }) => type === "step.started").length, 1);
});
