// Rows D10 and E12: phases under the budgets of a thread, a run, a tenant and a user.

import assert from "node:assert/strict";
import type { Usage } from "../../../src/core/usage.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import type { Agent, Limits } from "../../../src/core/agent.ts";
import { accountsBy, type BudgetsOption } from "../../../src/core/budget/accounts.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { Store } from "../../../src/core/store.ts";
import { type AccountName, type Amounts, toDay } from "../../../src/core/store/ledger.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { type GreedyModel, greedyModel } from "../../support/greedy_model.ts";
import { overridden } from "../../chaos/overridden.ts";
import { createLab, type Lab } from "../../support/lab.ts";

const USED = { inputTokens: 2_000, outputTokens: 500 };

interface PhasesLab extends Lab {
  readonly model: GreedyModel;
}

/** `lead` writes a plan, runs the phases `facts` and `figures` side by side and answers: five calls of 2,500 tokens. */
function labOf(
  { limits = {}, phaseTokens, budgets, store, usage = {} }: {
    readonly limits?: Partial<Limits>;
    /** The limit of each phase. */
    readonly phaseTokens?: number;
    readonly budgets?: BudgetsOption;
    readonly store?: Store;
    /** What each answer reports: what its request may come to at most, unless said otherwise. */
    readonly usage?: Partial<Usage>;
  },
): PhasesLab {
  const settings = { maxOutputTokens: 500 };
  const worker = { agent: "researcher", ...(phaseTokens ? { limits: { tokens: phaseTokens } } : {}) };
  const agents: Agent[] = [
    defineAgent({ name: "lead", settings, limits, orchestrate: { workers: { research: worker } } }),
    defineAgent({ name: "researcher", settings }),
  ];
  const model = greedyModel(({ messages, tools }) => {
    const answers = messages.filter(({ role }) => role === "assistant").length;
    if (answers === 2 || !tools.some(({ name }) => name === "run_phase")) return { says: "Done.", usage };
    const call = (name: string, args: unknown) => ({ name, args: JSON.stringify(args) });
    const phases = ["facts", "figures"].map((id) => ({
      id,
      worker: "research",
      goal: `Do ${id}.`,
      done_when: "It is done.",
    }));
    if (answers === 0) return { calls: [call("write_plan", { phases })], usage };
    return { calls: phases.map(({ id }) => call("run_phase", { phase: id })), usage };
  });
  const lab = createLab({
    agents,
    unchecked: true,
    ...(store ? { store } : {}),
    deps: {
      model: () => ({ provider: model.provider, model: "m", ref: "greedy/m" }),
      // What waits for a second waits for some milliseconds.
      sleep: (ms, signal) => sleep(ms / 100, signal),
      ...(budgets ? { accounts: accountsBy(budgets) } : {}),
    },
  });
  return { ...lab, model };
}

async function usedBy({ store }: Lab, account: AccountName): Promise<Amounts | undefined> {
  const today = toDay(Date.now());
  const [day] = await store.readLedger("acme", today, today);
  return day?.accounts.get(account);
}

Deno.test("D10: what phases have cost a tenant and a user is booked once", async () => {
  const lab = labOf({ usage: USED });
  const { answer } = await lab.run({ input: "Go.", until: "done", user: "bob" });
  assert.equal(answer.output, "Done.");
  assert.equal(lab.model.requests.length, 5);
  for (const account of ["tenant", "user:bob"] as const) {
    assert.equal((await usedBy(lab, account))?.tokens, 5 * 2_500, account);
  }
  assert.equal(answer.thread.counters.inputTokens, 5 * USED.inputTokens, "and counts in the thread above");
});

Deno.test("D10: a step whose commit fails books no cost of its phases again", async () => {
  const bare = createMemoryStore();
  let isFull = false;
  const store = overridden(bare, {
    commit: async (request) => {
      if (!isFull || request.ref.thread !== "t1") return await bare.commit(request);
      throw new AgentError("store_full", "The store has no room.");
    },
  });
  const lab = labOf({ store, usage: USED });
  await lab.run({ input: "Go." });
  await lab.run();
  isFull = true;
  const { answer } = await lab.run();
  assert.equal(answer.error?.code, "store_full");
  assert.equal(lab.model.requests.length, 5);
  assert.equal((await usedBy(lab, "tenant"))?.tokens, 5 * 2_500);
});

Deno.test("D10: the answer of an orchestrator fits into what its phases have left of the thread's budget", async () => {
  const ends = new Set<string>();
  for (let tokens = 12_000; tokens <= 18_000; tokens += 500) {
    for (const limits of [{ tokens }, { perRun: { tokens } }]) {
      const lab = labOf({ limits });
      const { answer } = await lab.run({ input: "Go.", until: "done" });
      const { inputTokens, outputTokens } = answer.thread.counters;
      assert.ok(inputTokens + outputTokens <= tokens, `${inputTokens + outputTokens} of ${tokens} are used`);
      const isLimited = answer.warnings.some(({ code }) => code === "budget_output_limited");
      ends.add(answer.error?.code ?? (isLimited ? "limited" : "whole"));
    }
  }
  assert.deepEqual([...ends].sort(), ["budget_exhausted", "limited", "whole"]);
});

Deno.test("E12: an orchestrator does not hold what its own phases need of the tenant's budget", async () => {
  const ends = new Map<number, string>();
  for (const tokens of [10_000, 13_000, 16_000, 20_000]) {
    const lab = labOf({ budgets: { tenant: { tokens, steps: 5, wallMs: 3_600_000 } } });
    const { answer } = await lab.run({ input: "Go.", until: "done" });
    const used = await usedBy(lab, "tenant");
    assert.ok(used && used.tokens <= tokens && used.steps <= 5, JSON.stringify(used));
    ends.set(tokens, answer.error?.code ?? String(answer.output));
  }
  assert.deepEqual([...ends], [
    [10_000, "budget_exhausted"],
    [13_000, "budget_exhausted"],
    [16_000, "Done."],
    [20_000, "Done."],
  ]);
});

Deno.test("E12: an orchestrator whose tenant has no budget in tokens or dollars sends no more requests", async () => {
  const requests = async (budgets: BudgetsOption) => {
    const lab = labOf({ budgets });
    await lab.run({ input: "Go.", until: "done" });
    return ["reserve", "book"].map((name) => lab.counts.get(name) ?? 0);
  };
  assert.deepEqual(await requests({ tenant: { steps: 100 } }), [0, 0]);
  // It gives back what it holds, and reserves its answer.
  assert.deepEqual(await requests({ tenant: { tokens: 1_000_000 } }), [1, 1]);
});
