// functions/_library_scenario.ts
import assert from "node:assert/strict";
import { createScriptedProvider, createTreadle, defineAgent, defineTool, scenario } from "@treadle/treadle";

const add = defineTool({
  name: "add",
  description: "Adds two numbers.",
  parameters: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
  },
  run: ({ a, b }) => a + b,
});

Deno.test("the calculator adds before it answers", async () => {
  const script = scenario().calls("add", { a: 2, b: 3 }).next().says("It is 5.");
  const calculator = defineAgent({
    name: "calculator",
    model: "scripted/any",
    instructions: "Add.",
    tools: [add],
  });
  const { run, close } = createTreadle({
    agents: [calculator],
    store: "memory",
    env: {},
    providers: [createScriptedProvider({ script })],
  });
  const { output, calls } = await run("t1", "What is 2 + 3?");
  assert.equal(output, "It is 5.");
  assert.deepEqual(calls.map(({ name, output }) => [name, output]), [["add", 5]]);
  await close();
});
