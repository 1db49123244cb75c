// A choice that is forced always, and a model that repeats itself under it: the run ends, and says why.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import type { ScriptedPlan } from "../../src/drivers/scripted.ts";
import { createLab } from "../support/lab.ts";
import { createTestApp, json } from "../http/_app.ts";
import { createScriptedDriver } from "../../src/drivers/scripted.ts";

const echo = defineTool({ name: "echo", description: "Echoes.", effect: "pure", run: (args) => args });
const agent = defineAgent({ name: "a", driver: "scripted", tools: [echo] });
const SAME: ScriptedPlan = { calls: [{ tool: "echo", args: { text: "hi" } }] };
const ALWAYS = { type: "required", times: "always" } as const;

Deno.test("C7: a choice forced always ends the run with loop_detected at the first refused repeat", async () => {
  let asked = 0;
  const lab = createLab({
    agents: [agent],
    scenario: () => {
      asked++;
      return SAME;
    },
  });
  const { answer, events } = await lab.run({ input: "go", until: "done", toolChoice: ALWAYS });
  assert.equal(answer.error?.code, "loop_detected");
  assert.match(answer.error?.message ?? "", /echo.*3 times in a row/);
  assert.equal(asked, 4, "three plans ran, the fourth was the refused repeat");
  assert.equal(answer.thread.status, "failed");
  assert.equal(answer.thread.error?.code, "loop_detected");
  assert.equal(events.at(-1)?.type, "step.failed");
  assert.equal(answer.usage.inputTokens, 0);
});

Deno.test("C7: after loop_detected a new input goes on, and the history stays legal", async () => {
  const lab = createLab({
    agents: [agent],
    scenario: ({ history: { entries } }) =>
      entries.findLast((entry) => entry.type === "user")?.text === "go" ? SAME : { says: "Done." },
  });
  await lab.run({ input: "go", until: "done", toolChoice: { type: "tool", name: "echo", times: "always" } });
  const { answer } = await lab.run({ input: "stop it" });
  assert.equal(answer.output, "Done.");
  assert.deepEqual(answer.calls.map(({ state }) => state), ["failed"]);
});

Deno.test("C7: a new call beside the refused repeat goes on, and so does a repeat under auto", async () => {
  let plans = 0;
  const lab = createLab({
    agents: [agent],
    scenario: (): ScriptedPlan => ({
      calls: [{ tool: "echo", args: { text: "hi" } }, { tool: "echo", args: { n: ++plans } }],
    }),
  });
  const { answer } = await lab.run({ input: "go", until: "done", toolChoice: ALWAYS });
  assert.deepEqual([plans, answer.error?.code, answer.thread.status], [25, undefined, "open"]);
  let auto = 0;
  const other = createLab({ agents: [agent], scenario: () => ++auto <= 5 ? SAME : { says: "Done." } });
  assert.equal((await other.run({ input: "go", until: "done" })).answer.output, "Done.");
});

Deno.test("C7: over HTTP a loop is a problem with its own code", async () => {
  const { send } = createTestApp({ driver: createScriptedDriver(() => SAME), agents: [agent] });
  const body = { agent: "a", input: "go", until: "done", toolChoice: ALWAYS };
  const response = await send("POST", "/v1/threads/t1/steps", body);
  assert.deepEqual([response.status, (await json(response)).code], [422, "loop_detected"]);
});
