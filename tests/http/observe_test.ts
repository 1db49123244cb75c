import assert from "node:assert/strict";
import { AgentError } from "../../src/core/error.ts";
import { createTestApp, json, KEY, SAYS_HI } from "./_app.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

Deno.test("log: one line per request, with route, status, tenant, trace and code; a step's lines share the trace", async () => {
  const { send, logs } = createTestApp();
  const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;
  const response = await send("POST", "/v1/threads/t1/steps", { agent: "nobody", input: "secret words" }, {
    traceparent,
  });
  assert.match(
    response.headers.get("traceparent") ?? "",
    new RegExp(`^00-${TRACE}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`),
  );
  assert.equal(logs.length, 1);
  const { ms, ...line } = JSON.parse(logs[0] ?? "");
  assert.ok(ms >= 0);
  const [, , spanId] = (response.headers.get("traceparent") ?? "").split("-");
  assert.deepEqual(line, {
    level: "info",
    message: "request",
    method: "POST",
    route: "/v1/threads/:id/steps",
    status: 404,
    tenant: "acme",
    caller: "key_XLy9J7Gv",
    trace_id: TRACE,
    span_id: spanId,
    request: response.headers.get("x-request-id"),
    code: "agent_unknown",
  });
});

Deno.test("turns: what reads alone is answered while many requests begin that write, and not behind them", async () => {
  const { send, logs } = createTestApp({ clock: () => 0 });
  const requests = Array.from({ length: 40 }, () => send("POST", "/v1/nothing"));
  await Promise.all([...requests, send("GET", "/healthz")]);
  const methods = logs.map((line): string => JSON.parse(line).method);
  assert.equal(methods.length, 41);
  assert.ok(methods.indexOf("GET") <= 8, methods.join(" "));
});

Deno.test("log: an unexpected error is told by its class and place, never by its message", async () => {
  const { store, send, logs } = createTestApp();
  store.read = () => Promise.reject(new TypeError(`the prompt said ${KEY}`));
  const response = await send("GET", "/v1/threads/t1");
  const body = await response.text();
  assert.equal(response.status, 500);
  const line = JSON.parse(logs[0] ?? "");
  assert.deepEqual([line.level, line.code, line.cause], ["error", "internal", "TypeError"]);
  assert.match(line.frames, /^at /);
  assert.equal(line.detail, "Treadle failed on an unexpected error; the log has the cause.");
  assert.ok(!`${body}${logs[0]}`.includes(KEY));
});

Deno.test("HEAD answers as GET without a body, OPTIONS tells the methods", async () => {
  const { send } = createTestApp();
  const head = await send("HEAD", "/v1/agents");
  assert.deepEqual([head.status, await head.text()], [200, ""]);
  const options = await send("OPTIONS", "/v1/threads");
  assert.deepEqual([options.status, options.headers.get("allow")], [204, "POST, GET, HEAD, OPTIONS"]);
});

Deno.test("request id: a legal one of the caller is kept, every other is replaced", async () => {
  const { send, logs } = createTestApp();
  const kept = await send("GET", "/v1/threads/none", undefined, { "x-request-id": "build-42_a=b" });
  assert.equal(kept.headers.get("x-request-id"), "build-42_a=b");
  assert.equal((await json(kept)).instance, "urn:treadle:request:build-42_a=b");
  assert.equal(JSON.parse(logs.at(-1) ?? "").request, "build-42_a=b");
  for (const wrong of ["a b", "<script>", "x".repeat(256)]) {
    const replaced = await send("GET", "/v1/agents", undefined, { "x-request-id": wrong });
    assert.match(replaced.headers.get("x-request-id") ?? "", /^req_[0-9a-z]{20}$/);
  }
});

Deno.test("every answer of the API, streams and errors included, is neither sniffed nor embedded elsewhere", async () => {
  const { send } = createTestApp();
  const stream = { accept: "text/event-stream" };
  for (
    const response of [
      await send("GET", "/v1/agents"),
      await send("GET", "/v1/nothing"),
      await send("PUT", "/v1/agents"),
      await send("POST", "/v1/threads/t1/steps", { agent: "tester", input: "x" }, stream),
    ]
  ) {
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    assert.equal(response.headers.get("cross-origin-resource-policy"), "same-origin");
    assert.match(response.headers.get("cache-control") ?? "", /^no-(?:store|cache)$/);
    assert.match(response.headers.get("x-request-id") ?? "", /^req_/);
    await response.body?.cancel();
  }
});

Deno.test("CORS: nothing is allowed by default", async () => {
  const { send } = createTestApp();
  const response = await send("GET", "/v1/agents", undefined, { origin: "https://app.example" });
  assert.equal(response.headers.get("access-control-allow-origin"), null);
});

Deno.test("CORS: listed origins get preflights without a key, and answers, errors included", async () => {
  const { fetch, send } = createTestApp({
    scenario: SAYS_HI,
    env: { TREADLE_CORS_ORIGINS: "https://app.example" },
  });
  const preflight = (origin: string) =>
    fetch(
      new Request("http://x/v1/threads/t1/steps", {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "POST" },
      }),
    );
  const allowed = await preflight("https://app.example");
  assert.equal(allowed.status, 204);
  assert.equal(allowed.headers.get("access-control-allow-origin"), "https://app.example");
  assert.match(allowed.headers.get("access-control-allow-headers") ?? "", /idempotency-key/);
  const other = await preflight("https://app.example.evil");
  assert.equal(other.headers.get("access-control-allow-origin"), null);
  assert.equal(other.headers.get("access-control-allow-credentials"), null);

  const origin = { origin: "https://app.example" };
  const missing = await send("GET", "/v1/threads/none", undefined, origin);
  assert.equal((await json(missing)).code, "thread_unknown");
  assert.equal(missing.headers.get("access-control-allow-origin"), "https://app.example");
  assert.match(missing.headers.get("vary") ?? "", /origin/i);
  const streamed = await send("POST", "/v1/threads/t1/steps", { agent: "tester", input: "x" }, {
    ...origin,
    accept: "text/event-stream",
  });
  assert.equal(streamed.headers.get("access-control-allow-origin"), "https://app.example");
  await streamed.text();
});

Deno.test("the page and its files need no key", async () => {
  const { fetch } = createTestApp();
  const page = await fetch(new Request("http://x/"));
  assert.equal(page.status, 200);
  const [script = ""] = (await page.text()).match(/\/playground\/[a-z.]+/) ?? [];
  assert.equal((await fetch(new Request(`http://x${script}`))).status, 200);
});

Deno.test("log: the line of a failed step carries the detail of its error beside the code", async () => {
  const { send, logs } = createTestApp({
    scenario: [{ fails: new AgentError("model_overloaded", "The model first/m is overloaded; try again.") }],
  });
  const response = await send("POST", "/v1/threads/t1/steps", { agent: "tester", input: "go" });
  assert.equal(response.status, 503);
  const line = logs.map((text) => JSON.parse(text)).find(({ message }) => message === "step failed");
  assert.deepEqual([line?.code, line?.detail], [
    "model_overloaded",
    "The model first/m is overloaded; try again.",
  ]);
});
