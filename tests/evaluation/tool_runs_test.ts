// S8: one tool of an agent runs alone, under the rules of any run, and leaves nothing in the store.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { definePolicy } from "../../src/agents/define_policy.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { ToolError } from "../../src/core/tool/tool_error.ts";
import { evaluations } from "../../src/evaluation/mod.ts";
import { definePlugin } from "../../src/http/define_plugin.ts";
import { createTestApp, json } from "../http/_app.ts";

const paid: string[] = [];

const pay = defineTool({
  name: "pay",
  description: "Pays.",
  effect: "once",
  needsApproval: true,
  parameters: { type: "object", properties: { to: { type: "string" } }, required: ["to"] },
  run: ({ to }) => paid.push(String(to)),
});
const add = defineTool({
  name: "add",
  description: "Adds.",
  effect: "pure",
  parameters: {
    type: "object",
    properties: { a: { type: "integer" }, b: { type: "integer", maximum: 10 } },
    required: ["a", "b"],
  },
  run: ({ a, b }) => ({ sum: Number(a) + Number(b) }),
});
const breaks = defineTool({
  name: "breaks",
  description: "Breaks.",
  effect: "pure",
  run: () => {
    throw new ToolError("failed", "The disk is full.", { hint: "Free some space." });
  },
});
const slow = defineTool({
  name: "slow",
  description: "Waits.",
  effect: "pure",
  timeoutMs: 20,
  run: (_, { signal }) => new Promise((resolve) => signal.addEventListener("abort", () => resolve("late"))),
});
const local = defineTool({ name: "local", description: "At the caller.", parameters: [] });

const agent = defineAgent({ name: "clerk", driver: "scripted", tools: [pay, add, breaks, slow, local] });

function deployment(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = createTestApp({ agents: [agent], doors: [evaluations()], ...options });
  const run = async (tool: string, body: object = {}, of = "clerk") => {
    const response = await app.send("POST", `/v1/agents/${of}/tools/${tool}/run`, body);
    return { status: response.status, ...JSON.parse(JSON.stringify(await json(response))) };
  };
  return { ...app, run };
}

Deno.test("S8: a tool runs alone with its output or its error and its time, and no thread or booking is kept", async () => {
  const { run, send } = deployment();
  const added = await run("add", { args: { a: 1, b: 2 } });
  assert.deepEqual({ ...added, ms: 0 }, {
    ...{ status: 200, tool: "add", outcome: "completed", output: { sum: 3 }, error: null, ms: 0 },
  });
  const broken = await run("breaks");
  assert.deepEqual([broken.status, broken.outcome, broken.output, broken.error], [200, "failed", null, {
    ...{ kind: "failed", message: "The disk is full.", hint: "Free some space." },
  }]);
  const late = await run("slow");
  assert.deepEqual([late.outcome, late.error.kind], ["failed", "timeout"]);
  assert.ok(late.ms >= 15, `${late.ms} ms`);
  assert.deepEqual((await json(await send("GET", "/v1/threads"))).threads, []);
  const { total } = JSON.parse(JSON.stringify(await json(await send("GET", "/v1/usage"))));
  assert.deepEqual([total.steps, total.calls], [0, 0]);
});

Deno.test("S8: arguments are checked by the schema, with a pointer to each field", async () => {
  const { run } = deployment();
  const wrong = await run("add", { args: { a: "one", b: 11 } });
  assert.deepEqual([wrong.status, wrong.code], [422, "invalid_request"]);
  assert.deepEqual(wrong.errors.map(({ pointer }: { pointer: string }) => pointer), ["/args/a", "/args/b"]);
  assert.match(wrong.errors[0].detail, /^must be integer/);
  assert.equal((await run("add", { args: [1] })).status, 422);
  assert.equal((await run("add", { arguments: {} })).status, 422);
});

Deno.test("S8: a call that needs an approval runs only when the caller approves it", async () => {
  paid.length = 0;
  const { run } = deployment();
  const held = await run("pay", { args: { to: "ann" } });
  assert.deepEqual([held.status, held.code, paid], [409, "approval_required", []]);
  const released = await run("pay", { args: { to: "ann" }, approve: true });
  assert.deepEqual([released.outcome, paid], ["completed", ["ann"]]);
});

Deno.test("S8: what a policy or a plugin forbids or redacts holds for a tool alone", async () => {
  const ruled = defineAgent({
    name: "ruled",
    driver: "scripted",
    tools: [add, breaks],
    policy: definePolicy({ name: "p", rules: [{ type: "after", tool: "add", after: ["breaks"] }] }),
  });
  const secretive = definePlugin({
    name: "secretive",
    compile: () => ({
      judge: (calls) =>
        new Map(calls.filter(({ name }) => name === "slow").map(({ id }) => [id, { refuse: "Not today." }])),
    }),
  });
  const { run } = deployment({
    agents: [agent, ruled],
    doors: [evaluations(), { ...secretive, open: () => ({}) }],
  });
  const forbidden = await run("add", { args: { a: 1, b: 2 } }, "ruled");
  assert.deepEqual([forbidden.outcome, forbidden.output], ["blocked", null]);
  const refused = await run("slow");
  assert.deepEqual([refused.outcome, refused.error.message.includes("Not today.")], ["blocked", true]);
});

Deno.test("S8: tools of the client, of nobody and of no agent are refused", async () => {
  const { run } = deployment();
  const client = await run("local");
  assert.deepEqual([client.status, client.code], [422, "tool_unknown"]);
  assert.match(client.detail, /run by the client/);
  assert.equal((await run("none")).code, "tool_unknown");
  assert.deepEqual((await run("add", {}, "nobody")).status, 404);
});

Deno.test("S8: a tool alone needs the scope manage, and decide to approve", async () => {
  const asked = (scopes: readonly ("read" | "run" | "decide" | "manage")[]) =>
    deployment({ authenticate: () => ({ tenant: "acme", scopes: [...scopes] }) });
  assert.equal((await asked(["read", "run", "decide"]).run("add", { args: { a: 1, b: 2 } })).status, 403);
  assert.equal((await asked(["run", "manage"]).run("add", { args: { a: 1, b: 2 } })).status, 200);
  assert.equal((await asked(["run", "manage"]).run("pay", { args: { to: "x" }, approve: true })).status, 403);
});
