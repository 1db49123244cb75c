// What every embedder does, over the wire of each: OpenAI, a server with its protocol, Workers AI over REST and by its binding.

import assert from "node:assert/strict";
import { AgentError, type ErrorCode } from "../../../../../src/core/error.ts";
import { ModelError } from "../../../../../src/core/model/model_error.ts";
import { cosineOfUnits, type Embedder } from "../../../../../src/plugins/selection/embedders/embedder.ts";
import { createOpenAIEmbedder } from "../../../../../src/plugins/selection/embedders/openai.ts";
import { createWorkersAIEmbedder } from "../../../../../src/plugins/selection/embedders/workers_ai.ts";
import { ioOf } from "../../../../plugins/selection/embedding/_catalogue.ts";
import { OPENAI_KEY, startOpenAI } from "../../../../plugins/selection/embedding/_openai_wire.ts";
import type { Failure, SimulatedService } from "../../../../plugins/selection/embedding/_servers.ts";
import { bindingTo, CLOUDFLARE_TOKEN, cloudflareError, startWorkersAI } from "./_workers_ai_wire.ts";

interface Setup {
  readonly service: SimulatedService;
  readonly embedder: Embedder;
  readonly env: Readonly<Record<string, unknown>>;
  /** Texts that one request of the wire takes. */
  readonly batch: number;
}

interface Variant {
  readonly name: string;
  readonly start: () => Setup;
  /** The key in a message would be a leak. */
  readonly secret: string;
  readonly body: (status: number) => object;
  /** Bindings throw codes and see no headers. */
  readonly isBinding?: true;
}

const openAIError = (status: number) => ({
  error: {
    message: `Failed with ${status} for ${OPENAI_KEY}`,
    type: "server_error",
    param: null,
    code: null,
  },
});
const CODES: Readonly<Record<number, number>> = { 401: 10000, 429: 3040, 500: 1000, 400: 5006 };
const workersError = (status: number) =>
  cloudflareError(CODES[status] ?? 1000, `Failed with ${status} for ${CLOUDFLARE_TOKEN}`);

const VARIANTS: readonly Variant[] = [
  {
    name: "openai",
    secret: OPENAI_KEY,
    body: openAIError,
    start: () => {
      const service = startOpenAI();
      const env = { OPENAI_API_KEY: OPENAI_KEY, OPENAI_BASE_URL: service.baseURL };
      return { service, env, embedder: createOpenAIEmbedder(), batch: 256 };
    },
  },
  {
    name: "a server with OpenAI's protocol",
    secret: OPENAI_KEY,
    body: openAIError,
    start: () => {
      const service = startOpenAI({ compatible: true });
      const { baseURL } = service;
      const embedder = createOpenAIEmbedder({
        baseURL,
        model: "nomic-embed",
        keyVariable: "OWN_KEY",
        batch: 64,
      });
      return { service, env: { OWN_KEY: OPENAI_KEY }, embedder, batch: 64 };
    },
  },
  {
    name: "workers_ai over REST",
    secret: CLOUDFLARE_TOKEN,
    body: workersError,
    start: () => {
      const service = startWorkersAI();
      const embedder = createWorkersAIEmbedder({ baseURL: service.baseURL });
      return { service, env: { CLOUDFLARE_API_TOKEN: CLOUDFLARE_TOKEN }, embedder, batch: 100 };
    },
  },
  {
    name: "workers_ai by its binding",
    secret: CLOUDFLARE_TOKEN,
    body: workersError,
    isBinding: true,
    start: () => {
      const service = startWorkersAI();
      return { service, env: { AI: bindingTo(service) }, embedder: createWorkersAIEmbedder(), batch: 100 };
    },
  },
];

async function failureOf(setup: Setup, failure?: Failure, signal?: AbortSignal): Promise<unknown> {
  if (failure !== undefined) setup.service.failures.push(failure);
  const io = ioOf(setup.env, signal === undefined ? {} : { signal });
  return await setup.embedder.embed(["one", "two"], io).then(() => undefined, (error) => error);
}

function assertCode(error: unknown, code: ErrorCode): asserts error is AgentError {
  assert(error instanceof AgentError, `${error} is no AgentError`);
  assert.equal(error.code, code, error.message);
}

for (const { name, start, secret, body, isBinding } of VARIANTS) {
  Deno.test(`S4: ${name}: vectors have length 1, the order of the texts and one dimension; near texts are near`, async () => {
    const setup = start();
    await using _ = setup.service;
    const { embedder, env } = setup;
    const texts = ["refund a payment", "weather in a city", "refunds of payments", "refund a payment"];
    const vectors = await embedder.embed(texts, ioOf(env));
    assert.equal(vectors.length, 4);
    assert.equal(new Set(vectors.map((vector) => vector.length)).size, 1);
    if (embedder.dimensions !== undefined) assert.equal(vectors[0]?.length, embedder.dimensions);
    const [refund, weather, refunds, again] = vectors as Float32Array<ArrayBuffer>[];
    assert(refund && weather && refunds && again);
    assert(Math.abs(cosineOfUnits(refund, refund) - 1) < 1e-4);
    assert.deepEqual(refund, again);
    assert(cosineOfUnits(refund, refunds) > 0.2 + cosineOfUnits(refund, weather));
  });

  Deno.test(`S4: ${name}: many texts go in requests within the limits; long ones are cut and empty ones are no error`, async () => {
    const setup = start();
    await using _ = setup.service;
    const { embedder, env, batch, service } = setup;
    const texts = Array.from({ length: 2 * batch + 3 }, (_, at) => `text number ${at}`);
    const vectors = await embedder.embed(texts, ioOf(env));
    assert.equal(vectors.length, texts.length);
    const sent = service.arrived.map(({ body }) => (body.input ?? body.text).length);
    assert.deepEqual(sent, [batch, batch, 3]);
    const alone = await embedder.embed([texts[batch + 1] ?? ""], ioOf(env));
    assert(cosineOfUnits(alone[0] ?? new Float32Array(), vectors[batch + 1] ?? new Float32Array()) > 0.9999);
    // 60 texts of 30,000 characters, some of three and four bytes: the strict server would refuse them as they are.
    const long = Array.from({ length: 60 }, (_, at) => ["word ", "語", "🦊"][at % 3]?.repeat(10_000) ?? "");
    assert.equal((await embedder.embed([...long, "", "  \n"], ioOf(env))).length, 62);
    assert.deepEqual(await embedder.embed([], ioOf(env)), []);
  });

  const STATUSES: readonly (readonly [status: number, code: ErrorCode])[] = [
    [401, "model_auth"],
    [429, isBinding || name.startsWith("workers") ? "model_overloaded" : "model_rate_limit"],
    [500, "model_server"],
    [400, "model_invalid_request"],
  ];
  for (const [status, code] of STATUSES) {
    Deno.test(`S4: ${name}: status ${status} is ${code}, sent once, without the key in its message`, async () => {
      const setup = start();
      await using _ = setup.service;
      const headers = { "retry-after": "7" };
      const error = await failureOf(setup, { type: "status", status, headers, body: body(status) });
      assertCode(error, code);
      assert(error instanceof ModelError);
      assert.equal(error.provider, `${setup.embedder.name}/${setup.embedder.model}`);
      if (!isBinding) {
        assert.equal(error.providerStatus, status);
        assert.equal(error.retryAfterMs, 7_000);
        assert(!error.message.includes(secret) && error.message.includes("[redacted]"), error.message);
      }
      assert.match(error.message, new RegExp(`Failed with ${status}`));
      assert.equal(setup.service.arrived.length, 1);
    });
  }

  Deno.test(`S4: ${name}: broken JSON, a cut body and a server that is gone are errors with codes`, async () => {
    const setup = start();
    const codes: ErrorCode[] = [];
    for (const type of ["garbage", "cut"] as const) {
      const error = await failureOf(setup, { type });
      assert(error instanceof ModelError, String(error));
      codes.push(error.code);
    }
    // A binding throws for all three, in words of the platform.
    assert.deepEqual(
      codes,
      isBinding ? ["model_server", "model_server"] : ["model_protocol", "model_network"],
    );
    await setup.service[Symbol.asyncDispose]();
    assertCode(await failureOf(setup), isBinding ? "model_server" : "model_network");
  });

  Deno.test(`S4: ${name}: a step that ends takes the request with it`, async () => {
    const setup = start();
    await using _ = setup.service;
    const step = new AbortController();
    const cancelled = new AgentError("step_cancelled", "The step was cancelled.");
    const pending = failureOf(setup, { type: "hang" }, step.signal);
    while (setup.service.arrived.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    step.abort(cancelled);
    assert.equal(await pending, cancelled);
    assert.equal(await failureOf(setup, undefined, step.signal), cancelled);
    assert.equal(setup.service.arrived.length, 1, "an aborted signal sends nothing");
  });

  Deno.test(`S4: ${name}: without its key it is config_invalid, and nothing is sent`, async () => {
    const setup = start();
    await using _ = setup.service;
    const { embedder, service } = setup;
    if (name.startsWith("a server")) { // it may be open: its own refusal says it
      assertCode(await embedder.embed(["one"], ioOf()).catch((error) => error), "model_auth");
      assert.equal(service.arrived[0]?.headers.has("authorization"), false);
      return;
    }
    const error = await embedder.embed(["one"], ioOf()).catch((error) => error);
    assertCode(error, "config_invalid");
    assert.match(error.message, /OPENAI_API_KEY|CLOUDFLARE_API_TOKEN/);
    assert.equal(service.arrived.length, 0);
  });
}
