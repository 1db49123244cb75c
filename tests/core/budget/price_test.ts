// Row E12: the cost of a model call, in whole millionths of a US dollar.

import assert from "node:assert/strict";
import {
  costOf,
  mostCost,
  outputWithin,
  type Price,
  priceIn,
  priceSchema,
} from "../../../src/core/budget/price.ts";
import { toMicroDollars } from "../../../src/core/budget/limits.ts";
import type { Usage } from "../../../src/core/usage.ts";
import { loadProviders } from "../../../src/registry.ts";
import { mulberry32 } from "../../support/mulberry32.ts";

Deno.test("E12: a cost is exact and rounded up once", () => {
  const cost = (usage: Partial<Usage>, price: Price) =>
    costOf({ inputTokens: 0, outputTokens: 0, ...usage }, price);
  assert.equal(cost({ inputTokens: 30 }, { input: 0.1, output: 0 }), 3, "0.1 * 30 is 3 and no more");
  assert.equal(cost({ inputTokens: 31 }, { input: 0.1, output: 0 }), 4);
  assert.equal(cost({ inputTokens: 1 }, { input: 0.000001, output: 0 }), 1);
  assert.equal(cost({}, { input: 3, output: 15 }), 0);
  assert.equal(
    cost({ inputTokens: 5, outputTokens: 5 }, { input: 0.1, output: 0.1 }),
    1,
    "not 1 for each kind",
  );
  const cached = { input: 3, output: 15, cached: 0.3, cacheWrite: 3.75 };
  assert.equal(cost({ inputTokens: 1_000, cachedTokens: 600, cacheWriteTokens: 300 }, cached), 1_605);
  assert.equal(cost({ inputTokens: 10, cachedTokens: 50 }, cached), 3, "no more is cached than came");
  assert.equal(
    cost({ inputTokens: 10, cachedTokens: 10 }, { input: 1, output: 1 }),
    10,
    "no rate of its own",
  );
});

Deno.test("E12: reasoning is a part of the output, but where a provider counts it apart", () => {
  const usage = { inputTokens: 0, outputTokens: 30, reasoningTokens: 20 };
  assert.equal(costOf(usage, { input: 1, output: 2 }), 60);
  assert.equal(costOf(usage, { input: 1, output: 2, reasoningApart: true }), 100);
});

Deno.test("E12: a long request has its rates for all its tokens", () => {
  const price = { input: 1, output: 2, long: { above: 100, input: 10, output: 20, cached: 5 } };
  assert.equal(costOf({ inputTokens: 100, outputTokens: 1 }, price), 102);
  assert.equal(costOf({ inputTokens: 101, outputTokens: 1, cachedTokens: 1 }, price), 1_025);
});

Deno.test("E12: no usage within the bound costs more than the bound, and no output that is affordable costs more than is left", () => {
  const random = mulberry32(12);
  const up = (most: number) => Math.floor(random() * (most + 1));
  for (let round = 0; round < 20_000; round++) {
    const rate = () => up(30_000) / 1_000;
    const price: Price = {
      ...{ input: rate(), output: rate() },
      cached: up(1) ? rate() : undefined,
      cacheWrite: up(1) ? rate() : undefined,
      long: up(1) ? { above: up(2_000), input: rate(), output: rate(), cached: rate() } : undefined,
      reasoningApart: undefined,
    };
    const [input, output] = [up(4_000), up(4_000)];
    const inputTokens = up(input);
    const usage: Usage = {
      ...{ inputTokens, outputTokens: up(output), cachedTokens: up(inputTokens) },
      cacheWriteTokens: up(4_000),
    };
    const cost = costOf(usage, price);
    assert.ok(Number.isInteger(cost) && cost >= 0);
    assert.ok(cost <= mostCost(input, output, price), JSON.stringify({ price, usage, input, output }));
    const left = up(100_000);
    const fits = outputWithin(Math.max(0, left - mostCost(input, 0, price)), input, price);
    if (left < mostCost(input, 0, price) || fits > 1e9) continue;
    assert.ok(mostCost(input, fits, price) <= left, JSON.stringify({ price, input, left, fits }));
  }
});

Deno.test("E12: every price of a provider has an example, a date and a source, and the first row that matches counts", async () => {
  let count = 0;
  for (const [name, { prices }] of await loadProviders()) {
    for (const row of prices) {
      const { models, example, asOf, source, ...price } = row;
      count++;
      assert.equal(priceIn(prices, example), row, `${name}/${example}`);
      assert.ok(models.source.startsWith("^") && models.source.endsWith("$"), `${models} names whole models`);
      assert.match(asOf, /^2026-\d\d-\d\d$/);
      assert.match(source, /^https:\/\//);
      assert.ok(priceSchema.safeParse(price).success, `${name}/${example}`);
      assert.ok(price.output >= price.input || example === "o3", `${name}/${example}`);
    }
  }
  assert.ok(count > 50, `${count} prices`);
});

Deno.test("E12: dollars are cut to whole millionths", () => {
  assert.deepEqual([0.1, 5, 0.000001, 1.9999999, 0.0000019].map(toMicroDollars), [
    ...[100_000, 5_000_000, 1, 1_999_999, 1],
  ]);
});
