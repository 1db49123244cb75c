// A step that acts costs the same at any length of the history.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { ReadHistory } from "../../../src/kernel/history/read_history.ts";
import { createLab } from "../../support/lab.ts";

Deno.test("E13: a step that acts opens the last answer, and not the entries before it", async () => {
  const look = defineTool({ name: "look", description: "Looks.", run: () => "seen" });
  const plan = { calls: [{ tool: "look" }] };
  const lab = createLab({
    agents: [defineAgent({ name: "a", driver: "scripted", tools: [look] })],
    scenario: [plan, plan, plan, { says: "Done." }],
  });
  const whole = Object.getOwnPropertyDescriptor(ReadHistory.prototype, "entries") ?? assert.fail();
  let opened = 0;
  Object.defineProperty(ReadHistory.prototype, "entries", {
    ...whole,
    get() {
      opened++;
      return whole.get?.call(this);
    },
  });
  try {
    const { answer } = await lab.run({ input: "Look three times.", until: "done" });
    assert.equal(answer.output, "Done.");
  } finally {
    Object.defineProperty(ReadHistory.prototype, "entries", whole);
  }
  assert.equal(opened, 4, "once a plan, by the scripted driver");
});
