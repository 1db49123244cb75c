// What reaches tools and hooks beside the arguments, and what a run is told about an agent that was deployed anew.

import assert from "node:assert/strict";
import * as z from "zod/mini";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { ToolContext } from "../../../src/core/tool.ts";
import { ToolError } from "../../../src/core/tool/tool_error.ts";
import { createScriptedDriver, type ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { observationText } from "../../../src/kernel/history/observation.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import { createLab } from "../../support/lab.ts";
import type { StateView } from "../../../src/core/tool/state_view.ts";
import { scripted } from "../../../src/providers/scripted/provider.ts";
import { createTestApp, json } from "../../http/_app.ts";

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
      name: "look",
      description: "Looks.",
      effect: "pure",
      env: ["TOOL_KEY", "MISSING"],
      run: (_args, context) => keep("tool", context),
    }),
    defineTool({
      name: "bare",
      description: "Looks.",
      effect: "pure",
      run: (_args, context) => keep("bare", context),
    }),
  ];
  const agent = defineAgent({
    name: "a",
    driver: "scripted",
    tools,
    env: ["AGENT_KEY"],
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

Deno.test("X1: tools and hooks get the bindings that are declared, in an env that they cannot change", async () => {
  const cache = { get: (key: string) => Promise.resolve(`value of ${key}`) };
  const seen: Record<string, unknown[]> = {};
  const keep = (who: string, { env }: ToolContext) => {
    const change = () => Reflect.set(env, "CACHE", "another") || Reflect.set(env, "NEW", "one");
    const bound: unknown = env.CACHE;
    seen[who] = [Object.keys(env).sort(), bound === cache, change()];
  };
  const look = defineTool({
    name: "look",
    description: "Looks.",
    effect: "pure",
    env: ["CACHE", "TOOL_KEY"],
    run: async (_args, context) => {
      keep("tool", context);
      const bound: unknown = context.env.CACHE;
      assert.equal(bound, cache);
      return await cache.get(String(context.env.TOOL_KEY));
    },
  });
  const agent = defineAgent({
    name: "a",
    driver: "scripted",
    tools: [look],
    env: ["DB"],
    hooks: { beforeCall: (_call, context) => void keep("before", context) },
  });
  const app = createTestApp({
    agents: [agent],
    driver: createScriptedDriver([LOOK, DONE]),
    env: { TOOL_KEY: "t" },
    bindings: { CACHE: cache, DB: {}, OTHER: {} },
  });
  const response = await app.send("POST", "/v1/threads/t1/steps", { agent: "a", input: "go", until: "done" });
  const { calls } = z.parse(
    z.object({ calls: z.array(z.object({ output: z.unknown() })) }),
    await json(response),
  );
  assert.equal(calls[0]?.output, "value of t");
  assert.deepEqual(seen, {
    before: [["CACHE", "DB", "TOOL_KEY"], true, false],
    tool: [["CACHE", "DB", "TOOL_KEY"], true, false],
  });
});

Deno.test("X1: tools get the user of the step and the thread as the step began, frozen", async () => {
  const users: unknown[] = [];
  const states: StateView[] = [];
  const look = defineTool({
    name: "look",
    description: "Looks.",
    effect: "pure",
    run: (_args, { user, state }) => {
      users.push(user);
      states.push(state);
      return Reflect.set(state, "version", 0) || Reflect.set(Object(state.plan), "goal", "another");
    },
  });
  const lab = createLab({
    agents: [defineAgent({ name: "a", driver: "scripted", tools: [look], plan: { goal: "agent's" } })],
    scenario: [LOOK, { calls: [{ tool: "look" }, { tool: "look" }] }, DONE],
  });
  const plan = { goal: "thread's" };
  const { answer } = await lab.run({ input: "go", until: "done", user: "ada", plan });
  assert.deepEqual(answer.calls.map(({ output }) => output), [false, false, false]);
  await lab.run({ thread: "t2", input: "go" });
  await lab.run({ thread: "t2" });
  assert.deepEqual(users, ["ada", "ada", "ada", undefined]);
  const numbers = states.map(({ version, length, runSteps, counters: { steps, calls } }) => [
    version,
    length,
    runSteps,
    steps,
    calls,
  ]);
  assert.deepEqual(numbers, [[1, 2, 1, 1, 0], [2, 4, 2, 2, 1], [2, 4, 2, 2, 1], [1, 2, 1, 1, 0]]);
  assert.deepEqual(states.map((state) => state.plan), [plan, plan, plan, { goal: "agent's" }]);
  assert.equal(states[1], states[2], "calls of one step read one view");
  assert.deepEqual(states.map(({ status }) => status), ["open", "open", "open", "open"]);
  for (const { createdAt, updatedAt } of states) assert.ok(createdAt > 0 && updatedAt >= createdAt);
});

Deno.test("X1: a deployment logs once which declared names it has neither as variable nor as binding", () => {
  const tool = defineTool({ name: "t", description: "", env: ["KEY", "CACHE", "GONE"], run: () => null });
  const agents = ["a", "b"].map((name) => defineAgent({ name, tools: [tool], env: ["LOST"] }));
  const logsOf = (isolated: boolean) => {
    const logs: unknown[] = [];
    createDeps({
      plugins: [],
      providers: [scripted],
      agents,
      isolated,
      env: { TREADLE_STORE: "memory", KEY: "secret-value" },
      bindings: { CACHE: {} },
      log: (level, message, fields) => logs.push({ level, message, ...fields }),
    });
    return logs;
  };
  assert.deepEqual(logsOf(false), [{
    level: "warn",
    message: "agents or tools declare names in env that are neither variables nor bindings here",
    names: "GONE, LOST",
  }]);
  assert.deepEqual(logsOf(true), [], "an isolate of many does not repeat it at each start");
});

Deno.test("X1: no value of env is in the response, the log or the store, even when a tool returns its context", async () => {
  const secrets = ["secret-of-a-variable", "secret-in-a-binding"];
  const fails = (error: () => Error) => () => {
    throw error();
  };
  const names = { effect: "pure", description: "Fails.", env: ["TOOL_KEY", "CACHE"] } as const;
  const tools = [
    defineTool({
      ...names,
      name: "returns_env",
      run: (_args, { env }) => JSON.parse(JSON.stringify({ env })),
    }),
    defineTool({ ...names, name: "returns_context", run: (_args, context) => Object(context) }),
    defineTool({
      ...names,
      name: "throws_context",
      run: (_args, context) => fails(() => new ToolError("fatal", JSON.stringify(context)))(),
    }),
  ];
  const calls = tools.map(({ name }) => ({ tool: name }));
  const app = createTestApp({
    agents: [defineAgent({ name: "a", driver: "scripted", tools })],
    driver: createScriptedDriver([{ calls }, DONE]),
    env: { TOOL_KEY: "secret-of-a-variable" },
    bindings: { CACHE: { token: "secret-in-a-binding" } },
  });
  const response = await app.send("POST", "/v1/threads/t1/steps", {
    agent: "a",
    input: "go",
    until: "done",
    resumable: true,
  });
  const body = await response.text();
  assert.match(body, /throws_context/);
  const ref = { tenant: "acme", thread: "t1" };
  const stored = await Promise.all([
    app.store.read(ref),
    app.store.history(ref, { after: 0, limit: 100 }),
    app.store.readEvents(ref, 0, 1_000),
  ]);
  const texts = [body, ...app.logs, JSON.stringify(stored)];
  assert.match(texts.at(-1) ?? "", /throws_context/);
  for (const secret of secrets) {
    assert.deepEqual(texts.filter((text) => text.includes(secret)), []);
  }
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
    name: "look",
    description: "Looks.",
    effect: "pure",
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
