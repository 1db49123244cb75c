// The types that a tool's author sees; `deno task check` is the test, and what must not compile is expected not to.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import type { ToolContext } from "../../src/core/tool.ts";
import { createToolContext } from "../../src/testing/tool_context.ts";
import { toOutput } from "../../src/kernel/tools/cut_output.ts";

interface Cache {
  get(key: string): Promise<string | null>;
}

declare module "../../src/mod.ts" {
  // As a project does with "@treadle/treadle".
  interface Bindings {
    TYPES_TEST_CACHE: Cache;
  }
}

const cache: Cache = { get: (key) => Promise.resolve(`value of ${key}`) };
const env = { API_KEY: "k", TYPES_TEST_CACHE: cache };

Deno.test("X1: context.env has the names that the tool declares, each with the type of its binding", async () => {
  const tool = defineTool({
    name: "look",
    description: "Looks.",
    env: ["API_KEY", "TYPES_TEST_CACHE"],
    run: async (_args, { env }) => {
      const key: string | undefined = env.API_KEY;
      const bound: Cache | undefined = env.TYPES_TEST_CACHE;
      // @ts-expect-error: a declared name may be missing in the deployment
      const certain: string = env.API_KEY;
      // @ts-expect-error: the name is not declared
      const other: unknown = env.OTHER_KEY;
      // @ts-expect-error: env is read-only
      const write = () => env.API_KEY = "another";
      assert.throws(write, TypeError);
      return [key ?? null, certain, other === undefined, await bound?.get("a") ?? null];
    },
    reconcile: (_callId, { env }) => {
      // @ts-expect-error: the name is not declared
      return Promise.resolve({ happened: true, output: env.OTHER_KEY ?? "absent" });
    },
  });
  assert.deepEqual(await tool.run({}, createToolContext({ env })), ["k", "k", true, "value of a"]);
  assert.deepEqual(await tool.reconcile?.("c1", createToolContext({ env })), {
    happened: true,
    output: "absent",
  });
});

Deno.test("X1: a tool without names and a hook read any name, which their agent may declare", async () => {
  const tool = defineTool({
    name: "look",
    description: "Looks.",
    run: async (_args, { env }) => {
      const key: string | undefined = env.API_KEY;
      const bound: Cache | undefined = env.TYPES_TEST_CACHE;
      // @ts-expect-error: a binding is no text
      const text: string | undefined = env.TYPES_TEST_CACHE;
      return [key ?? null, typeof text, await bound?.get("a") ?? null];
    },
  });
  assert.deepEqual(await tool.run({}, createToolContext({ env })), ["k", "object", "value of a"]);
  const { hooks } = defineAgent({
    name: "a",
    tools: [tool],
    env: ["API_KEY", "TYPES_TEST_CACHE"],
    hooks: {
      beforeCall: async (_call, { env, user, state: { runSteps } }) => {
        const reason = `${await env.TYPES_TEST_CACHE?.get("b")} ${user?.length} ${runSteps}`;
        return { type: "block", reason: `${reason} ${env.API_KEY?.length}` };
      },
    },
  });
  const call = { id: "c1", name: "look", args: {}, epoch: 1, disposition: { type: "run" } } as const;
  const context = createToolContext({ env, user: "ada" });
  assert.deepEqual(await hooks.beforeCall?.(call, context), { type: "block", reason: "value of b 3 1 1" });
});

Deno.test("X1: a function with a context of its own type fits a tool that declares these names, and no other", async () => {
  const run = (_args: unknown, { env }: ToolContext<"API_KEY">) => env.API_KEY ?? null;
  const any = (_args: unknown, { env }: ToolContext) => env.API_KEY ?? null;
  const base = { name: "look", description: "Looks." };
  const tools = [
    defineTool({ ...base, env: ["API_KEY"], run }),
    defineTool({ ...base, env: ["API_KEY", "TYPES_TEST_CACHE"], run }),
    defineTool({ ...base, env: ["API_KEY"], run: any }),
    defineTool({ ...base, run: any }),
    // @ts-expect-error: the tool declares another name
    defineTool({ ...base, env: ["OTHER_KEY"], run }),
  ];
  const context = createToolContext({ env: { API_KEY: "k" } });
  const outputs = await Promise.all(tools.map((tool) => tool.run({}, context)));
  assert.deepEqual(outputs, ["k", "k", "k", "k", "k"]);
});

Deno.test("X1: a tool may return what has a JSON form: an interface, a Date, a Map, nothing", async () => {
  interface Order {
    readonly id: string;
    readonly placed: Date;
    readonly note?: string;
  }
  const order: Order = { id: "o1", placed: new Date(0) };
  const described = (name: string) => ({ name, description: "Reads." });
  const tools = [
    defineTool({ ...described("order"), run: () => order }),
    defineTool({ ...described("orders"), run: (): Promise<readonly Order[]> => Promise.resolve([order]) }),
    defineTool({ ...described("by_id"), run: () => new Map([["o1", order]]) }),
    defineTool({ ...described("nothing"), run: async () => {} }),
  ];
  const written = { id: "o1", placed: "1970-01-01T00:00:00.000Z" };
  const outputs = await Promise.all(tools.map(async (tool) => {
    const output = toOutput(await tool.run({}, createToolContext({})), 1_000);
    return output.type === "json" ? output.json : output.reason;
  }));
  assert.deepEqual(outputs, [written, [written], { o1: written }, null]);
});
