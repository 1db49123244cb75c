// The selector over an index of Upstash Vector: what is written, what is found, and what it says when the index lacks tools.

import assert from "node:assert/strict";
import { AgentError } from "../../../../src/core/error.ts";
import { createOpenAIEmbedder } from "../../../../src/plugins/selection/embedders/openai.ts";
import {
  upstashVector,
  type UpstashVectorOptions,
} from "../../../../src/plugins/selection/embedders/upstash_vector.ts";
import { hybrid } from "../../../../src/plugins/selection/selectors/hybrid.ts";
import { byWords, catalogueOf, ioOf, manyTools, QUERIES, rejection, TOOLS } from "./_catalogue.ts";
import { OPENAI_KEY, startOpenAI } from "./_openai_wire.ts";
import type { Failure } from "./_servers.ts";
import { type IndexSettings, startUpstashVector, UPSTASH_TOKEN } from "./_upstash_vector_wire.ts";

function start(settings: IndexSettings = {}, options: UpstashVectorOptions = {}) {
  const service = startUpstashVector(settings);
  const io = ioOf({
    UPSTASH_VECTOR_REST_URL: `${service.origin}/`,
    UPSTASH_VECTOR_REST_TOKEN: UPSTASH_TOKEN,
  });
  return { service, io, selector: upstashVector(options) };
}

const commands = ({ arrived }: { arrived: readonly { path: string }[] }) => arrived.map(({ path }) => path);

Deno.test("S4: the index embeds and searches: the right tool of 30 is among 8 for at least 28 queries", async () => {
  const { service, io, selector } = start({ shown: true }, { namespace: "tools of us" });
  await using _ = service;
  const catalogue = catalogueOf();
  assert.deepEqual(await selector.publish(catalogue, io), { written: 30 });
  let found = 0;
  for (const { text, tool } of QUERIES) {
    const { tools, warnings } = await selector.select({ text, most: 8 }, catalogue, io);
    assert.equal(warnings, undefined);
    if (tools.includes(tool)) found++;
  }
  assert(found >= 28, `${found} found`);
  assert.deepEqual(
    commands(service).slice(0, 3),
    ["fetch", "upsert-data", "query-data"].map((name) => `/${name}/tools%20of%20us`),
  );
  assert.deepEqual(service.arrived[2]?.body, { data: QUERIES[0]?.text, topK: 50 });
  assert.deepEqual(Object.keys(service.arrived[1]?.body[0]).sort(), ["data", "id"]);
});

Deno.test("S4: scores are turned back into cosines, so that a minimum means what it means elsewhere", async () => {
  const { service, io, selector } = start({ shown: true }, { minimumScore: 0.3 });
  await using _ = service;
  await selector.publish(catalogueOf(), io);
  const query = { text: "refunds a payment to a customer's card", most: 8 };
  const cosines = await selector.select(query, catalogueOf(), io);
  assert(cosines.candidates.some(({ score }) => score < 0.1) && (cosines.candidates[0]?.score ?? 0) > 0.3);
  assert.deepEqual([cosines.tools, cosines.threshold], [["refundPayment"], 0.3]);
  const raw = await upstashVector({ similarity: "DOT_PRODUCT" }).select(query, catalogueOf(), io);
  assert(raw.candidates.every(({ score }) => score > 0.3));
});

Deno.test("S4: a change of the catalogue writes the changed tools alone; versions stand beside each other until they are pruned", async () => {
  const { service, io, selector } = start({ shown: true });
  await using _ = service;
  const old = catalogueOf();
  const next = catalogueOf(
    TOOLS.map((tool) =>
      tool.name === "get_sunrise" ? { ...tool, description: "Finds a parking garage." } : tool
    ),
    "2",
  );
  await selector.publish(old, io);
  assert.deepEqual(await selector.publish(next, io), { written: 1 });
  assert.deepEqual(await selector.publish(next, io), { written: 0 });
  assert.equal(service.ids().length, 31);
  const query = { text: "parking garage", most: 1 };
  assert.deepEqual((await selector.select(query, next, io)).tools, ["get_sunrise"]);
  assert.notDeepEqual(
    (await selector.select(query, old, io)).tools,
    ["get_sunrise"],
    "a running thread keeps its version",
  );
  assert.deepEqual(await selector.prune([old, next], io), { removed: 0 });
  assert.deepEqual(await selector.prune([next], io), { removed: 1 });
  assert.equal(service.ids().length, 30);
  assert.equal((await selector.select(query, next, io)).warnings, undefined);
});

Deno.test("S4: an index without the catalogue is config_invalid, and hybrid is words alone; a part of it is a warning", async () => {
  const { service, io, selector } = start();
  await using _ = service;
  const catalogue = catalogueOf();
  const error = await rejection(selector.select({ text: "refund payment", most: 2 }, catalogue, io));
  assert(error instanceof AgentError && error.code === "config_invalid", String(error));
  await selector.publish(catalogueOf(TOOLS.slice(0, 10)), io);
  const both = hybrid({ lexical: byWords(), embedding: selector });
  const pending = await both.select({ text: "refund payment", most: 2 }, catalogue, io); // written, and not shown yet
  assert.deepEqual(pending.warnings?.map(({ code }) => code), ["selection_degraded"]);
  assert.equal(pending.tools[0], "refundPayment");
  service.settle();
  const { tools, warnings } = await selector.select({ text: "refund payment", most: 2 }, catalogue, io);
  assert.equal(tools[0], "refundPayment");
  assert.deepEqual(warnings?.map(({ code }) => code), ["selection_index_incomplete"]);
  assert.match(warnings?.[0]?.message ?? "", /has 10 of the 30 tools/);
});

Deno.test("S4: an index that other versions crowd is searched deeper, and says so", async () => {
  const { service, io, selector } = start({ shown: true });
  await using _ = service;
  const versions = Array.from({ length: 70 }, (_, at) => {
    const description = `Finds a parking garage, version ${at}.`;
    return catalogueOf([{ name: "find", description, parameters: {} }, ...manyTools(30)], `${at}`);
  });
  for (const version of versions) await selector.publish(version, io);
  const [first = catalogueOf()] = versions;
  const before = service.arrived.length;
  const { tools, warnings } = await selector.select({ text: "parking garage", most: 5 }, first, io);
  assert.deepEqual([tools[0], tools.length], ["find", 5]);
  assert.deepEqual(service.arrived.slice(before).map(({ body }) => body.topK), [50, 1000]);
  assert.match(warnings?.[0]?.message ?? "", /^The index has 69 entries of other catalogues .* prune/);
});

Deno.test("S4: with an embedder the index takes vectors; one of another dimension is refused", async () => {
  await using openai = startOpenAI();
  const embedderOf = (dimensions: number) => createOpenAIEmbedder({ baseURL: openai.baseURL, dimensions });
  const { service, io, selector } = start({ embeds: false, dimension: 256, shown: true }, {
    embedder: embedderOf(256),
  });
  await using _ = service;
  const withKey = { ...io, env: { ...io.env, OPENAI_API_KEY: OPENAI_KEY } };
  const catalogue = catalogueOf([...TOOLS, ...manyTools(100)]);
  assert.deepEqual(await selector.publish(catalogue, withKey), { written: 130 });
  const { tools } = await selector.select({ text: "refund the payment", most: 1 }, catalogue, withKey);
  assert.deepEqual(tools, ["refundPayment"]);
  assert.deepEqual(commands(service), ["/fetch", "/upsert", "/upsert", "/query"]);
  const other = upstashVector({ embedder: embedderOf(128) });
  const attempts = [
    () => other.publish(catalogue, withKey),
    () => other.select({ text: "x", most: 1 }, catalogue, withKey),
  ];
  for (const attempt of attempts) {
    const error = await rejection(attempt());
    assert(error instanceof AgentError && error.code === "model_invalid_request");
    assert.match(error.message, /Invalid vector dimension: 128, expected: 256/);
  }
  const texts = await rejection(upstashVector().publish(catalogue, withKey));
  assert(
    texts instanceof AgentError && texts.code === "model_invalid_request",
    "the index has no model of its own",
  );
});

const FAILURES: readonly (readonly [failure: Failure, code: string])[] = [
  [{
    type: "status",
    status: 429,
    headers: { "retry-after": "2" },
    body: { error: "Exceeded daily query limit", status: 429 },
  }, "model_rate_limit"],
  [{ type: "status", status: 500, body: { error: "down", status: 500 } }, "model_server"],
  [{ type: "status", status: 200, body: { error: "Something failed", status: 400 } }, "model_server"],
  [{ type: "status", status: 200, body: { result: [{ id: "x" }] } }, "model_protocol"],
  [{ type: "status", status: 200, body: { result: "Success" } }, "model_protocol"],
  [{ type: "garbage" }, "model_protocol"],
  [{ type: "cut" }, "model_network"],
  [{ type: "hang" }, "model_timeout"],
];
Deno.test("S4: failures of the index have codes", async () => {
  const { service, io, selector } = start({ shown: true });
  await using _ = service;
  const catalogue = catalogueOf();
  await selector.publish(catalogue, io);
  const hasty = upstashVector({ timeoutMs: 100 });
  for (const [failure, code] of FAILURES) {
    service.failures.push(failure);
    const asked = failure.type === "hang" ? hasty : selector;
    const error = await rejection(asked.select({ text: "refund payment", most: 1 }, catalogue, io));
    assert(error instanceof AgentError && error.code === code, `${code}: ${error}`);
  }
  const wrong = { ...io, env: { ...io.env, UPSTASH_VECTOR_REST_TOKEN: "wrong-token" } };
  const refused = await rejection(selector.select({ text: "x", most: 1 }, catalogue, wrong));
  assert(refused instanceof AgentError && refused.code === "model_auth");
  assert.match(refused.message, /Unauthorized: Invalid auth token/);
  for (
    const [env, name] of [[{}, "UPSTASH_VECTOR_REST_URL"], [
      { UPSTASH_VECTOR_REST_URL: "http://x" },
      "UPSTASH_VECTOR_REST_TOKEN",
    ]] as const
  ) {
    const error = await rejection(selector.select({ text: "x", most: 1 }, catalogue, ioOf(env)));
    assert(error instanceof AgentError && error.code === "config_invalid" && error.message.includes(name));
  }
});

Deno.test("S4: an empty query asks nothing", async () => {
  const { service, io, selector } = start();
  await using _ = service;
  const { tools } = await selector.select({ text: "", most: 3, keep: ["get_sunrise"] }, catalogueOf(), io);
  assert.deepEqual([tools, service.arrived.length], [["get_sunrise"], 0]);
});
