// The JSON answer of a request: the errors of its calls and the choice of each of its steps, also when it is replayed.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { ToolError } from "../../src/core/tool/tool_error.ts";
import { createScriptedDriver, type ScriptedPlan } from "../../src/kernel/drivers/scripted.ts";
import { packSteps, unpackSteps } from "../../src/kernel/log/packed_steps.ts";
import { createTestApp, json } from "../http/_app.ts";
import { createLab } from "../support/lab.ts";

const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => 1 });
const pay = defineTool({
  name: "pay",
  description: "Pays.",
  parameters: ["to"],
  run: () => {
    throw new ToolError("rate_limited", "The bank is busy.", { hint: "Pay later.", retryAfterMs: 0 });
  },
});
const agent = defineAgent({ name: "a", driver: "scripted", tools: [look, pay] });
const PAYS: ScriptedPlan = {
  calls: [{ tool: "look" }, { tool: "pay", args: { to: "ada" } }, { tool: "pay", args: { for: 1 } }, {
    tool: "gone",
  }],
};
const DONE: ScriptedPlan = { says: "Done." };

Deno.test("X7: a call that did not complete has its error in the JSON answer, also in a replay", async () => {
  const { send } = createTestApp({ agents: [agent], driver: createScriptedDriver([PAYS, DONE]) });
  const ask = () =>
    send("POST", "/v1/threads/t1/steps", { agent: "a", input: "go", until: "done" }, {
      "idempotency-key": "k",
    });
  const first = await json(await ask());
  assert(Array.isArray(first.calls));
  const errors = first.calls.map((call) => Object(call).error);
  assert.deepEqual(errors.slice(0, 2), [undefined, {
    kind: "rate_limited",
    message: "The bank is busy.",
    hint: "Pay later.",
    retryAfterMs: 0,
  }]);
  assert.deepEqual(errors.slice(2).map(({ kind, hint }) => [kind, typeof hint]), [
    ["invalid_arguments", "string"],
    ["unknown_tool", "string"],
  ]);
  const replayed = await ask();
  assert.equal(replayed.headers.get("idempotency-replayed"), "true");
  assert.deepEqual(await json(replayed), first);
});

Deno.test("C5: the JSON answer has the choice and the outcome of every step, not of the last one alone", async () => {
  const scenario: ScriptedPlan[] = [{ calls: [{ tool: "look" }] }, { calls: [{ tool: "look" }] }, DONE];
  const { send } = createTestApp({ agents: [agent], driver: createScriptedDriver(scenario) });
  const body = { agent: "a", input: "go", until: "done", toolChoice: "required" };
  const ask = () => send("POST", "/v1/threads/t1/steps", body, { "idempotency-key": "k" });
  const first = await json(await ask());
  const satisfied = { type: "satisfied" };
  const model = "scripted/demo";
  const reset = { requested: { type: "auto" }, source: "reset", enforcement: "native" };
  assert.deepEqual(first.steps, [
    {
      step: 1,
      choice: { requested: { type: "required" }, source: "request", enforcement: "native" },
      outcome: satisfied,
      model,
    },
    { step: 2, choice: reset, outcome: satisfied, model },
    { step: 3, choice: reset, outcome: satisfied, model },
  ]);
  assert.deepEqual(Object(first.choice).source, "reset", "choice stays that of the last plan");
  assert.deepEqual(await json(await ask()), first);
});

Deno.test("C5: a step without a plan has no choice, and an answer has the steps of its own request alone", async () => {
  const lab = createLab({ agents: [agent], scenario: [{ calls: [{ tool: "look" }] }, DONE] });
  await lab.run({ input: "go" });
  const { answer } = await lab.run({ execution: "execute" });
  assert.deepEqual(answer.steps, [{ step: 2, choice: null, outcome: null, model: null }]);
});

Deno.test("C5: a replay has every step of a long run, although its receipt is short", async () => {
  const plans = Array.from({ length: 60 }, (_, n): ScriptedPlan => ({
    calls: [{ tool: "look", args: { n, text: "x".repeat(100) } }],
  }));
  const lab = createLab({
    agents: [{ ...agent, limits: { ...agent.limits, stepsPerRun: 100 } }],
    scenario: [...plans, DONE],
  });
  const asked = { input: "go", until: "done", toolChoice: { type: "required" } } as const;
  const idempotency = { key: "k", bodyHash: "hash" };
  const { answer } = await lab.run({ ...asked, idempotency });
  const again = await lab.run({ ...asked, idempotency });
  assert.equal(again.replayed, true);
  assert.equal(answer.steps.length, 61);
  assert.deepEqual(again.answer.steps, answer.steps);
  assert.deepEqual(again.answer.calls, answer.calls);
});

Deno.test("C5: steps are packed by their form, and a receipt of an earlier version has none", () => {
  const form = { choice: null, outcome: null, model: null };
  const other = { ...form, model: "scripted/demo" };
  const reports = [{ step: 3, ...form }, { step: 4, ...other }, { step: 9, ...form }];
  const packed = packSteps(reports);
  assert.deepEqual(packed, { forms: [form, other], steps: [[3, 0], [4, 1], [9, 0]] });
  assert.deepEqual(unpackSteps(packed), reports);
  assert.deepEqual(unpackSteps(undefined), []);
});
