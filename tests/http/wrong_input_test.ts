// Wrong input of every kind gets a clear 4xx with a code, and changes nothing.

import assert from "node:assert/strict";
import { problemSchema } from "../../src/http/schemas/responses/runs.ts";
import { policies } from "../../src/plugins/policies/mod.ts";
import { createTestApp, exactly, json, KEY, LOOKS_UP, OTHER_KEY } from "./_app.ts";

const STEP = { agent: "tester", input: "hi" };
const STEPS = "/v1/threads/t1/steps";
const big = `{"agent":"tester","input":"${"x".repeat(3_000_000)}"}`;

interface Wrong {
  readonly why: string;
  readonly method?: string;
  readonly path?: string;
  readonly body?: BodyInit;
  readonly headers?: Record<string, string>;
  readonly expect: readonly [status: number, code: string, ...pointers: string[]];
}

const WRONG: readonly Wrong[] = [
  { why: "bad JSON", body: '{"agent":', expect: [400, "invalid_json"] },
  {
    why: "no body at all",
    path: "/v1/threads",
    expect: [415, "unsupported_media_type"],
    headers: { "content-type": "" },
  },
  { why: "an empty body", path: "/v1/threads", body: "", expect: [400, "invalid_json"] },
  { why: "an empty body", body: "", expect: [404, "thread_unknown"] },
  { why: "blanks as a body", body: " ", expect: [400, "invalid_json"] },
  {
    why: "__proto__",
    body: '{"metadata":{"__proto__":{}}}',
    expect: [422, "invalid_request", "/metadata/__proto__"],
  },
  { why: "NUL", body: '{"agent":"tester","input":"a\\u0000b"}', expect: [422, "invalid_request", "/input"] },
  {
    why: "a lone surrogate",
    body: '{"input":["ok","\\udfff"]}',
    expect: [422, "invalid_request", "/input/1"],
  },
  { why: "an array", body: "[]", expect: [422, "invalid_request", ""] },
  { why: "an unknown field", body: '{"inputs":"x"}', expect: [422, "invalid_request", "/inputs"] },
  {
    why: "several wrong fields",
    body: '{"until":"never","busy":1,"expectedVersion":-1}',
    expect: [422, "invalid_request", "/until", "/expectedVersion", "/busy"],
  },
  { why: "an empty text", body: '{"agent":"tester","input":""}', expect: [422, "invalid_request", "/input"] },
  {
    why: "large metadata",
    body: JSON.stringify({ agent: "tester", input: "x", metadata: { a: "x".repeat(9000) } }),
    expect: [422, "invalid_request", "/metadata"],
  },
  {
    why: "a large plan",
    path: "/v1/threads",
    body: JSON.stringify({ agent: "tester", plan: ["é".repeat(4_100)] }),
    expect: [422, "invalid_request", "/plan"],
  },
  {
    why: "a tool choice with 129 names",
    body: JSON.stringify({
      ...STEP,
      toolChoice: {
        type: "allowed",
        mode: "auto",
        names: Array.from({ length: 129 }, (_, index) => `t${index}`),
      },
    }),
    expect: [422, "invalid_request", "/toolChoice"],
  },
  {
    why: "a tool choice of more than 32 KB",
    body: JSON.stringify({ ...STEP, toolChoice: { type: "auto", note: "x".repeat(33_000) } }),
    expect: [422, "invalid_request", "/toolChoice"],
  },
  {
    why: "a tool choice whose text is nested 15,000 deep",
    body: JSON.stringify({ ...STEP, toolChoice: '{"a":'.repeat(5_000) + "1" + "}".repeat(5_000) }),
    expect: [422, "invalid_request", "/toolChoice"],
  },
  {
    why: "tool results of more than 512 KB together",
    body: JSON.stringify({
      toolResults: ["a", "b", "c"].map((callId) => ({ callId, output: "x".repeat(200_000) })),
    }),
    expect: [422, "invalid_request", "/toolResults"],
  },
  {
    why: "a long call id",
    body: JSON.stringify({ toolResults: [{ callId: "c".repeat(129), output: 1 }] }),
    expect: [422, "invalid_request", "/toolResults/0/callId"],
  },
  {
    why: "a long reason",
    path: "/v1/threads/t1/approvals/call_1",
    body: JSON.stringify({ approved: false, reason: "x".repeat(2_001) }),
    expect: [422, "invalid_request", "/reason"],
  },
  {
    why: "values nested 65 deep",
    body: `{"agent":"tester","metadata":${"[".repeat(64)}${"]".repeat(64)}}`,
    expect: [422, "invalid_request", `/metadata${"/0".repeat(63)}`],
  },
  {
    why: "an unknown agent",
    body: '{"agent":"nobody","input":"x"}',
    expect: [404, "agent_unknown", "/agent"],
  },
  { why: "no agent for a new thread", body: '{"input":"x"}', expect: [404, "thread_unknown"] },
  {
    why: "an unknown tool in toolChoice",
    body: '{"agent":"tester","input":"x","toolChoice":"fly"}',
    expect: [422, "tool_unknown", "/toolChoice"],
  },
  {
    why: "a tool choice in no known spelling",
    body: '{"agent":"tester","input":"x","toolChoice":{"type":"sometimes"}}',
    expect: [422, "invalid_request", "/toolChoice"],
  },
  { why: "3 MB, declared", body: big, expect: [413, "body_too_large"] },
  { why: "3 MB, in chunks", body: new Blob([big]).stream(), expect: [413, "body_too_large"] },
  {
    why: "a wrong key",
    headers: { authorization: "Bearer nobody-0123456789" },
    expect: [401, "unauthorized"],
  },
  { why: "a missing key", headers: { authorization: "" }, expect: [401, "unauthorized"] },
  {
    why: "another scheme",
    headers: { authorization: `Basic ${btoa(`x:${KEY}`)}` },
    expect: [401, "unauthorized"],
  },
  {
    why: "form data",
    body: "agent=tester&input=hi",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    expect: [415, "unsupported_media_type"],
  },
  { why: "wants HTML", headers: { accept: "text/html" }, expect: [406, "not_acceptable"] },
  { why: "a wrong method", method: "PUT", expect: [405, "method_not_allowed"] },
  { why: "a wrong method", method: "DELETE", path: "/v1/threads", expect: [405, "method_not_allowed"] },
  { why: "an unknown route", path: "/v1/nothing", expect: [404, "not_found"] },
  { why: "an encoded slash", path: "/v1/threads/a%2Fb/steps", expect: [400, "invalid_path"] },
  {
    why: "encoded dots and slashes",
    path: "/v1/threads/..%2f..%2fadmin/steps",
    expect: [400, "invalid_path"],
  },
  { why: "NUL in the path", path: "/v1/threads/a%00b/steps", expect: [400, "invalid_path"] },
  { why: "unicode in the path", path: "/v1/threads/%C3%A9/steps", expect: [400, "invalid_path"] },
  { why: "broken encoding", path: "/v1/threads/%E0%A4%A/steps", expect: [400, "invalid_path"] },
  { why: "braces of a Redis hash tag", path: "/v1/threads/%7Bbeta%7D/steps", expect: [400, "invalid_path"] },
  { why: "a long id", path: `/v1/threads/${"a".repeat(129)}/steps`, expect: [400, "invalid_path"] },
  {
    why: "a space in Idempotency-Key",
    headers: { "idempotency-key": "a b" },
    expect: [400, "invalid_header"],
  },
  { why: "an illegal query", path: `${STEPS}?events=maybe`, expect: [422, "invalid_request"] },
  { why: "an unknown parameter", path: `${STEPS}?event=true`, expect: [422, "invalid_request"] },
  { why: "a parameter twice", path: `${STEPS}?events=true&events=true`, expect: [422, "invalid_request"] },
  {
    why: "a coded body",
    body: "{}",
    headers: { "content-encoding": "gzip" },
    expect: [415, "unsupported_media_type"],
  },
  {
    why: "a queue with a tool choice",
    body: '{"agent":"tester","input":"x","busy":"queue","toolChoice":"echo"}',
    expect: [422, "invalid_request", "/busy"],
  },
  {
    why: "inputs of more than 512 KB",
    body: JSON.stringify({ agent: "tester", input: ["a".repeat(300_000), "b".repeat(300_000)] }),
    expect: [413, "body_too_large"],
  },
  {
    why: "two results of one call",
    body: '{"toolResults":[{"callId":"c","output":1},{"callId":"c","output":2}]}',
    expect: [422, "invalid_request", "/toolResults/1/callId"],
  },
  {
    why: "a space in Idempotency-Key",
    path: "/v1/threads",
    body: '{"agent":"tester"}',
    headers: { "idempotency-key": "a b" },
    expect: [400, "invalid_header"],
  },
  { why: "an illegal limit", method: "GET", path: "/v1/threads?limit=0", expect: [422, "invalid_request"] },
  {
    why: "an illegal cursor",
    method: "GET",
    path: "/v1/threads?cursor=%00",
    expect: [422, "invalid_request"],
  },
  { why: "a missing thread", method: "GET", path: "/v1/threads/t1", expect: [404, "thread_unknown"] },
  {
    why: "a missing history",
    method: "GET",
    path: "/v1/threads/t1/history",
    expect: [404, "thread_unknown"],
  },
  { why: "missing events", method: "GET", path: "/v1/threads/t1/events", expect: [404, "thread_unknown"] },
  { why: "a missing thread", method: "DELETE", path: "/v1/threads/t1", expect: [404, "thread_unknown"] },
];

for (const { why, method = "POST", path = STEPS, body, headers, expect } of WRONG) {
  const [status, code, ...pointers] = expect;
  Deno.test(`E16: ${method} ${path.slice(0, 40)} with ${why} is ${status} ${code}, and nothing changes`, async () => {
    const { fetch, store } = createTestApp();
    const response = await fetch(
      new Request(`http://treadle.test${path}`, {
        method,
        headers: {
          authorization: `Bearer ${KEY}`,
          ...(method === "GET" ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(method === "GET" || code === "unsupported_media_type" && body === undefined
          ? {}
          : { body: body ?? JSON.stringify(STEP) }),
      }),
    );
    const problem = exactly(problemSchema).parse(await response.json());
    assert.deepEqual([response.status, problem.status, problem.code], [status, status, code], problem.detail);
    assert.equal(response.headers.get("content-type"), "application/problem+json");
    assert.equal(problem.instance, `urn:treadle:request:${response.headers.get("x-request-id")}`);
    if (pointers.length > 0) assert.deepEqual(problem.errors?.map(({ pointer }) => pointer), pointers);
    if (status === 405) assert.match(response.headers.get("allow") ?? "", /POST/);
    if (status === 401) assert.match(response.headers.get("www-authenticate") ?? "", /^Bearer/);
    assert.deepEqual((await store.list("acme", { limit: 10 })).threads, []);
  });
}

Deno.test("E16: a refused step leaves an existing thread as it was", async () => {
  const { send, store } = createTestApp({ scenario: LOOKS_UP });
  const ref = { tenant: "acme", thread: "t1" };
  await send("POST", STEPS, STEP);
  const { epoch: _epoch, ...before } = (await store.read(ref))?.header ?? assert.fail();
  const refusals: readonly [unknown, string][] = [
    [{ agent: "other", input: "x" }, "agent_unknown"],
    [{ expectedVersion: 7 }, "version_conflict"],
    [{ toolChoice: "fly" }, "tool_unknown"],
    [{ toolResults: [{ callId: "call_nobody", output: 1 }] }, "call_unknown"],
  ];
  for (const [body, code] of refusals) {
    const problem = await json(await send("POST", STEPS, body));
    assert.equal(problem.code, code, JSON.stringify(problem));
    const { epoch: _raised, ...after } = (await store.read(ref))?.header ?? assert.fail();
    assert.deepEqual(after, before, code);
    assert.equal((await store.read(ref))?.running, false);
  }
});

Deno.test("E3: an unknown field is refused with the one that was meant, at any depth", async () => {
  const { send } = createTestApp({ plugins: [policies()] });
  const cases:
    readonly (readonly [method: string, path: string, body: unknown, pointer: string, meant: string])[] = [
      ["POST", STEPS, { agnet: "tester" }, "/agnet", "agent"],
      ["POST", STEPS, { tool_choice: "auto" }, "/tool_choice", "toolChoice"],
      [
        "POST",
        STEPS,
        { toolResults: [{ callID: "c", callId: "c", output: 1 }] },
        "/toolResults/0/callID",
        "callId",
      ],
      ["POST", STEPS, { limits: { step: 3 } }, "/limits/step", "steps"],
      ["POST", "/v1/threads", { agent: "tester", metdata: {} }, "/metdata", "metadata"],
      ["POST", "/v1/threads/t1/fork", { versoin: 1 }, "/versoin", "version"],
      ["POST", "/v1/threads/t1/approvals/c1", { approved: true, reasn: "x" }, "/reasn", "reason"],
      ["PUT", "/v1/policies/mine", { rule: [] }, "/rule", "rules"],
    ];
  for (const [method, path, body, pointer, meant] of cases) {
    const { errors } = problemSchema.parse(await (await send(method, path, body)).json());
    const found = errors?.find((error) => error.pointer === pointer);
    assert.equal(found?.detail, `This field is not known. Did you mean "${meant}"?`, pointer);
  }
  const { errors } = problemSchema.parse(await (await send("POST", STEPS, { zzzzzzzzzzzz: 1 })).json());
  assert.deepEqual(errors, [{ pointer: "/zzzzzzzzzzzz", detail: "This field is not known." }]);
});

Deno.test("E3: POST steps without a body goes on with a thread, on a deployment with keys and without", async () => {
  for (const open of [false, true]) {
    const env: Record<string, string> = open ? { TREADLE_API_KEYS: "", TREADLE_OPEN: "1" } : {};
    const { send, fetch } = createTestApp({ scenario: LOOKS_UP, env });
    await send("POST", STEPS, STEP);
    const headers = { authorization: `Bearer ${KEY}` };
    const response = await fetch(new Request(`http://treadle.test${STEPS}`, { method: "POST", headers }));
    const body = await response.json();
    assert.deepEqual([response.status, body.output], [200, "Done."], JSON.stringify(body));
  }
});

Deno.test("E16: one tenant's key does not reach another tenant's thread", async () => {
  const { send } = createTestApp();
  await send("POST", STEPS, STEP);
  const beta = { authorization: "", "x-api-key": OTHER_KEY };
  assert.equal((await send("GET", "/v1/threads/t1", undefined, beta)).status, 404);
  assert.deepEqual(await json(await send("GET", "/v1/threads", undefined, beta)), { threads: [] });
});

Deno.test("E16: no answer and no log line holds a key, whatever is asked", async () => {
  const { send, logs, fetch } = createTestApp();
  const bodies: string[] = [];
  const paths = [
    "/v1/threads",
    STEPS,
    `/v1/threads/${KEY}`,
    "/v1/agents",
    "/healthz",
    "/openapi.json",
    "/none",
  ];
  for (const path of paths) {
    for (const method of ["GET", "POST", "PUT"]) {
      const response = await send(method, path, method === "GET" ? undefined : STEP);
      if (!path.includes(KEY)) bodies.push(await response.text());
    }
  }
  const wrong = "wrong-secret-0123456789";
  bodies.push(
    await (await fetch(new Request("http://x/v1/agents", { headers: { "x-api-key": wrong } }))).text(),
  );
  const everything = [...bodies, ...logs].join("\n");
  assert.ok(logs.length >= paths.length * 3);
  for (const secret of [KEY, OTHER_KEY, wrong]) assert.ok(!everything.includes(secret));
});

Deno.test("E16: a deployment without keys refuses everything, except this machine when its entrypoint says so", async () => {
  const { fetch } = createTestApp({ env: { TREADLE_API_KEYS: "" } });
  for (const path of ["/", "/healthz", "/openapi.json", "/v1/threads", "/none"]) {
    const response = await fetch(new Request(`http://127.0.0.1${path}`));
    assert.equal(response.status, 503, path);
    const { code, detail } = await json(response);
    assert.equal(code, "not_configured");
    assert.match(
      String(detail),
      /Set TREADLE_API_KEYS to tenant:key, .* on Workers: `npx wrangler secret put TREADLE_API_KEYS`\./,
    );
  }
  assert.equal((await fetch(new Request("http://127.0.0.1/v1/agents"), { local: true })).status, 200);
});

Deno.test("E16: TREADLE_OPEN=1 serves everybody, and local counts for nothing where there are keys", async () => {
  const open = createTestApp({ env: { TREADLE_API_KEYS: "", TREADLE_OPEN: "1" } });
  assert.equal((await open.fetch(new Request("http://x/v1/agents"))).status, 200);
  const keyed = createTestApp();
  assert.equal((await keyed.fetch(new Request("http://x/v1/agents"), { local: true })).status, 401);
});

Deno.test("E16: a query is refused in words: what is unknown, twice, or out of range", async () => {
  const { send } = createTestApp();
  const cases = [
    [
      "limit=2&limit=3&page=3&__proto__=1",
      "limit: is given twice; page: is not known; __proto__: is not known",
    ],
    [
      "limt=2&cursr=x",
      'limt: is not known (Did you mean "limit"?); cursr: is not known (Did you mean "cursor"?)',
    ],
    ["limit=101", "limit: must be 1 to 100"],
    ["limit=2.5", "limit: must be a whole number"],
    [`cursor=${"x".repeat(513)}`, "cursor: must be the cursor of a list"],
  ] as const;
  for (const [query, wrong] of cases) {
    const { detail } = await json(await send("GET", `/v1/threads?${query}`));
    assert.equal(detail, `The query does not fit: ${wrong}.`);
  }
});

Deno.test("E3: every wrong field has one sentence, which does not depend on zod's locale", async () => {
  const { send } = createTestApp();
  const body = {
    agent: 5,
    input: "",
    toolChoice: { type: "allowed", mode: "auto", names: new Array(129).fill("echo") },
    until: "never",
    expectedVersion: -1,
    resumable: 1,
    toolResults: [{ callId: "", failed: "x" }],
    inputs: "x",
  };
  const { detail, errors } = await json(await send("POST", STEPS, body));
  assert.equal(
    detail,
    "The body does not fit its schema at /agent, /input, /toolChoice, /until, /toolResults/0/callId, " +
      "/toolResults/0/output, /toolResults/0/failed, /expectedVersion, /resumable, /inputs.",
  );
  assert.deepEqual(errors, [
    { pointer: "/agent", detail: "must be a string" },
    { pointer: "/input", detail: "must not be empty" },
    { pointer: "/toolChoice", detail: "must be a tool choice, in any spelling in use" },
    { pointer: "/until", detail: 'must be "step" or "settled" or "done"' },
    { pointer: "/toolResults/0/callId", detail: "must be at least 1 characters" },
    { pointer: "/toolResults/0/output", detail: "is missing" },
    { pointer: "/toolResults/0/failed", detail: "must be true or false" },
    { pointer: "/expectedVersion", detail: "must be at least 0" },
    { pointer: "/resumable", detail: "must be true or false" },
    { pointer: "/inputs", detail: 'This field is not known. Did you mean "input"?' },
  ]);
});
