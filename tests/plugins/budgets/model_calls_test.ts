// Budgets of tokens and dollars for a thread, a run, a tenant and a user: what a model call may still come to.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { accountsBy, type BudgetsOption } from "../../../src/core/budget/accounts.ts";
import { costOf, type ListedPrice } from "../../../src/core/budget/price.ts";
import { toDay } from "../../../src/core/store/ledger.ts";
import { AgentError } from "../../../src/core/error.ts";
import { ModelError } from "../../../src/core/model/model_error.ts";
import type { RuntimeDeps } from "../../../src/kernel/deps.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { LIFETIMES } from "../../../src/core/store/limits.ts";
import { type GreedyModel, greedyModel } from "../../support/greedy_model.ts";
import { createLab, type Lab } from "../../support/lab.ts";
import { SCHEMA } from "../../../src/core/state.ts";

const PRICE = { input: 1, output: 10 };

interface Options {
  readonly definition?: Partial<AgentDefinition>;
  readonly budgets?: BudgetsOption;
  readonly price?: ListedPrice | null;
  readonly deps?: Partial<RuntimeDeps>;
}

function labOf(
  model: GreedyModel,
  { definition = {}, budgets, price = PRICE, deps = {} }: Options = {},
): Lab {
  const agent = defineAgent({
    name: "spender",
    instructions: "Spend.",
    settings: { maxOutputTokens: 500 },
    ...definition,
  });
  return createLab({
    agents: [agent],
    deps: {
      model: () => ({ provider: model.provider, model: "m", ref: "greedy/m", price: price ?? undefined }),
      ...(budgets === undefined ? {} : { accounts: accountsBy(budgets) }),
      ...deps,
    },
  });
}

const answers = () => greedyModel(() => ({}));
const codes = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);

async function booked({ store }: Lab, account: "tenant" | `user:${string}` = "tenant") {
  const today = toDay(Date.now());
  return (await store.readLedger("acme", today, today))[0]?.accounts.get(account);
}

Deno.test("E12: a thread's tokens are never exceeded: the answer is limited to what is left, then refused", async () => {
  const model = answers();
  const lab = labOf(model, { definition: { limits: { tokens: 2_000 } } });
  const first = await lab.run({ input: "go" });
  const [{ settings: { maxOutputTokens } } = assert.fail()] = model.requests;
  assert.deepEqual(codes(first.answer.warnings), maxOutputTokens === 500 ? [] : ["budget_output_limited"]);
  const { answer } = await lab.run({ input: "again" });
  assert.equal(answer.error?.code, "budget_exhausted");
  assert.equal(answer.error?.details.budget, "tokens");
  assert.equal(model.requests.length, 1, "the second request is not sent");
  assert.ok(model.used.tokens <= 2_000);
});

Deno.test("E12: an answer that a budget limits is limited on the wire, with a warning and in the record", async () => {
  const model = greedyModel(() => ({ usage: { inputTokens: 10, outputTokens: 3 } }));
  const lab = labOf(model, { definition: { limits: { tokens: 1_400 } } });
  const { answer, events } = await lab.run({ input: "go" });
  const limited = model.requests[0]?.settings.maxOutputTokens ?? 0;
  assert.ok(limited >= 16 && limited < 500, `${limited} tokens`);
  assert.deepEqual(codes(answer.warnings), ["budget_output_limited"]);
  assert.ok(events.some((event) => event.type === "warning" && event.message.includes(`${limited} tokens`)));
  const last = (await lab.history()).at(-1);
  assert.equal(last?.type === "assistant" && last.record?.maxOutputTokens, limited);
});

Deno.test("E12: a run has its own budget, and the next run has it again", async () => {
  const model = answers();
  const lab = labOf(model, { definition: { limits: { perRun: { tokens: 2_200 } } } });
  for (const input of ["one", "two", "three"]) {
    assert.equal((await lab.run({ input })).answer.error, undefined, input);
  }
  const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
  const looping = labOf(greedyModel(() => ({ calls: ["look"] })), {
    definition: { tools: [look], limits: { perRun: { tokens: 2_200 } } },
  });
  const { answer } = await looping.run({ input: "go", until: "done" });
  assert.equal(answer.error?.code, "budget_exhausted");
  assert.equal(answer.error?.details.budget, "perRun.tokens");
  assert.match(answer.error?.message ?? "", /It takes a new input to go on/);
  const tiny = labOf(model, { definition: { limits: { perRun: { tokens: 5 } } } });
  const refused = (await tiny.run({ input: "go" })).answer.error;
  assert.match(refused?.message ?? "", /leaves too little.*It takes a higher limit to go on/);
});

Deno.test("E12: the limits of a request lower those of the agent and hold for its run", async () => {
  const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
  const model = greedyModel(() => ({ calls: ["look"], usage: { inputTokens: 1, outputTokens: 1 } }));
  const lab = labOf(model, { definition: { tools: [look], limits: { stepsPerRun: 5, answer: false } } });
  await lab.run({ input: "go", limits: { steps: 2 } });
  await lab.run({ limits: { steps: 9 } });
  const refused = await lab.refused();
  assert.deepEqual([refused.code, refused.details.budget], ["budget_exhausted", "request.limits.steps"]);
  await lab.run({ input: "anew", until: "done", limits: { calls: 1 } });
  const called = (await lab.store.read({ tenant: "acme", thread: "t1" }))?.header.counters.calls;
  assert.equal(called, 2, "one of the first run, one of the second");
});

Deno.test("E12: cost is counted for each model call, in the entry, the counters, the result and the ledger", async () => {
  const usage = { inputTokens: 1_001, outputTokens: 7, cachedTokens: 500 };
  const lab = labOf(greedyModel(() => ({ usage })), { price: { input: 0.15, output: 0.6 } });
  const { answer, events } = await lab.run({ input: "go" });
  const cost = costOf(usage, { input: 0.15, output: 0.6 });
  assert.equal(cost, 155);
  assert.equal(answer.usage.microDollars, cost);
  assert.equal(answer.thread.counters.microDollars, cost);
  const event = events.find(({ type }) => type === "usage");
  assert.equal(event?.type === "usage" && event.microDollars, cost);
  const last = (await lab.history()).at(-1);
  assert.equal(last?.type === "assistant" && last.usage.microDollars, cost);
  assert.equal((await booked(lab))?.microDollars, cost);
});

Deno.test("E12: a budget in dollars without a price is refused before anything is spent", async () => {
  const model = answers();
  for (
    const options of [
      { definition: { limits: { usd: 1 } } },
      { definition: { limits: { perRun: { usd: 1 } } } },
      { budgets: { tenant: { usd: 1 } } },
    ]
  ) {
    const lab = labOf(model, { ...options, price: null });
    const refused = await lab.refused({ input: "go" });
    assert.deepEqual([refused.code, refused.details.model], ["price_unknown", "greedy/m"]);
    assert.equal(await lab.store.read({ tenant: "acme", thread: "t1" }), undefined, "nothing is left behind");
    const own = labOf(answers(), {
      ...options,
      definition: { ...options.definition, price: PRICE },
      price: null,
    });
    assert.equal((await own.run({ input: "go" })).answer.error, undefined, "the agent's own price is one");
  }
  const byRequest = labOf(model, { price: null });
  assert.equal((await byRequest.refused({ input: "go", limits: { microDollars: 5 } })).code, "price_unknown");
  assert.equal(model.requests.length, 0);
});

Deno.test("E12: a model with the price of its family is within a budget in dollars, with a warning in each step", async () => {
  const price = { ...PRICE, family: "n" };
  const lab = labOf(answers(), { definition: { limits: { usd: 1 } }, price });
  for (let step = 1; step <= 2; step++) {
    const { answer, events } = await lab.run({ input: "go" });
    assert.deepEqual(answer.warnings, [{
      code: "price_assumed",
      message: "No price of greedy/m is known; that of n counts.",
    }]);
    assert.equal(events.filter((event) => event.type === "warning").length, 1);
    assert.ok((answer.usage.microDollars ?? 0) > 0);
  }
  const own = labOf(answers(), { definition: { model: "greedy/m", price: PRICE }, price });
  assert.deepEqual((await own.run({ input: "go" })).answer.warnings, [], "the agent's own price is one");
});

Deno.test("E12: a tenant's dollars are never exceeded, to the millionth", async () => {
  const model = answers();
  const lab = labOf(model, { budgets: { tenant: { usd: 0.02 } } });
  let refused: AgentError | undefined;
  for (let index = 0; index < 20 && refused === undefined; index++) {
    const ran = await lab.run({ thread: `t${index}`, input: "go" }).catch((error) => error);
    refused = ran instanceof AgentError ? ran : ran.answer.error;
  }
  assert.equal(refused?.code, "budget_exhausted");
  assert.deepEqual([refused?.details.budget, refused?.details.limit], ["tenant.usd", 0.02]);
  assert.match(refused?.message ?? "", /begins again at \d{4}-\d\d-\d\dT00:00:00/);
  const { microDollars = 0 } = await booked(lab) ?? {};
  assert.ok(microDollars <= 20_000 && microDollars > 15_000, `${microDollars}`);
});

Deno.test("E12: a user's budget counts the user's threads only, also where the request does not name the user", async () => {
  const model = greedyModel(() => ({ usage: { inputTokens: 14_000, outputTokens: 1_000 } }));
  const lab = labOf(model, { budgets: { user: { tokens: 30_000 } } });
  await lab.run({ thread: "a1", input: "go", user: "ann" });
  lab.counts.clear();
  await lab.run({ thread: "a1", input: "more" });
  assert.equal(lab.counts.get("reserve"), 1, "one more request, since only the thread names the user");
  const refused = await lab.refused({ thread: "a2", input: "go", user: "ann" }).catch(() => undefined);
  assert.equal(refused?.code, "budget_exhausted");
  assert.equal((await lab.run({ thread: "b1", input: "go", user: "bob" })).answer.error, undefined);
  assert.deepEqual([(await booked(lab, "user:ann"))?.tokens, (await booked(lab, "user:bob"))?.tokens], [
    30_000,
    15_000,
  ]);
  assert.equal((await booked(lab))?.tokens, 45_000);
});

Deno.test("E12: a thread takes no other user than its own", async () => {
  const lab = labOf(answers());
  await lab.run({ input: "go", user: "ann" });
  assert.equal((await lab.refused({ input: "go", user: "bob" })).code, "user_mismatch");
  const { answer } = await lab.run({ input: "go", user: "ann" });
  assert.equal(answer.thread.user, "ann");
  assert.deepEqual(answer.thread.counters.steps, 2);
});

Deno.test("E12: a tenant's steps are refused before a tool runs, and the calls stay pending", async () => {
  let ran = 0;
  const look = defineTool({
    name: "look",
    description: "Looks.",
    effect: "pure",
    run: () => ++ran,
  });
  const model = greedyModel(({ messages }) => messages.length > 1 ? {} : { calls: ["look"] });
  const lab = labOf(model, { definition: { tools: [look] }, budgets: { tenant: { steps: 1 } } });
  const { answer } = await lab.run({ input: "go", until: "done" });
  assert.equal(answer.error?.code, "budget_exhausted");
  assert.equal(ran, 0);
  const snapshot = await lab.store.read({ tenant: "acme", thread: "t1" });
  assert.equal(snapshot?.header.status, "open");
  assert.equal(snapshot?.pending?.ids.length, 1);
  assert.equal(snapshot?.running, false);
  assert.equal((await lab.refused()).code, "budget_exhausted");
});

Deno.test("E12: reservations of a step that fails, is refused or is cancelled are free again", async () => {
  const failing = greedyModel(() => {
    throw new ModelError("model_content_filter", "Filtered.", {});
  });
  const lab = labOf(failing, { budgets: { tenant: { tokens: 5_000 } } });
  for (let index = 0; index < 5; index++) {
    const { answer } = await lab.run({ thread: `t${index}`, input: "go" });
    assert.equal(answer.error?.code, "model_content_filter");
  }
  assert.equal((await lab.refused({ thread: "t9" })).code, "thread_unknown");
  assert.equal(
    (await lab.refused({ thread: "t0", input: "x", user: "a".repeat(3), agent: "nobody" })).code,
    "agent_unknown",
  );
  const hold = Promise.withResolvers<void>();
  const slow = greedyModel(async () => {
    await hold.promise;
    return { usage: { inputTokens: 100, outputTokens: 1 } };
  });
  const cancelled = labOf(slow, { budgets: { tenant: { tokens: 3_000 } } });
  const running = cancelled.run({ input: "go" });
  while (slow.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.equal((await cancelled.refused({ thread: "t2", input: "go" })).code, "budget_reserved");
  await cancelled.store.cancel({ tenant: "acme", thread: "t1" });
  hold.resolve();
  await running;
  assert.equal((await booked(cancelled))?.tokens, 101, "what a cancelled step has cost is booked");
  assert.equal((await cancelled.run({ thread: "t2", input: "go" })).answer.error, undefined);
});

Deno.test("E12: the reservation of a dead worker is free again after its time", async () => {
  let now = Date.UTC(2026, 10, 22, 12);
  const clock = () => now;
  const store = createMemoryStore({ clock, lifetimes: LIFETIMES });
  const dies = greedyModel(() => new Promise(() => {}));
  const model = answers();
  const options = { budgets: { tenant: { tokens: 3_000 } }, deps: { clock } };
  const agent = { definition: { limits: { stepMs: 60_000 } } };
  const dead = createLabOn(store, dies, { ...options, ...agent });
  void dead.run({ input: "go" }).catch(() => {});
  while (dies.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  const lab = createLabOn(store, model, { ...options, ...agent });
  const held = await lab.refused({ thread: "t2", input: "go" });
  assert.deepEqual([held.code, held.retryAfterMs], ["budget_reserved", 1_000]);
  now += 60_000;
  assert.equal((await lab.refused({ thread: "t2", input: "go" })).code, "budget_reserved");
  now += 62_000;
  assert.equal((await lab.run({ thread: "t2", input: "go" })).answer.error, undefined);
});

function createLabOn(store: ReturnType<typeof createMemoryStore>, model: GreedyModel, options: Options): Lab {
  const { deps = {}, definition = {}, budgets } = options;
  const agent = defineAgent({
    name: "spender",
    instructions: "Spend.",
    settings: { maxOutputTokens: 500 },
    ...definition,
  });
  return createLab({
    agents: [agent],
    store,
    unchecked: true,
    deps: {
      model: () => ({ provider: model.provider, model: "m", ref: "greedy/m", price: PRICE }),
      ...(budgets === undefined ? {} : { accounts: accountsBy(budgets) }),
      sleep: (_ms, signal) =>
        new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
      ...deps,
    },
  });
}

Deno.test("E12: a correction is not requested when the budget has no room for it, and the plan stands", async () => {
  const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
  const model = answers();
  const lab = labOf(model, {
    definition: { tools: [look], onViolation: "retry", limits: { tokens: 2_500 } },
  });
  const { answer } = await lab.run({ input: "go", toolChoice: { type: "required" } });
  assert.deepEqual([answer.outcome, answer.error], [{ type: "violated", how: "missing" }, undefined]);
  assert.equal(model.requests.length, 1);
});

Deno.test("E12: every further model call of a step is reserved: fallback, correction and answer retries", async () => {
  const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
  const model = answers();
  const lab = labOf(model, {
    definition: { tools: [look], onViolation: "retry" },
    budgets: { tenant: { tokens: 100_000 } },
  });
  const { answer } = await lab.run({ input: "go", toolChoice: { type: "required" } });
  assert.equal(model.requests.length, 2);
  assert.equal((await booked(lab))?.tokens, model.used.tokens);
  assert.equal(answer.usage.inputTokens + answer.usage.outputTokens, model.used.tokens);
});

Deno.test("E2: under a tenant's budget a step is two requests, and a third where its request may come to more than was reserved", async () => {
  const model = greedyModel(() => ({ usage: { inputTokens: 10, outputTokens: 10 } }));
  const lab = labOf(model, { budgets: { tenant: { tokens: 1_000_000, usd: 10 } } });
  await lab.run({ input: "go" });
  assert.deepEqual(Object.fromEntries(lab.counts), { begin: 1, commit: 1 });
  lab.counts.clear();
  await lab.run({ input: "more" });
  assert.deepEqual(Object.fromEntries(lab.counts), { begin: 1, commit: 1 });
  lab.counts.clear();
  await lab.run({ input: "x".repeat(5_000) });
  assert.deepEqual(Object.fromEntries(lab.counts), { begin: 1, reserve: 1, commit: 1 });
});

Deno.test("E12: a step whose money is spent is booked, also when its commit comes too late", async () => {
  const open = Promise.withResolvers<void>();
  const slow = greedyModel(async () => {
    await open.promise;
    return { usage: { inputTokens: 100, outputTokens: 1 } };
  });
  const lab = labOf(slow, { budgets: { tenant: { tokens: 50_000 } } });
  const running = lab.run({ input: "go" });
  while (slow.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  const ref = { tenant: "acme", thread: "t1" };
  await lab.store.cancel(ref);
  const window = { entries: 1, bytes: 1 };
  const other = {
    ref,
    owner: "other",
    leaseMs: 1_000,
    schema: SCHEMA,
    inputs: ['{"type":"user","id":"e","at":1,"version":0,"text":"x"}'],
  };
  assert.equal((await lab.store.begin({ ...other, busy: "reject", window })).type, "begun");
  open.resolve();
  assert.equal((await running).answer.error?.code, "step_fenced");
  assert.equal((await booked(lab))?.tokens, 101);
});
