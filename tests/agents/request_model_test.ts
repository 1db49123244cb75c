// Row P7: a request names the model, where its agent offers a list.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { agUi } from "../../src/plugins/ag_ui/mod.ts";
import { chat } from "../../src/plugins/chat/mod.ts";
import { summaries } from "../../src/plugins/summaries/mod.ts";
import { failing, testModel } from "../support/model.ts";
import { createTestApp, json, type TestApp } from "../http/_app.ts";

const STEPS = "/v1/threads/t1/steps";
const BODY = { agent: "asker", input: "go", until: "done" };

function appWith(definition: Partial<AgentDefinition> = {}) {
  const first = testModel(() => ({ says: "First." }));
  const second = testModel(() => ({ says: "Second." }), { name: "second" });
  const agent = defineAgent({ name: "asker", model: "first/m", models: ["second/n"], ...definition });
  const app = createTestApp({
    plugins: [agUi(), chat(), summaries()],
    agents: [agent],
    providers: [first.provider, second.provider],
  });
  return { app, first, second };
}

async function refusal(app: TestApp, body: unknown) {
  const response = await app.send("POST", STEPS, body);
  const { code, errors } = await response.json();
  return [response.status, code, errors?.[0]];
}

Deno.test("P7: a model of the list answers in place of the agent's, and the entry names it", async () => {
  const { app, first, second } = appWith();
  const named = await json(await app.send("POST", STEPS, { ...BODY, model: "second/n" }));
  assert.deepEqual([named.model, named.output, second.requests[0]?.model], ["second/n", "Second.", "n"]);
  const next = await json(await app.send("POST", STEPS, { input: "again", until: "done" }));
  assert.deepEqual([next.model, next.output], ["first/m", "First."], "it is for one request");
  const own = await json(await app.send("POST", STEPS, { input: "again", until: "done", model: "first/m" }));
  assert.equal(own.model, "first/m", "its own model is one of them");
  assert.deepEqual([first.requests.length, second.requests.length], [2, 1]);
  const { entries } = await (await app.send("GET", "/v1/threads/t1/history")).json();
  const models = entries.flatMap(({ model }: { model?: string }) => model === undefined ? [] : [model]);
  assert.deepEqual(models, ["second/n", "first/m", "first/m"]);
});

Deno.test("P7: a model outside of the list is refused before anything is spent", async () => {
  const { app, first, second } = appWith();
  const problem = { pointer: "/model", detail: "must be one of: first/m, second/n" };
  assert.deepEqual(await refusal(app, { ...BODY, model: "second/m" }), [422, "model_not_allowed", problem]);
  assert.equal((await app.send("GET", "/v1/threads/t1")).status, 404, "nothing was made");
  await app.send("POST", STEPS, BODY);
  const before = await app.store.read({ tenant: "acme", thread: "t1" });
  assert.deepEqual(
    (await refusal(app, { input: "x", model: "third/m" }))[1],
    "model_not_allowed",
    "without an agent",
  );
  const after = await app.store.read({ tenant: "acme", thread: "t1" });
  assert.deepEqual([after?.header.version, after?.waiting], [before?.header.version, 0]);
  assert.deepEqual([first.requests.length, second.requests.length], [1, 0]);
  assert.equal((await refusal(app, { ...BODY, model: "gpt-5" }))[1], "invalid_request");
  const queued = await refusal(app, { input: "x", busy: "queue", model: "second/n" });
  assert.deepEqual(queued.slice(0, 2), [422, "invalid_request"]);
});

Deno.test("P7: an agent without a list takes its own model alone", async () => {
  const { app } = appWith({ models: undefined });
  const problem = { pointer: "/model", detail: "is for agents with a list of models" };
  assert.deepEqual(await refusal(app, { ...BODY, model: "second/n" }), [422, "model_not_allowed", problem]);
  assert.equal((await json(await app.send("POST", STEPS, { ...BODY, model: "first/m" }))).model, "first/m");
});

Deno.test("P7: capabilities and the price of the agent's model are not those of the model that a request names", async () => {
  const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
  const own = {
    capabilities: { required: false },
    price: { input: 3, output: 3 },
    onUnsupported: "error",
  } as const;
  const { app, first, second } = appWith({ ...own, tools: [look] });
  const choice = { agent: "asker", input: "go", toolChoice: "required" };
  assert.deepEqual((await refusal(app, choice)).slice(0, 2), [422, "choice_unsupported"]);
  const named = await app.send("POST", STEPS, { ...choice, model: "second/n" });
  assert.deepEqual([named.status, second.requests.length, first.requests.length], [200, 1, 0]);
  const cost = async (thread: string, more: object) => {
    const response = await app.send("POST", `/v1/threads/${thread}/steps`, { ...BODY, ...more });
    return (await response.json()).usage.microDollars;
  };
  assert.equal(await cost("t2", {}), 36, "12 tokens of 3 dollars for a million");
  assert.equal(await cost("t3", { model: "second/n" }), undefined);
});

Deno.test("P7: a summary of the agent's model has the agent's price, whatever model the request names", async () => {
  const compaction = { afterEntries: 2, keepEntries: 1, model: "first/m" };
  for (const named of [{}, { model: "second/n" }]) {
    const { app, first } = appWith({ price: { input: 3, output: 3 }, compaction });
    const costs: number[] = [];
    for (let input = 0; input < 3; input++) {
      const { thread } = await (await app.send("POST", STEPS, { ...BODY, ...named })).json();
      costs.push(thread.counters.microDollars);
    }
    const { entries } = await (await app.send("GET", "/v1/threads/t1/history")).json();
    const made = entries.filter(({ type }: { type: string }) => type === "summary").length;
    assert.ok(made > 0);
    assert.equal(costs.at(-1), 36 * first.requests.length, JSON.stringify(named));
  }
});

Deno.test("P7: the chat door takes the model of the body", async () => {
  const { app, second } = appWith();
  const chat = (model: string) => ({
    id: "c1",
    model,
    messages: [{ id: "m1", role: "user", parts: [{ type: "text", text: "hi" }] }],
  });
  const answered = await app.send("POST", "/api/chat/asker", chat("second/n"));
  assert.match(await answered.text(), /Second\./);
  await app.idle();
  assert.equal(second.requests.length, 1);
  const refused = await app.send("POST", "/api/chat/asker", { ...chat("second/x"), id: "c2" });
  assert.deepEqual([refused.status, (await json(refused)).code], [422, "model_not_allowed"]);
});

Deno.test("P7: AG-UI takes the model of forwardedProps", async () => {
  const { app, second } = appWith();
  const run = (threadId: string, model: string) =>
    app.send("POST", "/agui/asker", {
      threadId,
      runId: "r1",
      tools: [],
      context: [],
      forwardedProps: { model },
      messages: [{ id: "m1", role: "user", content: "hi" }],
    });
  assert.match(await (await run("c1", "second/n")).text(), /Second\./);
  await app.idle();
  assert.equal(second.requests.length, 1);
  const refused = await run("c2", "second/x");
  assert.deepEqual([refused.status, (await json(refused)).code], [422, "model_not_allowed"]);
  assert.equal((await app.send("GET", "/v1/threads/c2")).status, 404);
});

Deno.test("P7: a fallback that the request names is not its own fallback", async () => {
  const broken = testModel(() => failing("model_server"), { name: "second" });
  const first = testModel(() => ({ says: "First." }));
  const agent = defineAgent({
    name: "asker",
    model: "first/m",
    models: ["second/n"],
    fallbackModel: "second/n",
  });
  const app = createTestApp({ agents: [agent], providers: [first.provider, broken.provider] });
  const refused = await app.send("POST", STEPS, { ...BODY, model: "second/n" });
  assert.equal((await json(refused)).code, "model_server");
  assert.equal(broken.requests.length, 1);
});

Deno.test("P7: the model belongs to the request of an idempotency key: the same replays, another is refused", async () => {
  const { app, first, second } = appWith();
  const send = (more: object) => app.send("POST", STEPS, { ...BODY, ...more }, { "idempotency-key": "k1" });
  const named = await send({ model: "second/n" });
  const again = await send({ model: "second/n" });
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.deepEqual((await json(again)).model, (await json(named)).model);
  for (const other of [{ model: "first/m" }, {}]) {
    assert.equal((await json(await send(other))).code, "idempotency_mismatch");
  }
  assert.deepEqual([first.requests.length, second.requests.length], [0, 1]);
});

Deno.test("P7: a refused model ends no step that runs, and leaves no input", async () => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: gate, resolve: open } = Promise.withResolvers<string>();
  const wait = defineTool({
    name: "wait",
    description: "Waits.",
    parameters: [],
    run: () => {
      reach();
      return gate;
    },
  });
  const model = testModel(({ messages }) =>
    messages.at(-1)?.role === "tool" ? { says: "Over." } : { calls: ["wait"] }
  );
  const agent = defineAgent({ name: "asker", model: "first/m", models: ["first/n"], tools: [wait] });
  const app = createTestApp({ agents: [agent], providers: [model.provider] });
  const running = app.send("POST", STEPS, BODY);
  await reached;
  for (const named of [{ agent: "asker" }, {}]) {
    const restart = { ...named, input: "again", busy: "restart", model: "third/x" };
    assert.equal((await refusal(app, restart))[1], "model_not_allowed");
  }
  open("now");
  const { output, thread } = await (await running).json();
  assert.deepEqual([output, thread.status], ["Over.", "done"]);
  assert.equal((await app.store.read({ tenant: "acme", thread: "t1" }))?.waiting, 0);
});

Deno.test("P7: GET /v1/agents shows the list", async () => {
  const { app } = appWith();
  const { agents } = await (await app.send("GET", "/v1/agents")).json();
  assert.deepEqual(agents.find(({ name }: { name: string }) => name === "asker").models, ["second/n"]);
});
