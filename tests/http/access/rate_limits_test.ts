// Row E14: rate limits by key, token and user, in memory and in a real Redis by @upstash/ratelimit.

import assert from "node:assert/strict";
import { createApp } from "../../../src/app.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import { createMemoryRateLimiter } from "../../../src/stores/embedded/memory_rate_limiter.ts";
import { createUpstashRateLimiter, NewestMap } from "../../../src/stores/upstash/rate_limiter.ts";
import type { RateLimiter, Subject } from "../../../src/core/budget/rate_limit.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { fileRedis } from "../../support/redis/upstash_store.ts";
import { serveRedisRest } from "../../support/redis/rest.ts";
import { createTestApp, json, KEY, SAYS_HI } from "../_app.ts";
import { byToken } from "./_callers.ts";
import { createTokenApp, NOW } from "./_tokens.ts";

const WINDOW = { requests: 3, windowMs: 60_000 };
const subject = (id: string, more: Partial<Subject> = {}): Subject => ({
  type: "key",
  id,
  ...WINDOW,
  ...more,
});

async function within(limiter: RateLimiter, id: string, count: number): Promise<boolean[]> {
  const standings = [];
  for (let index = 0; index < count; index++) standings.push((await limiter.take([subject(id)]))[0]);
  return standings.map((standing) => standing?.isWithin ?? assert.fail());
}

Deno.test("E14: the window of the limiter in memory slides", async () => {
  let now = 600_000;
  const limiter = createMemoryRateLimiter({ clock: () => now });
  assert.deepEqual(await limiter.take([subject("a")]), [{ isWithin: true, remaining: 2, resetMs: 60_000 }]);
  assert.deepEqual(await within(limiter, "a", 3), [true, true, false]);
  assert.deepEqual(await within(limiter, "b", 1), [true], "each for itself");
  now += 60_000;
  assert.deepEqual(await within(limiter, "a", 1), [false], "the window before counts in full");
  now += 20_000;
  assert.deepEqual(await within(limiter, "a", 2), [true, false], "two thirds of it are covered");
  now += 30_000;
  const [standing] = await limiter.take([subject("a")]);
  assert.deepEqual(standing, { isWithin: true, remaining: 1, resetMs: 10_000 });
  now += 120_000;
  assert.deepEqual(await within(limiter, "a", 4), [true, true, true, false]);
  const other = await limiter.take([subject("a", { type: "user" })]);
  assert.equal(other[0]?.isWithin, true, "a user of the name of a key is another");
});

Deno.test("E14: a deployment without limits counts nothing, and its responses say nothing of them", async () => {
  const app = createTestApp({ scenario: SAYS_HI });
  assert.equal(app.deps.rateLimits, undefined);
  const { headers } = await app.send("GET", "/v1/threads");
  assert.deepEqual([headers.has("ratelimit"), headers.has("ratelimit-policy")], [false, false]);
});

Deno.test("E14: over its limit a key is refused before anything is read; the headers say how it stands", async () => {
  const app = createTokenApp({ env: { TREADLE_RATE_LIMIT: "key=2/1m" } });
  const list = () => app.ask(KEY, "GET", "/v1/threads");
  const first = await list();
  assert.deepEqual(
    [first.headers.get("ratelimit-policy"), first.headers.get("ratelimit")],
    ['"key";q=2;w=60', '"key";r=1;t=60'],
  );
  app.now = NOW + 15_000;
  assert.equal((await list()).headers.get("ratelimit"), '"key";r=0;t=45');
  app.called();
  const refused = await app.ask(KEY, "POST", "/v1/threads/t1/steps", { agent: "tester", input: "hi" });
  assert.deepEqual([refused.status, refused.code, refused.body.retryable], [429, "rate_limited", true]);
  assert.deepEqual(refused.body.details, { limit: "key" });
  assert.deepEqual([refused.headers.get("retry-after"), refused.headers.get("ratelimit")], [
    "45",
    '"key";r=0;t=45',
  ]);
  assert.deepEqual(app.called(), []);
  assert.match(app.logs.at(-1) ?? "", /"code":"rate_limited"/);
  assert.equal((await app.ask(KEY, "GET", "/healthz")).status, 200, "a public path is not counted");
  assert.equal((await app.ask("wrong-key-0123456789", "GET", "/v1/threads")).status, 401);
});

Deno.test("E14: each door writes the refusal in its own form", async () => {
  const app = createTokenApp({ plugins: [openaiApi(), chat()], env: { TREADLE_RATE_LIMIT: "key=1/1m" } });
  await app.ask(KEY, "GET", "/v1/agents");
  const asked = { model: "tester", messages: [{ role: "user", content: "hi" }] };
  const openai = await app.ask(KEY, "POST", "/v1/chat/completions", asked);
  assert.deepEqual([openai.status, openai.body.error.type, openai.code], [
    429,
    "requests",
    "rate_limit_exceeded",
  ]);
  assert.deepEqual(
    [openai.headers.get("x-should-retry"), openai.headers.get("retry-after-ms")],
    ["true", "60000"],
  );
  const ui = await app.ask(KEY, "POST", "/api/chat", { id: "c", messages: [] });
  assert.deepEqual([ui.status, ui.code], [429, "rate_limited"]);
});

Deno.test("E14: a token and its user are counted, and one over its limit is enough", async () => {
  const app = createTokenApp({ env: { TREADLE_RATE_LIMIT: "token=2/1m, user=3/1h" } });
  const [one, two, bob] = [await app.mint(), await app.mint(), await app.mint({ user: "bob" })];
  const list = async (token: string) => {
    const { status, headers, body } = await app.ask(token, "GET", "/v1/threads");
    return [status, body.details?.limit, headers.get("ratelimit")];
  };
  assert.deepEqual(await list(one), [200, undefined, '"token";r=1;t=60, "user";r=2;t=3600']);
  assert.deepEqual(await list(one), [200, undefined, '"token";r=0;t=60, "user";r=1;t=3600']);
  assert.deepEqual((await list(one)).slice(0, 2), [429, "token"]);
  assert.deepEqual((await list(two)).slice(0, 2), [429, "user"], "another token of the same user");
  assert.equal((await list(bob))[0], 200);
  const { headers } = await app.ask(KEY, "GET", "/v1/threads");
  assert.equal(headers.has("ratelimit"), false, "keys have no limit here");
});

Deno.test("E14: a limit without a name is for keys, tokens and users; callers of a function are counted by their users", async () => {
  const app = createTestApp({ authenticate: byToken, env: { TREADLE_RATE_LIMIT: "1/10s" } });
  const status = async (token: string) =>
    (await app.send("GET", "/v1/threads", undefined, { authorization: `Bearer ${token}` })).status;
  assert.deepEqual([await status("acme"), await status("acme"), await status("beta")], [200, 429, 200]);
  assert.deepEqual([await status("acme.ann"), await status("acme.ann"), await status("beta.ann")], [
    200,
    429,
    200,
  ]);
});

Deno.test("E14: a limit that cannot be read is refused at the start", () => {
  const wrong = [
    "60",
    "60/m",
    "0/1m",
    "60/1x",
    "ip=60/1m",
    "key=1/1m,key=2/1m",
    "1/1m,user=2/1m",
    "key=60 / 1m",
  ];
  for (const value of wrong) {
    const make = () =>
      createDeps({ plugins: [], env: { TREADLE_STORE: "memory", TREADLE_RATE_LIMIT: value }, agents: [] });
    assert.throws(make, /TREADLE_RATE_LIMIT must be limits such as/, value);
  }
});

/** The limiter on Redis goes by the real time, so a window of a day is used: it ends once a day. */
const DAY = { requests: 3, windowMs: 86_400_000 };

Deno.test("E14: in Redis, isolates share one count, and a request to the limiter is one to Redis", async () => {
  const redis = await fileRedis();
  await using rest = await serveRedisRest({ redis, token: "rate-limit-token" });
  const open = () => createUpstashRateLimiter({ url: rest.url, token: rest.token, keyPrefix: "limits" });
  const [one, two] = [open(), open()];
  const take = async (limiter: RateLimiter) => (await limiter.take([subject("a", DAY)]))[0];
  assert.deepEqual([(await take(one))?.remaining, (await take(two))?.remaining], [2, 1]);
  rest.stats.reset();
  assert.deepEqual([(await take(one))?.isWithin, rest.stats.requests.length], [true, 1]);
  assert.deepEqual([(await take(two))?.isWithin, rest.stats.requests.length], [false, 2]);
  const known = await take(two);
  assert.deepEqual(
    [known?.isWithin, rest.stats.requests.length],
    [false, 2],
    "an isolate remembers who is over",
  );
  assert.ok((known?.resetMs ?? 0) > 0 && (known?.resetMs ?? 0) <= DAY.windowMs);
});

Deno.test("E14: a deployment on Redis counts there; with Redis gone requests are served and the log says so", async () => {
  const redis = await fileRedis();
  await using rest = await serveRedisRest({ redis, token: "rate-limit-token" });
  const app = createTestApp({
    scenario: SAYS_HI,
    env: {
      TREADLE_STORE: "upstash",
      UPSTASH_REDIS_REST_URL: rest.url,
      UPSTASH_REDIS_REST_TOKEN: rest.token,
      TREADLE_RATE_LIMIT: "key=2/1d",
    },
  });
  const agents = () => app.send("GET", "/v1/agents");
  assert.deepEqual([(await agents()).status, (await agents()).status], [200, 200]);
  const refused = await agents();
  assert.deepEqual([refused.status, (await json(refused)).code], [429, "rate_limited"]);
  await rest.close();
  app.logs.length = 0;
  const other = await app.send("GET", "/v1/agents", undefined, {
    authorization: "Bearer beta-secret-0123456789",
  });
  assert.deepEqual([other.status, other.headers.has("ratelimit")], [200, false]);
  assert.match(app.logs[0] ?? "", /the rate limiter failed; the request is served/);
  await app.deps.close();
});

Deno.test("E14: a Redis that is slow holds a request up for a second and refuses nothing; the log says so once", async () => {
  const redis = await fileRedis();
  let isSlow = false;
  const token = "rate-limit-token";
  await using rest = await serveRedisRest({
    redis,
    token,
    faults: () => isSlow ? { delayMs: 60_000 } : undefined,
  });
  const limiter = createUpstashRateLimiter({ url: rest.url, token, keyPrefix: "slow" });
  const app = createTestApp({ scenario: SAYS_HI, env: { TREADLE_RATE_LIMIT: "key=1/1d" } });
  const limits = { limits: { key: { requests: 1, windowMs: 86_400_000 } }, limiter };
  const { fetch } = createApp({ ...app.deps, rateLimits: limits });
  const agents = async () =>
    await fetch(
      new Request("http://treadle.test/v1/agents", { headers: { authorization: `Bearer ${KEY}` } }),
    );
  assert.equal((await agents()).status, 200);
  isSlow = true;
  app.logs.length = 0;
  const served = await agents();
  assert.deepEqual([served.status, served.headers.has("ratelimit")], [200, false]);
  assert.deepEqual(app.logs.map((line) => JSON.parse(line).level), ["warn", "info"]);
  isSlow = false;
  assert.equal((await agents()).status, 429);
  isSlow = true;
  assert.equal((await agents()).status, 429, "the isolate knows that the key is over its limit");
});

Deno.test("E14: of subjects that are over their limits as many are kept as the map holds", () => {
  const newest = new NewestMap<string, number>(3);
  for (let index = 0; index < 1_000; index++) newest.set(`token/${index}`, index);
  assert.deepEqual([...newest.keys()], ["token/997", "token/998", "token/999"]);
});

Deno.test("E14: the limiter in memory forgets the subject that was longest without a request", async () => {
  const limiter = createMemoryRateLimiter({ clock: () => NOW });
  assert.deepEqual(await within(limiter, "first", 4), [true, true, true, false]);
  for (let index = 0; index < 50_000; index++) await limiter.take([subject(`s${index}`)]);
  assert.deepEqual(await within(limiter, "first", 1), [true]);
});
