// The selector by vectors: what it finds, how long it takes, and what a minimum score does.

import assert from "node:assert/strict";
import { AgentError } from "../../../../../src/core/error.ts";
import type { Embedder } from "../../../../../src/plugins/selection/embedders/embedder.ts";
import { createOpenAIEmbedder } from "../../../../../src/plugins/selection/embedders/openai.ts";
import { createWorkersAIEmbedder } from "../../../../../src/plugins/selection/embedders/workers_ai.ts";
import { calibrate } from "../../../../../src/plugins/selection/selectors/calibrate.ts";
import { embedding } from "../../../../../src/plugins/selection/selectors/embedding.ts";
import {
  catalogueOf,
  ioOf,
  manyTools,
  QUERIES,
  rejection,
  startCache,
} from "../../../../plugins/selection/embedding/_catalogue.ts";
import {
  OPENAI_ENV,
  startEmbedding as start,
  startOpenAI,
} from "../../../../plugins/selection/embedding/_openai_wire.ts";
import { CLOUDFLARE_TOKEN, startWorkersAI } from "./_workers_ai_wire.ts";

const ENV = { ...OPENAI_ENV, CLOUDFLARE_API_TOKEN: CLOUDFLARE_TOKEN };

for (const wire of ["openai", "workers_ai"] as const) {
  Deno.test(`S4: over ${wire} the right tool of 30 is among 8 for at least 28 queries, and first for at least 20`, async () => {
    const service = wire === "openai" ? startOpenAI() : startWorkersAI();
    await using _ = service;
    const { baseURL } = service;
    const embedder = wire === "openai"
      ? createOpenAIEmbedder({ baseURL })
      : createWorkersAIEmbedder({ baseURL });
    const selector = embedding({ embedder });
    const catalogue = catalogueOf();
    let found = 0;
    let first = 0;
    for (const { text, tool } of QUERIES) {
      const { tools, candidates, threshold } = await selector.select({ text, most: 8 }, catalogue, ioOf(ENV));
      assert.equal(tools.length, 8);
      assert.equal(threshold, undefined);
      assert.equal(candidates.length, 20);
      assert.deepEqual(tools, candidates.slice(0, 8).map(({ name }) => name));
      if (tools.includes(tool)) found++;
      if (tools[0] === tool) first++;
    }
    assert(found >= 28 && first >= 20, `${found} found, ${first} first`);
    assert.equal(service.arrived.length, 1 + QUERIES.length, "the tools once, and each query");
  });
}

Deno.test("S4: a hanging service is given up after the time limit; what was embedded before stays", async () => {
  const { service, create, sent } = start();
  await using _ = service;
  const cache = startCache();
  const selector = embedding({ embedder: create(), timeoutMs: 2_000 });
  const catalogue = catalogueOf(manyTools(1_100)); // five requests of 256 texts, four at once
  service.failures.push(...Array(5).fill({ type: "hang" }));
  const error = await rejection(
    selector.select({ text: "number 7", most: 3 }, catalogue, ioOf(ENV, { cache })),
  );
  assert(error instanceof AgentError && error.code === "model_timeout", String(error));
  assert.equal(sent().length, 5);

  // Now the third request of tools hangs, and the others are kept.
  const patient = embedding({ embedder: create(), timeoutMs: 2_000 });
  service.failures.push(
    { type: "hang" },
  );
  await rejection(patient.select({ text: "number 7", most: 3 }, catalogue, ioOf(ENV, { cache })));
  assert(cache.texts.size >= 512, `${cache.texts.size} are kept`);
  const before = sent().length;
  const { tools } = await patient.select({ text: "number 7", most: 3 }, catalogue, ioOf(ENV, { cache }));
  assert.equal(tools[0], "tool_7");
  const again = sent().slice(before).flat().length;
  assert(again <= 1 + 1_100 - 512, `${again} texts were sent again`);
});

Deno.test("S4: a selection never lasts longer than its step", async () => {
  const { service, create } = start();
  await using _ = service;
  service.failures.push({ type: "hang" }, { type: "hang" });
  const step = new AbortController();
  const late = new AgentError("step_deadline", "The step ran out of time.");
  const pending = rejection(
    embedding({ embedder: create() }).select(
      { text: "x", most: 1 },
      catalogueOf(),
      ioOf(ENV, { signal: step.signal }),
    ),
  );
  setTimeout(() => step.abort(late), 20);
  assert.equal(await pending, late);
});

Deno.test("S4: an embedder that does not listen to the signal does not hold the step", async () => {
  const deaf: Embedder = {
    name: "deaf",
    model: "m",
    scale: "cosine",
    batch: 10,
    embed: () => new Promise(() => {}),
  };
  const selector = embedding({ embedder: deaf, timeoutMs: 30 });
  const error = await rejection(selector.select({ text: "x", most: 1 }, catalogueOf(), ioOf()));
  assert(error instanceof AgentError && error.code === "model_timeout");
});

Deno.test("S4: 0.75 is the minimum for the scale of ada-002 alone, and can be set or turned off", async () => {
  const { service, create } = start({}, "text-embedding-ada-002");
  await using _ = service;
  const query = { text: "please refund the customer's card payment", most: 8 };
  const select = (others: { minimumScore?: number | "none" }) =>
    embedding({ embedder: create(), ...others }).select(query, catalogueOf(), ioOf(ENV));
  const ada = await select({});
  assert.equal(ada.threshold, 0.75);
  assert.deepEqual(ada.tools, ["refundPayment"]);
  assert((ada.candidates[1]?.score ?? 0) > 0.65, "unrelated texts of ada-002 have high cosines too");
  assert.equal((await select({ minimumScore: "none" })).tools.length, 8);
  assert.deepEqual((await select({ minimumScore: 0.99 })).tools, []);
  const least = await embedding({ embedder: create(), minimumScore: 0.99 }).select(
    { ...query, least: 3 },
    catalogueOf(),
    ioOf(ENV),
  );
  assert.deepEqual(least.tools, ada.candidates.slice(0, 3).map(({ name }) => name), "never fewer than least");
  assert.deepEqual(embedding({ embedder: create() }).settings, {
    embedder: "openai",
    model: "text-embedding-ada-002",
    variant: service.baseURL,
    minimumScore: 0.75,
    timeoutMs: 1_500,
  });
});

Deno.test("S4: a threshold calibrated from labelled pairs keeps the share of right ones that was wanted", async () => {
  const { service, create } = start();
  await using _ = service;
  const selector = embedding({ embedder: create() });
  const catalogue = catalogueOf();
  const pairs = QUERIES.flatMap(({ text, tool }, at) => [
    { text, tool, relevant: true },
    { text, tool: QUERIES[(at + 7) % QUERIES.length]?.tool ?? "", relevant: false },
  ]);
  const scored = await selector.scorePairs(
    [...pairs, { text: "x", tool: "gone", relevant: true }],
    catalogue,
    ioOf(ENV),
  );
  assert.equal(scored.length, 60);
  const { threshold, kept, passed } = calibrate(scored, 0.9);
  assert.equal(kept, 0.9);
  assert(passed !== undefined && passed < 0.1, `${passed} of the wrong ones pass`);
  const strict = embedding({ embedder: create(), minimumScore: threshold });
  let right = 0;
  for (const { text, tool } of QUERIES) {
    if ((await strict.select({ text, most: 30 }, catalogue, ioOf(ENV))).tools.includes(tool)) right++;
  }
  assert.equal(right, 27);
  assert.throws(() => calibrate([], 0.9), { code: "config_invalid" });
  for (const share of [0, 1.1, NaN]) {
    assert.throws(() => calibrate(scored, share), { code: "config_invalid" });
  }
});

Deno.test("S4: an empty query embeds nothing and selects keep and least alone", async () => {
  const { service, create } = start();
  await using _ = service;
  const query = { text: " \n", most: 5, least: 2, keep: ["list_invoices"] };
  const { tools, candidates } = await embedding({ embedder: create() }).select(
    query,
    catalogueOf(),
    ioOf(ENV),
  );
  assert.deepEqual([tools, candidates], [["list_invoices", "get_forecast"], []]);
  assert.deepEqual(
    (await embedding({ embedder: create() }).select({ text: "x", most: 5 }, catalogueOf([]), ioOf(ENV)))
      .tools,
    [],
  );
  assert.equal(service.arrived.length, 0);
});

Deno.test("S4: prepare makes what is missing, so that no step waits for it", async () => {
  const { service, create, sent } = start();
  await using _ = service;
  const cache = startCache();
  const io = ioOf(ENV, { cache });
  assert.deepEqual(await embedding({ embedder: create() }).prepare(catalogueOf(), io), { embedded: 30 });
  assert.deepEqual(await embedding({ embedder: create() }).prepare(catalogueOf(), io), { embedded: 0 });
  assert.deepEqual(await embedding({ embedder: create() }).prepare(catalogueOf([]), io), { embedded: 0 });
  const before = sent().length;
  await embedding({ embedder: create() }).select({ text: "refund", most: 1 }, catalogueOf(), io);
  assert.deepEqual(sent().slice(before), [["refund"]]);
});

Deno.test("S4: words that a stranger wrote to be ranked have little room", async () => {
  const { service, create, sent } = start();
  await using _ = service;
  const stuffed = {
    name: "shop_tool",
    description: `Orders things. ${"refund payment customer card ".repeat(200)}`,
    parameters: { type: "object", properties: { q: { type: "string", description: "refund payment" } } },
    examples: ["refund a payment"],
    tags: ["refund"],
    foreign: true as const,
  };
  await embedding({ embedder: create() }).select({ text: "x", most: 1 }, catalogueOf([stuffed]), ioOf(ENV));
  const text = sent().flat().find((each) => each.startsWith("shop tool")) ?? "";
  assert(text.length < 540, `${text.length} characters`);
  assert.match(text, /\nArguments: q$/);
});

Deno.test("S4: a query of any length and with half a surrogate pair is embedded by its beginning", async () => {
  const { service, create, sent } = start();
  await using _ = service;
  const selector = embedding({ embedder: create(), timeoutMs: Infinity });
  const text = `refund the customer's card payment \ud83e ${"and more ".repeat(20_000)}`;
  const { tools } = await selector.select({ text, most: 8 }, catalogueOf(), ioOf(ENV));
  assert(tools.includes("refundPayment"));
  const [query] = sent().flat().filter((each) => each.startsWith("refund the"));
  assert(query?.isWellFormed() && query.length === 7_998, `${query?.length}`); // 8,000 bytes; the lone half has three
});
