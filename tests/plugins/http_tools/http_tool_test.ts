// X6: a tool that a server runs: its request, what each response comes to, and what is sent again.

import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import type { Effect } from "../../../src/core/tool.ts";
import { callTool } from "../../../src/testing/call_tool.ts";
import { httpTool } from "../../../src/plugins/http_tools/mod.ts";
import { type Got, outbound, receive } from "../../outbound/_servers.ts";

const SECRET = `whsec_${btoa("a".repeat(32))}`;
const OTHER = `whsec_${btoa("b".repeat(32))}`;
const json = (value: unknown, init: ResponseInit = {}) => Response.json(value, init);
const problem = (status: number, value: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
  });

interface Options {
  readonly effect?: Effect;
  readonly timeoutMs?: number;
  readonly retries?: number;
  readonly maxResponseBytes?: number;
  readonly callback?: boolean;
  readonly host?: string;
}

async function call(
  respond: (got: Got) => Response | Promise<Response>,
  { host = "tools.hooks.example.test", ...options }: Options = {},
) {
  await using server = receive(respond);
  const { setup } = outbound({ [host]: ["127.0.0.1"] });
  const tool = httpTool({
    name: "export_report",
    description: "Exports.",
    parameters: ["report"],
    url: `https://${host}:${server.port}/export`,
    secrets: ["SECRET_NEW", "SECRET_OLD"],
    headers: { "x-team": "books", authorization: { env: "TOKEN", prefix: "Bearer " } },
    ...options,
  });
  const env = { SECRET_NEW: SECRET, SECRET_OLD: OTHER, TOKEN: "t0" };
  const observation = await callTool(tool, { report: "r1" }, { env, outbound: setup, user: "ada" });
  return { observation, got: server.got };
}

Deno.test("X6: the request of a call has its id, its deadline and a signature that the published client verifies", async () => {
  const { observation, got } = await call(() => json({ rows: 3 }));
  assert.deepEqual([observation.outcome, observation.output], ["completed", { rows: 3 }]);
  const [request] = got;
  assert.ok(request);
  const headers = Object.fromEntries(request.headers);
  for (const secret of [SECRET, OTHER]) new Webhook(secret).verify(request.body, headers);
  assert.deepEqual([
    headers["idempotency-key"],
    headers["webhook-id"],
    headers["x-team"],
    headers["authorization"],
  ], ["call_1", "call_1", "books", "Bearer t0"]);
  const body = JSON.parse(request.body);
  assert.deepEqual(body, {
    call: { id: "call_1", name: "export_report", args: { report: "r1" } },
    thread: "test",
    agent: "test",
    attempt: 1,
    user: "ada",
    deadline: headers["treadle-deadline"],
  });
});

for (
  const [what, respond, kind, message] of [
    ["400", () => problem(400, { detail: "No such report." }), "invalid_arguments", "No such report."],
    [
      "422 of a kind",
      () => problem(422, { kind: "context_required", detail: "Which?" }),
      "context_required",
      "Which?",
    ],
    ["403", () => new Response("no", { status: 403 }), "failed", "The server responded 403."],
    ["501", () => problem(501, { title: "Not here" }), "failed", "Not here"],
    [
      "broken JSON",
      () => new Response("{", { headers: { "content-type": "application/json" } }),
      "failed",
      "The server of export_report sent broken JSON.",
    ],
    [
      "bytes",
      () => new Response(new Uint8Array(4), { headers: { "content-type": "application/zip" } }),
      "failed",
      "The server of export_report sent application/zip, not JSON.",
    ],
    [
      "a deferral without an end",
      () => json({ defer: { ref: 1 } }, { status: 202 }),
      "failed",
      "The server of export_report defers the call wrongly: defer takes one of expiresInMs and expiresAt.",
    ],
    [
      "a redirect to a private address",
      () => Response.redirect("https://127.0.0.1/", 302),
      "failed",
      undefined,
    ],
  ] as const
) {
  Deno.test(`X6: a response with ${what} fails the call, and is sent once`, async () => {
    const { observation, got } = await call(respond);
    assert.deepEqual([observation.outcome, observation.error?.kind, got.length], ["failed", kind, 1]);
    if (message !== undefined) assert.equal(observation.error?.message, message);
  });
}

Deno.test("X6: text and an empty response are outputs", async () => {
  assert.equal((await call(() => new Response("three rows"))).observation.output, "three rows");
  assert.equal((await call(() => new Response(null, { status: 204 }))).observation.output, null);
});

for (const status of [408, 429, 500, 503]) {
  Deno.test(`X6: ${status} is sent again for a keyed call with the same key, and not for a once call`, async () => {
    const once = await call(() => problem(status, { detail: "Busy." }), { effect: "once" });
    assert.deepEqual([once.got.length, once.observation.outcome], [1, "failed"]);
    let left = 1;
    const keyed = await call(() => left-- > 0 ? problem(status, {}, { "retry-after": "0" }) : json("done"));
    assert.deepEqual(keyed.observation.output, "done");
    assert.deepEqual(keyed.got.map(({ headers }) => headers.get("idempotency-key")), ["call_1", "call_1"]);
  });
}

Deno.test("X6: a wait that is longer than the call's time is the failure's, with its kind", async () => {
  const { observation, got } = await call(() =>
    problem(429, { detail: "Slow down." }, { "retry-after": "90" })
  );
  assert.equal(got.length, 1);
  assert.deepEqual([observation.error?.kind, observation.error?.retryAfterMs], ["rate_limited", 90_000]);
});

Deno.test("X6: a response that is too large, and one that never comes, fail the call", async () => {
  const large = await call(() => json("x".repeat(5_000)), { maxResponseBytes: 1_000 });
  assert.equal(large.observation.outcome, "failed");
  assert.equal(large.got.length, 1);
  const never = Promise.withResolvers<Response>();
  const slow = await call(({ body }) => {
    setTimeout(() => never.resolve(json(body.length)), 600);
    return never.promise;
  }, { timeoutMs: 300, effect: "once" });
  assert.deepEqual([slow.observation.outcome, slow.got.length], ["unknown", 1]);
  assert.match(slow.observation.error?.hint ?? "", /It may or may not have happened/);
});

Deno.test("X6: a connection that is refused is tried again, also for a once call, and a private address is not reached", async () => {
  const { setup, lines } = outbound({
    "gone.hooks.example.test": ["127.0.0.1"],
    "inner.example": ["10.0.0.7"],
  });
  const tool = (url: string) =>
    httpTool({ name: "t", description: "t", url, effect: "once", retries: 1, timeoutMs: 2_000 });
  await using server = receive(() => json(1));
  const { port } = server;
  await server[Symbol.asyncDispose]();
  const started = performance.now();
  const gone = await callTool(tool(`https://gone.hooks.example.test:${port}/`), {}, { outbound: setup });
  assert.deepEqual([gone.outcome, gone.error?.hint], ["failed", undefined], "nothing has happened");
  assert.ok(performance.now() - started >= 200, "one more try came behind a wait");
  const inner = await callTool(tool("https://inner.example/"), {}, { outbound: setup });
  assert.equal(inner.outcome, "failed");
  assert.ok(!JSON.stringify(lines).includes("SECRET"));
  const foreign = await callTool(
    httpTool({
      name: "t",
      description: "t",
      url: "https://gone.hooks.example.test/",
      hosts: ["api.example.com"],
    }),
    {},
    { outbound: setup },
  );
  assert.match(foreign.error?.message ?? "", /not|refused/);
});

Deno.test("X6: 202 defers the call, and the request of one with callback has the URL for its result", async () => {
  const deferral = { defer: { ref: { job: "j1" }, expiresInMs: 60_000, pollAfterMs: 5_000 } };
  const { observation, got } = await call(() => json(deferral, { status: 202 }), { callback: true });
  assert.deepEqual(observation.output, {
    status: "deferred",
    ref: { job: "j1" },
    note: "The work goes on. Its result comes later, as a message; do not make the call again.",
  });
  assert.equal(JSON.parse(got[0]?.body ?? "{}").callbackUrl, "https://treadle.test/callbacks/call_1");
});

Deno.test("X6: a secret that is not set fails the call and nothing is sent", async () => {
  await using server = receive(() => json(1));
  const { setup } = outbound({ "tools.hooks.example.test": ["127.0.0.1"] });
  const url = `https://tools.hooks.example.test:${server.port}/`;
  const tool = httpTool({ name: "t", description: "t", url, secrets: ["MISSING"] });
  const { error } = await callTool(tool, {}, { outbound: setup });
  assert.deepEqual([error?.message, server.got.length], [
    "Tool t needs the environment variable MISSING.",
    0,
  ]);
});
