// What each wire has of its own: bodies, answers in other forms, codes; and the official clients against the simulated services.

import assert from "node:assert/strict";
import OpenAI from "openai";
import { Index } from "@upstash/vector";
import { AgentError } from "../../../../../src/core/error.ts";
import { ModelError } from "../../../../../src/core/model/model_error.ts";
import { createOpenAIEmbedder } from "../../../../../src/plugins/selection/embedders/openai.ts";
import { createWorkersAIEmbedder } from "../../../../../src/plugins/selection/embedders/workers_ai.ts";
import { ioOf, rejection } from "../../../../plugins/selection/embedding/_catalogue.ts";
import { OPENAI_KEY, startOpenAI } from "../../../../plugins/selection/embedding/_openai_wire.ts";
import {
  startUpstashVector,
  UPSTASH_TOKEN,
} from "../../../../plugins/selection/embedding/_upstash_vector_wire.ts";
import { CLOUDFLARE_TOKEN, cloudflareError, startWorkersAI } from "./_workers_ai_wire.ts";

Deno.test("S4: openai: the body has the known fields alone; 512 dimensions by default, and none for ada-002", async () => {
  await using service = startOpenAI();
  const io = ioOf({ OPENAI_API_KEY: OPENAI_KEY });
  const { baseURL } = service;
  for (const model of [undefined, "text-embedding-ada-002"]) {
    const embedder = createOpenAIEmbedder({ baseURL, ...(model === undefined ? {} : { model }) });
    await embedder.embed(["hello"], io);
  }
  assert.deepEqual(service.arrived.map(({ body }) => body), [
    { model: "text-embedding-3-small", input: ["hello"], encoding_format: "base64", dimensions: 512 },
    { model: "text-embedding-ada-002", input: ["hello"], encoding_format: "base64" },
  ]);
  assert.equal(service.arrived[0]?.path, "/v1/embeddings");
  const scales = ["text-embedding-ada-002", "text-embedding-3-large"].map((model) =>
    createOpenAIEmbedder({ model }).scale
  );
  assert.deepEqual(scales, ["cosine-ada", "cosine"]);
});

Deno.test("S4: openai: base64 and numbers are the same vectors", async () => {
  await using service = startOpenAI();
  const io = ioOf({ OPENAI_API_KEY: OPENAI_KEY });
  const [base64, float] = await Promise.all(
    (["base64", "float"] as const).map((encoding) =>
      createOpenAIEmbedder({ baseURL: service.baseURL, encoding }).embed(["a text", "another"], io)
    ),
  );
  assert.deepEqual(base64, float);
});

Deno.test("S4: openai: vectors go to their texts by index, whatever their order", async () => {
  await using service = startOpenAI({ compatible: true, open: true });
  const embedder = createOpenAIEmbedder({ baseURL: service.baseURL, model: "own" });
  const both = await embedder.embed(["rain in Rome", "an invoice"], ioOf());
  const [alone] = await embedder.embed(["rain in Rome"], ioOf());
  assert.deepEqual(both[0], alone);
});

const ANSWERS: readonly (readonly [what: string, data: unknown])[] = [
  ["too few vectors", [{ index: 0, embedding: [1, 0] }]],
  ["one index twice", [{ index: 0, embedding: [1, 0] }, { index: 0, embedding: [0, 1] }]],
  ["different dimensions", [{ index: 0, embedding: [1, 0] }, { index: 1, embedding: [1, 0, 0] }]],
  ["a vector of zeros", [{ index: 0, embedding: [1, 0] }, { index: 1, embedding: [0, 0] }]],
  ["base64 that is no float32", [{ index: 0, embedding: "AAAA" }, { index: 1, embedding: "AAAA" }]],
  ["a not-a-number", [{ index: 0, embedding: [1, 0] }, { index: 1, embedding: "AADAfwAAAAA=" }]],
  ["null", null],
];
for (const [what, data] of ANSWERS) {
  Deno.test(`S4: openai: an answer with ${what} is model_protocol`, async () => {
    await using service = startOpenAI();
    service.failures.push({ type: "status", status: 200, body: { object: "list", data } });
    const embedder = createOpenAIEmbedder({ baseURL: service.baseURL });
    const error = await rejection(embedder.embed(["a", "b"], ioOf({ OPENAI_API_KEY: OPENAI_KEY })));
    assert(error instanceof ModelError, String(error));
    assert.equal(error.code, "model_protocol");
  });
}

Deno.test("S4: openai: no quota is another code than the rate; waits come in three forms", async () => {
  await using service = startOpenAI();
  const embedder = createOpenAIEmbedder({ baseURL: service.baseURL });
  const io = ioOf({ OPENAI_API_KEY: OPENAI_KEY });
  const quota = {
    error: {
      message: "You exceeded your current quota",
      type: "insufficient_quota",
      code: "insufficient_quota",
    },
  };
  const rate = { error: { message: "Rate limit reached", type: "requests", code: "rate_limit_exceeded" } };
  const date = "Mon, 05 Oct 2026 10:00:30 GMT";
  service.failures.push(
    { type: "status", status: 429, body: quota },
    { type: "status", status: 429, headers: { "retry-after-ms": "250", "retry-after": "1" }, body: rate },
    {
      type: "status",
      status: 429,
      headers: { "retry-after": date, date: "Mon, 05 Oct 2026 10:00:00 GMT" },
      body: rate,
    },
    { type: "status", status: 503, body: "down" },
  );
  const errors: [unknown, unknown][] = [];
  for (let at = 0; at < 4; at++) {
    const error = await rejection(embedder.embed(["a"], io));
    assert(error instanceof ModelError);
    errors.push([error.code, error.retryAfterMs]);
  }
  assert.deepEqual(errors, [
    ["model_quota", undefined],
    ["model_rate_limit", 250],
    ["model_rate_limit", 30_000],
    ["model_overloaded", undefined],
  ]);
});

Deno.test("S4: openai: a redirect is not followed, so that the key goes nowhere else", async () => {
  await using elsewhere = startOpenAI({ open: true });
  await using service = startOpenAI();
  const headers = { location: `${elsewhere.baseURL}/embeddings` };
  service.failures.push({ type: "status", status: 307, headers, body: {} });
  const embedder = createOpenAIEmbedder({ baseURL: service.baseURL });
  const error = await rejection(embedder.embed(["a"], ioOf({ OPENAI_API_KEY: OPENAI_KEY })));
  assert(error instanceof ModelError);
  assert.equal(error.code, "model_invalid_request");
  assert.equal(elsewhere.arrived.length, 0);
});

Deno.test("S4: openai: a batch beyond the API's is refused when the embedder is made", () => {
  assert.throws(() => createOpenAIEmbedder({ batch: 2_049 }), { code: "config_invalid" });
  assert.throws(() => createOpenAIEmbedder({ batch: 0 }), { code: "config_invalid" });
});

Deno.test("S4: the simulated OpenAI is one for the official client", async () => {
  await using service = startOpenAI();
  const client = new OpenAI({ apiKey: OPENAI_KEY, baseURL: service.baseURL, maxRetries: 0 });
  const input = ["rain in Rome", "an invoice"];
  const { data, model } = await client.embeddings.create({
    model: "text-embedding-3-small",
    input,
    dimensions: 512,
  });
  assert.equal(model, "text-embedding-3-small");
  const ours = await createOpenAIEmbedder({ baseURL: service.baseURL }).embed(
    input,
    ioOf({ OPENAI_API_KEY: OPENAI_KEY }),
  );
  data.forEach(({ embedding }, at) => {
    embedding.forEach((value, place) => assert(Math.abs(value - (ours[at]?.[place] ?? NaN)) < 1e-6));
  });
  const stranger = new OpenAI({ apiKey: "sk-wrong-0123456789", baseURL: service.baseURL, maxRetries: 0 });
  await assert.rejects(
    stranger.embeddings.create({ model: "text-embedding-3-small", input }),
    OpenAI.AuthenticationError,
  );
});

Deno.test("S4: workers_ai: models with a pooling get cls, and others no such field", async () => {
  await using service = startWorkersAI();
  const io = ioOf({ CLOUDFLARE_API_TOKEN: CLOUDFLARE_TOKEN });
  const { baseURL } = service;
  for (const model of ["@cf/baai/bge-base-en-v1.5", "@cf/baai/bge-m3"]) {
    await createWorkersAIEmbedder({ baseURL, model }).embed(["hello"], io);
  }
  assert.deepEqual(service.arrived.map(({ path, body }) => [path.slice(path.indexOf("/ai/")), body]), [
    ["/ai/run/@cf/baai/bge-base-en-v1.5", { text: ["hello"], pooling: "cls" }],
    ["/ai/run/@cf/baai/bge-m3", { text: ["hello"] }],
  ]);
  const variants = (["cls", "mean"] as const).map((pooling) => createWorkersAIEmbedder({ pooling }).variant);
  assert.deepEqual(variants, ["cls", "mean"], "vectors of one pooling are not taken for those of the other");
});

Deno.test("S4: workers_ai: a used-up day, no capacity and a failure within status 200 have their codes", async () => {
  await using service = startWorkersAI();
  const embedder = createWorkersAIEmbedder({ baseURL: service.baseURL });
  const io = ioOf({ CLOUDFLARE_API_TOKEN: CLOUDFLARE_TOKEN });
  const daily = "you have used up your daily free allocation of 10,000 neurons";
  service.failures.push(
    { type: "status", status: 429, body: cloudflareError(3036, daily) },
    {
      type: "status",
      status: 429,
      body: cloudflareError(3040, "Capacity temporarily exceeded, please try again."),
    },
    { type: "status", status: 200, body: cloudflareError(5007, "No such model") },
    {
      type: "status",
      status: 200,
      body: { result: { request_id: "1" }, success: true, errors: [], messages: [] },
    },
  );
  const codes: unknown[] = [];
  for (let at = 0; at < 4; at++) {
    const error = await rejection(embedder.embed(["a"], io));
    codes.push(error instanceof ModelError ? error.code : error);
  }
  assert.deepEqual(codes, ["model_quota", "model_overloaded", "model_invalid_request", "model_protocol"]);
});

Deno.test("S4: workers_ai: without a binding the account and the token are needed, by name", async () => {
  const embedder = createWorkersAIEmbedder();
  for (
    const [env, missing] of [[{}, "CLOUDFLARE_API_TOKEN"], [
      { CLOUDFLARE_API_TOKEN: "x" },
      "CLOUDFLARE_ACCOUNT_ID",
    ]] as const
  ) {
    const error = await rejection(embedder.embed(["a"], ioOf(env)));
    assert(error instanceof AgentError && error.code === "config_invalid");
    assert(error.message.includes(missing));
  }
});

Deno.test("S4: the simulated Upstash Vector is one for the official client", async () => {
  await using service = startUpstashVector({ shown: true });
  const index = new Index({
    url: service.origin,
    token: UPSTASH_TOKEN,
    retry: false,
    enableTelemetry: false,
  });
  const tools = index.namespace("tools");
  assert.equal(
    await tools.upsert([{ id: "a", data: "weather of a city" }, { id: "b", data: "refund a payment" }]),
    "Success",
  );
  const hits = await tools.query({ data: "weather city", topK: 2 });
  assert.deepEqual(hits.map(({ id }) => id), ["a", "b"]);
  assert((hits[0]?.score ?? 0) > 0.7 && (hits[1]?.score ?? 0) < 0.6);
  assert.deepEqual((await tools.fetch(["b", "c"])).map((entry) => entry?.id), ["b", undefined]);
  assert.deepEqual((await tools.range({ cursor: 0, limit: 1 })).nextCursor, "1");
  assert.deepEqual(await tools.delete(["a"]), { deleted: 1 });
  await assert.rejects(
    tools.upsert({ id: "x", vector: [1, 2] }),
    /Invalid vector dimension: 2, expected: 512/,
  );
  const stranger = new Index({ url: service.origin, token: "wrong", retry: false, enableTelemetry: false });
  await assert.rejects(stranger.query({ data: "x", topK: 1 }), /Unauthorized: Invalid auth token/);
});
