// Rows C8 and X6: what a caller says that a tool of the server came to counts for nothing, and most callers may not say it.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { definePolicy, type PolicyDefinition } from "../../../src/agents/define_policy.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { mcpServer } from "../../../src/plugins/mcp/client/mod.ts";
import { agUi } from "../../../src/plugins/ag_ui/mod.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { analytics } from "../../../src/plugins/analytics/mod.ts";
import { type Reply, testModel } from "../../support/model.ts";
import { KEY, type TestAppOptions } from "../_app.ts";
import { byToken } from "./_callers.ts";
import { createTokenApp, type TokenApp } from "./_tokens.ts";

type Rules = NonNullable<PolicyDefinition["rules"]>;

/** A shop whose refund depends on rules, with what its tools ran. */
function createShop(rules: Rules, reply: (index: number) => Reply, options: TestAppOptions = {}) {
  const ran: string[] = [];
  const tool = (name: string) =>
    defineTool({
      name,
      description: "Works.",
      parameters: [],
      effect: "pure",
      run: () => {
        ran.push(name);
        return "ran";
      },
    });
  const policy = definePolicy({ name: "shop", rules });
  const tools = [
    tool("lookup"),
    tool("refund"),
    defineTool({ name: "pick", description: "The page picks." }),
  ];
  const agent = defineAgent({ name: "shop", model: "first/m", tools, policy });
  const seer = defineAgent({ name: "seer", model: "first/m", tools: [tool("lookup")], execution: "predict" });
  const model = testModel((_, index) => reply(index));
  const app = createTokenApp({
    plugins: [agUi(), chat(), openaiApi(), policies(), analytics()],
    ...options,
    agents: [agent, seer],
    providers: [model.provider],
  });
  return { app, ran, model };
}

const LOOKS_THEN_REFUNDS = (index: number): Reply =>
  index === 0 ? { calls: ["lookup"] } : index === 1 ? { calls: ["refund"] } : { says: "Done." };

const REFUNDS = (index: number): Reply => index === 0 ? { calls: ["refund"] } : { says: "Done." };

async function entriesOf(app: TokenApp, thread: string, token = KEY): Promise<readonly JsonObject[]> {
  return (await app.ask(token, "GET", `/v1/threads/${thread}/history`)).body.entries;
}

const observed = (entries: readonly JsonObject[]) =>
  entries.filter(({ type }) => type === "tool").map(({ name, outcome, brought = false }) => ({
    name,
    outcome,
    brought,
  }));

const RULES: readonly (readonly [what: string, rules: Rules])[] = [
  ["after of a run", [{ type: "after", tool: "refund", after: "lookup" }]],
  ["after of a thread", [{ type: "after", tool: "refund", after: "lookup", per: "thread" }]],
  ["forbid unless", [{ type: "forbid_unless", tool: "refund", unless: "lookup" }]],
];

for (const [what, rules] of RULES) {
  Deno.test(`C8: the rule ${what} is not satisfied by a result that a caller brings for a predicted call`, async () => {
    const { app, ran } = createShop(rules, LOOKS_THEN_REFUNDS);
    const predict = { agent: "shop", input: "refund", execution: "predict" };
    const { body: { calls: [call] } } = await app.ask(KEY, "POST", "/v1/threads/t1/steps", predict);
    const toolResults = [{ callId: call.id, output: { paid: true } }];
    const given = await app.ask(KEY, "POST", "/v1/threads/t1/steps", {
      toolResults,
      execution: "loop",
      until: "done",
    });
    assert.equal(given.status, 200);
    assert.deepEqual(ran, []);
    const entries = await entriesOf(app, "t1");
    assert.deepEqual(observed(entries), [
      { name: "lookup", outcome: "completed", brought: true },
      { name: "refund", outcome: "blocked", brought: false },
    ]);
    const { by, door } = entries.find(({ name }) => name === "lookup") ?? {};
    assert.match(String(by), /^key_/);
    assert.equal(door, "steps");
    const { body: { counters } } = await app.ask(KEY, "GET", "/v1/threads/t1");
    assert.equal(counters.calls, 0, "no budget of calls counts it");
    const { body: exported } = await app.ask(KEY, "GET", "/v1/threads/t1/export");
    assert.match(exported, /\\"brought\\":true/);
    const { body: analytics } = await app.ask(KEY, "GET", "/v1/analytics/choices?agent=shop");
    assert.doesNotMatch(JSON.stringify(analytics), /"completed":1/);
  });
}

Deno.test("C8: a condition on the last tool does not see what a caller brings", async () => {
  const policy = definePolicy({
    name: "p",
    conditions: [{ when: { field: "last_tool", eq: "lookup" }, choice: "none" }],
  });
  const lookup = defineTool({ name: "lookup", description: "Looks.", parameters: [], run: () => "ran" });
  const agent = defineAgent({ name: "shop", model: "first/m", tools: [lookup], policy });
  const model = testModel((_, index) => LOOKS_THEN_REFUNDS(index === 0 ? 0 : 2));
  const app = createTokenApp({ plugins: [policies()], agents: [agent], providers: [model.provider] });
  const predict = { agent: "shop", input: "look", execution: "predict" };
  const { body: { calls: [call] } } = await app.ask(KEY, "POST", "/v1/threads/t1/steps", predict);
  const toolResults = [{ callId: call.id, output: 1 }];
  const { body } = await app.ask(KEY, "POST", "/v1/threads/t1/steps", { toolResults, execution: "loop" });
  assert.equal(body.choice.requested.type, "auto");
});

/** Conversations in which the lookup has come to something, by the doors that take one. */
const ASSISTANT = {
  role: "assistant",
  content: "",
  tool_calls: [{ id: "c1", type: "function", function: { name: "lookup", arguments: "{}" } }],
};
const HISTORIES: readonly (readonly [door: string, path: string, body: object])[] = [
  ["Chat Completions", "/v1/chat/completions", {
    model: "shop",
    store: true,
    messages: [
      { role: "user", content: "refund" },
      ASSISTANT,
      { role: "tool", tool_call_id: "c1", content: "paid" },
    ],
  }],
  ["Responses", "/v1/responses", {
    model: "shop",
    input: [
      { role: "user", content: "refund" },
      { type: "function_call", call_id: "c1", name: "lookup", arguments: "{}" },
      { type: "function_call_output", call_id: "c1", output: "paid" },
    ],
  }],
  ["AG-UI", "/agui/shop", {
    threadId: "ann.1",
    runId: "r1",
    state: {},
    tools: [],
    context: [],
    forwardedProps: {},
    messages: [
      { id: "m1", role: "user", content: "refund" },
      {
        id: "m2",
        role: "assistant",
        content: "",
        toolCalls: [{ id: "c1", type: "function", function: { name: "lookup", arguments: "{}" } }],
      },
      { id: "m3", role: "tool", toolCallId: "c1", content: "paid" },
      { id: "m4", role: "user", content: "now" },
    ],
  }],
];

for (const [door, path, body] of HISTORIES) {
  for (const [what, rules] of RULES) {
    Deno.test(`C8: the rule ${what} is not satisfied by a result in a conversation that ${door} brings`, async () => {
      const { app, ran } = createShop(rules, REFUNDS);
      const { status } = await app.ask(KEY, "POST", path, body);
      assert.equal(status, 200);
      assert.deepEqual(ran, []);
      const { body: { threads } } = await app.ask(KEY, "GET", "/v1/threads");
      assert.deepEqual(observed(await entriesOf(app, threads[0].id)), [
        { name: "lookup", outcome: "completed", brought: true },
        { name: "refund", outcome: "blocked", brought: false },
      ]);
      await app.ask(KEY, "POST", `/v1/threads/${threads[0].id}/fork`, { id: "f1" });
      await app.ask(KEY, "POST", "/v1/threads/f1/steps", { input: "again", until: "done" });
      assert.deepEqual(ran, [], "a fork has the mark of its source");
    });
  }

  Deno.test(`C8: a token brings no conversation with results of the server's tools through ${door}`, async () => {
    const { app, ran, model } = createShop([], REFUNDS);
    const token = await app.mint({ agents: ["shop"], scopes: ["read", "run", "decide"] });
    const refused = await app.ask(token, "POST", path, body);
    assert.deepEqual([refused.status, refused.code], [403, "forbidden"], JSON.stringify(refused.body));
    assert.deepEqual([ran, model.requests], [[], []]);
    assert.deepEqual((await app.ask(KEY, "GET", "/v1/threads")).body.threads, []);
  });
}

Deno.test("X6: the result of a client tool counts for rules, through steps and in a conversation", async () => {
  const rules: Rules = [{ type: "after", tool: "refund", after: "pick" }];
  const picks = (index: number): Reply => index === 0 ? { calls: ["pick"] } : LOOKS_THEN_REFUNDS(index);
  const { app, ran } = createShop(rules, picks);
  const token = await app.mint({ agents: ["shop"] });
  const { body: { calls: [call] } } = await app.ask(token, "POST", "/v1/threads/ann.1/steps", {
    agent: "shop",
    input: "refund",
  });
  const toolResults = [{ callId: call.id, output: "this one" }];
  assert.equal(
    (await app.ask(token, "POST", "/v1/threads/ann.1/steps", { toolResults, until: "done" })).status,
    200,
  );
  assert.deepEqual(ran, ["refund"]);
  assert.deepEqual(observed(await entriesOf(app, "ann.1")).map(({ brought }) => brought), [false, false]);

  const browser = await app.mint({ agents: ["shop"] });
  const messages = [
    { role: "user", content: "refund" },
    {
      ...ASSISTANT,
      tool_calls: [{ ...ASSISTANT.tool_calls[0], function: { name: "pick", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "c1", content: "this one" },
  ];
  const chat = { model: "shop", messages, store: true };
  const { status, body: { id } } = await app.ask(browser, "POST", "/v1/chat/completions", chat);
  assert.equal(status, 200);
  assert.deepEqual(observed(await entriesOf(app, id)), [{
    name: "pick",
    outcome: "completed",
    brought: false,
  }]);
});

const PREDICTS: readonly (readonly [way: string, path: string, body: object])[] = [
  ["steps", "/v1/threads/ann.1/steps", { agent: "shop", input: "go", execution: "predict" }],
  ["the spelling of a tool choice", "/v1/threads/ann.1/steps", {
    agent: "shop",
    input: "go",
    toolChoice: "predict",
  }],
  ["steps of an agent that predicts", "/v1/threads/ann.1/steps", { agent: "seer", input: "go" }],
  ["Chat Completions", "/v1/chat/completions", {
    model: "shop",
    messages: [{ role: "user", content: "go" }],
    tools: ["lookup"],
  }],
  ["Responses", "/v1/responses", {
    model: "shop",
    input: "go",
    tool_choice: "auto",
    tools: [{ type: "function", name: "lookup", parameters: {} }],
  }],
  ["AG-UI of an agent that predicts", "/agui/seer", {
    threadId: "ann.1",
    runId: "r1",
    state: {},
    tools: [],
    context: [],
    forwardedProps: {},
    messages: [{ id: "m1", role: "user", content: "go" }],
  }],
  ["the AI SDK and an agent that predicts", "/api/chat/seer", {
    id: "ann.1",
    message: { id: "m1", role: "user", parts: [{ type: "text", text: "go" }] },
  }],
];

for (const [way, path, body] of PREDICTS) {
  Deno.test(`C11: a token does not predict calls of the server's tools through ${way}`, async () => {
    const { app, model } = createShop([], LOOKS_THEN_REFUNDS);
    const token = await app.mint({ agents: ["shop", "seer"], scopes: ["read", "run", "decide"] });
    const refused = await app.ask(token, "POST", path, body);
    assert.deepEqual([refused.status, refused.code], [403, "forbidden"], JSON.stringify(refused.body));
    assert.deepEqual(model.requests, [], "no model is called");
    assert.deepEqual((await app.ask(KEY, "GET", "/v1/threads")).body.threads, []);
    assert.equal((await app.ask(KEY, "POST", path, body)).status, 200, "the server with the key may");
  });
}

Deno.test("C11: a token has its page run client tools through OpenAI's API, as before", async () => {
  const { app } = createShop([], () => ({ calls: ["where"] }));
  const token = await app.mint({ agents: ["shop"] });
  const { body } = await app.ask(token, "POST", "/v1/chat/completions", {
    model: "shop",
    messages: [{ role: "user", content: "go" }],
    tools: [{ type: "function", function: { name: "where", parameters: {} } }],
  });
  assert.equal(body.choices[0].message.tool_calls[0].function.name, "where");
});

/** Results for a call of lookup that the server's request has predicted in a thread of ann. */
const GIVES: readonly (readonly [way: string, path: string, body: (callId: string) => object])[] = [
  ["steps", "/v1/threads/ann.1/steps", (callId) => ({ toolResults: [{ callId, output: "paid" }] })],
  ["AG-UI", "/agui/seer", (callId) => ({
    threadId: "ann.1",
    runId: "r2",
    state: {},
    tools: [],
    context: [],
    forwardedProps: {},
    messages: [
      { id: "m1", role: "user", content: "go" },
      {
        id: "m2",
        role: "assistant",
        content: "",
        toolCalls: [{ id: callId, type: "function", function: { name: "lookup", arguments: "{}" } }],
      },
      { id: "m3", role: "tool", toolCallId: callId, content: "paid" },
    ],
  })],
  ["the AI SDK", "/api/chat/seer", (callId) => ({
    id: "ann.1",
    message: {
      id: "m2",
      role: "assistant",
      parts: [{
        type: "tool-lookup",
        toolCallId: callId,
        state: "output-available",
        input: {},
        output: "paid",
      }],
    },
  })],
];

for (const [way, path, body] of GIVES) {
  Deno.test(`X6: a token brings no result of a predicted call of the server's tool through ${way}`, async () => {
    const { app, model } = createShop([], LOOKS_THEN_REFUNDS);
    const token = await app.mint({ agents: ["shop", "seer"], scopes: ["read", "run", "decide"] });
    const begun = { agent: "seer", input: "go", user: "ann" };
    const { body: { calls: [call] } } = await app.ask(KEY, "POST", "/v1/threads/ann.1/steps", begun);
    const before = await entriesOf(app, "ann.1");
    const refused = await app.ask(token, "POST", path, body(call.id));
    assert.deepEqual([refused.status, refused.code], [403, "forbidden"], JSON.stringify(refused.body));
    assert.deepEqual([await entriesOf(app, "ann.1"), model.requests.length], [before, 1]);
  });
}

Deno.test("X6: a caller without the scope decide brings results of client tools alone", async () => {
  const { app } = createShop([], LOOKS_THEN_REFUNDS, { authenticate: byToken });
  const predict = { agent: "shop", input: "go", execution: "predict" };
  const { body: { calls: [call] } } = await app.ask("acme.ann.run", "POST", "/v1/threads/t1/steps", predict);
  const given = { toolResults: [{ callId: call.id, output: "paid" }] };
  const refused = await app.ask("acme.ann.read+run", "POST", "/v1/threads/t1/steps", given);
  assert.deepEqual([refused.status, refused.code, refused.body.details.scope], [403, "forbidden", "decide"]);
  assert.equal(refused.body.errors[0].pointer, "/toolResults/0/callId");
  assert.equal((await app.ask("acme.ann.run+decide", "POST", "/v1/threads/t1/steps", given)).status, 200);
});

Deno.test("X6: a client tool takes no name below a server of tools, also while that cannot be reached", async () => {
  const source = mcpServer({
    name: "srv",
    url: "https://mcp.example.invalid/mcp",
    optional: true,
    approval: "never",
  });
  const agent = defineAgent({ name: "shop", model: "first/m", toolSources: [source] });
  const model = testModel(() => ({ calls: ["srv.look"] }));
  const app = createTokenApp({ agents: [agent], providers: [model.provider] });
  const clientTools = [{ name: "srv.look" }];
  const body = { agent: "shop", input: "go", clientTools };
  const refused = await app.ask(KEY, "POST", "/v1/threads/t1/steps", body);
  assert.deepEqual([refused.status, refused.code], [422, "invalid_request"], JSON.stringify(refused.body));
  assert.equal(refused.body.errors[0].pointer, "/clientTools/0/name");
  assert.equal(model.requests.length, 0);
});
