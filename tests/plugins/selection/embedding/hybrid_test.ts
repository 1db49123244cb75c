// Words and vectors together: rank fusion, and words alone when the service of vectors fails in each of its ways.

import assert from "node:assert/strict";
import { AgentError } from "../../../../src/core/error.ts";
import { createOpenAIEmbedder } from "../../../../src/plugins/selection/embedders/openai.ts";
import type { Selection, ToolSelector } from "../../../../src/plugins/selection/selector.ts";
import { embedding } from "../../../../src/plugins/selection/selectors/embedding.ts";
import { hybrid } from "../../../../src/plugins/selection/selectors/hybrid.ts";
import { byWords, catalogueOf, ioOf, QUERIES } from "./_catalogue.ts";
import { OPENAI_KEY, startOpenAI } from "./_openai_wire.ts";
import type { Failure } from "./_servers.ts";

const ENV = { OPENAI_API_KEY: OPENAI_KEY };

function start() {
  const service = startOpenAI();
  const create = (timeoutMs = 1_500) =>
    embedding({ embedder: createOpenAIEmbedder({ baseURL: service.baseURL }), timeoutMs });
  return { service, create };
}

/** A selector with a fixed order. */
function fixed(name: string, tools: readonly string[], others: Partial<Selection> = {}): ToolSelector {
  return {
    name,
    settings: { fixed: tools.length },
    select: ({ most, isAvailable = () => true }) => ({
      tools: tools.filter(isAvailable).slice(0, most),
      candidates: [],
      ...others,
    }),
  };
}

function failing(name: string, error: unknown): ToolSelector {
  return {
    name,
    settings: {},
    select: () => {
      throw error;
    },
  };
}

const letters = (text: string) => [...text].map((name) => ({ name, description: "", parameters: {} }));

Deno.test("S4: hybrid is the sum of 1 / (60 + rank), ties in the order of the catalogue", async () => {
  const selector = hybrid({ lexical: fixed("words", [..."abcd"]), embedding: fixed("vectors", [..."cdea"]) });
  const catalogue = catalogueOf(letters("zedcba"));
  const { tools, candidates, threshold, warnings } = await selector.select(
    { text: "x", most: 3 },
    catalogue,
    ioOf(),
  );
  const scores = { c: 1 / 63 + 1 / 61, a: 1 / 61 + 1 / 64, d: 1 / 64 + 1 / 62, b: 1 / 62, e: 1 / 63 };
  const order = Object.entries(scores).sort((one, other) => other[1] - one[1]);
  assert.deepEqual(
    candidates.map(({ name, score }) => [name, score.toFixed(12)]),
    order.map(([name, score]) => [name, score.toFixed(12)]),
  );
  assert.deepEqual(tools, order.slice(0, 3).map(([name]) => name));
  assert.deepEqual([threshold, warnings], [undefined, undefined]);
  const equal = hybrid({ lexical: fixed("words", ["a", "b"]), embedding: fixed("vectors", ["b", "a"]) });
  assert.deepEqual((await equal.select({ text: "x", most: 2 }, catalogue, ioOf())).tools, ["b", "a"]);
  assert.deepEqual((await equal.select({ text: "x", most: 6, least: 4 }, catalogue, ioOf())).tools, [
    "b",
    "a",
    "z",
    "e",
  ]);
  const { settings } = hybrid({ lexical: fixed("words", []), embedding: fixed("vectors", []) });
  assert.deepEqual(settings, {
    lexical: { name: "words", fixed: 0 },
    embedding: { name: "vectors", fixed: 0 },
    k: 60,
    timeoutMs: 1_500,
    restMs: 10_000,
  });
});

Deno.test("S4: hybrid finds what either side finds", async () => {
  const { service, create } = start();
  await using _ = service;
  const selector = hybrid({ lexical: byWords(), embedding: create() });
  const catalogue = catalogueOf();
  let found = 0;
  for (const { text, tool } of QUERIES) {
    const { tools, warnings } = await selector.select({ text, most: 5 }, catalogue, ioOf(ENV));
    assert.equal(warnings, undefined);
    if (tools.includes(tool)) found++;
  }
  assert(found >= 28, `${found} of 30`);
});

Deno.test("S4: both sides run side by side", async () => {
  const order: string[] = [];
  const slow = (name: string): ToolSelector => ({
    name,
    settings: {},
    async select() {
      order.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push(`${name} ends`);
      return { tools: [], candidates: [] };
    },
  });
  await hybrid({ lexical: slow("words"), embedding: slow("vectors") }).select(
    { text: "x", most: 1 },
    catalogueOf(),
    ioOf(),
  );
  assert.deepEqual(order.slice(0, 2).sort(), ["vectors begins", "words begins"]);
});

const FAILURES: readonly (readonly [what: string, failure: Failure, why: RegExp])[] = [
  ["status 401", { type: "status", status: 401, body: {} }, /model_auth/],
  [
    "status 429",
    { type: "status", status: 429, headers: { "retry-after": "3" }, body: {} },
    /model_rate_limit/,
  ],
  ["status 500", { type: "status", status: 500, body: {} }, /model_server/],
  ["broken JSON", { type: "garbage" }, /model_protocol/],
  ["a cut body", { type: "cut" }, /model_network/],
  ["no answer in time", { type: "hang" }, /model_timeout/],
];
for (const [what, failure, why] of FAILURES) {
  Deno.test(`S4: with ${what} hybrid is words alone, with the warning selection_degraded`, async () => {
    const { service, create } = start();
    await using _ = service;
    service.failures.push(failure, failure);
    const [words, catalogue] = [byWords(), catalogueOf()];
    const selector = hybrid({ lexical: words, embedding: create(failure.type === "hang" ? 60 : 5_000) });
    const query = { text: "refund the payment", most: 4, least: 3, keep: ["get_sunrise"] };
    const { warnings, ...selection } = await selector.select(query, catalogue, ioOf(ENV));
    assert.deepEqual(selection, await words.select(query, catalogue, ioOf()));
    assert.deepEqual(warnings?.map(({ code }) => code), ["selection_degraded"]);
    assert.match(warnings?.[0]?.message ?? "", why);
    assert(!JSON.stringify(warnings).includes(OPENAI_KEY));
  });
}

Deno.test("S4: without a key hybrid is words alone, and asks again as soon as there is one", async () => {
  const { service } = start();
  await using _ = service;
  const embedder = createOpenAIEmbedder();
  const selector = hybrid({ lexical: byWords(), embedding: embedding({ embedder }) });
  const query = { text: "refund the payment", most: 4 };
  const without = await selector.select(query, catalogueOf(), ioOf());
  assert.match(without.warnings?.[0]?.message ?? "", /config_invalid: Set OPENAI_API_KEY/);
  const env = { ...ENV, OPENAI_BASE_URL: service.baseURL };
  assert.equal((await selector.select(query, catalogueOf(), ioOf(env))).warnings, undefined);
});

Deno.test("S4: a service that failed is not asked for a while: as long as it states, a minute at most", async () => {
  const { service, create } = start();
  await using _ = service;
  let now = 1_000;
  const selector = hybrid({ lexical: byWords(), embedding: create(), clock: () => now });
  const catalogue = catalogueOf();
  const select = async () =>
    (await selector.select({ text: "refund", most: 1 }, catalogue, ioOf(ENV))).warnings?.[0]?.message;
  const refuse = (headers: Record<string, string>): Failure => ({
    type: "status",
    status: 429,
    headers,
    body: {},
  });
  service.failures.push(refuse({ "retry-after": "3" }), refuse({ "retry-after": "3" }));
  assert.match(await select() ?? "", /model_rate_limit/);
  const asked = service.arrived.length;
  now += 2_999;
  assert.match(await select() ?? "", /model_overloaded: It failed before and is tried again in 1 ms/);
  assert.equal(service.arrived.length, asked);
  now += 1;
  assert.equal(await select(), undefined);
  service.failures.push(refuse({ "retry-after": "86400" }));
  const again = async () =>
    (await selector.select({ text: `other ${now}`, most: 1 }, catalogue, ioOf(ENV))).warnings?.length;
  assert.equal(await again(), 1);
  now += 59_999;
  assert.equal(await again(), 1);
  now += 1;
  assert.equal(await again(), undefined);
});

Deno.test("S4: hybrid with words that fail is vectors alone; with both it rejects; a step that ends is no degradation", async () => {
  const catalogue = catalogueOf(letters("abc"));
  const vectors = fixed("vectors", ["c", "a"], { threshold: 0.3 });
  const broken = failing("words", new TypeError("secret text"));
  const { tools, warnings } = await hybrid({ lexical: broken, embedding: vectors })
    .select({ text: "x", most: 3, least: 3, keep: ["b"] }, catalogue, ioOf());
  assert.deepEqual(tools, ["b", "c", "a"]);
  assert.equal(warnings?.[0]?.code, "selection_degraded");
  assert(!warnings?.[0]?.message.includes("secret text"));
  const both = hybrid({ lexical: broken, embedding: failing("vectors", new Error("down")) });
  await assert.rejects(async () => await both.select({ text: "x", most: 3 }, catalogue, ioOf()), TypeError);

  const cancelled = new AgentError("step_cancelled", "The step was cancelled.");
  const step = new AbortController();
  const hanging: ToolSelector = { name: "hanging", settings: {}, select: () => new Promise(() => {}) };
  const pending = hybrid({ lexical: vectors, embedding: hanging }).select(
    { text: "x", most: 3 },
    catalogue,
    ioOf({}, { signal: step.signal }),
  );
  step.abort(cancelled);
  assert.equal(await Promise.resolve(pending).catch((error) => error), cancelled);
});

Deno.test("S4: hybrid passes on the categories and the warnings of its sides", async () => {
  const warning = { code: "embedding_dimension_changed", message: "m" };
  const selector = hybrid({
    lexical: fixed("words", ["a"], { categories: ["billing"] }),
    embedding: fixed("vectors", ["b"], { warnings: [warning] }),
  });
  const { categories, warnings } = await selector.select(
    { text: "x", most: 3 },
    catalogueOf(letters("ab")),
    ioOf(),
  );
  assert.deepEqual([categories, warnings], [["billing"], [warning]]);
});
