// Rows E1 and E14 in workerd: a Worker below a base path with callers of its own.

import assert from "node:assert/strict";
import { bootWorker } from "../../support/boot_worker.ts";
import { serveRedisRest } from "../../../support/redis/rest.ts";
import { fileRedis } from "../../../support/redis/upstash_store.ts";
import { claimsOf, SECRET, signed } from "../../../http/access/_tokens.ts";

Deno.test({
  name:
    "E1: E14: in workerd a Worker below a base path finds its callers, and bodies and streams arrive whole",
  // Miniflare keeps a child process and timers beyond a test's own scope.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using worker = await bootWorker({}, { main: "tests/slow/http/access/_worker.ts" });
    const STEPS = "/agents/v1/threads/t1/steps";
    const run = (user: string, headers: Record<string, string> = {}) =>
      worker.fetch(STEPS, {
        method: "POST",
        headers: { "content-type": "application/json", "x-user": user, ...headers },
        body: JSON.stringify({
          agent: "demo",
          input: "What is the weather in Paris?",
          until: "done",
          metadata: { note: "x".repeat(8_000) },
        }),
      });
    const streamed = await (await run("ann", { accept: "text/event-stream" })).text();
    assert.match(streamed, /event: step\.finished/);
    const thread = await (await worker.fetch("/agents/v1/threads/t1", { headers: { "x-user": "ann" } }))
      .json();
    assert.deepEqual([thread.user, thread.status, thread.metadata.note.length], ["ann", "done", 8_000]);
    const foreign = await run("bob");
    assert.deepEqual([foreign.status, (await foreign.json()).code], [404, "thread_unknown"]);
    assert.equal((await worker.fetch("/agents/v1/threads")).status, 401);
    const page = await (await worker.fetch("/agents")).text();
    assert.match(page, / src="\/agents\/playground\/app\.js"/);
    assert.equal((await worker.fetch("/v1/threads", { headers: { "x-user": "ann" } })).status, 404);
  },
});

Deno.test({
  name:
    "E14: in workerd tokens are issued, counted in Redis, and refused when forged, stale or of another tenant",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    const key = "key-of-acme-0123456789";
    const redis = await fileRedis();
    await using rest = await serveRedisRest({ redis, token: "rate-limit-token" });
    await using worker = await bootWorker({
      TREADLE_STORE: "upstash",
      UPSTASH_REDIS_REST_URL: rest.url,
      UPSTASH_REDIS_REST_TOKEN: rest.token,
      TREADLE_API_KEYS: `acme:${key}`,
      TREADLE_TOKEN_SECRETS: SECRET,
      TREADLE_RATE_LIMIT: "token=4/1d",
    });
    const ask = async (bearer: string, method: string, path: string, body?: unknown) => {
      const response = await worker.fetch(path, {
        method,
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(body ? { "content-type": "application/json" } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const read = await response.json();
      return { status: response.status, code: read.code, body: read, headers: response.headers };
    };
    const grant = { user: "ann", agents: ["demo"], threadPrefix: "ann." };
    const { body: { token } } = await ask(key, "POST", "/v1/tokens", grant);
    const input = { agent: "demo", input: "What is the weather in Paris?", until: "done" };
    const run = await ask(token, "POST", "/v1/threads/ann.t1/steps", input);
    assert.deepEqual([run.status, run.headers.get("ratelimit-policy")], [200, '"token";q=4;w=86400']);
    await ask(key, "POST", "/v1/threads/bob.t1/steps", { ...input, user: "bob" });
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, exp: now + 60, agents: ["demo"] };
    const code = async (bearer: string, path = "/v1/threads/ann.t1") => (await ask(bearer, "GET", path)).code;
    assert.equal(await code(token, "/v1/threads/bob.t1"), "forbidden");
    assert.equal(
      await code(await signed({ ...times, prefix: undefined }), "/v1/threads/bob.t1"),
      "thread_unknown",
    );
    assert.equal(await code(await signed({ ...times, tenant: "beta" })), "thread_unknown");
    assert.equal(await code(await signed(times, `${SECRET}x`)), "token_invalid");
    assert.equal(await code(await signed(times, SECRET, "HS512")), "token_invalid");
    assert.equal(await code(await signed({ ...times, aud: "other" })), "token_invalid");
    assert.equal(await code(await signed({ ...times, iat: now - 90, exp: now - 30 })), "token_expired");
    const none = [{ alg: "none", typ: "JWT" }, claimsOf(times)].map((part) =>
      btoa(JSON.stringify(part)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
    );
    assert.equal(await code(`${none.join(".")}.`), "token_invalid");
    rest.stats.reset();
    const agents = await Promise.all(Array.from({ length: 4 }, () => ask(token, "GET", "/v1/agents")));
    assert.deepEqual(agents.map(({ status }) => status).sort(), [200, 200, 429, 429]);
    assert.ok(rest.stats.requests.length > 0, "Redis counts");
  },
});
