// Row E14: tokens for browsers: what they are issued for, what they permit, and how they end.

import assert from "node:assert/strict";
import { decode } from "hono/jwt";
import { AgentError } from "../../../src/core/error.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { KEY, OTHER_KEY, SAYS_HI } from "../_app.ts";
import { byToken } from "./_callers.ts";
import { createTokenApp, EARLIER_SECRET, fillThreads, NOW, SECRET, signed } from "./_tokens.ts";

Deno.test("E14: a token is issued for 15 minutes, and its claims hold what was asked for", async () => {
  const app = createTokenApp();
  const { status, body } = await app.ask(KEY, "POST", "/v1/tokens", {
    user: "ann",
    agents: ["tester"],
    threadPrefix: "ann.",
  });
  assert.equal(status, 201);
  assert.equal(body.expiresAt, "2026-11-22T12:15:00.000Z");
  assert.match(body.id, /^token_[0-9a-z]{20}$/);
  const { header, payload } = decode(body.token);
  assert.deepEqual(header, { alg: "HS256", typ: "JWT" });
  assert.deepEqual(payload, {
    iss: "treadle",
    aud: "treadle",
    jti: body.id,
    iat: NOW / 1000,
    exp: NOW / 1000 + 900,
    tenant: "acme",
    user: "ann",
    agents: ["tester"],
    prefix: "ann.",
    scopes: ["read", "run"],
  });
  assert.deepEqual(app.called(), [], "the store is not asked");
  assert.ok(!app.logs.join().includes(body.token));
});

Deno.test("E14: a token that would permit too much, or nothing, is not issued", async () => {
  const app = createTokenApp();
  const asked = async (body: unknown) => {
    const { status, code, body: { errors = [] } } = await app.ask(KEY, "POST", "/v1/tokens", body);
    return [status, code, errors[0]?.pointer];
  };
  const good = { user: "ann", agents: ["tester"] };
  const refused = (pointer: string) => [422, "invalid_request", pointer];
  assert.deepEqual(await asked({ ...good, scopes: ["manage"] }), refused("/scopes/0"));
  assert.deepEqual(await asked({ ...good, scopes: [] }), refused("/scopes"));
  assert.deepEqual(await asked({ ...good, agents: [] }), refused("/agents"));
  assert.deepEqual(await asked({ user: "ann" }), refused("/agents"));
  assert.deepEqual(await asked({ agents: ["tester"] }), refused("/user"));
  assert.deepEqual(await asked({ ...good, by: "ann@example.com" }), refused("/user"));
  assert.deepEqual(await asked({ ...good, thread: "t", threadPrefix: "t" }), refused("/threadPrefix"));
  assert.deepEqual(await asked({ ...good, threadPrefix: "" }), refused("/threadPrefix"));
  for (const prefix of ["ann", "a", "ann.b", "Ann1"]) {
    assert.deepEqual(await asked({ ...good, threadPrefix: prefix }), refused("/threadPrefix"), prefix);
  }
  assert.deepEqual(await asked({ ...good, expiresInSeconds: 86_401 }), refused("/expiresInSeconds"));
  assert.deepEqual(await asked({ ...good, tenant: "beta" }), refused("/tenant"));
  assert.deepEqual(await asked({ ...good, agents: ["nobody"] }), [404, "agent_unknown", "/agent"]);
  const none = createTokenApp({ env: { TREADLE_TOKEN_SECRETS: "" } });
  const { status, code } = await none.ask(KEY, "POST", "/v1/tokens", good);
  assert.deepEqual([status, code], [503, "tokens_not_configured"]);
  assert.equal((await none.ask(await signed(), "GET", "/v1/threads")).code, "unauthorized");
});

Deno.test("E14: lists and the inbox hold what the token is for", async () => {
  const app = createTokenApp({ plugins: [openaiApi()] });
  await fillThreads(app);
  const threads = async (grant: Record<string, string | string[]>) => {
    const token = await app.mint({ scopes: ["read"], ...grant });
    const listed = (await app.ask(token, "GET", "/v1/threads")).body.threads.map((each: { id: string }) =>
      each.id
    );
    const waiting = (await app.ask(token, "GET", "/v1/inbox")).body.items.map((each: { thread: string }) =>
      each.thread
    );
    return [listed.sort(), waiting.sort()];
  };
  assert.deepEqual(await threads({}), [["ann.t1"], ["ann.t1"]]);
  assert.deepEqual(await threads({ agents: ["tester", "clerk"] }), [["ann.c1", "ann.t1"], ["ann.t1"]]);
  assert.deepEqual(await threads({ threadPrefix: "other." }), [[], []]);
  const token = await app.mint({ scopes: ["read"] });
  assert.deepEqual(
    (await app.ask(token, "GET", "/v1/agents")).body.agents.map((each: { name: string }) => each.name),
    [
      "tester",
    ],
  );
  assert.deepEqual(
    (await app.ask(token, "GET", "/v1/models")).body.data.map((each: { id: string }) => each.id),
    ["agent-tester", "tester"],
  );
});

Deno.test("E14: an approver without a user has the threads of all users, and answers as one person", async () => {
  const app = createTokenApp();
  const { call } = await fillThreads(app);
  const made = await app.ask(KEY, "POST", "/v1/tokens", {
    by: "boss@example.com",
    agents: ["tester"],
    scopes: ["read", "decide"],
  });
  const token = made.body.token;
  const inbox = await app.ask(token, "GET", "/v1/inbox");
  assert.deepEqual(inbox.body.items.length, 3);
  const decided = await app.ask(token, "POST", "/v1/inbox/decisions", [
    { thread: "bob.t1", callId: call("bob.t1"), approved: true },
    { thread: "ann.c1", callId: "call_none", approved: true },
  ]);
  const [first, second] = decided.body.results;
  assert.deepEqual([first.status, second.status, second.error.code], [
    "decided",
    "refused",
    "thread_unknown",
  ]);
  const { body } = await app.ask(KEY, "GET", "/v1/threads/bob.t1/approvals");
  assert.match(JSON.stringify(body), /boss@example\.com/);
  for (const [threadPrefix, listed] of [["ann.", ["ann.t1"]], ["n.", []]] as const) {
    const { body } = await app.ask(KEY, "POST", "/v1/tokens", {
      by: "boss@example.com",
      agents: ["tester"],
      scopes: ["read"],
      threadPrefix,
    });
    const { items } = (await app.ask(body.token, "GET", "/v1/inbox")).body;
    assert.deepEqual(items.map((each: { thread: string }) => each.thread), listed, threadPrefix);
  }
});

Deno.test("E14: ids that a token leaves out begin with its prefix, those of forks and of keys as well", async () => {
  const app = createTokenApp({ scenario: SAYS_HI });
  const token = await app.mint({ threadPrefix: "ann." });
  const post = async (path: string, body: unknown, key?: string) =>
    (await app.sent({
      method: "POST",
      path,
      body,
      headers: { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { "idempotency-key": key }) },
    })).body.id;
  const thread = await post("/v1/threads", { agent: "tester" });
  assert.match(thread, /^ann\.thread_[0-9a-z]{20}$/);
  assert.match(await post(`/v1/threads/${thread}/fork`, {}), /^ann\.thread_/);
  const keyed = await post("/v1/threads", { agent: "tester" }, "once");
  assert.equal(await post("/v1/threads", { agent: "tester" }, "once"), keyed);
  assert.match(keyed, /^ann\.thread_/);
  assert.equal((await app.ask(KEY, "GET", `/v1/threads/${keyed}`)).body.user, "ann");
});

Deno.test("E14: a token for one thread has the branches of its chat", async () => {
  const app = createTokenApp({ plugins: [chat()], scenario: [...SAYS_HI, ...SAYS_HI] });
  const token = await app.mint({ thread: "c1" });
  const bodyOf = (more: object = {}) => ({
    id: "c1",
    messages: [{ id: "m1", role: "user", parts: [{ type: "text", text: "hi" }] }],
    ...more,
  });
  assert.equal((await app.ask(token, "POST", "/api/chat/tester", bodyOf())).status, 200);
  const again = await app.ask(token, "POST", "/api/chat/tester", bodyOf({ trigger: "regenerate-message" }));
  assert.equal(again.status, 200, JSON.stringify(again.body));
  assert.equal((await app.ask(token, "GET", "/v1/threads/c1:2")).status, 200);
  assert.equal((await app.ask(token, "GET", "/v1/threads/c1:x")).status, 403);
});

Deno.test("E14: a token without threads of its own serves OpenAI's API, and continues its own responses alone", async () => {
  const app = createTokenApp({ plugins: [openaiApi()], scenario: [...SAYS_HI, ...SAYS_HI, ...SAYS_HI] });
  const [ann, bob] = [await app.mint(), await app.mint({ user: "bob" })];
  const first = await app.ask(ann, "POST", "/v1/responses", { model: "tester", input: "hi" });
  assert.equal(first.status, 200, JSON.stringify(first.body));
  const next = { model: "tester", input: "more", previous_response_id: first.body.id };
  assert.equal((await app.ask(ann, "POST", "/v1/responses", next)).status, 200);
  const stolen = await app.ask(bob, "POST", "/v1/responses", next);
  assert.deepEqual([stolen.status, stolen.body.error.param], [400, "previous_response_id"]);
  const one = `/v1/responses/${first.body.id}`;
  const routes = [
    ...[["GET", one], ["GET", `${one}/input_items`], ["POST", `${one}/cancel`], ["DELETE", one]] as const,
  ];
  for (const [method, path] of routes) {
    assert.equal((await app.ask(bob, method, path)).status, 404, `${method} ${path}`);
  }
  const bound = await app.mint({ thread: first.body.id });
  for (const [method, path] of routes) {
    assert.equal((await app.ask(bound, method, path)).status, 403, `${method} ${path}`);
    assert.equal((await app.ask(ann, method, path)).status, 200, `${method} ${path}`);
  }
});

Deno.test("E14: secrets rotate: the first signs, each verifies; tokens of a time can be ended", async () => {
  const before = createTokenApp({ env: { TREADLE_TOKEN_SECRETS: EARLIER_SECRET } });
  const old = await before.mint();
  const during = createTokenApp();
  assert.equal((await during.ask(old, "GET", "/v1/threads")).status, 200);
  const renewed = await during.mint();
  const after = createTokenApp({ env: { TREADLE_TOKEN_SECRETS: SECRET } });
  assert.equal((await after.ask(old, "GET", "/v1/threads")).code, "token_invalid");
  assert.equal((await after.ask(renewed, "GET", "/v1/threads")).status, 200);
  const ended = createTokenApp({ env: { TREADLE_TOKEN_NOT_BEFORE: "2026-11-22T12:00:01Z" } });
  assert.equal((await ended.ask(renewed, "GET", "/v1/threads")).code, "token_expired");
  assert.equal((await ended.ask(renewed, "GET", "/healthz")).status, 200, "a public path asks for no token");
});

Deno.test("E14: clocks may differ by 5 s", async () => {
  const app = createTokenApp();
  const token = await signed();
  const at = async (seconds: number) => {
    app.now = NOW + seconds * 1000;
    return (await app.ask(token, "GET", "/v1/threads")).code;
  };
  assert.equal(await at(-5), undefined);
  assert.equal(await at(-6), "token_invalid");
  assert.equal(await at(904), undefined);
  assert.equal(await at(905), "token_expired");
});

Deno.test("E14: the log names the token by its id", async () => {
  const app = createTokenApp();
  const { body } = await app.ask(KEY, "POST", "/v1/tokens", { user: "ann", agents: ["tester"] });
  app.logs.length = 0;
  await app.ask(body.token, "GET", "/v1/threads");
  assert.equal(JSON.parse(app.logs[0] ?? "{}").token, body.id);
});

Deno.test("E14: a key of the form of a token is a key", async () => {
  const key = "eyJhbGciOiJub25lIn0.e30.abcdefgh";
  const app = createTokenApp({ env: { TREADLE_API_KEYS: `acme:${key}` } });
  assert.equal((await app.ask(key, "GET", "/v1/threads")).status, 200);
  assert.equal((await app.ask(OTHER_KEY, "GET", "/v1/threads")).status, 401);
});

Deno.test("E14: beside a function that authenticates, tokens of the deployment are verified and others are not read", async () => {
  const seen: string[] = [];
  const app = createTokenApp({
    authenticate: (request) => {
      seen.push(request.headers.get("authorization") ?? "");
      return byToken(request);
    },
  });
  const service = "acme";
  const made = await app.ask(service, "POST", "/v1/tokens", { user: "ann", agents: ["tester"] });
  assert.equal((await app.ask(made.body.token, "GET", "/v1/threads")).status, 200);
  assert.equal((await app.ask(await signed({}, `${SECRET}x`), "GET", "/v1/threads")).code, "token_invalid");
  assert.deepEqual(seen, [`Bearer ${service}`]);
  await app.ask(await signed({ iss: "https://id.example.com" }, `${SECRET}x`), "GET", "/v1/threads");
  assert.equal(seen.length, 2, "a token of another issuer is for the function");
  const user = await app.ask("acme.ann.manage", "POST", "/v1/tokens", { user: "bob", agents: ["tester"] });
  assert.deepEqual(
    [user.status, user.code],
    [403, "forbidden"],
    "a caller with a user gives no more than it has",
  );
  const mint = async (who: string, grant: object) => {
    const { status, body } = await app.ask(who, "POST", "/v1/tokens", { agents: ["tester"], ...grant });
    return [status, body.details?.scope ?? body.errors?.[0]?.pointer];
  };
  assert.deepEqual(await mint("acme.ann.manage+read+run", { user: "ann" }), [201, undefined]);
  assert.deepEqual(await mint("acme.ann.manage+read", { user: "ann" }), [403, "run"]);
  assert.deepEqual(await mint("acme..manage+read+run", { by: "boss", scopes: ["decide"] }), [403, "decide"]);
  assert.deepEqual(await mint("acme.ann.manage+read+run", { by: "boss" }), [403, "/by"]);
  const lacking = await app.ask("acme.ann", "POST", "/v1/tokens", { user: "ann", agents: ["tester"] });
  assert.deepEqual(lacking.body.details, { scope: "manage" });
});

Deno.test("E14: on an open deployment and on this machine a token narrows what its caller has", async () => {
  for (const open of ["1", ""]) {
    const app = createTokenApp({ env: { TREADLE_OPEN: open, TREADLE_API_KEYS: "" } });
    const local = async (method: string, path: string, token: string, body?: unknown) => {
      const headers: Record<string, string> = { "content-type": "application/json" };
      if (token !== "") headers.authorization = `Bearer ${token}`;
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      const request = new Request(`http://treadle.test${path}`, { method, headers, ...json });
      return await app.fetch(request, { local: true });
    };
    const made = await local("POST", "/v1/tokens", "", { user: "ann", agents: ["tester"] });
    const { token } = await made.json();
    assert.equal((await local("GET", "/v1/threads", token)).status, 200);
    assert.equal((await local("GET", "/v1/usage", token)).status, 403);
    assert.equal((await local("GET", "/v1/usage", "")).status, 200);
    const forged = await local("GET", "/v1/threads", await signed({}, `${SECRET}x`));
    assert.equal(forged.status, 401);
    if (open === "") {
      assert.equal((await app.ask(token, "GET", "/v1/threads")).code, "not_configured", "from elsewhere");
    }
  }
});

Deno.test("E14: a page of a listed origin sends a token and reads the headers of limits; there is no wildcard", async () => {
  const origin = "https://shop.example";
  const app = createTokenApp({ env: { TREADLE_CORS_ORIGINS: origin, TREADLE_RATE_LIMIT: "token=2/1m" } });
  const preflight = async (from: string) =>
    (await app.sent({
      method: "OPTIONS",
      path: "/v1/threads/ann.t1/steps",
      headers: {
        origin: from,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,idempotency-key",
      },
    })).headers;
  const permitted = await preflight(origin);
  assert.equal(permitted.get("access-control-allow-origin"), origin);
  assert.match(permitted.get("access-control-allow-headers") ?? "", /\bauthorization\b/);
  assert.equal(permitted.has("access-control-allow-credentials"), false);
  assert.equal((await preflight("https://evil.example")).has("access-control-allow-origin"), false);
  const token = await app.mint();
  for (const status of [200, 200, 429]) {
    const response = await app.sent({
      method: "GET",
      path: "/v1/threads",
      headers: { origin, authorization: `Bearer ${token}` },
    });
    assert.equal(response.status, status);
    assert.equal(response.headers.get("access-control-allow-origin"), origin);
    const exposed = (response.headers.get("access-control-expose-headers") ?? "").split(",");
    for (const name of ["ratelimit", "ratelimit-policy", "retry-after"]) {
      assert.ok(exposed.includes(name), name);
    }
  }
  const refused = await app.sent({
    method: "GET",
    path: "/v1/threads",
    headers: { origin, authorization: "Bearer eyJ.e.x" },
  });
  assert.deepEqual([refused.code, refused.headers.get("access-control-allow-origin")], [
    "token_invalid",
    origin,
  ]);
});

Deno.test("E14: settings of tokens that cannot be right are refused at the start, without their values", () => {
  const wrong: Record<string, string[]> = {
    TREADLE_TOKEN_SECRETS: ["short", `${SECRET},short`, `${SECRET} x`, ",", Array(6).fill(SECRET).join(",")],
    TREADLE_TOKEN_AUDIENCE: ["treadle:approval", "a b"],
    TREADLE_TOKEN_NOT_BEFORE: ["yesterday", "2026-11-22", "2026-13-22T00:00:00Z", "1795348800"],
  };
  for (const [variable, values] of Object.entries(wrong)) {
    for (const value of values) {
      assert.throws(() => createTokenApp({ env: { [variable]: value } }), (thrown) => {
        assert.ok(thrown instanceof AgentError && thrown.code === "config_invalid");
        assert.ok(thrown.message.includes(variable), value);
        assert.ok(!thrown.message.includes(SECRET));
        return true;
      });
    }
  }
});
