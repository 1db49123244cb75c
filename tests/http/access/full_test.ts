// The places of an isolate: beyond them a step is refused by every door before anything is spent.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createRecordingStore } from "../../../src/testing/recording_store.ts";
import type { Driver } from "../../../src/core/driver.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { agUi } from "../../../src/plugins/ag_ui/mod.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { createTestApp, json, KEY, OTHER_KEY, SAYS_HI, type TestAppOptions } from "../_app.ts";

/** An app whose model answers when it is let. */
function heldApp(options: TestAppOptions & { readonly places: number }) {
  const { store, calls } = createRecordingStore(createMemoryStore());
  const scripted = createScriptedDriver(SAYS_HI);
  const waiting: (() => void)[] = [];
  let turns = 0;
  let arrived = () => {};
  const driver: Driver = {
    ...scripted,
    plan: async (...args) => {
      turns++;
      arrived();
      await new Promise<void>((resolve) => waiting.push(resolve));
      return await scripted.plan(...args);
    },
  };
  const { places, ...others } = options;
  const app = createTestApp({
    plugins: [agUi(), chat(), openaiApi()],
    store,
    driver,
    ...others,
    env: { TREADLE_MAX_STEPS: String(places), ...others.env },
  });
  return {
    ...app,
    calls,
    turns: () => turns,
    /** Begins a step, and returns its response when the model has been asked. */
    async begin(thread: string, key = KEY): Promise<{ readonly response: Promise<Response> }> {
      const asked = new Promise<void>((resolve) => arrived = resolve);
      const response = step(app, thread, key);
      await Promise.race([asked, response]);
      return { response };
    },
    /** The response to a request that must not reach the model. */
    async answerOf(response: Promise<Response>): Promise<Response> {
      const asked = new Promise<void>((resolve) => arrived = resolve);
      return await Promise.race([response, asked.then(() => assert.fail("the model was asked"))]);
    },
    /** The model answers. */
    answer: () => waiting.splice(0).forEach((resolve) => resolve()),
  };
}

function step(app: Pick<ReturnType<typeof createTestApp>, "send">, thread: string, key = KEY) {
  const body = { agent: "tester", input: "hi" };
  return app.send("POST", `/v1/threads/${thread}/steps`, body, { authorization: `Bearer ${key}` });
}

Deno.test("E14: with two places the third step is refused before the store and the model are asked, and has one later", async () => {
  const app = heldApp({ places: 2 });
  const first = await app.begin("t1");
  const second = await app.begin("t2");
  const before = app.calls.filter(({ method }) => method !== "list").length;
  const refused = await app.answerOf(step(app, "t3"));
  const { code, retryable } = await json(refused);
  assert.deepEqual([refused.status, code, retryable], [503, "server_busy", true]);
  assert.equal(refused.headers.get("retry-after"), "1");
  const history = new Set(["list", "read", "history"]); // what the test itself reads behind each response
  assert.deepEqual(
    app.calls.filter(({ method }) => method !== "list").slice(before).filter(({ method }) =>
      !history.has(method)
    ),
    [],
  );
  assert.equal(app.turns(), 2);
  app.answer();
  assert.deepEqual([
    (await (await first.response).json()).output,
    (await (await second.response).json()).output,
  ], ["Hi.", "Hi."]);
  const third = await app.begin("t3");
  app.answer();
  assert.equal((await third.response).status, 200);
});

Deno.test("E14: every door refuses a step for which there is no place, in its own form", async () => {
  const worker = defineAgent({ name: "worker", instructions: "Work.", driver: "scripted", tools: [] });
  const app = heldApp({ places: 1, agents: [worker] });
  await app.begin("t1");
  const message = { role: "user", content: "hi" };
  const turns = app.turns();
  const bodies: Record<string, unknown> = {
    "/v1/threads/t2/steps": { agent: "tester", input: "hi" },
    "/v1/chat/completions": { model: "worker", messages: [message] },
    "/v1/responses": { model: "worker", input: "hi" },
    "/api/chat/worker": {
      id: "c1",
      messages: [{ id: "m1", role: "user", parts: [{ type: "text", text: "hi" }] }],
    },
    "/agui/worker": {
      threadId: "g1",
      runId: "r1",
      state: {},
      tools: [],
      context: [],
      forwardedProps: {},
      messages: [{ id: "m1", ...message }],
    },
  };
  for (const [path, body] of Object.entries(bodies)) {
    const { status, headers } = await app.answerOf(app.send("POST", path, body));
    assert.deepEqual([status, headers.get("retry-after")], [503, "1"], path);
    const unread = new Request(`http://treadle.test${path}`, {
      method: "POST",
      body: "{",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    });
    assert.equal((await app.fetch(unread)).status, 503, `${path}: the body is not read`);
  }
  assert.equal(app.turns(), turns);
  const { threads } = await app.store.list("acme", { limit: 10 });
  assert.deepEqual(threads.map(({ thread }) => thread), ["t1"], "no door has made a thread");
  assert.equal((await app.send("GET", "/v1/threads/t1")).status, 200, "what is no step is served");
  app.answer();
  await app.idle();
});

Deno.test("E14: a step that fails, one that is refused and one that queues its input give their places back", async () => {
  const app = heldApp({ places: 2 });
  await app.begin("t1");
  for (
    const body of [{ agent: "none", input: "hi" }, { input: "hi", busy: "reject" }, {
      input: "hi",
      busy: "queue",
    }]
  ) {
    const { status } = await app.send("POST", "/v1/threads/t1/steps", body);
    assert.notEqual(status, 503, JSON.stringify(body));
  }
  await app.begin("t2");
  assert.equal(app.turns(), 2);
  assert.equal((await app.answerOf(step(app, "t3"))).status, 503);
  app.answer();
  await app.idle();
});

Deno.test("E14: where a second tenant has been served, one tenant has three quarters of the places", async () => {
  const app = heldApp({ places: 4 });
  const alone = [];
  for (const thread of ["a1", "a2", "a3", "a4"]) alone.push(await app.begin(thread));
  assert.equal((await app.answerOf(step(app, "b1", OTHER_KEY))).status, 503);
  app.answer();
  await Promise.all(alone.map(({ response }) => response));
  for (const thread of ["a1", "a2", "a3"]) await app.begin(thread);
  assert.equal((await app.answerOf(step(app, "a4"))).status, 503);
  const other = await app.begin("b1", OTHER_KEY);
  app.answer();
  assert.equal((await other.response).status, 200);
  await app.idle();
});

Deno.test("E14: a place of a run that has not ended after half an hour is free", async () => {
  let now = Date.now();
  const app = heldApp({ places: 1, clock: () => now });
  await app.begin("t1");
  now += 1_799_000;
  assert.equal((await app.answerOf(step(app, "t2"))).status, 503);
  now += 2_000;
  const second = await app.begin("t2");
  assert.equal((await app.answerOf(step(app, "t3"))).status, 503);
  app.answer();
  assert.equal((await second.response).status, 200);
  await app.idle();
});

Deno.test("E14: a number of places that is none is refused at the start", () => {
  assert.throws(() => heldApp({ places: -1 }), /TREADLE_MAX_STEPS must be a number of steps/);
  assert.doesNotThrow(() => heldApp({ places: 0 }));
});
