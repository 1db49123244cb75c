// S8: one tool of an agent runs alone, under the rules of any run, and leaves nothing in the store.

import assert from "node:assert/strict";
import { askUser } from "../../src/agents/ask_user.ts";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { definePolicy } from "../../src/agents/define_policy.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { AgentError } from "../../src/core/error.ts";
import { THREAD_ID } from "../../src/core/text/id.ts";
import { ToolError } from "../../src/core/tool/tool_error.ts";
import type { RemoteToolSource } from "../../src/core/tool/tool_source.ts";
import { TOOL_ALONE } from "../../src/evaluation/agents/tools_alone.ts";
import { evaluations } from "../../src/evaluation/mod.ts";
import { definePlugin } from "../../src/http/define_plugin.ts";
import { runnableToolListSchema } from "../../src/http/schemas/responses/evaluations.ts";
import { toolSelection } from "../../src/plugins/selection/mod.ts";
import { policies } from "../../src/plugins/policies/mod.ts";
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

const ask = askUser({ name: "ask" });

const agent = defineAgent({ name: "clerk", driver: "scripted", tools: [pay, add, breaks, slow, local, ask] });

const SCOPES = ["read", "run", "decide", "manage"] as const;

function deployment(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = createTestApp({ agents: [agent], plugins: [evaluations()], ...options });
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
    status: 200,
    tool: "add",
    outcome: "completed",
    output: { sum: 3 },
    error: null,
    ms: 0,
  });
  const broken = await run("breaks");
  assert.deepEqual([broken.status, broken.outcome, broken.output, broken.error], [200, "failed", null, {
    kind: "failed",
    message: "The disk is full.",
    hint: "Free some space.",
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
    plugins: [policies(), evaluations(), { ...secretive, open: () => ({}) }],
  });
  const forbidden = await run("add", { args: { a: 1, b: 2 } }, "ruled");
  assert.deepEqual([forbidden.outcome, forbidden.output], ["blocked", null]);
  const refused = await run("slow");
  assert.deepEqual([refused.outcome, refused.error.message.includes("Not today.")], ["blocked", true]);
});

Deno.test("S8: one person who approves a tool alone stands for no other; a caller that may name anyone does", async () => {
  paid.length = 0;
  const twice = defineAgent({ name: "twice", driver: "scripted", tools: [{ ...pay, approvals: 2 }] });
  const decisions: unknown[] = [];
  const asked = (user?: string) => {
    const authenticate = () => ({ tenant: "acme", ...(user !== undefined && { user }), scopes: SCOPES });
    return deployment({ agents: [agent, twice], authenticate });
  };
  const body = { args: { to: "ann" }, approve: true };
  const refused = await asked("bob").run("pay", body, "twice");
  decisions.push(refused.status, refused.code, paid.length);
  assert.deepEqual(decisions, [409, "approval_required", 0]);
  assert.match(refused.detail, /2 people, and this caller is one of them/);
  assert.equal((await asked("bob").run("pay", body)).outcome, "completed");
  assert.equal((await asked().run("pay", body, "twice")).outcome, "completed");
  assert.equal(paid.length, 2);
});

Deno.test("S8: tools of the client, questions, and tools of nobody and of no agent are refused", async () => {
  const { run, send } = deployment();
  const client = await run("local");
  assert.deepEqual([client.status, client.code], [422, "tool_unknown"]);
  assert.match(client.detail, /run by the client/);
  const question = await run("ask", { args: { text: "Which?" }, approve: true });
  assert.deepEqual([question.status, question.code], [422, "tool_unknown"]);
  assert.match(question.detail, /a question to a person/);
  const { tools } = JSON.parse(JSON.stringify(await json(await send("GET", "/v1/agents/clerk/tools"))));
  const names = tools.map(({ name }: { name: string }) => name);
  assert.deepEqual(names, ["pay", "add", "breaks", "slow"]);
  assert.equal((await run("none")).code, "tool_unknown");
  assert.deepEqual((await run("add", {}, "nobody")).status, 404);
});

Deno.test("S8: a tool alone needs the scope manage, and decide to approve", async () => {
  const asked = (scopes: readonly ("read" | "run" | "decide" | "manage")[]) =>
    deployment({ authenticate: () => ({ tenant: "acme", scopes: [...scopes] }) });
  assert.equal((await asked(["read", "run", "decide"]).run("add", { args: { a: 1, b: 2 } })).status, 403);
  assert.equal((await asked(["manage"]).run("add", { args: { a: 1, b: 2 } })).status, 200);
  const path = "/v1/agents/clerk/tools";
  assert.equal((await asked(["manage"]).send("GET", path)).status, 200);
  assert.equal((await asked(["read", "run", "decide"]).send("GET", path)).status, 403);
  assert.equal((await asked(["run", "manage"]).run("pay", { args: { to: "x" }, approve: true })).status, 403);
});

const orders = [false, true].map((detach) =>
  defineTool({
    name: detach ? "detach" : "order",
    description: "Orders.",
    effect: "once",
    run: async (_, context) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return context.defer({ ref: "order 7", expiresInMs: 60_000, detach });
    },
  })
);

Deno.test("S8: a tool alone whose result comes later says that it ran, detached or not, and how long it took", async () => {
  const { run } = deployment({
    agents: [defineAgent({ name: "clerk", driver: "scripted", tools: orders })],
  });
  for (const tool of ["order", "detach"]) {
    const { status, outcome, output, error, deferred, ms } = await run(tool);
    assert.deepEqual([status, outcome, output, error, deferred.ref], [
      200,
      "deferred",
      null,
      null,
      "order 7",
    ]);
    assert.ok(Date.parse(deferred.expiresAt) > Date.now());
    assert.ok(ms >= 25 && ms < 2_000, `${ms} ms`);
  }
});

/** Agents with a server of tools, and with a catalogue. */
function further() {
  const mine = { ...add, name: "desk.add", needsApproval: true };
  const asked: (string | undefined)[] = [];
  const desk: RemoteToolSource = {
    name: "desk",
    prefix: "desk.",
    settings: {},
    env: [],
    tools: ({ user }) => {
      asked.push(user);
      return { tools: [mine], warnings: [] };
    },
  };
  const away: RemoteToolSource = {
    name: "away",
    prefix: "away.",
    settings: {},
    env: [],
    tools: () => Promise.reject(new AgentError("tools_unavailable", "The server away does not answer.")),
  };
  const catalogue = [add, ...["ship", "pack"].map((name) => ({ ...add, name }))];
  const agents = [
    defineAgent({ name: "clerk", driver: "scripted", tools: [breaks], toolSources: [desk] }),
    defineAgent({ name: "lost", driver: "scripted", tools: [add], toolSources: [desk, away] }),
    defineAgent({
      name: "many",
      driver: "scripted",
      tools: [breaks],
      selection: toolSelection({ tools: catalogue }),
    }),
  ];
  return { ...deployment({ agents }), asked };
}

Deno.test("S8: tools of servers and of catalogues run alone, under their approvals", async () => {
  const { run, asked } = further();
  const args = { a: 1, b: 2 };
  assert.equal((await run("desk.add", { args })).code, "approval_required");
  assert.deepEqual((await run("desk.add", { args, approve: true, user: "ann" })).output, { sum: 3 });
  assert.ok(asked.includes("ann"));
  assert.equal((await run("desk.none")).code, "tool_unknown");
  assert.deepEqual((await run("ship", { args }, "many")).output, { sum: 3 });
  assert.equal((await run("ship", { args: { a: "x" } }, "many")).code, "invalid_request");
  for (const name of ["search_tools", "call_tool", "none"]) {
    assert.equal((await run(name, {}, "many")).code, "tool_unknown", name);
  }
  const lost = await run("away.add", { args }, "lost");
  assert.deepEqual([lost.status, lost.code], [503, "tools_unavailable"]);
  assert.deepEqual((await run("add", { args }, "lost")).output, { sum: 3 }, "its own tool needs no server");
  const other = await run("desk.add", { args, approve: true }, "lost");
  assert.deepEqual(other.output, { sum: 3 }, "a tool of a server needs no other server");
});

Deno.test("S8: the tools of an agent are listed with those of its servers and its catalogue, and what cannot be", async () => {
  const { send } = further();
  const list = async (agent: string, query = "") => {
    const body = await json(await send("GET", `/v1/agents/${agent}/tools${query}`));
    const { data } = runnableToolListSchema.safeParse(body);
    assert.deepEqual(data, body);
    const { tools, unlisted } = JSON.parse(JSON.stringify(body));
    return {
      tools: tools.map(({ name, source }: Record<string, string>) => `${source} ${name}`),
      unlisted: unlisted.map(({ server, code }: Record<string, string>) => `${server} ${code}`),
    };
  };
  assert.deepEqual(await list("clerk"), { tools: ["agent breaks", "server desk.add"], unlisted: [] });
  assert.deepEqual(await list("lost"), {
    tools: ["agent add", "server desk.add"],
    unlisted: ["away tools_unavailable"],
  });
  assert.deepEqual((await list("many")).tools, [
    "agent breaks",
    "catalogue add",
    "catalogue ship",
    "catalogue pack",
  ]);
  assert.deepEqual((await list("many", "?name=PA")).tools, ["catalogue pack"]);
  const unknown = await send("GET", "/v1/agents/nobody/tools");
  assert.deepEqual([unknown.status, (await json(unknown)).code], [404, "agent_unknown"]);
});

Deno.test("S8: a tool of the catalogue with the name of an own tool is listed once, as the agent's", async () => {
  const selects = defineAgent({
    name: "selects",
    driver: "scripted",
    tools: [add],
    selection: toolSelection({ tools: [{ ...add, description: "Another." }, { ...add, name: "ship" }] }),
  });
  const { send } = deployment({ agents: [selects] });
  const { tools } = await json(await send("GET", "/v1/agents/selects/tools"));
  const lines = JSON.parse(JSON.stringify(tools)).map((each: Record<string, string>) =>
    `${each.source} ${each.name} ${each.description}`
  );
  assert.deepEqual(lines, ["agent add Adds.", "catalogue ship Adds."]);
});

Deno.test("S8: a list of tools has at most 200 of them, and says when there are more", async () => {
  const large = (name: string, count: number) =>
    defineAgent({
      name,
      driver: "scripted",
      selection: toolSelection({
        tools: Array.from({ length: count }, (_, index) => ({ ...add, name: `tool_${index}` })),
      }),
    });
  const { send } = deployment({ agents: [large("full", 200), large("over", 201)] });
  const list = async (agent: string, query = "") => {
    const { tools, more } = await json(await send("GET", `/v1/agents/${agent}/tools${query}`));
    return [Array.isArray(tools) && tools.length, more];
  };
  assert.deepEqual(await list("full"), [200, undefined]);
  assert.deepEqual(await list("over"), [200, true]);
  assert.deepEqual(
    await list("over", "?name=tool_200"),
    [1, undefined],
    "the part of the name is looked for first",
  );
});

Deno.test("S8: a tool alone runs for its tenant, in a thread of no form that a caller's thread may have", async () => {
  const where = defineTool({
    name: "where",
    description: "Says where it runs.",
    effect: "pure",
    run: (_, { tenant, thread }) => [tenant, thread],
  });
  const { run } = deployment({
    agents: [defineAgent({ name: "clerk", driver: "scripted", tools: [where] })],
  });
  assert.deepEqual((await run("where")).output, ["acme", TOOL_ALONE]);
  assert.doesNotMatch(TOOL_ALONE, THREAD_ID);
});
