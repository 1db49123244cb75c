// What a tool and its reconcile find in their context, at the executor.

import assert from "node:assert/strict";
import { createToolContext } from "../../../src/testing/tool_context.ts";
import type { ToolContext } from "../../../src/core/tool.ts";
import { toolEnv } from "../../../src/kernel/tools/tool_env.ts";
import { call, runCalls, tool } from "./bench.ts";

Deno.test("X1: reconcile gets the same env, user and state as the tool", async () => {
  const seen: unknown[] = [];
  const keep = ({ env, user, state: { version } }: ToolContext) => void seen.push({ env, user, version });
  const state = () => createToolContext({ state: { version: 7 } }).state;
  const bench = { context: { user: "ada" }, state };
  const look = tool("look", (_args, context) => keep(context), {
    effect: "once",
    env: ["KEY", "CACHE"],
    reconcile: (_callId, context) => {
      keep(context);
      return Promise.resolve({ happened: true, output: "it did" });
    },
  });
  const cache = { get: () => "value" };
  const env = { KEY: "k", CACHE: cache, OTHER: "x" };
  const first = await runCalls([call("c1", "look")], { ...bench, tools: [look], env });
  const marks = { c1: { startedEpoch: 1 } };
  const second = await runCalls([call("c1", "look")], { ...bench, tools: [look], env, marks });
  assert.deepEqual([first.observations[0]?.outcome, second.observations[0]?.output], ["completed", "it did"]);
  assert.deepEqual(seen, Array(2).fill({ env: { KEY: "k", CACHE: cache }, user: "ada", version: 7 }));
});

Deno.test("X1: the state is made for the tool that reads it, and for no other", async () => {
  let reads = 0;
  const state = () => {
    reads++;
    return createToolContext().state;
  };
  const idle = tool("idle", ({ text }) => String(text));
  const reader = tool("reader", (_args, context) => context.state.version + context.state.length);
  await runCalls([call("c1", "idle"), call("c2", "idle")], { tools: [idle], state });
  const before = reads;
  const { observations } = await runCalls([call("c1", "reader")], { tools: [reader], state });
  assert.equal(observations[0]?.output, 3);
  assert.deepEqual([before, reads], [0, 2]);
});

Deno.test("X1: env has own values only: no inherited ones, no undefined ones, and __proto__ as any name", () => {
  const source = Object.defineProperty(
    Object.assign(Object.create({ INHERITED: "x" }), {
      UNSET: undefined,
      EMPTY: "",
      ZERO: 0,
      toJSON: "a text",
    }),
    "__proto__",
    { value: "own", enumerable: true },
  );
  const env = toolEnv(
    { env: ["__proto__", "INHERITED", "UNSET"] },
    { env: ["EMPTY", "ZERO", "toString"] },
    source,
  );
  assert.deepEqual(Object.entries(env), [["__proto__", "own"], ["EMPTY", ""], ["ZERO", 0]]);
  assert.equal(JSON.stringify({ env }), '{"env":"(env)"}');
  assert.deepEqual(Object.entries(toolEnv({ env: [] }, { env: ["toJSON"] }, source)), [["toJSON", "a text"]]);
  assert.equal(Object.isFrozen(toolEnv({ env: [] }, {}, source)), true);
});
