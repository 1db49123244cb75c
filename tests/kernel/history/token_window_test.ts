// E13: a window in tokens: it holds to its limit, moves in strides, and parts no call from its outcome.

import assert from "node:assert/strict";
import fc from "fast-check";
import type { EntrySize } from "../../../src/kernel/history/entry_size.ts";
import {
  ratesAfter,
  startOfNewest,
  startWithinTokens,
  sumTokens,
} from "../../../src/kernel/history/token_window.ts";

function size(bytes: number, begins = true): EntrySize {
  return { bytes, bytesPerToken: 4, begins };
}

/** Answers with up to three observations each, and inputs. */
const history = fc.array(
  fc.tuple(
    fc.integer({ min: 1, max: 600 }),
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 1, max: 2_000 }),
  ),
  { minLength: 1, maxLength: 60 },
).map((turns) =>
  turns.flatMap(([bytes, calls, result]) => [
    size(bytes),
    ...Array.from({ length: calls }, () => size(result, false)),
  ])
);
const rate = fc.option(fc.double({ min: 1 / 16, max: 1, noNaN: true }), { nil: undefined });

Deno.test("E13: a window in tokens begins at an input or an answer, within half of its limit once it is cut (property)", () => {
  fc.assert(
    fc.property(history, rate, fc.integer({ min: 10, max: 5_000 }), (sizes, rate, limit) => {
      const start = startWithinTokens(sizes, rate, limit);
      const total = sumTokens(sizes, rate);
      if (total <= limit) return assert.equal(start, 0);
      assert.equal(sizes[start]?.begins, true);
      const newest = sizes.findLastIndex(({ begins }) => begins);
      assert.ok(start <= newest, "the newest answer stays with its outcomes");
      const kept = sumTokens(sizes.slice(start), rate);
      assert.ok(kept <= limit * 0.5 || start === newest, `${kept} of ${limit}`);
      const before = sizes.findLastIndex(({ begins }, index) => begins && index < start);
      if (before < 0 || kept > limit * 0.5) return;
      assert.ok(sumTokens(sizes.slice(before), rate) > limit * 0.5, "nothing is cut that would fit");
    }),
    { numRuns: 1_000 },
  );
});

Deno.test("E13: a growing history is cut in strides of half of the limit at least", () => {
  const sizes: EntrySize[] = [];
  let start = 0;
  const moves: number[] = [];
  for (let length = 1; length <= 500; length++) {
    sizes.push(size(400));
    const next = start + startWithinTokens(sizes.slice(start), undefined, 1_000);
    if (next !== start) moves.push(next - start);
    start = next;
    assert.ok(sumTokens(sizes.slice(start), undefined) <= 1_000);
  }
  assert.deepEqual(new Set(moves), new Set([6]), "10 entries fit; at the 11th the window is cut to 5");
});

Deno.test("E13: the newest entries by tokens begin nowhere but at an input or an answer", () => {
  const sizes = [size(400), size(4, false), size(400), size(400, false), size(400, false)];
  assert.equal(startOfNewest(sizes, undefined, 1_000), 0);
  assert.equal(startOfNewest(sizes, undefined, 350), 2);
  assert.equal(
    startOfNewest(sizes, undefined, 10),
    2,
    "an answer with its outcomes stays, whatever its size",
  );
  assert.equal(startOfNewest(sizes.slice(3), undefined, 10), 0, "nothing begins here");
});

Deno.test("E13: the rate follows what a model reports, and one odd report moves it by an eighth at most (property)", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000 })), {
        minLength: 1,
        maxLength: 50,
      }),
      (reports) => {
        let rates = ratesAfter([], "p/m", { tokens: 1_000, bytes: 4_000 });
        for (const [tokens, bytes] of reports) {
          const [[, last = 0] = []] = rates;
          rates = ratesAfter(rates, "p/m", { tokens, bytes });
          const [[, next = 0] = []] = rates;
          assert.ok(next >= last * 0.91 - 1e-4 && next <= last * 1.126 + 1e-4, `${last} to ${next}`);
          assert.ok(next >= 1 / 17 && next <= 1);
        }
      },
    ),
  );
  let rates = ratesAfter([], "p/m", { tokens: 1_000, bytes: 4_000 });
  for (let step = 0; step < 40; step++) rates = ratesAfter(rates, "p/m", { tokens: 1_000, bytes: 2_000 });
  assert.ok(Math.abs((rates[0]?.[1] ?? 0) - 0.5) < 0.01, "it gets there");
});

Deno.test("E13: rates are kept for two models, the last that answered first, and nothing that is no number", () => {
  const report = { tokens: 1, bytes: 4 };
  let rates = ratesAfter([], "p/a", report);
  rates = ratesAfter(rates, "p/b", report);
  rates = ratesAfter(rates, "p/c", report);
  assert.deepEqual(rates.map(([model]) => model), ["p/c", "p/b"]);
  for (const odd of [{ tokens: 0, bytes: 4 }, { tokens: 1, bytes: 0 }, { tokens: NaN, bytes: 4 }]) {
    assert.equal(ratesAfter(rates, "p/c", odd), rates);
  }
});
