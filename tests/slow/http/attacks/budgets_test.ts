// Row E12: ways around a budget that is used up: other threads, forks, doors, fields of a request, repetitions, and many requests at once.
// None reaches the model.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { mcp } from "../../../../src/plugins/mcp/server/mod.ts";
import { agUi } from "../../../../src/plugins/ag_ui/mod.ts";
import { budgets } from "../../../../src/plugins/budgets/mod.ts";
import { chat } from "../../../../src/plugins/chat/mod.ts";
import { openaiApi } from "../../../../src/plugins/openai_api/mod.ts";
import { greedyModel } from "../../../support/greedy_model.ts";
import { createTokenApp, signed } from "../../../http/access/_tokens.ts";
import { KEY, OTHER_KEY } from "../../../http/_app.ts";
import { modern } from "../../../plugins/mcp/server/_app.ts";

const spender = defineAgent({
  name: "spender",
  instructions: "Spend.",
  model: "greedy/m",
  settings: { maxOutputTokens: 100 },
});

function createWorld(limits: object) {
  const model = greedyModel(() => ({ usage: { inputTokens: 600, outputTokens: 200 } }));
  const app = createTokenApp({
    agents: [spender],
    providers: [model.provider],
    plugins: [budgets(), mcp(), agUi(), chat(), openaiApi()],
    env: { TREADLE_BUDGETS: JSON.stringify(limits), TREADLE_PRICES: '{"greedy/m":{"input":1,"output":2}}' },
  });
  return {
    app,
    model,
    /** Uses the budget up, each time in another thread of ann. */
    async useUp() {
      for (let step = 1;; step++) {
        const ran = await app.sent({
          method: "POST",
          path: `/v1/threads/ann.t${step}/steps`,
          body: { agent: "spender", input: "go", user: "ann" },
          headers: { authorization: `Bearer ${KEY}`, "idempotency-key": `used-${step}` },
        });
        if (ran.code === "budget_exhausted") break;
        assert.equal(ran.status, 200, JSON.stringify(ran.body));
        assert.equal(model.requests.length, step);
      }
      assert.ok(model.requests.length > 0);
    },
  };
}

type Way = readonly [what: string, path: string, body: unknown, headers?: Readonly<Record<string, string>>];

/** Ways of a caller to have the agent run for ann. */
function ways(thread: string): readonly Way[] {
  const at = `/v1/threads/${thread}/steps`;
  const step = { agent: "spender", input: "go" };
  const said = { id: "m1", role: "user", parts: [{ type: "text", text: "hi" }] };
  const agUi = { threadId: thread, runId: "r1", tools: [], context: [], state: {}, forwardedProps: {} };
  const { body: call, headers } = modern("tools/call", { name: "ask_spender", arguments: { input: "go" } });
  return [
    ["a step", at, step],
    ["its own limits", at, { ...step, limits: { usd: 1_000, tokens: 1e9, steps: 1_000 } }],
    ["a plan to predict", at, { ...step, execution: "predict" }],
    ["a run to the end", at, { ...step, until: "done" }],
    ["a queue", at, { ...step, busy: "queue" }],
    ["a restart", at, { ...step, busy: "restart" }],
    ["no tools", at, { ...step, toolChoice: "none" }],
    ["metadata of another user", at, { ...step, metadata: { user: "bob", tenant: "beta" } }],
    ["the same request again", at, step, { "idempotency-key": "again-1" }],
    ["the same request again, once more", at, step, { "idempotency-key": "again-1" }],
    ["a key of another request", at, step, { "idempotency-key": "used-0 " }],
    ["an empty input", at, { ...step, input: " " }],
    ["a header of another user", at, step, { "x-user": "bob", "x-tenant": "beta" }],
    ["a chat", "/api/chat/spender", { id: thread, messages: [said] }],
    ["a chat that regenerates", "/api/chat/spender", {
      id: thread,
      messages: [said],
      trigger: "regenerate-message",
    }],
    ["AG-UI", "/agui/spender", { ...agUi, messages: [{ id: "m1", role: "user", content: "hi" }] }],
    ["OpenAI's chat", "/v1/chat/completions", {
      model: "spender",
      messages: [{ role: "user", content: "hi" }],
    }],
    ["a stream", "/v1/chat/completions", {
      model: "spender",
      stream: true,
      messages: [{ role: "user", content: "hi" }],
    }],
    ["a response", "/v1/responses", { model: "spender", input: "hi" }],
    ["a response that is stored", "/v1/responses", { model: "spender", input: "hi", store: true }],
    ["MCP", "/mcp", call, { ...headers, accept: "application/json, text/event-stream" }],
  ];
}

type World = ReturnType<typeof createWorld>;

async function assertNone(
  { app, model }: World,
  who: string,
  token: string,
  sent: readonly Way[],
): Promise<number> {
  const used = model.requests.length;
  for (const [what, path, body, headers = {}] of sent) {
    const request = new Request(`http://treadle.test${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify(body),
    });
    const response = await app.fetch(request);
    const text = await response.text();
    // A chat shows the text of the error alone.
    const isRefused = /budget_exhausted|insufficient_quota|The budget (?:tenant|user)\.\w+ of this/.test(
      text,
    );
    assert.ok(isRefused, `${who}: ${what} ${response.status} ${text.slice(0, 300)}`);
    assert.equal(model.requests.length, used, `${who}: ${what}`);
  }
  await app.idle();
  assert.equal(model.requests.length, used, who);
  return sent.length;
}

Deno.test("E12: a user's budget that is used up holds in every thread, fork and door, whoever of the tenant asks for that user", async () => {
  const world = createWorld({ user: { steps: 1 } });
  await world.useUp();
  const { app, model } = world;
  const token = await signed({ agents: ["spender"], prefix: undefined });
  let count = await assertNone(world, "in a new thread", token, ways("ann.n1"));
  count += await assertNone(world, "in her thread", token, ways("ann.t1"));
  const other = await signed({ agents: ["spender"], prefix: "ann.", jti: "token_another" });
  count += await assertNone(
    world,
    "with another token",
    other,
    ways("ann.n2").filter(([, path]) => !/^\/v1\/(?:chat|resp)/.test(path)),
  );
  // The key names no user: the thread does.
  const steps = ways("ann.t1").filter(([, path]) => path.endsWith("/steps"));
  count += await assertNone(world, "by the key", KEY, steps);
  const fork = await app.ask(KEY, "POST", "/v1/threads/ann.t1/fork", { id: "ann.f" });
  assert.equal(fork.status, 201);
  count += await assertNone(
    world,
    "in a fork, by the key",
    KEY,
    ways("ann.f").filter(([, path]) => path.endsWith("/steps")),
  );
  count += await assertNone(world, "in a fork", token, ways("ann.f"));
  const made = await app.ask(KEY, "POST", "/v1/threads", { agent: "spender", id: "ann.m", user: "ann" });
  assert.equal(made.status, 201);
  count += await assertNone(
    world,
    "in a thread made for her",
    KEY,
    ways("ann.m").filter(([, path]) => path.endsWith("/steps")),
  );
  const named = ways("ann.k").filter(([, path]) => path.endsWith("/steps"))
    .map(([what, path, body, headers]): Way => [what, path, { ...Object(body), user: "ann" }, headers]);
  count += await assertNone(world, "by the key, with her name", KEY, named);
  assert.ok(count >= 100, String(count));
  assert.equal(
    (await app.ask(KEY, "POST", "/v1/threads/ann.t1/steps", { input: "x", user: "bob" })).code,
    "user_mismatch",
  );
  await app.ask(KEY, "DELETE", "/v1/threads/ann.t1");
  count += await assertNone(world, "after her thread was removed", token, ways("ann.t1"));
  assert.equal(model.requests.length, 1);
  const bob = await app.ask(KEY, "POST", "/v1/threads/bob.t1/steps", {
    agent: "spender",
    input: "go",
    user: "bob",
  });
  assert.equal(bob.status, 200, "another user has another budget");
});

Deno.test("E12: a tenant's budget that is used up holds for each user, key and token of it, in steps, tokens and dollars", async () => {
  let count = 0;
  for (const tenant of [{ steps: 1 }, { tokens: 5_000 }, { usd: 0.005 }]) {
    const world = createWorld({ tenants: { acme: { tenant } } });
    await world.useUp();
    for (const user of ["ann", "bob", "new"]) {
      const token = await signed({ agents: ["spender"], prefix: undefined, user });
      count += await assertNone(world, `${JSON.stringify(tenant)}, ${user}`, token, ways(`${user}.n`));
    }
    count += await assertNone(world, `${JSON.stringify(tenant)}, the key`, KEY, ways("free"));
    const beta = await world.app.ask(OTHER_KEY, "POST", "/v1/threads/b1/steps", {
      agent: "spender",
      input: "go",
    });
    assert.equal(beta.status, 200, "another tenant has another budget");
  }
  assert.ok(count >= 200, String(count));
});

Deno.test("E12: many requests at once, by all doors, use no more steps than the budget of a user has", async () => {
  const world = createWorld({ user: { steps: 4 } });
  const token = await signed({ agents: ["spender"], prefix: undefined });
  const sent = Array.from({ length: 3 }, (_, index) => ways(`ann.p${index}`)).flat();
  const keyed = ways("ann.p9").slice(0, 8).map(([what, , body, headers], index): Way => [
    what,
    `/v1/threads/ann.q${index}/steps`,
    { ...Object(body), user: "ann" },
    headers,
  ]);
  await Promise.all(
    [...sent.map((way) => [token, way] as const), ...keyed.map((way) => [KEY, way] as const)].map(
      async ([key, [, path, body, headers = {}]]) => {
        const request = new Request(`http://treadle.test${path}`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${key}`, ...headers },
          body: JSON.stringify(body),
        });
        await (await world.app.fetch(request)).text();
      },
    ),
  );
  await world.app.idle();
  assert.equal(world.model.requests.length, 4);
});
