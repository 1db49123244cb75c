// Row D10: budgets reach the phases, and what they spend counts above.

import assert from "node:assert/strict";
import { currentBudgets } from "../../../src/core/budget/current_budgets.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { Store } from "../../../src/core/store.ts";
import { toDay, ZERO_AMOUNTS } from "../../../src/core/store/ledger.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { ZERO_COUNTERS } from "../../../src/core/usage.ts";
import { NO_SPEND } from "../../../src/kernel/children/spend.ts";
import { computeShare } from "../../../src/plugins/orchestration/budget.ts";
import { readMeta, readState } from "../../../src/kernel/stored.ts";
import { createLab } from "../../support/lab.ts";
import { resolver, testModel } from "../../support/model.ts";
import { agent } from "../../../src/agents/builder.ts";
import { DEFAULT_LIMITS } from "../../../src/agents/define_agent.ts";
import { crew, FIVE, outputsOf, phase, runs, script, writes } from "./_crew.ts";

const ROOT = { tenant: "acme", thread: "t1" };

Deno.test("D10: computeShare divides what is left among the phases that begin, within the worker's own limits", () => {
  const limits = { ...DEFAULT_LIMITS, tokens: 10_000, steps: 20, calls: 5, usd: 0.01, wallMs: 60_000 };
  const counters = {
    ...ZERO_COUNTERS,
    steps: 6,
    inputTokens: 3_000,
    outputTokens: 1_000,
    microDollars: 2_000,
    wallMs: 10_000,
  };
  const run = { execution: "loop", steps: 6, began: ZERO_AMOUNTS } as const;
  const inputs = {
    budgets: currentBudgets(limits, run, counters),
    spent: { counters: { ...ZERO_COUNTERS, inputTokens: 500, calls: 1, microDollars: 1_001 }, steps: 3 },
    held: [{ tokens: 1_500, steps: 1, calls: 1, usd: 0.003 }],
    count: 2,
  };
  assert.deepEqual(computeShare(inputs), {
    steps: 5,
    tokens: 2_000,
    calls: 1,
    usd: 0.001999,
    wallMs: 50_000,
  });
  assert.deepEqual(computeShare(inputs, { tokens: 700, stepsPerRun: 3 }), {
    steps: 5,
    tokens: 700,
    calls: 1,
    usd: 0.001999,
    wallMs: 50_000,
    stepsPerRun: 3,
  });
  const unlimited = currentBudgets(DEFAULT_LIMITS, run, counters);
  assert.deepEqual(computeShare({ ...inputs, budgets: unlimited, spent: NO_SPEND }), {});
  const ofRun = currentBudgets({ ...DEFAULT_LIMITS, perRun: { tokens: 9_000 } }, run, counters);
  assert.deepEqual(computeShare({ ...inputs, budgets: ofRun }), { tokens: 1_500 });
  assert.equal(computeShare({ ...inputs, held: [{ tokens: 99_999 }] }).tokens, 0);
});

Deno.test("D10: phases get a part of the root's budget, and their cost is added to the root once", async () => {
  const agents = [
    agent("lead").driver("scripted").limits({ tokens: 200_000, steps: 40 }).orchestrate({
      workers: { research: { agent: "researcher", limits: { tokens: 60_000 } } },
    }).build(),
    agent("researcher").model("first/m").build(),
  ];
  const lab = createLab({
    agents,
    deps: { model: resolver(testModel(() => ({ says: "Found." }))) },
    scenario: script([
      writes([phase("facts", "research"), phase("figures", "research")]),
      runs("facts", "figures"),
      {
        says: "Done.",
      },
    ]),
  });
  const { answer } = await lab.run({ input: "Go.", until: "done" });
  assert.equal(answer.output, "Done.");
  // Each phase is one request of 10 input and 2 output tokens.
  assert.equal(answer.thread.counters.inputTokens, 20);
  assert.equal(answer.thread.counters.outputTokens, 4);
  assert.equal(answer.thread.counters.steps, 3);
  const snapshot = await lab.store.read(ROOT);
  assert.ok(snapshot);
  assert.equal(readState(ROOT, snapshot.header).extraSteps, 2);
  for (const { thread } of outputsOf(await lab.history(), "run_phase")) {
    const ref = { tenant: "acme", thread: String(thread) };
    const child = await lab.store.read(ref);
    assert.ok(child);
    assert.deepEqual(readMeta(ref, child.header).limits, { steps: 19, tokens: 60_000 });
  }
});

Deno.test("D10: a phase that uses its part up fails, may be run again, and takes no more than its share", async () => {
  const agents = crew({
    limits: { steps: 9 },
    orchestrate: { workers: { research: { agent: "researcher", limits: { steps: 2 } } } },
  });
  const lab = createLab({
    agents,
    scenario: script(
      [writes([phase("facts", "research")]), runs("facts"), runs("facts"), { says: "It cannot be done." }],
      (_turn, place) => ({ calls: [{ tool: "nothing", args: { place } }] }),
    ),
  });
  const { answer } = await lab.run({ input: "Go.", until: "done" });
  const failed = (await lab.history()).flatMap((entry) =>
    entry.type === "tool" && entry.name === "run_phase" ? [entry] : []
  );
  assert.deepEqual(failed.map(({ outcome }) => outcome), ["failed", "failed"]);
  const threads = failed.map(({ output }) => String(Object(output).thread));
  assert.equal(new Set(threads).size, 2, "a new run has a thread of its own");
  for (const thread of threads) {
    assert.equal((await lab.store.read({ tenant: "acme", thread }))?.header.counters.steps, 2);
  }
  assert.equal(answer.output, "It cannot be done.");
});

Deno.test("D10: without budget left a phase is refused before its thread exists", async () => {
  const lab = createLab({
    agents: crew({ limits: { steps: 3, answer: false } }),
    scenario: script([writes(FIVE), runs("facts", "figures"), { says: "I stop." }]),
  });
  await lab.run({ input: "Go.", until: "done" });
  const refused = (await lab.history()).flatMap((entry) =>
    entry.type === "tool" && entry.name === "run_phase" ? [entry.error?.message] : []
  );
  assert.deepEqual(refused, Array(2).fill("budget_exhausted: nothing of limits.steps is left for it."));
  assert.equal((await lab.store.list("acme", { limit: 10 })).threads.length, 1);
});

Deno.test("D10: the ledger has what a phase has cost once, whatever becomes of the step above", async () => {
  let isAway = false;
  const store: Store = createMemoryStore();
  const commit = store.commit.bind(store);
  store.commit = (request) =>
    isAway && request.ref.thread === "t1"
      ? Promise.reject(new AgentError("store_failed", "The database refuses it."))
      : commit(request);
  const lab = createLab({
    store,
    agents: [
      agent("lead").driver("scripted").orchestrate({ workers: { research: { agent: "researcher" } } })
        .build(),
      agent("researcher").model("first/m").build(),
    ],
    deps: { model: resolver(testModel(() => ({ says: "Found." }))) },
    scenario: script([writes([phase("facts", "research")]), runs("facts"), { says: "Done." }]),
  });
  await lab.run({ input: "Go." });
  await lab.run();
  isAway = true;
  assert.equal((await lab.run()).answer.error?.code, "store_failed");
  isAway = false;
  const { answer } = await lab.run();
  assert.equal(answer.output, "Done.");
  const today = toDay(Date.now());
  const days = await lab.store.readLedger("acme", toDay(Date.now() - 86_400_000), today);
  const tokens = days.map(({ accounts }) => accounts.get("tenant")?.tokens ?? 0);
  assert.equal(tokens.reduce((sum, count) => sum + count, 0), 12);
  assert.equal(answer.thread.counters.inputTokens + answer.thread.counters.outputTokens, 12);
});
