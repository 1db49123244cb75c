// What a request or a model may make a step carry: bounded before the step begins, or an observation that the model corrects.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { listCalls } from "../../../src/core/entry.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { createLab } from "../../support/lab.ts";
import { createTestApp, json } from "../../http/_app.ts";

const echo = defineTool({ name: "echo", description: "Echoes.", effect: "pure", run: (args) => args });
const agent = defineAgent({ name: "a", driver: "scripted", tools: [echo] });

const names = (count: number) => Array.from({ length: count }, (_, index) => `tool_${index}`);
const allowed = (list: string[]): ToolChoice => ({ type: "allowed", names: list, mode: "auto" });

for (
  const [what, toolChoice, code, detail] of [
    [
      "129 names, all the same and known",
      allowed(Array(129).fill("echo")),
      "invalid_request",
      /at most 128 tools/,
    ],
    ["100,000 unknown names", allowed(names(100_000)), "invalid_request", /at most 128 tools/],
    ["128 unknown names", allowed(names(128)), "tool_unknown", /tool_19 and 108 more$/],
    ["a name of 100,000 characters", { type: "tool", name: "x".repeat(100_000) }, "tool_unknown", /x…$/],
  ] as const
) {
  Deno.test(`C2: a tool choice of ${what} is refused before anything runs`, async () => {
    const lab = createLab({ agents: [agent], scenario: [{ says: "Hi." }] });
    const refused = await lab.refused({ input: "go", toolChoice });
    assert.equal(refused.code, code);
    assert.match(refused.problems[0]?.detail ?? "", detail);
    assert.equal(refused.problems[0]?.pointer, "/toolChoice");
    assert.ok(refused.message.length < 4_000, `a message of ${refused.message.length} characters`);
    assert.equal(await lab.store.read({ tenant: "acme", thread: "t1" }), undefined);
  });
}

Deno.test("C2: a choice on a thread with a once call to run is refused before the call runs", async () => {
  let ran = 0;
  const once = defineTool({ name: "once", description: "Has an effect.", run: () => ++ran });
  const lab = createLab({
    agents: [defineAgent({ name: "a", driver: "scripted", tools: [once] })],
    scenario: [{ calls: [{ tool: "once" }] }, { says: "Done." }],
  });
  await lab.run({ input: "go" });
  const refused = await lab.refused({ toolChoice: allowed(Array(129).fill("once")) });
  assert.equal(refused.code, "invalid_request");
  assert.equal(ran, 0);
  assert.equal((await lab.run()).answer.output, "Done.");
  assert.equal(ran, 1);
});

Deno.test("C2: 128 names are taken", async () => {
  const lab = createLab({ agents: [agent], scenario: [{ says: "Hi." }] });
  const { answer } = await lab.run({ input: "go", toolChoice: allowed(Array(128).fill("echo")) });
  assert.deepEqual(answer.choice?.toolsSent, ["echo"]);
});

for (const depth of [4_000, 30_000]) {
  Deno.test(`C12: arguments nested ${depth} deep are an observation, and the model corrects them`, async () => {
    const args = `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    const driver = createScriptedDriver(({ history: { entries } }) => {
      const plans = entries.filter((entry) => entry.type === "assistant").length;
      if (plans === 0) return { calls: [{ tool: "echo", args }] };
      return plans === 1 ? { calls: [{ tool: "echo", args: { a: [] } }] } : { says: "Done." };
    });
    const { send } = createTestApp({ driver, agents: [agent] });
    const response = await send("POST", "/v1/threads/t1/steps", { agent: "a", input: "go", until: "done" });
    assert.equal(response.status, 200);
    const body = await json(response);
    assert.equal(body.output, "Done.");
    const history = await json(await send("GET", "/v1/threads/t1/history"));
    const entries = history.entries;
    assert.ok(Array.isArray(entries));
    assert.match(JSON.stringify(entries[2]), /"invalid_arguments".*nested deeper than 64 levels/);
    assert.match(JSON.stringify(entries[4]), /"completed"/);
  });
}

Deno.test("C12: results of the caller are bounded by what a commit takes, whatever their number", async () => {
  const lab = createLab({
    agents: [defineAgent({ name: "a", driver: "scripted", tools: [echo], limits: { parallelCalls: 100 } })],
    scenario: [{ calls: Array.from({ length: 20 }, () => ({ tool: "echo" })) }, { says: "Done." }],
  });
  await lab.run({ input: "go", execution: "predict" });
  const plan = (await lab.history()).find((entry) => entry.type === "assistant");
  assert.ok(plan);
  const toolResults = listCalls(plan).map(({ id }) => ({
    callId: id,
    output: "x".repeat(60_000),
    failed: false,
  }));
  assert.equal((await lab.run({ toolResults })).answer.output, "Done.");
});
