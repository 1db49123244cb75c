// A step that a budget refuses before its model call counts nowhere: not in limits.steps, not in the ledger, not in the thread. And
// a step reserves in every account that it is booked to.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { accountsBy, type BudgetsOption } from "../../../src/core/budget/accounts.ts";
import type { AgentError } from "../../../src/core/error.ts";
import { toDay } from "../../../src/core/store/ledger.ts";
import { enqueueInput } from "../../../src/plugins/wakes/enqueue_input.ts";
import { agUi } from "../../../src/plugins/ag_ui/mod.ts";
import { budgets } from "../../../src/plugins/budgets/mod.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { greedyModel } from "../../support/greedy_model.ts";
import { type Asked, createLab, type Lab } from "../../support/lab.ts";
import { createTestApp, json } from "../../http/_app.ts";
import { createWakeLab } from "../wakes/_runtime.ts";

const PRICE = { input: 1, output: 1 };

interface Options {
  readonly definition?: Partial<AgentDefinition>;
  readonly budgets?: BudgetsOption;
}

function labOf(model: ReturnType<typeof greedyModel>, { definition = {}, budgets }: Options): Lab {
  const agent = defineAgent({
    name: "spender",
    instructions: "Spend.",
    settings: { maxOutputTokens: 500 },
    ...definition,
  });
  return createLab({
    agents: [agent],
    deps: {
      model: () => ({ provider: model.provider, model: "m", ref: "greedy/m", price: PRICE }),
      ...(budgets === undefined ? {} : { accounts: accountsBy(budgets) }),
    },
  });
}

/** The refusal of a request, before its begin or behind it. */
async function refusalOf(lab: Lab, asked: Asked): Promise<AgentError> {
  const ran = await lab.run(asked).catch((error: AgentError) => error);
  return "answer" in ran ? ran.answer.error ?? assert.fail("it was not refused") : ran;
}

const ledgerSteps = async ({ store }: Lab, account: "tenant" | "user:ann" = "tenant") => {
  const today = toDay(Date.now());
  return (await store.readLedger("acme", today, today))[0]?.accounts.get(account)?.steps ?? 0;
};

const TINY = { tokens: 5 };
// Kind of budget, what sets it, and the request under it.
const KINDS: readonly (readonly [kind: string, options: Options, asked?: Asked])[] = [
  ["limits.tokens", { definition: { limits: { steps: 2, ...TINY } } }],
  ["limits.usd", { definition: { limits: { steps: 2, usd: 0.000001 } } }],
  ["limits.perRun.tokens", { definition: { limits: { steps: 2, perRun: TINY } } }],
  ["request.limits", { definition: { limits: { steps: 2 } } }, { limits: TINY }],
  ["tenant.tokens", { definition: { limits: { steps: 2 } }, budgets: { tenant: { steps: 3, ...TINY } } }],
  ["tenant.usd", { definition: { limits: { steps: 2 } }, budgets: { tenant: { usd: 0.000001 } } }],
  ["user.tokens", { definition: { limits: { steps: 2 } }, budgets: { user: TINY } }, { user: "ann" }],
];

for (const [kind, options, asked = {}] of KINDS) {
  Deno.test(`E12: steps that a budget (${kind}) refuses use up no other budget`, async () => {
    const model = greedyModel(() => ({}));
    const lab = labOf(model, options);
    const codes = new Set<string>();
    for (let times = 0; times < 6; times++) {
      const { code, details } = await refusalOf(lab, { input: "go", ...asked });
      codes.add(code);
      assert.doesNotMatch(String(details.budget), /steps/);
    }
    assert.deepEqual([[...codes], model.requests.length], [["budget_exhausted"], 0]);
    assert.equal(
      await lab.store.read({ tenant: "acme", thread: "t1" }),
      undefined,
      "no thread was made for them",
    );
    assert.deepEqual([await ledgerSteps(lab), await ledgerSteps(lab, "user:ann")], [0, 0]);
  });
}

Deno.test("E12: a thread is as it was behind steps that its budget refused, and its input can be sent again", async () => {
  const model = greedyModel(() => ({}));
  const lab = labOf(model, { definition: { limits: { steps: 3, tokens: 2_000 } } });
  await lab.run({ input: "go" });
  const before = await lab.store.read({ tenant: "acme", thread: "t1" });
  for (let times = 0; times < 6; times++) {
    const error = await refusalOf(lab, { input: "again", idempotency: { key: "k", bodyHash: "h" } });
    assert.deepEqual([error.code, error.details.budget], ["budget_exhausted", "tokens"]);
  }
  const after = await lab.store.read({ tenant: "acme", thread: "t1" });
  assert.deepEqual({ ...after?.header, epoch: 0 }, { ...before?.header, epoch: 0 });
  assert.deepEqual([after?.waiting, after?.running, model.requests.length], [0, false, 1]);
  assert.equal(await ledgerSteps(lab), 1);
});

Deno.test("E12: a step whose tools ran is kept and counts once, though a budget refuses its model call", async () => {
  let ran = 0;
  const look = defineTool({ name: "look", description: "Looks.", effect: "once", run: () => ++ran });
  const model = greedyModel(() => ({ calls: ["look"] }));
  const lab = labOf(model, { definition: { tools: [look], limits: { tokens: 2_000, steps: 9 } } });
  const { answer } = await lab.run({ input: "go", until: "done" });
  assert.equal(answer.error?.code, "budget_exhausted");
  assert.deepEqual([ran, answer.thread.counters.steps], [1, 2]);
  for (let times = 0; times < 4; times++) assert.equal((await refusalOf(lab, {})).details.budget, "tokens");
  const { header } = await lab.store.read({ tenant: "acme", thread: "t1" }) ?? assert.fail();
  assert.deepEqual([ran, header.counters.steps, header.counters.calls], [1, 2, 1]);
});

Deno.test("E12: through every door a step that a budget refuses is no step of its thread", async () => {
  const model = greedyModel(() => ({}));
  const spender = defineAgent({ name: "spender", model: "greedy/m", limits: { steps: 2, ...TINY } });
  const said = [{ id: "m1", role: "user", content: "go", parts: [{ type: "text", text: "go" }] }];
  const requests: readonly (readonly [path: string, body: object, accept?: string])[] = [
    ["/v1/threads/t1/steps", { agent: "spender", input: "go" }],
    ["/v1/threads/t1/steps", { agent: "spender", input: "go", until: "done" }, "text/event-stream"],
    ["/v1/threads/t1/steps", { agent: "spender", input: "go", resumable: true }],
    ["/api/chat/spender", { id: "c1", messages: said }],
    ["/v1/chat/completions", { model: "spender", messages: [{ role: "user", content: "go" }] }],
    ["/v1/responses", { model: "spender", input: "go" }],
    ["/agui/spender", {
      threadId: "c1",
      runId: "r1",
      state: {},
      tools: [],
      context: [],
      forwardedProps: {},
      messages: [{ id: "m1", role: "user", content: "go" }],
    }],
  ];
  for (const [path, body, accept = "application/json"] of requests) {
    const app = createTestApp({
      plugins: [agUi(), budgets(), chat(), openaiApi()],
      agents: [spender],
      providers: [model.provider],
    });
    for (let times = 0; times < 4; times++) {
      const response = await app.send("POST", path, body, { accept });
      const text = await response.text();
      assert.match(text, /limits\.tokens/, path);
      assert.doesNotMatch(text, /limits\.steps/, path);
    }
    const { threads } = await app.store.list("acme", { limit: 10 });
    assert.ok(threads.every(({ header }) => header?.counters.steps === 0 && header.length === 0), path);
    const usage = await json(await app.send("GET", "/v1/usage"));
    assert.match(JSON.stringify(usage), /"steps":0/);
  }
  assert.equal(model.requests.length, 0);
});

Deno.test("E12: a run by wake-ups whose budget refuses its model call is parked, and its input waits", async () => {
  const model = greedyModel(() => ({}));
  const spender = defineAgent({ name: "spender", instructions: "", limits: { steps: 2, ...TINY } });
  const lab = createWakeLab({
    agents: [spender],
    deps: { model: () => ({ provider: model.provider, model: "m", ref: "greedy/m", price: PRICE }) },
  });
  const error = await refusalOf(lab, { input: "go", wake: true });
  assert.equal(error.code, "budget_exhausted");
  await lab.drain();
  for (let minutes = 1; minutes < 9; minutes++) {
    await lab.pump(minutes * 60_000);
    await lab.drain();
  }
  assert.deepEqual([model.requests.length, await lab.due()], [0, []]);
});

Deno.test("E12: under budgets of tenant and user the user whom only the thread names is reserved too", async () => {
  const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
  for (const until of ["step", "done"] as const) {
    const model = greedyModel(({ messages }) => ({
      ...(messages.length % 2 === 1 && until === "done" ? { calls: ["look"] } : {}),
      usage: { inputTokens: 14_000, outputTokens: 1_000 },
    }));
    const lab = labOf(model, {
      definition: { tools: [look] },
      budgets: { tenant: { tokens: 1_000_000, steps: 100 }, user: { tokens: 30_000 } },
    });
    await lab.run({ thread: "a1", input: "go", user: "ann" });
    for (let times = 0; times < 4; times++) {
      await lab.run({ thread: "a1", input: "more", until }).catch(() => {});
    }
    const today = toDay(Date.now());
    const ann = (await lab.store.readLedger("acme", today, today))[0]?.accounts.get("user:ann");
    assert.ok(ann !== undefined && ann.tokens <= 30_000, `${ann?.tokens} of 30000 tokens`);
    assert.equal((await refusalOf(lab, { thread: "a1", input: "more" })).details.budget, "user.tokens");
    assert.equal((await lab.run({ thread: "b1", input: "go", user: "bob" })).answer.error, undefined);
  }
});

Deno.test("E12: an input without a client whose model call a budget refuses parks its thread with the reason", async () => {
  const model = greedyModel(() => ({}));
  const spender = defineAgent({ name: "spender", instructions: "", limits: { steps: 2, ...TINY } });
  const lab = createWakeLab({
    agents: [spender],
    deps: { model: () => ({ provider: model.provider, model: "m", ref: "greedy/m", price: PRICE }) },
  });
  const ref = { tenant: "acme", thread: "t1" };
  const idempotency = { key: "e1", bodyHash: "h" };
  await enqueueInput(
    { ref, agent: "spender", input: "go", idempotency, receiptMs: 60_000 },
    lab.io,
    lab.deps,
  );
  await lab.settled();
  await lab.next();
  const { header, waiting } = await lab.store.read(ref) ?? assert.fail();
  assert.deepEqual([header.status, waiting, model.requests.length, lab.sent.length], ["failed", 1, 0, 0]);
  assert.match(header.state, /"parked":\{"code":"budget_exhausted"/);
});

Deno.test("E12: a budget of a run counts over the steps of single requests", async () => {
  let at = 0;
  const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
  const agent = defineAgent({
    name: "a",
    driver: "scripted",
    tools: [look],
    limits: { perRun: { calls: 2 } },
  });
  const lab = createLab({
    agents: [agent],
    scenario: ({ choice }) =>
      choice.requested.type === "none"
        ? { says: "Done." }
        : { calls: [{ tool: "look", args: { at: at++ } }] },
  });
  await lab.run({ input: "go" });
  await lab.run();
  const { answer } = await lab.run();
  assert.deepEqual([answer.choice?.source, answer.output], ["reset", "Done."]);
  await lab.run({ input: "again" });
  await lab.run();
  const second = (await lab.run()).answer;
  assert.deepEqual([second.choice?.source, second.output], ["reset", "Done."]);
});

Deno.test("E12: what is reserved for a user whom only the thread names ends with the step", async () => {
  const lab = labOf(greedyModel(() => ({})), {
    budgets: { tenant: { steps: 100 }, user: { steps: 4 } },
  });
  await lab.run({ thread: "a1", input: "go", user: "ann" });
  for (let times = 0; times < 3; times++) {
    assert.equal((await lab.run({ thread: "a1", input: "more" })).answer.error, undefined);
  }
  assert.equal(await ledgerSteps(lab, "user:ann"), 4);
  const refusal = await refusalOf(lab, { thread: "a1", input: "more" });
  assert.deepEqual([refusal.code, refusal.details.budget], ["budget_exhausted", "user.steps"]);
});

Deno.test("E12: each step of one request reserves in the account of its user", async () => {
  const look = defineTool({
    name: "look",
    description: "Looks.",
    effect: "pure",
    parameters: ["at"],
    run: () => "seen",
  });
  const model = greedyModel((_request, index) => ({ calls: [{ name: "look", args: `{"at":"${index}"}` }] }));
  const lab = labOf(model, {
    definition: { tools: [look] },
    budgets: { tenant: { steps: 100 }, user: { steps: 3 } },
  });
  const { answer } = await lab.run({ input: "go", user: "ann", until: "done" });
  assert.deepEqual([answer.error?.code, await ledgerSteps(lab, "user:ann")], ["budget_exhausted", 3]);
});
