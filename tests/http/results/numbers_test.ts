/** A number beyond a double is no argument: it would reach a tool as null, or as Infinity. */
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { createReactDriver } from "../../../src/kernel/drivers/react.ts";
import { createToolCallingDriver } from "../../../src/kernel/drivers/tool_calling.ts";
import { createScriptedProvider } from "../../../src/providers/scripted/provider.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { toArgs } from "../../../src/providers/_wire/json_fields.ts";
import { createTestApp } from "../_app.ts";

const BEYOND = ['{"n":1e400}', '{"n":-1e400}', '{"n":1,"list":[{"deep":1e999}]}'];
const OBJECTS: readonly JsonObject[] = BEYOND.map((text) => JSON.parse(text));

const given: unknown[] = [];
const take = defineTool({
  name: "take",
  description: "Takes a number.",
  parameters: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
  effect: "pure",
  run: (args) => {
    given.push(args);
    return "taken";
  },
});

async function outcomes(
  driver: "scripted" | "tool_calling" | "react",
  args: string | JsonObject,
): Promise<string> {
  given.length = 0;
  const agent = defineAgent({
    name: "taker",
    description: "",
    instructions: "Take.",
    tools: [take],
    driver: "scripted",
    ...(driver === "scripted" ? {} : { model: "scripted/m" }),
  });
  const decision = `{"type":"call_tool","tool":"take","args":${typeof args === "string" ? args : BEYOND[0]}}`;
  const script = driver === "react"
    ? scenario().says(decision).next().says('{"type":"final_answer","answer":"No."}')
    : scenario().calls("take", args).next().says("No.");
  const drivers = {
    scripted: createScriptedDriver([{ calls: [{ tool: "take", args }] }, { says: "No." }]),
    react: createReactDriver(),
    tool_calling: createToolCallingDriver(),
  };
  const app = createTestApp({
    agents: [agent],
    providers: [createScriptedProvider({ script })],
    // Under the name that the other agent of the app has.
    driver: { ...drivers[driver], name: "scripted" },
  });
  const response = await app.send("POST", "/v1/threads/t1/steps", {
    agent: "taker",
    input: "go",
    until: "done",
  });
  assert.equal(response.status, 200, await response.clone().text());
  return await (await app.send("GET", "/v1/threads/t1/history")).text();
}

for (const driver of ["scripted", "tool_calling", "react"] as const) {
  Deno.test(`X2: ${driver}: arguments with a number beyond a double do not run`, async () => {
    for (const args of [...BEYOND, ...OBJECTS]) {
      const history = await outcomes(driver, args);
      assert.deepEqual(given, [], JSON.stringify(given));
      assert.match(history, /No\./);
      if (driver !== "react") assert.match(history, /beyond the range of a double/);
    }
  });
}

Deno.test("X2: arguments that an API sends as an object keep a number beyond a double, and no null comes of it", () => {
  assert.deepEqual(OBJECTS.map((args) => toArgs(args)), [
    '{"n":1e400}',
    '{"n":-1e400}',
    '{"n":1,"list":[{"deep":1e400}]}',
  ]);
});
