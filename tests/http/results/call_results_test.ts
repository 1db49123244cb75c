// X6: the routes that take the result of a deferred call: who may bring it, when, and what is refused.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { createTestApp, OTHER_KEY } from "../_app.ts";

const SECRET = "approval-secret-0123456789-0123456789";
const OLD = "approval-secret-before-0123456789-01234";

function deferring(env: Record<string, string> = {}, now = { at: Date.now() }) {
  const urls: string[] = [];
  const tool = defineTool({
    name: "export",
    description: "Exports.",
    effect: "pure",
    run: async (_args, context) => {
      urls.push(await context.callbackUrl({ expiresInMs: 60_000 }));
      return context.defer({ ref: "j1", expiresInMs: 120_000 });
    },
  });
  const agent = defineAgent({ name: "exporter", instructions: "", driver: "scripted", tools: [tool] });
  const app = createTestApp({
    agents: [agent],
    scenario: [{ calls: [{ tool: "export" }] }, { says: "Done." }],
    clock: () => now.at,
    env: { TREADLE_APPROVAL_SECRET: SECRET, TREADLE_PUBLIC_URL: "https://a.example/agents/", ...env },
  });
  const step = async (body: object) =>
    await app.send("POST", "/v1/threads/t1/steps", { until: "done", ...body });
  const start = async () => {
    const response = await step({ agent: "exporter", input: "go" });
    const { thread, calls } = await response.json();
    return { thread, callId: String(calls[0]?.id) };
  };
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const request = new Request(`http://a.example${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const response = await app.fetch(request);
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
  return { ...app, now, urls, step, start, post };
}

const pathOf = (url = "") => new URL(url).pathname.replace(/^\/agents/, "");

Deno.test("X6: a signed URL takes the result once, without a key, and the next step goes on with it", async () => {
  const { start, post, urls, step } = deferring();
  const { thread, callId } = await start();
  assert.deepEqual([thread.status, thread.waitsFor], ["waiting", "deferred"]);
  assert.match(urls[0] ?? "", /^https:\/\/a\.example\/agents\/callbacks\/[\w.-]+$/);
  const path = pathOf(urls[0]);
  const both = await Promise.all([post(path, { output: 1 }), post(path, { output: 2 })]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  const won = both.findIndex(({ status }) => status === 200) + 1;
  assert.deepEqual((await post(path, { output: won })).body, { callId, status: "completed", changed: false });
  const { calls, output } = await (await step({})).json();
  assert.deepEqual([output, calls[0].output], ["Done.", won]);
  const late = await post(path, { output: won });
  assert.deepEqual([late.status, late.body.code], [409, "result_given"]);
});

Deno.test("X6: a caller with a key brings the result; another tenant and no key do not", async () => {
  const { start, post, send, step } = deferring();
  const { callId } = await start();
  const path = `/v1/threads/t1/calls/${callId}/result`;
  assert.equal((await post(path, { output: 1 })).status, 401);
  const foreign = await post(path, { output: 1 }, { authorization: `Bearer ${OTHER_KEY}` });
  assert.deepEqual([foreign.status, foreign.body.code], [404, "thread_unknown"]);
  const given = await send("POST", path, { error: { message: "The disk is full.", hint: "Ask later." } });
  assert.equal(given.status, 200);
  const { calls } = await (await step({})).json();
  assert.deepEqual(calls[0].error, { kind: "failed", message: "The disk is full.", hint: "Ask later." });
});

for (
  const [what, body, code] of [
    ["neither", {}, "invalid_request"],
    ["both", { output: 1, error: { message: "x" } }, "invalid_request"],
    ["an unknown kind", { error: { message: "x", kind: "timeout" } }, "invalid_request"],
    ["more", { output: 1, more: 1 }, "invalid_request"],
    ["broken JSON", "{", "invalid_json"],
    ["too much", { output: "x".repeat(1_100_000) }, "body_too_large"],
  ] as const
) {
  Deno.test(`X6: a result with ${what} is refused and changes nothing`, async () => {
    const { start, post, urls, send } = deferring();
    const { callId } = await start();
    const refused = await post(pathOf(urls[0]), body);
    assert.equal(refused.body.code, code);
    const thread = await (await send("GET", "/v1/threads/t1")).json();
    assert.deepEqual([thread.status, thread.calls[0].id, thread.calls[0].state], [
      "waiting",
      callId,
      "deferred",
    ]);
  });
}

Deno.test("X6: a URL that is forged, of another purpose, too old, or of a removed thread is refused", async () => {
  const { start, post, urls, send, now, logs } = deferring();
  await start();
  const path = pathOf(urls[0]);
  const token = path.split("/").at(-1) ?? "";
  const [head, claims, signature = ""] = token.split(".");
  const forged = [
    `${head}.${btoa("{}")}.${signature}`,
    `${head}.${claims}.${"A".repeat(signature.length)}`,
    "x",
  ];
  for (const other of forged) {
    const { status, body } = await post(`/callbacks/${other}`, { output: 1 });
    assert.deepEqual([status, body.code], [403, "link_invalid"]);
  }
  assert.equal((await send("GET", `/approvals/${token}`)).status, 403, "no link to an approval");
  now.at += 60_000;
  assert.deepEqual((await post(path, { output: 1 })).body.code, "link_expired");
  now.at -= 60_000;
  await send("DELETE", "/v1/threads/t1");
  now.at += 1_000;
  assert.equal((await post(path, { output: 1 })).body.code, "thread_unknown");
  await start();
  assert.equal((await post(path, { output: 1 })).body.code, "call_unknown");
  assert.ok(!logs.join("\n").includes(token), "no token in the log");
});

Deno.test("X6: a URL of a removed thread does not count for the call of the same id in the thread made anew under its id", async () => {
  const { post, urls, send, now, step } = deferring();
  // A fork has the pending calls of its source under their ids: made twice under one id, it is two threads with one call id.
  await send("POST", "/v1/threads/source/steps", { agent: "exporter", input: "go" });
  const begin = async () => {
    now.at += 1_000;
    assert.equal((await send("POST", "/v1/threads/source/fork", { id: "t1", calls: "run" })).status, 201);
    const { calls } = await (await step({})).json();
    return String(calls[0]?.id);
  };
  const callId = await begin();
  await send("DELETE", "/v1/threads/t1");
  assert.equal(await begin(), callId, "the calls have one id");
  const [old, own] = urls.map(pathOf);
  const refused = await post(old ?? "", { output: "of the removed thread" });
  assert.deepEqual([refused.status, refused.body.code], [422, "call_unknown"]);
  const { calls: [waiting] } = await (await send("GET", "/v1/threads/t1")).json();
  assert.equal(waiting.state, "deferred");
  assert.equal((await post(own ?? "", { output: "mine" })).status, 200);
});

Deno.test("X6: a URL of the secret before is taken, and without a public URL there is none", async () => {
  const old = deferring({ TREADLE_APPROVAL_SECRET: OLD });
  await old.start();
  const path = pathOf(old.urls[0]);
  const rotated = createTestApp({
    store: old.store,
    env: { TREADLE_APPROVAL_SECRET: SECRET, TREADLE_APPROVAL_SECRET_PREVIOUS: OLD },
  });
  const request = new Request(`http://a.example${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"output":1}',
  });
  assert.equal((await rotated.fetch(request)).status, 200);

  const without = deferring({ TREADLE_PUBLIC_URL: "" });
  const response = await without.step({ agent: "exporter", input: "go" });
  const { calls } = await response.json();
  assert.match(calls[0].error.message, /has no URL for callbacks: set TREADLE_PUBLIC_URL/);
});
