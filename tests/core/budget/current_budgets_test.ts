// Row E12: the budgets of a thread and its run, and what is left of them.

import assert from "node:assert/strict";
import { lowerLimits, toAmountLimits } from "../../../src/core/budget/limits.ts";
import { currentBudgets, findRemaining } from "../../../src/core/budget/current_budgets.ts";
import { accountsBy, endOfDay } from "../../../src/core/budget/accounts.ts";
import { ZERO_AMOUNTS } from "../../../src/core/store/ledger.ts";
import { ZERO_COUNTERS } from "../../../src/core/usage.ts";
import { DEFAULT_LIMITS } from "../../../src/agents/define_agent.ts";

const COUNTERS = {
  ...ZERO_COUNTERS,
  steps: 4,
  calls: 3,
  inputTokens: 70,
  outputTokens: 30,
  microDollars: 900,
  wallMs: 50,
};

Deno.test("E12: a run's budgets count from its begin, a thread's from the thread's, and the tightest is what is left", () => {
  const began = { ...ZERO_AMOUNTS, steps: 3, calls: 1, tokens: 60, microDollars: 500, wallMs: 40 };
  const limits = { ...DEFAULT_LIMITS, tokens: 200, usd: 0.001, perRun: { tokens: 50, usd: 1, calls: 5 } };
  const run = { execution: "loop" as const, steps: 2, began, limits: { steps: 3, wallMs: 100 } };
  const standing = currentBudgets(limits, run, COUNTERS);
  assert.deepEqual(
    standing.map(({ budget, limit, used }) => `${budget} ${used}/${limit}`),
    [
      "limits.stepsPerRun 2/25",
      "limits.tokens 100/200",
      "limits.usd 900/1000",
      "limits.perRun.calls 2/5",
      "limits.perRun.tokens 40/50",
      "limits.perRun.usd 400/1000000",
      "request.limits.steps 2/3",
      "request.limits.wallMs 10/100",
    ],
  );
  assert.deepEqual(
    (["steps", "tokens", "microDollars", "calls", "wallMs"] as const).map((amount) =>
      findRemaining(standing, amount)
    ),
    [1, 10, 100, 3, 90],
  );
});

Deno.test("E12: an agent without budgets has that of its run's steps only", () => {
  const standing = currentBudgets(DEFAULT_LIMITS, { execution: "loop", steps: 0 }, COUNTERS);
  assert.deepEqual(standing.map(({ budget }) => budget), ["limits.stepsPerRun"]);
  assert.equal(findRemaining(standing, "tokens"), undefined);
});

Deno.test("E12: limits only lower each other", () => {
  assert.deepEqual(lowerLimits({ tokens: 5, steps: 9 }, { tokens: 7, calls: 1 }), {
    steps: 9,
    calls: 1,
    tokens: 5,
  });
  assert.deepEqual(toAmountLimits({ usd: 0.5, tokens: undefined }), { microDollars: 500_000 });
});

Deno.test("E12: accounts are those that are limited, and a limit that is no number is refused", () => {
  const accounts = accountsBy((tenant, user) =>
    tenant === "acme" ? { tenant: { usd: 2 }, user: user === "ann" ? { tokens: 9 } : {} } : undefined
  );
  assert.deepEqual(accounts("acme", "ann"), [
    { account: "tenant", limits: { microDollars: 2_000_000 } },
    { account: "user:ann", limits: { tokens: 9 } },
  ]);
  assert.deepEqual(accounts("acme", "bob").map(({ account }) => account), ["tenant"]);
  assert.deepEqual([accounts("acme", undefined).length, accounts("other", "ann")], [1, []]);
  assert.throws(() => accountsBy({ tenant: { tokens: NaN } })("acme", undefined), /no number of 0 or more/);
});

Deno.test("E12: a day ends with the next midnight in UTC", () => {
  assert.equal(new Date(endOfDay("2026-12-31")).toISOString(), "2027-01-01T00:00:00.000Z");
});
