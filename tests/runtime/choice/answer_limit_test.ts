// limits.answer: the last permitted step of a run ends with an answer.
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Limits } from "../../../src/core/agent.ts";
import type { Turn } from "../../../src/core/driver.ts";
import type { ScriptedPlan } from "../../../src/drivers/scripted.ts";
import { createLab } from "../../support/lab.ts";

const look = defineTool({
  name: "look",
  description: "Looks.",
  parameters: [],
  effect: "pure",
  run: () => "blue",
});

function labOf(limits: Partial<Limits>, tools = [look]) {
  let at = 0;
  // Calls for as long as it may, each time with other arguments.
  const scenario = ({ choice }: Turn): ScriptedPlan =>
    choice.requested.type === "none" ? { says: "Blue." } : { calls: [{ tool: "look", args: { at: at++ } }] };
  const agent = defineAgent({ name: "a", driver: "scripted", tools, limits });
  return createLab({ agents: [agent], scenario });
}

Deno.test("C1: the last step of a run plans under none, and because names the limit", async () => {
  const lab = labOf({ stepsPerRun: 2 });
  const first = (await lab.run({ input: "go" })).answer;
  assert.equal(first.choice?.source, "default");
  const { answer } = await lab.run();
  assert.deepEqual([answer.output, answer.thread.status], ["Blue.", "done"]);
  assert.equal(answer.choice?.source, "limit");
  assert.match(answer.choice?.because ?? "", /limits\.stepsPerRun \(2\)/);
  assert.equal((await lab.run({ input: "again" })).answer.choice?.source, "default", "a new run");
});

Deno.test("C1: the last step of a thread plans under none, whatever the request forces", async () => {
  const lab = labOf({ steps: 2 });
  await lab.run({ input: "go" });
  const { answer } = await lab.run({ toolChoice: { type: "required" } });
  assert.deepEqual([answer.output, answer.choice?.source], ["Blue.", "limit"]);
  assert.match(answer.choice?.because ?? "", /limits\.steps \(2\)/);
});

Deno.test("C1: limits.answer false lets the last step plan calls, and so do predictions and agents without tools", async () => {
  const without = labOf({ stepsPerRun: 1, answer: false });
  assert.equal((await without.run({ input: "go" })).answer.thread.status, "open");
  assert.equal((await without.refused()).code, "budget_exhausted");
  const predicts = labOf({ stepsPerRun: 1 });
  assert.equal((await predicts.run({ input: "go", execution: "predict" })).answer.thread.status, "waiting");
  const bare = labOf({ stepsPerRun: 1 }, []);
  assert.equal((await bare.run({ input: "go" })).answer.choice?.source, "default");
});

Deno.test("C1: limits.answer is hashed only where it is false, so earlier agents keep their hash", () => {
  const hashOf = (limits: Partial<Limits>) => defineAgent({ name: "a", tools: [look], limits }).hash;
  assert.equal(hashOf({ answer: true }), hashOf({}));
  assert.notEqual(hashOf({ answer: false }), hashOf({}));
});
