// Row E12: the cost of a model call, in whole millionths of a US dollar.

import assert from "node:assert/strict";
import { costOf, mostCost, outputWithin, type Price, priceSchema } from "../../../src/core/budget/price.ts";
import { toMicroDollars } from "../../../src/core/budget/limits.ts";
import { withMultiples } from "../../../src/core/budget/price_multiples.ts";
import { priceIn } from "../../../src/core/budget/price_table.ts";
import type { Usage } from "../../../src/core/usage.ts";
import { loadProviders } from "../../../src/provider_registry.ts";
import { asSent } from "../../support/as_sent.ts";
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
      input: rate(),
      output: rate(),
      cached: up(1) ? rate() : undefined,
      cacheWrite: up(1) ? rate() : undefined,
      long: up(1) ? { above: up(2_000), input: rate(), output: rate(), cached: rate() } : undefined,
      reasoningApart: undefined,
    };
    const [input, output] = [up(4_000), up(4_000)];
    const inputTokens = up(input);
    const usage: Usage = {
      inputTokens,
      outputTokens: up(output),
      cachedTokens: up(inputTokens),
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

Deno.test("E12: a table gives a dated name the price of its model, and a name of its own one before that", () => {
  const table = "\na 1 2\na-2026-01-01 3 4\nb.c-v1:0 5 6 0.5 7 >100 10 12 1 apart\n";
  const input = (name: string) => priceIn(table, name)?.input;
  assert.deepEqual(["a", "a-2026-01-01", "a-2026-02-02", "a-20260202", "a-02-2026", "a-001"].map(input), [
    1,
    3,
    1,
    1,
    1,
    1,
  ]);
  assert.deepEqual(
    ["", "a-b", "b", "a 1", "1", "a-2026", "*"].map(input),
    Array(7).fill(undefined),
  );
  assert.deepEqual(asSent(priceIn(table, "b.c-v1:0")), {
    input: 5,
    output: 6,
    cached: 0.5,
    cacheWrite: 7,
    reasoningApart: true,
    long: { above: 100, input: 10, output: 12, cached: 1 },
  });
});

const FAMILIES = [
  "20261120",
  "a-1.5 1 2 =1000",
  "a-1.5-mini 0.1 0.2",
  "b-2411 3 4",
  "b-2512 5 6",
  "c-3-preview 7 8",
  "d-flash-latest 9 10",
  "e 11 12",
  "e-2024-05-13 13 14",
  "us.f-v1:0 15 16",
  "x:free 0 0",
  "",
].join("\n");

/** The line whose price a name has; the name itself where it has a line or is the dated name of one. */
const LINES: Readonly<Record<string, string | undefined>> = {
  "a-1.5": "a-1.5",
  "a-1.5-2026-11-20": "a-1.5-2026-11-20",
  "a-1.5@20261120": "a-1.5@20261120",
  // Dates that the table cannot know.
  "a-1.5-2026-11-21": "a-1.5",
  "a-1.5-20270101": "a-1.5",
  "us.f-20270101-v1:0": "us.f-v1:0",
  // Labels, one behind another, and other spellings.
  "a-1.5-latest": "a-1.5",
  "a-1.5-preview-05-06": "a-1.5",
  "a-1.5-0709": "a-1.5",
  "a-1.5-exp-0827": "a-1.5",
  "a-1.5@default": "a-1.5",
  "a-1.5-preview-09-2026": "a-1.5",
  "a-1-5": "a-1.5",
  "A-1.5": "a-1.5",
  "a-1.5-mini-latest": "a-1.5-mini",
  // The table has labels alone: the newest, and what moves.
  "b": "b-2512",
  "b-2603": "b-2512",
  "c-3": "c-3-preview",
  "d-flash": "d-flash-latest",
  "e-latest": "e",
  "us.f-preview": "us.f-v1:0",
  // Another size, generation, line, vendor, way of service or kind.
  "a-1.5-nano": undefined,
  "a-1.5-flash-lite": undefined,
  "a-1.5-thinking": undefined,
  "a-1.6": undefined,
  "a-15": undefined,
  "a-1": undefined,
  "a": undefined,
  "a-1.5-8192": undefined,
  "a-1.5-mini-tts": undefined,
  "vendor/a-1.5": undefined,
  "eu.f-v1:0": undefined,
  "a-1.5:free": undefined,
  "a-1.5:nitro": undefined,
  "latest": undefined,
  "-latest": undefined,
};

for (const [name, line] of Object.entries(LINES)) {
  Deno.test(`E12: a table gives ${name} the price of ${line ?? "no family"}`, () => {
    const listed = priceIn(FAMILIES, name);
    assert.equal(listed?.family ?? (listed && name), line);
    if (listed?.family === "a-1.5") assert.deepEqual([listed.output, listed.window], [2, 1_000]);
  });
}

const TABLES = new URL("../../../src/providers/_prices/", import.meta.url);

Deno.test("E12: every line of every provider's table is a price", async () => {
  let [count, windows] = [0, 0];
  for await (const { name } of Deno.readDir(TABLES)) {
    const { PRICES }: { readonly PRICES: string } = await import(new URL(name, TABLES).href);
    for (const line of withMultiples(PRICES).split("\n").filter((line) => line.includes(" "))) {
      count++;
      const [model = ""] = line.split(" ");
      if (/^\S+ ~\S+$/.test(line)) {
        assert.equal(priceIn(withMultiples(PRICES), model)?.family, line.split("~")[1], line);
        continue;
      }
      const { window, family, ...price } = priceIn(`\n${line}\n`, model) ?? {};
      assert.ok(priceSchema.safeParse(price).success, `${name}: ${line}`);
      assert.match(line, /^\S+(?: [\d.e-]+){2,4}(?: >\d+(?: [\d.e-]+){2,4})?(?: apart)?(?: =\d+)?$/, name);
      assert.equal(family, undefined);
      if (window !== undefined) windows++;
    }
  }
  assert.ok(count > 800, `${count} prices`);
  assert.ok(windows > 300, `${windows} windows`);
});

Deno.test("E12: the models that the capability tables name have prices, but for those that no source has", async () => {
  const unpriced: string[] = [];
  for (const [name, { prices, capabilities }] of await loadProviders()) {
    if (prices === undefined) continue;
    const find = await prices();
    for (const { example } of capabilities.models) {
      if (find(example) === undefined) unpriced.push(`${name}/${example}`);
    }
  }
  assert.deepEqual(unpriced, [
    "bedrock/mistral.mistral-large-2407-v1:0",
    "cerebras/qwen-3-235b-a22b-instruct-2507",
    "gemini/gemma-3-27b-it",
    "gemini/gemma-3-27b-it",
    "gemini/gemma-3-1b-it",
    "openrouter/anthropic/claude-3-5-haiku-20241022",
  ]);
});

/** Names as people write them in 2026-11, dated and moving ones too. */
const CURRENT: Readonly<Record<string, readonly string[]>> = {
  anthropic: [
    "claude-opus-5-5",
    "claude-opus-5",
    "claude-opus-4-8",
    "claude-opus-5-5-20261101",
    "claude-sonnet-5-5",
    "claude-sonnet-5",
    "claude-haiku-5-5",
    "claude-haiku-4-5-20251001",
    "claude-fable-5-2",
    "claude-fable-5-1",
    "claude-mythos-5-2",
  ],
  openai: [
    "gpt-6.2-sol",
    "gpt-6.2-astra",
    "gpt-6.2-sol-2026-11-12",
    "gpt-6.1-sol",
    "gpt-6.1-terra",
    "gpt-6-sol",
    "gpt-6-luna",
    "gpt-6-astra",
    "gpt-5.6-sol",
    "gpt-5.6-terra",
    "chat-latest",
  ],
  azure: ["gpt-6.2-sol", "gpt-6.2-astra", "gpt-6.1-terra", "gpt-5.6-sol", "deepseek-v4-pro"],
  bedrock: [
    "us.anthropic.claude-opus-5-5",
    "global.anthropic.claude-sonnet-5-5",
    "eu.anthropic.claude-fable-5-2",
    "us.anthropic.claude-mythos-5-2",
    "us.anthropic.claude-haiku-5-5-v1:0",
    "global.openai.gpt-6.2-sol",
    "openai.gpt-6.2-astra",
    "us.amazon.nova-2-lite-v1:0",
    "us.xai.grok-4.7",
    "global.moonshotai.kimi-k3.1",
  ],
  gemini: [
    "gemini-4-argon",
    "gemini-4-neon",
    "gemini-4-carbon",
    "gemini-4-hydrogen",
    "gemini-3.8-flash",
    "gemini-3.5-flash",
    "gemini-pro-latest",
  ],
  openrouter: [
    "anthropic/claude-opus-5.5",
    "openai/gpt-6.2-sol",
    "openai/gpt-6-sol",
    "x-ai/grok-4.7",
    "moonshotai/kimi-k3",
    "z-ai/glm-5.3",
  ],
  mistral: ["mistral-large-latest", "mistral-large-4", "mistral-medium-3.5", "mistral-medium-3-5"],
  xai: ["grok-latest", "grok-4.7", "grok-4.6"],
  deepseek: ["deepseek-v4-pro", "deepseek-chat"],
  cohere: ["command-a-plus"],
  groq: ["openai/gpt-oss-120b"],
  together: ["moonshotai/Kimi-K3.1-Pro"],
  fireworks: ["accounts/fireworks/models/kimi-k3p1-pro"],
  workers_ai: ["@cf/zai-org/glm-5.3"],
};

Deno.test("E12: 64 current names have a price or that of their family, at each provider that serves them", async () => {
  const tables = new Map(
    await Promise.all(
      (await loadProviders()).map(async ([name, { prices }]) => [name, await prices?.()] as const),
    ),
  );
  const names = Object.entries(CURRENT).flatMap(([provider, models]) =>
    models.map((model) => ({ provider, model }))
  );
  assert.equal(names.length, 64);
  const unpriced = names.filter(({ provider, model }) => tables.get(provider)?.(model) === undefined);
  assert.deepEqual(unpriced, []);
  assert.notEqual(tables.get("scripted")?.("demo"), undefined);
});

Deno.test("E12: a name that moves, and a model under other safeguards, have the price of another line with a warning", async () => {
  const tables = new Map(
    await Promise.all(
      (await loadProviders()).map(async ([name, { prices }]) => [name, await prices?.()] as const),
    ),
  );
  for (
    const [provider, model, family] of [
      ["xai", "grok-latest", "grok-4.7"],
      ["anthropic", "claude-mythos-5-2", "claude-fable-5-2"],
      ["anthropic", "claude-mythos-5-1", "claude-fable-5-1"],
      ["bedrock", "us.anthropic.claude-mythos-5-2-v1:0", "anthropic.claude-fable-5-2"],
      ["bedrock", "global.anthropic.claude-mythos-5-2-v1:0", "global.anthropic.claude-fable-5-2"],
    ] as const
  ) {
    const find = tables.get(provider) ?? assert.fail(provider);
    const { family: assumed, ...price } = find(model) ?? assert.fail(`${provider}/${model} has no price`);
    assert.equal(assumed, family);
    assert.deepEqual(price, find(family));
  }
  assert.equal(tables.get("anthropic")?.("claude-mythos-6"), undefined);
});

Deno.test("E12: dollars are cut to whole millionths", () => {
  assert.deepEqual([0.1, 5, 0.000001, 1.9999999, 0.0000019].map(toMicroDollars), [
    100_000,
    5_000_000,
    1,
    1_999_999,
    1,
  ]);
});

Deno.test("E12: a name of a form has the rates of the model in it, times what its line says", () => {
  const lines = "\na-model 3 15 0.3 >200000 6 30 =400000\n*:batch x0.5\nus.* x1.1\nus.own 1 2\n";
  const table = withMultiples(lines);
  assert.equal(priceIn(table, "a-model:batch")?.output, 7.5);
  assert.deepEqual(asSent(priceIn(table, "us.a-model")), {
    input: 3.3,
    output: 16.5,
    cached: 0.33,
    long: { above: 200_000, input: 6.6, output: 33 },
    window: 400_000,
  });
  assert.equal(priceIn(withMultiples(`20261120${lines}`), "us.a-model-2026-12-01")?.family, "us.a-model");
  assert.equal(priceIn(table, "us.a-model-2026-05-01")?.output, 16.5);
  assert.equal(priceIn(table, "us.own")?.output, 2);
  assert.equal(priceIn(table, "us.another"), undefined);
});
