/** Texts of the page for quantities, and what it remembers of a run. */
import assert from "node:assert/strict";
import { RunProgress } from "../../../src/playground/browser/run/run_progress.ts";
import { dollars, tokens, usageWords } from "../../../src/playground/browser/words.ts";

Deno.test("E15: the page marks a usage that no provider reported as estimated", () => {
  assert.equal(
    tokens({ inputTokens: 1234, outputTokens: 56, cachedTokens: 1024 }),
    "1,234 in, 56 out, 1,024 cached",
  );
  assert.equal(
    tokens({ inputTokens: 1234, outputTokens: 56, estimated: true }),
    "1,234 in, 56 out, estimated",
  );
});

Deno.test("E12: the page shows what a step has cost, and what is used of the budget of the day", () => {
  assert.equal(tokens({ inputTokens: 10, outputTokens: 5, microDollars: 2_100 }), "10 in, 5 out, $0.0021");
  assert.deepEqual([1, 2_100, 50_000, 5_000_000, 1_234_567_890].map(dollars), [
    "$0.000001",
    "$0.0021",
    "$0.05",
    "$5.00",
    "$1,234.57",
  ]);
  const total = { steps: 2, calls: 0, tokens: 1_600, microDollars: 0, wallMs: 900 };
  const report = { from: "2026-11-22", to: "2026-11-22", total };
  assert.equal(usageWords({ ...report, limits: null }), "2 steps, 1,600 tokens");
  assert.equal(
    usageWords({ ...report, limits: { tokens: 9_000, microDollars: 500_000, calls: 7, wallMs: 60_000 } }),
    "2 steps, 1,600 of 9,000 tokens, 0 of 7 calls, $0.00 of $0.50, 900 ms of 60.00 s",
  );
});

Deno.test("E15: C11: a prediction stands on the page until a step that runs its calls is committed", () => {
  const progress = Object.assign(new RunProgress(), { predicted: true, status: "open", version: 1 });
  const error = { code: "budget_reserved" as const, message: "Retry.", retryable: true };
  const failed = { type: "step.failed" as const, step: 2, error } as const;
  progress.take({ ...failed, seq: 2_000_002, version: 1 });
  assert.deepEqual([progress.status, progress.predicted], ["open", true]);
  progress.take({ ...failed, seq: 3_000_002, version: 2 });
  assert.deepEqual([progress.version, progress.predicted], [2, undefined]);
});
