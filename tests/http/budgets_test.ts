// Budgets and usage over HTTP: settings of a deployment, fields of a step, and GET /v1/usage.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { toDay } from "../../src/core/store/ledger.ts";
import { createDeps, type KernelDepsOptions } from "../../src/deps/create_deps.ts";
import { problemSchema, runResultSchema } from "../../src/http/schemas/responses/runs.ts";
import { usageReportSchema } from "../../src/http/schemas/responses/usage.ts";
import { scripted } from "../../src/providers/scripted/provider.ts";
import { budgets } from "../../src/plugins/budgets/mod.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { openai } from "../../src/providers/openai/provider.ts";
import { asSent } from "../support/as_sent.ts";
import { greedyModel } from "../support/greedy_model.ts";
import { createTestApp, exactly, json, OTHER_KEY, type TestApp } from "./_app.ts";

const spender = defineAgent({
  name: "spender",
  instructions: "Spend.",
  model: "greedy/m",
  settings: { maxOutputTokens: 100 },
});

const PRICES = JSON.stringify({ "greedy/m": { input: 1, output: 2 } });

function appWith(env: Record<string, string> = {}, clock: () => number = Date.now): TestApp {
  const model = greedyModel(() => ({ usage: { inputTokens: 600, outputTokens: 200 } }));
  return createTestApp({
    store: createMemoryStore({ clock }),
    clock,
    agents: [spender],
    plugins: [budgets()],
    providers: [model.provider],
    env: { TREADLE_PRICES: PRICES, ...env },
  });
}

const step = (app: TestApp, thread: string, more: object = {}) =>
  app.send("POST", `/v1/threads/${thread}/steps`, { agent: "spender", input: "go", ...more });

async function usageOf(app: TestApp, query = "", headers = {}) {
  const response = await app.send("GET", `/v1/usage${query}`, undefined, headers);
  assert.equal(response.status, 200);
  return exactly(usageReportSchema).parse(await json(response));
}

Deno.test("E12: GET /v1/usage has the days of the tenant, its users, and its budget", async () => {
  const limits = {
    tenant: { usd: 0.5 },
    user: { tokens: 9_000 },
    tenants: { beta: { tenant: { steps: 3 } } },
  };
  const app = appWith({ TREADLE_BUDGETS: JSON.stringify(limits) });
  const ran = await step(app, "t1", { user: "ann" });
  assert.equal(ran.status, 200);
  const { usage, thread } = exactly(runResultSchema).parse(await json(ran));
  assert.deepEqual([usage.microDollars, thread.counters.microDollars, thread.user], [1_000, 1_000, "ann"]);
  await step(app, "t2");
  const today = toDay(Date.now());
  const report = await usageOf(app);
  assert.deepEqual(report.limits, { microDollars: 500_000 });
  assert.deepEqual([report.from, report.to, report.days?.length], [today, today, 1]);
  const [day] = report.days ?? [];
  assert.deepEqual([day?.day, day?.steps, day?.tokens, day?.microDollars], [today, 2, 1_600, 2_000]);
  assert.equal(report.total.tokens, 1_600);
  const users = (await usageOf(app, "?by=user")).users ?? [];
  assert.deepEqual(users.map(({ user, steps, limits }) => [user, steps, limits]), [["ann", 1, {
    tokens: 9_000,
  }]]);
  const other = await usageOf(app, "", { authorization: `Bearer ${OTHER_KEY}` });
  assert.deepEqual([other.total.tokens, other.limits], [0, { steps: 3 }]);
});

Deno.test("E12: a removed thread leaves what its user has used in the books for 400 days, and nothing of what was said", async () => {
  const DAY_MS = 86_400_000;
  let now = Date.UTC(2026, 10, 29, 12);
  const app = appWith({}, () => now);
  assert.equal((await step(app, "t1", { user: "ann", input: "A private word." })).status, 200);
  const day = toDay(now);
  const books = async () => {
    const { days = [], users = [] } = await usageOf(app, `?from=${day}&to=${day}&by=user`);
    return [days.length, users.map(({ user, steps, tokens }) => [user, steps, tokens])];
  };
  const before = await books();
  assert.deepEqual(before[1], [["ann", 1, 800]]);
  assert.equal((await app.send("DELETE", "/v1/threads/t1")).status, 204);
  for (const path of ["", "/history", "/events", "/approvals"]) {
    assert.equal((await app.send("GET", `/v1/threads/t1${path}`)).status, 404, path);
  }
  assert.deepEqual(await json(await app.send("GET", "/v1/threads?user=ann")), { threads: [] });
  assert.deepEqual(await books(), before);
  now += 399 * DAY_MS;
  assert.deepEqual(await books(), before);
  now += 2 * DAY_MS;
  assert.deepEqual((await books())[1], []);
});

Deno.test("E12: a budget that is used up is 402 with its names, one that others hold 429 with Retry-After", async () => {
  const app = appWith({ TREADLE_BUDGETS: '{"tenant":{"steps":1}}' });
  await step(app, "t1");
  const refused = await step(app, "t2");
  assert.equal(refused.status, 402);
  const problem = exactly(problemSchema).parse(await json(refused));
  assert.equal(problem.code, "budget_exhausted");
  assert.deepEqual([problem.details?.budget, problem.details?.limit, problem.details?.used], [
    "tenant.steps",
    1,
    1,
  ]);
  assert.match(String(problem.details?.resetsAt), /T00:00:00\.000Z$/);

  const open = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const model = greedyModel(async () => {
    asked.resolve();
    await open.promise;
    return {};
  });
  const held = createTestApp({
    agents: [spender],
    plugins: [budgets()],
    providers: [model.provider],
    env: { TREADLE_BUDGETS: '{"tenant":{"steps":1}}' },
  });
  const running = step(held, "t1");
  await asked.promise;
  const reserved = await step(held, "t2");
  assert.deepEqual([reserved.status, reserved.headers.get("retry-after")], [429, "1"]);
  assert.equal((exactly(problemSchema).parse(await json(reserved))).code, "budget_reserved");
  open.resolve();
  assert.equal((await running).status, 200);
});

Deno.test("E12: user and limits of a step are checked, and another user is 409", async () => {
  const app = appWith();
  for (
    const body of [{ user: "" }, { user: "a\n" }, { user: "a".repeat(129) }, { limits: { usd: 0 } }, {
      limits: { perRun: 1 },
    }]
  ) {
    assert.equal((await step(app, "t1", body)).status, 422, JSON.stringify(body));
  }
  assert.equal((await step(app, "t1", { user: "Zoë <z@example.com>" })).status, 200);
  assert.equal((await step(app, "t1", { user: "bob" })).status, 409);
  const limited = await step(app, "t2", { limits: { usd: 0.0001 } });
  assert.equal((exactly(problemSchema).parse(await json(limited))).code, "budget_exhausted");
  const made = await app.send("POST", "/v1/threads", { agent: "spender", id: "t3", user: "ann" });
  assert.equal(made.status, 201);
  assert.equal((await step(app, "t3", { user: "bob" })).status, 409);
});

Deno.test("E12, K4: a request that limits its run in dollars is refused where no plugin bounds model calls", async () => {
  const app = createTestApp();
  const limited = await app.send("POST", "/v1/threads/t1/steps", {
    agent: "tester",
    input: "go",
    limits: { usd: 1 },
  });
  assert.equal(limited.status, 503);
  assert.equal(exactly(problemSchema).parse(await json(limited)).code, "plugin_missing");
  const free = { agent: "tester", input: "go", limits: { calls: 1 } };
  assert.equal((await app.send("POST", "/v1/threads/t1/steps", free)).status, 200);
});

Deno.test("E12: days of GET /v1/usage are days, and at most 100", async () => {
  const app = appWith();
  for (const query of ["?from=today", "?from=2026-02-30", "?from=2026-01-01&to=2026-12-31", "?by=tenant"]) {
    assert.equal((await app.send("GET", `/v1/usage${query}`)).status, 422, query);
  }
  assert.deepEqual((await usageOf(app, "?from=2026-01-01&to=2026-01-31")).days, []);
});

Deno.test("E12: TREADLE_LEDGER=off books nothing, and needs a deployment without budgets", async () => {
  const app = appWith({ TREADLE_LEDGER: "off" });
  assert.equal((await step(app, "t1")).status, 200);
  assert.deepEqual((await usageOf(app)).days, []);
  assert.throws(
    () => appWith({ TREADLE_LEDGER: "off", TREADLE_BUDGETS: '{"tenant":{"steps":1}}' }),
    /need the ledger/,
  );
});

Deno.test("E12: budgets and prices of another form stop the deployment, each with its place", () => {
  const made = (env: Record<string, string>, options: Partial<KernelDepsOptions> = {}) =>
    createDeps({
      plugins: [budgets()],
      providers: [scripted],
      env,
      agents: [defineAgent({ name: "a" })],
      ...options,
    });
  const wrong: [Record<string, string>, RegExp][] = [
    [{ TREADLE_BUDGETS: "5" }, /TREADLE_BUDGETS/],
    [{ TREADLE_BUDGETS: "{" }, /TREADLE_BUDGETS is not JSON/],
    [{ TREADLE_BUDGETS: '{"tenant":{"usd":-1}}' }, /TREADLE_BUDGETS\/tenant\/usd/],
    [
      { TREADLE_BUDGETS: '{"tenants":{"acme":{"tenant":{"dollars":1}}}}' },
      /TREADLE_BUDGETS\/tenants\/acme\/tenant\/dollars/,
    ],
    [{ TREADLE_PRICES: '{"openai/gpt-5":{"input":1}}' }, /TREADLE_PRICES\/openai~1gpt-5\/output/],
    [{ TREADLE_PRICES: '{"gpt-5":{"input":1,"output":1}}' }, /TREADLE_PRICES/],
    [{ TREADLE_LEDGER: "no" }, /TREADLE_LEDGER must be on or off/],
  ];
  for (const [env, place] of wrong) assert.throws(() => made(env), place);
  assert.throws(() => made({}, { budgets: { tenant: { tokens: 1.5 } } }), /budgets\/tenant\/tokens/);
});

Deno.test("E12: a price is the option's, else the environment's, else that of the provider's table", async () => {
  const deps = createDeps({
    plugins: [],
    providers: [scripted, openai],
    agents: [defineAgent({ name: "a" })],
    env: {
      OPENAI_API_KEY: "k",
      TREADLE_PRICES: '{"openai/gpt-5":{"input":7,"output":8},"openai/own":{"input":1,"output":1}}',
    },
    prices: { "openai/own": { input: 2, output: 2 } },
  });
  const priceOf = async (ref: string) => (await deps.model(ref)).price;
  assert.equal((await priceOf("openai/gpt-5-mini"))?.output, 2);
  assert.deepEqual(await priceOf("openai/gpt-5"), { input: 7, output: 8 });
  assert.deepEqual(await priceOf("openai/own"), { input: 2, output: 2 });
  assert.equal(await priceOf("openai/nobody-knows"), undefined);
  assert.deepEqual(asSent(await priceOf("scripted/demo")), { input: 0, output: 0 });
});
