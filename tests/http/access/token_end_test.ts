// Row E14: what a token has begun to read ends when the token does, and nothing that it begins goes on for later.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { sleep as realSleep } from "../../../src/deps/ports.ts";
import { agUi } from "../../../src/plugins/ag_ui/mod.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { KEY } from "../_app.ts";
import { createTokenApp } from "./_tokens.ts";

/** Longer than every other sleep of a request, and shorter than the token. */
const LONG_MS = 600_000;

/** A deployment whose tool runs until the test ends it, and whose tokens end when the test says so. */
function createSlow() {
  const tool = Promise.withResolvers<string>();
  const started = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const work = defineTool({
    name: "work",
    description: "Works.",
    parameters: [],
    run: () => {
      started.resolve();
      return tool.promise;
    },
  });
  const agent = defineAgent({ name: "slow", driver: "scripted", tools: [work] });
  const app = createTokenApp({
    plugins: [agUi(), chat(), openaiApi()],
    agents: [agent],
    scenario: [{ calls: [{ tool: "work" }] }, { says: "Done." }],
    sleep: (ms, signal) =>
      ms < LONG_MS ? realSleep(ms, signal) : Promise.race([end.promise, aborted(signal)]),
  });
  return { app, started: started.promise, finish: () => tool.resolve("done"), endToken: () => end.resolve() };
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}

const STREAM = { accept: "text/event-stream" };
const AG_UI = {
  threadId: "ann.1",
  runId: "r1",
  state: {},
  tools: [],
  context: [],
  forwardedProps: {},
  messages: [{ id: "m1", role: "user", content: "go" }],
};
const UI_MESSAGE = {
  id: "ann.1",
  message: { id: "m1", role: "user", parts: [{ type: "text", text: "go" }] },
};
const CHAT = { model: "slow", messages: [{ role: "user", content: "go" }], stream: true, store: true };

/** Every route that streams, as a request that begins the run. */
const STREAMS: readonly (readonly [what: string, path: string, body: object])[] = [
  ["steps", "/v1/threads/ann.1/steps", { agent: "slow", input: "go", until: "done" }],
  ["AG-UI", "/agui/slow", AG_UI],
  ["the AI SDK", "/api/chat/slow?mode=full", UI_MESSAGE],
  ["Chat Completions", "/v1/chat/completions", CHAT],
  ["Responses", "/v1/responses", { model: "slow", input: "go", stream: true }],
];

async function readToEnd(response: Response): Promise<string> {
  assert.equal(response.status, 200, await (response.ok ? "" : response.clone().text()));
  return await response.text();
}

for (const [what, path, body] of STREAMS) {
  Deno.test(`E14: the stream of ${what} ends when its token does, and the run goes on`, async () => {
    const { app, started, finish, endToken } = createSlow();
    const token = await app.mint({ agents: ["slow"] });
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", ...STREAM };
    const response = await app.fetch(
      new Request(`http://treadle.test${path}`, { method: "POST", headers, body: JSON.stringify(body) }),
    );
    const read = readToEnd(response);
    await started;
    endToken();
    finish();
    assert.doesNotMatch(await read, /Done\./);
    await app.idle();
    const { body: { threads } } = await app.ask(KEY, "GET", "/v1/threads");
    assert.equal(threads[0].status, "done");
  });
}

for (
  const [what, path] of [["events", "/v1/threads/ann.1/events"], [
    "a chat",
    "/api/chat/slow/ann.1/stream",
  ]] as const
) {
  Deno.test(`E14: the stream of ${what} of a run of others ends when its token does`, async () => {
    const { app, started, finish, endToken } = createSlow();
    const token = await app.mint({ agents: ["slow"] });
    const begun = { agent: "slow", input: "go", user: "ann", until: "done", resumable: true };
    const run = app.ask(KEY, "POST", "/v1/threads/ann.1/steps", begun);
    await started;
    const headers = { authorization: `Bearer ${token}`, ...STREAM };
    const response = await app.fetch(new Request(`http://treadle.test${path}`, { headers }));
    const read = readToEnd(response);
    endToken();
    finish();
    assert.doesNotMatch(await read, /Done\./);
    assert.equal((await run).body.output, "Done.");
  });
}

Deno.test("E14: a stream with a token that lasts has its end, and leaves nothing behind", async () => {
  const { app, started, finish } = createSlow();
  const token = await app.mint({ agents: ["slow"] });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", ...STREAM };
  const body = JSON.stringify({ agent: "slow", input: "go", until: "done" });
  const response = await app.fetch(
    new Request("http://treadle.test/v1/threads/ann.1/steps", { method: "POST", headers, body }),
  );
  const read = readToEnd(response);
  await started;
  finish();
  assert.match(await read, /step\.finished/);
});

Deno.test("E14: a token has no run go on without its client, by the route and by a step", async () => {
  const { app } = createSlow();
  const token = await app.mint({ agents: ["slow"], scopes: ["read", "run", "decide"] });
  await app.ask(token, "POST", "/v1/threads", { agent: "slow", id: "ann.1" });
  const before = await app.store.read({ tenant: "acme", thread: "ann.1" });
  for (
    const [path, body] of [
      ["/v1/threads/ann.1/wake", {}],
      ["/v1/threads/ann.1/steps", { input: "go", wake: true }],
      ["/v1/threads/ann.1/steps", { input: "go", wake: true, busy: "queue" }],
      ["/v1/threads/ann.2/steps", { agent: "slow", input: "go", wake: true }],
    ] as const
  ) {
    const refused = await app.ask(token, "POST", path, body);
    assert.deepEqual([refused.status, refused.code], [403, "forbidden"], path);
  }
  assert.deepEqual(await app.store.read({ tenant: "acme", thread: "ann.1" }), before);
  assert.equal(await app.store.read({ tenant: "acme", thread: "ann.2" }), undefined);
});
