// What reaches tools and hooks beside the arguments, and what a run is told about an agent that was deployed anew.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import type { ToolContext } from "../../src/core/tool.ts";
import { ToolError } from "../../src/core/tool_error.ts";
import { createScriptedDriver, type ScriptedPlan } from "../../src/drivers/scripted.ts";
import { observationText } from "../../src/history/observation.ts";
import { createLab } from "../support/lab.ts";
import { createTestApp, json } from "../http/_app.ts";

const LOOK: ScriptedPlan = { calls: [{ tool: "look" }] };
const DONE: ScriptedPlan = { says: "Done." };

Deno.test("X1: tools and hooks get the thread's metadata, and of the environment only the names that are declared", async () => {
  const seen: Record<string, Pick<ToolContext, "metadata" | "env">> = {};
  const keep = (who: string, { metadata, env }: ToolContext) => {
    seen[who] = { metadata: structuredClone(metadata), env: { ...env } };
    Reflect.set(metadata, "user", "changed by a tool");
    return null;
  };
  const tools = [
    defineTool({
      ...{ name: "look", description: "Looks.", effect: "pure", env: ["TOOL_KEY", "MISSING"] },
      run: (_args, context) => keep("tool", context),
    }),
    defineTool({
      ...{ name: "bare", description: "Looks.", effect: "pure" },
      run: (_args, context) => keep("bare", context),
    }),
  ];
  const agent = defineAgent({
    ...{ name: "a", driver: "scripted", tools, env: ["AGENT_KEY"] },
    hooks: {
      beforeCall: (_call, context) => void keep("before", context),
      afterCall: (observation, _call, context) => {
        keep("after", context);
        return observation;
      },
    },
  });
  const { send } = createTestApp({
    agents: [agent],
    driver: createScriptedDriver([{ calls: [{ tool: "look" }] }, { calls: [{ tool: "bare" }] }, DONE]),
    env: { TOOL_KEY: "t", AGENT_KEY: "a", OTHER_KEY: "o" },
  });
  const metadata = { user: "u1", plan: { tier: 2 } };
  await send("POST", "/v1/threads", { id: "t1", agent: "a", metadata });
  const response = await send("POST", "/v1/threads/t1/steps", { input: "go", until: "done" });
  assert.equal((await json(response)).output, "Done.");
  assert.deepEqual(seen.tool, { metadata, env: { TOOL_KEY: "t", AGENT_KEY: "a" } });
  assert.deepEqual(seen.bare, { metadata, env: { AGENT_KEY: "a" } });
  assert.deepEqual(seen.before, seen.bare);
  assert.deepEqual(seen.after, seen.bare);
});

for (
  const [where, make] of [
    ["/env/1", () => defineTool({ name: "t", description: "", env: ["OK", "no name"], run: () => null })],
    ["/env", () => defineTool({ name: "t", description: "", env: JSON.parse('"KEY"'), run: () => null })],
    ["/env/0", () => defineAgent({ name: "a", env: ["1KEY"] })],
  ] as const
) {
  Deno.test(`X1: an environment name that is none is refused at ${where}`, () => {
    assert.throws(make, (error) => error instanceof Error && error.message.includes(`${where} `));
  });
}

Deno.test("D1: a thread whose agent has changed is warned of it once a run", async () => {
  const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => 1 });
  const version = (instructions: string) =>
    defineAgent({ name: "a", driver: "scripted", tools: [look], instructions });
  const scenario = [LOOK, DONE, LOOK, LOOK, DONE, DONE];
  const old = createLab({ agents: [version("Old.")], scenario });
  const changedIn = async (lab: typeof old, asked: { input?: string; until?: "done" }) => {
    const { answer } = await lab.run(asked);
    return answer.warnings.filter(({ code }) => code === "agent_changed").length;
  };
  assert.equal(await changedIn(old, { input: "go", until: "done" }), 0);
  const now = createLab({ agents: [version("New.")], scenario, store: old.store });
  assert.equal(await changedIn(now, { input: "again" }), 1);
  assert.equal(await changedIn(now, {}), 0, "the later steps of a run do not repeat it");
  assert.equal(await changedIn(now, { until: "done" }), 0);
  assert.equal(await changedIn(now, { input: "and again" }), 1, "another run is warned anew");
});

Deno.test("D1: an agent that changes within a run is warned of there", async () => {
  const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => 1 });
  const version = (instructions: string) =>
    defineAgent({ name: "a", driver: "scripted", tools: [look], instructions });
  const scenario = [LOOK, LOOK, DONE];
  const old = createLab({ agents: [version("Old.")], scenario });
  await old.run({ input: "go" });
  const now = createLab({ agents: [version("New.")], scenario, store: old.store });
  const { answer } = await now.run({ until: "done" });
  assert.deepEqual(answer.warnings.map(({ code }) => code), ["agent_changed"]);
  assert.match(answer.warnings[0]?.message ?? "", /Agent a has changed/);
});

Deno.test("X7: the model reads when a call may be made again", async () => {
  const read: string[] = [];
  const look = defineTool({
    ...{ name: "look", description: "Looks.", effect: "pure" },
    run: () => {
      throw new ToolError("rate_limited", "Too many.", { retryAfterMs: 1_500 });
    },
  });
  const lab = createLab({
    agents: [defineAgent({ name: "a", driver: "scripted", tools: [look] })],
    scenario: ({ history: { entries } }) => {
      const last = entries.at(-1);
      if (last?.type !== "tool") return LOOK;
      read.push(observationText(last));
      return DONE;
    },
  });
  await lab.run({ input: "go", until: "done" });
  assert.deepEqual(read, ["The tool failed (rate_limited): Too many.\nIt may be tried again after 1.5 s."]);
});
