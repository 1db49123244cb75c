/** Texts of the page for quantities, and what it remembers of a run. */
import assert from "node:assert/strict";
import { RunProgress } from "../../../src/playground/browser/run/run_progress.ts";
import {
  dollars,
  exactDollars,
  someNames,
  tokens,
  usageWords,
} from "../../../src/playground/browser/words.ts";

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
  const amounts: [microDollars: number, words: string, exact: string][] = [
    [0, "$0.00", "$0.00"],
    [1, "<$0.01", "$0.000001"],
    [9_999, "<$0.01", "$0.009999"],
    [10_000, "$0.01", "$0.01"],
    [13_740, "$0.01", "$0.01374"],
    [50_000, "$0.05", "$0.05"],
    [5_000_000, "$5.00", "$5.00"],
    [1_234_567_890, "$1,234.57", "$1,234.56789"],
  ];
  for (const [microDollars, words, exact] of amounts) {
    assert.deepEqual([dollars(microDollars), exactDollars(microDollars)], [words, exact]);
  }
  const total = { steps: 2, calls: 0, tokens: 1_600, microDollars: 0, wallMs: 900 };
  const report = { from: "2026-11-22", to: "2026-11-22", total };
  assert.equal(usageWords({ ...report, limits: null }, dollars), "2 steps, 1,600 tokens");
  assert.equal(
    usageWords(
      { ...report, limits: { tokens: 9_000, microDollars: 500_000, calls: 7, wallMs: 60_000 } },
      dollars,
    ),
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

Deno.test("E15: a list of names is whole up to four, and has the number of the others beyond", () => {
  const lists: [names: string, words: string][] = [
    ["a", "a"],
    ["a b", "a and b"],
    ["a b c d", "a, b, c and d"],
    ["a b c d e", "a, b, c and 2 more"],
    ["a b c d e f g h i", "a, b, c and 6 more"],
  ];
  for (const [names, words] of lists) assert.equal(someNames(names.split(" ")), words);
});
