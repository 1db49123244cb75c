// The selector by vectors: what it finds, what it keeps, and what it does when the service fails or its model changes.

import assert from "node:assert/strict";
import { AgentError } from "../../../src/core/error.ts";
import type { Embedder } from "../../../src/selection/embedders/embedder.ts";
import { createOpenAIEmbedder } from "../../../src/selection/embedders/openai.ts";
import { createWorkersAIEmbedder } from "../../../src/selection/embedders/workers_ai.ts";
import { calibrate } from "../../../src/selection/selectors/calibrate.ts";
import { embedding } from "../../../src/selection/selectors/embedding.ts";
import { catalogueOf, ioOf, manyTools, QUERIES, startCache, TOOLS } from "./_catalogue.ts";
import { OPENAI_KEY, type OpenAISettings, startOpenAI } from "./_openai_wire.ts";
import { CLOUDFLARE_TOKEN, startWorkersAI } from "./_workers_ai_wire.ts";

const ENV = { OPENAI_API_KEY: OPENAI_KEY, CLOUDFLARE_API_TOKEN: CLOUDFLARE_TOKEN };

function start(settings?: OpenAISettings, model?: string) {
  const service = startOpenAI(settings);
  const create = () =>
    createOpenAIEmbedder({ baseURL: service.baseURL, ...(model === undefined ? {} : { model }) });
  return { service, create, sent: () => service.arrived.map(({ body }) => body.input as string[]) };
}

const rejection = (promise: unknown) => Promise.resolve(promise).then(() => undefined, (error) => error);

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

Deno.test("S4: a second isolate reads the vectors from the cache, under short keys and as base64 of float32", async () => {
  const { service, create, sent } = start();
  await using _ = service;
  const cache = startCache();
  const query = { text: "refund a payment", most: 3 };
  const first = await embedding({ embedder: create() }).select(query, catalogueOf(), ioOf(ENV, { cache }));
  assert.equal(cache.texts.size, TOOLS.length);
  for (const [key, text] of cache.texts) {
    assert.match(key, /^[\w-]{22}$/);
    assert.equal(text.length, 4 * Math.ceil(512 * 4 / 3)); // 2,048 bytes with their padding
  }
  const second = await embedding({ embedder: create() }).select(query, catalogueOf(), ioOf(ENV, { cache }));
  assert.deepEqual(second, first);
  assert.deepEqual(sent().map((input) => input.length).sort((a, b) => a - b), [1, 1, 30]);
});

Deno.test("S4: the words of a query are embedded once in an isolate, and never go to the cache", async () => {
  const { service, create, sent } = start();
  await using _ = service;
  const cache = startCache();
  const selector = embedding({ embedder: create() });
  const catalogue = catalogueOf();
  for (let at = 0; at < 3; at++) {
    await selector.select({ text: " refund a payment ", most: 3 }, catalogue, ioOf(ENV, { cache }));
  }
  assert.equal(sent().flat().filter((text) => text === "refund a payment").length, 1);
  assert.equal(Object.keys(Object.assign({}, ...cache.writes)).length, TOOLS.length);
  assert.equal(cache.reads.length, 1, "the cache is read once for a catalogue");
});

Deno.test("S4: after a change of the catalogue the changed texts alone are embedded, also without a cache", async () => {
  const { service, create, sent } = start();
  await using _ = service;
  const selector = embedding({ embedder: create() });
  const query = { text: "look for a parking garage", most: 1 };
  const [before] = (await selector.select(query, catalogueOf(), ioOf(ENV))).tools;
  const changed = TOOLS.map((tool) =>
    tool.name === "get_sunrise" ? { ...tool, description: "Finds a parking garage." } : tool
  );
  const [after] = (await selector.select(query, catalogueOf(changed, "2"), ioOf(ENV))).tools;
  assert.notEqual(before, "get_sunrise");
  assert.equal(after, "get_sunrise");
  const embedded = sent().slice(2);
  assert.deepEqual(embedded.map((input) => input.length), [1]);
  assert.match(embedded[0]?.[0] ?? "", /^get sunrise\nFinds a parking garage\./);
});

Deno.test("S4: another model, dimension or pooling has other keys: vectors of one are never those of another", async () => {
  const { service } = start();
  await using _ = service;
  const cache = startCache();
  const { baseURL } = service;
  const models = [{}, { dimensions: 256 }, { model: "text-embedding-3-large" }, { name: "second" }];
  for (const options of models) {
    const selector = embedding({ embedder: createOpenAIEmbedder({ baseURL, ...options }) });
    await selector.select({ text: "refund", most: 1 }, catalogueOf(), ioOf(ENV, { cache }));
  }
  assert.equal(cache.texts.size, models.length * TOOLS.length);
});

Deno.test("S4: another dimension behind the same name: the vectors are made again once, with a warning", async () => {
  const settings: OpenAISettings = { dimensions: 128 };
  const { service, create, sent } = start(settings, "text-embedding-ada-002");
  await using _ = service;
  const cache = startCache();
  const io = ioOf(ENV, { cache });
  const [warm, catalogue] = [embedding({ embedder: create(), minimumScore: "none" }), catalogueOf()];
  await warm.select({ text: "refund a payment", most: 1 }, catalogue, io);

  settings.dimensions = 96;
  // The query's vector is kept with the old dimension: nothing was asked, so nothing is noticed.
  const still = await warm.select({ text: "refund a payment", most: 1 }, catalogue, io);
  assert.deepEqual([still.tools, still.warnings], [["refundPayment"], undefined]);
  const count = sent().length;
  const changed = await warm.select({ text: "refund that card payment", most: 1 }, catalogue, io);
  assert.deepEqual(changed.tools, ["refundPayment"]);
  assert.deepEqual(changed.warnings?.map(({ code }) => code), ["embedding_dimension_changed"]);
  assert.match(changed.warnings?.[0]?.message ?? "", /have 96 dimensions and had 128: those of 30 tools/);
  assert.deepEqual(sent().slice(count).map((input) => input.length), [1, 30]);
  const old = await warm.select({ text: "refund a payment", most: 1 }, catalogue, io);
  assert.deepEqual(
    [old.tools, old.warnings],
    [["refundPayment"], undefined],
    "the kept query is made again too",
  );

  // A cold isolate finds the new vectors in the cache.
  const cold = embedding({ embedder: create(), minimumScore: "none" });
  const after = sent().length;
  const { tools, warnings } = await cold.select({ text: "refund the payment", most: 1 }, catalogueOf(), io);
  assert.deepEqual([tools, warnings], [["refundPayment"], undefined]);
  assert.equal(sent().length, after + 1);
});

Deno.test("S4: a cold isolate that finds a cache of another dimension drops it; one of two dimensions is completed", async () => {
  const settings: OpenAISettings = { dimensions: 128 };
  const { service, create, sent } = start(settings, "text-embedding-ada-002");
  await using _ = service;
  const cache = startCache();
  const io = ioOf(ENV, { cache });
  const select = () =>
    embedding({ embedder: create() }).select({ text: "refund a payment", most: 1 }, catalogueOf(), io);
  await select();
  const old = new Map(cache.texts);
  settings.dimensions = 64;
  const first = await select();
  assert.deepEqual([first.tools, first.warnings?.length], [["refundPayment"], 1]);
  for (const [key, text] of [...old].slice(0, 7)) cache.texts.set(key, text);
  const count = sent().length;
  const second = await select();
  assert.deepEqual([second.tools, second.warnings?.length], [["refundPayment"], 1]);
  assert.match(second.warnings?.[0]?.message ?? "", /those of 7 tools/);
  assert.deepEqual(sent().slice(count).map((input) => input.length), [1, 7]);
  assert.equal((await select()).warnings, undefined);
});

Deno.test("S4: vectors whose dimension changes with every answer are model_protocol, not a loop", async () => {
  let dimension = 4;
  const flapping: Embedder = {
    name: "flapping",
    model: "m",
    scale: "cosine",
    batch: 100,
    embed: (texts) => {
      dimension++;
      return Promise.resolve(texts.map(() => new Float32Array(dimension).fill(1 / Math.sqrt(dimension))));
    },
  };
  const error = await rejection(
    embedding({ embedder: flapping }).select({ text: "x", most: 1 }, catalogueOf(), ioOf()),
  );
  assert(error instanceof AgentError && error.code === "model_protocol", String(error));
  assert(dimension <= 8, `${dimension - 4} requests`);
});

Deno.test("S4: a cache that fails or has broken texts is one that has nothing, with a warning where it failed", async () => {
  const { service, create, sent } = start();
  await using _ = service;
  const query = { text: "refund a payment", most: 1 };
  const broken = startCache();
  const failing = {
    ...broken,
    read: () => Promise.reject(new Error("down")),
    write: () => Promise.reject(new Error("down")),
  };
  const { tools, warnings } = await embedding({ embedder: create() }).select(
    query,
    catalogueOf(),
    ioOf(ENV, { cache: failing }),
  );
  assert.deepEqual(tools, ["refundPayment"]);
  assert.deepEqual(warnings?.map(({ code }) => code), ["selection_cache_failed"]);
  await embedding({ embedder: create() }).select(query, catalogueOf(), ioOf(ENV, { cache: broken }));
  const notFinite = btoa("\0\0\xc0\x7f".repeat(512));
  const tooLong = btoa("\0\0\x80\x3f".repeat(512));
  const kinds = ["", "no base64!", "AAA=", notFinite, tooLong];
  [...broken.texts.keys()].forEach((key, at) => broken.texts.set(key, kinds[at % kinds.length] ?? ""));
  const count = sent().length;
  const healed = await embedding({ embedder: create() }).select(
    query,
    catalogueOf(),
    ioOf(ENV, { cache: broken }),
  );
  assert.deepEqual([healed.tools, healed.warnings], [["refundPayment"], undefined]);
  assert.deepEqual(sent().slice(count).map((input) => input.length).sort((a, b) => a - b), [1, 30]);
  assert([...broken.texts.values()].every((text) => !kinds.includes(text)));
});

Deno.test("S4: reads and writes of the cache are of less than a megabyte", async () => {
  const { service } = start();
  await using _ = service;
  const embedder = createOpenAIEmbedder({
    baseURL: service.baseURL,
    model: "text-embedding-3-large",
    dimensions: 3072,
  });
  const cache = startCache();
  await embedding({ embedder }).prepare(catalogueOf(manyTools(120)), ioOf(ENV, { cache }));
  const sizes = cache.writes.map((texts) => JSON.stringify(texts).length);
  assert(cache.texts.size === 120 && Math.max(...sizes) < 900_000, String(sizes));
  assert(Math.max(...cache.reads.map((keys) => keys.length)) * 16_400 < 900_000);
});

Deno.test("S4: a hanging service is given up after the time limit; what was embedded before stays", async () => {
  const { service, create, sent } = start();
  await using _ = service;
  const cache = startCache();
  const selector = embedding({ embedder: create(), timeoutMs: 150 });
  const catalogue = catalogueOf(manyTools(1_100)); // five requests of 256 texts, four at once
  service.failures.push(...Array(5).fill({ type: "hang" }));
  const started = performance.now();
  const error = await rejection(
    selector.select({ text: "number 7", most: 3 }, catalogue, ioOf(ENV, { cache })),
  );
  assert(error instanceof AgentError && error.code === "model_timeout", String(error));
  assert(performance.now() - started < 1_000);
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
  const started = performance.now();
  assert.equal(await pending, late);
  assert(performance.now() - started < 1_000);
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
