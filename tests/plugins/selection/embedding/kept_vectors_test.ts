// What the selector by vectors keeps: in the isolate, in the cache, and when the model behind a name is another one.

import assert from "node:assert/strict";
import { AgentError } from "../../../../src/core/error.ts";
import type { Embedder } from "../../../../src/plugins/selection/embedders/embedder.ts";
import { createOpenAIEmbedder } from "../../../../src/plugins/selection/embedders/openai.ts";
import { redisCache } from "../../../../src/plugins/selection/redis_cache.ts";
import { embedding } from "../../../../src/plugins/selection/selectors/embedding.ts";
import { catalogueOf, ioOf, manyTools, rejection, startCache, TOOLS } from "./_catalogue.ts";
import { OPENAI_ENV as ENV, type OpenAISettings, startEmbedding as start } from "./_openai_wire.ts";

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

Deno.test("S4: a cache in Redis writes all texts, in requests of at most 640,000 characters", async () => {
  const requests: Record<string, string>[] = [];
  const cache = redisCache({
    mget: () => Promise.resolve([]),
    mset: (texts) => Promise.resolve(requests.push(texts)),
  }, { prefix: "p:" });
  const sizes = [300_000, 200_000, 200_000, 700_000, 1];
  await cache.write(Object.fromEntries(sizes.map((size, index) => [`k${index}`, "x".repeat(size)])));
  assert.deepEqual(requests.map(Object.keys), [["p:k0", "p:k1"], ["p:k2"], ["p:k3"], ["p:k4"]]);
});
