// Public bug reports of budgets: what a failed attempt, an aborted run and a refusal leave behind.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { ModelError } from "../../../src/core/model/model_error.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { budgets } from "../../../src/plugins/budgets/mod.ts";
import { createTestApp, type TestApp } from "../../http/_app.ts";
import { eventually } from "../../support/eventually.ts";
import { greedyModel } from "../../support/greedy_model.ts";
import { reports } from "./_report.ts";

const PRICE = { input: 1, output: 2 };
const MINUTE = 60_000;
/** All runs are on one day. */
const MORNING = Date.parse("2026-11-22T00:10:00Z");
/** What a run uses; it reserves more than ten times as much. */
const TOKENS = 101;

async function usedBy(app: TestApp): Promise<{ tokens: number; microDollars: number }> {
  return (await (await app.send("GET", "/v1/usage")).json()).total;
}

reports<{ budget: { usd: number }; attempts: string[] }>(
  "tardigrade-447",
  "an attempt whose connection was reset is repeated under a budget in dollars, and costs nothing by itself",
  async ({ budget, attempts }) => {
    for (const limits of [budget, undefined]) {
      const model = greedyModel((_, index) => {
        if (attempts[index] === "ECONNRESET") {
          throw new ModelError("model_network", "The connection was reset.");
        }
        return { usage: { inputTokens: 600, outputTokens: 200 } };
      });
      const app = createTestApp({
        plugins: [budgets()],
        agents: [
          defineAgent({ name: "spender", model: "greedy/m", settings: { maxOutputTokens: 100 }, limits }),
        ],
        // What a deployment makes from a definition is asked again by its rules.
        providers: [{
          name: "greedy",
          capabilities: { lacks: {}, models: [], thinks: () => false },
          variables: [],
          create: () => model.provider,
        }],
        env: {
          TREADLE_PRICES: JSON.stringify({ "greedy/m": PRICE }),
          TREADLE_BUDGETS: JSON.stringify(limits === undefined ? { tenant: budget } : {}),
        },
      });
      const response = await app.send("POST", "/v1/threads/t1/steps", { agent: "spender", input: "go" });
      const { error, usage } = await response.json();
      assert.deepEqual([response.status, error], [200, undefined]);
      assert.equal(model.requests.length, attempts.length);
      assert.equal(usage.microDollars, 600 * PRICE.input + 200 * PRICE.output);
      assert.equal((await usedBy(app)).microDollars, usage.microDollars);
    }
  },
);

/** A model whose answers come when the test lets them. */
function held(tokens: number) {
  let gate = Promise.withResolvers<void>();
  const { provider, requests } = greedyModel(async () => {
    await gate.promise;
    return { usage: { inputTokens: tokens - 1, outputTokens: 1 } };
  });
  return {
    provider,
    asked: () => requests.length,
    /** Lets the answers of now come; those of before, and of later, do not. */
    release: () => gate.resolve(),
    next() {
      gate = Promise.withResolvers();
    },
  };
}

reports<{ runs: number; abort: string[] }>(
  "litellm-30522",
  "what aborted runs have reserved is free again, and what they used is all that counts",
  async ({ runs, abort }) => {
    assert.deepEqual(abort, ["client", "cancel", "kill"]);
    let passed = 0;
    const began = Date.now();
    const clock = () => MORNING + Date.now() - began + passed;
    const store = createMemoryStore({ clock });
    const { provider, asked, release, next } = held(TOKENS);
    const settled = Array.from({ length: runs }, (_, run) => abort[run % abort.length] !== "kill").filter(
      Boolean,
    );
    // Beside what is used there is room for what one run reserves, and for no leak.
    const budget = settled.length * TOKENS + 2_500;
    const open = () =>
      createTestApp({
        plugins: [budgets()],
        store,
        clock,
        agents: [
          defineAgent({
            name: "spender",
            model: "greedy/m",
            settings: { maxOutputTokens: 500 },
            limits: { stepMs: MINUTE },
          }),
        ],
        providers: [provider],
        env: { TREADLE_BUDGETS: JSON.stringify({ tenant: { tokens: budget } }) },
      });
    const app = open();
    let used = 0;
    for (let run = 0; run < runs; run++) {
      next();
      const how = abort[run % abort.length];
      const [path, before] = [`/v1/threads/t${run}`, asked()];
      const body = { agent: "spender", input: "go" };
      const start = (to: TestApp) => to.send("POST", `${path}/steps`, body, { accept: "text/event-stream" });
      if (how === "kill") {
        // The isolate is gone: its model answers no more, and what it holds ends by its time.
        void (await start(open())).body?.cancel();
        await eventually(() => asked() > before);
        passed += 3 * MINUTE;
        continue;
      }
      const response = await start(app);
      await eventually(() => asked() > before);
      if (how === "client") await response.body?.cancel();
      else {
        assert.equal((await app.send("POST", `${path}/cancel`)).status, 200);
        void response.body?.cancel();
      }
      release();
      await app.idle();
      used += TOKENS;
    }
    assert.equal((await usedBy(app)).tokens, used);
    release();
    const last = await app.send("POST", "/v1/threads/last/steps", { agent: "spender", input: "go" });
    assert.equal(last.status, 200);
  },
);

reports<{ models: string[]; budget: string }>(
  "litellm-rs-720",
  "a request that a budget refuses is asked of no model, marks none, and leaves the small one to run",
  async ({ models: [a = "", b = ""], budget }) => {
    assert.match(budget, /too small for the first input, enough for the second/);
    const [first, second] = [a, b].map((name) =>
      greedyModel(() => ({ usage: { inputTokens: 100, outputTokens: 10 } }), name)
    );
    assert.ok(first !== undefined && second !== undefined);
    const app = createTestApp({
      plugins: [budgets()],
      agents: [
        defineAgent({
          name: "spender",
          model: `${a}/m`,
          fallbackModel: `${b}/m`,
          settings: { maxOutputTokens: 100 },
        }),
      ],
      providers: [first.provider, second.provider],
      env: { TREADLE_BUDGETS: JSON.stringify({ tenant: { tokens: 5_000 } }) },
    });
    const send = async (thread: string, input: string): Promise<[number, JsonObject]> => {
      const response = await app.send("POST", `/v1/threads/${thread}/steps`, { agent: "spender", input });
      return [response.status, await response.json()];
    };
    const [status, refused] = await send("t1", "x".repeat(20_000));
    assert.deepEqual([status, refused.code, refused.details], [402, "budget_exhausted", {
      ...Object(refused.details),
      budget: "tenant.tokens",
      used: 0,
    }]);
    assert.deepEqual([first.requests.length, second.requests.length], [0, 0]);
    const [ok, ran] = await send("t2", "go");
    assert.deepEqual([ok, ran.error], [200, undefined]);
    assert.deepEqual([first.requests.length, second.requests.length], [1, 0]);
    assert.ok(!app.logs.some((line) => /fallback|circuit/.test(line)), "no model is marked");
  },
);
