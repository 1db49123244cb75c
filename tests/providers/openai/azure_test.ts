// P1: Azure: where a request goes, who it says it is from, and what content filters add.
import assert from "node:assert/strict";
import { azure, type AzureConfig, createAzureProvider } from "../../../src/providers/openai/azure.ts";
import { definitionOf, providerOf, send } from "../../wire/ask.ts";
import { azureChat, azureDated, azureKey } from "../../wire/azure/case.ts";
import {
  aRequest,
  ask,
  callsOf,
  drain,
  drainFailing,
  enforced,
  fetchText,
  lacksIn,
  textOf,
  weatherTool,
} from "../_support.ts";
import { asSent } from "../../support/as_sent.ts";

const endpoint = "https://res.openai.azure.com";
const OK = 'data: {"choices":[{"index":0,"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n';

interface Seen {
  readonly url: string;
  readonly headers: Headers;
}

async function seenBy(config: Partial<AzureConfig>, parts = {}): Promise<Seen> {
  let seen: Seen | undefined;
  const fetch: typeof globalThis.fetch = (input, init) => {
    seen = { url: String(input), headers: new Headers(init?.headers) };
    const isChat = seen.url.includes("/chat/completions");
    return fetchText(
      isChat
        ? OK
        : 'data: {"type":"response.completed","response":{"status":"completed","output_text":"ok"}}\n\n',
    )("");
  };
  const provider = createAzureProvider({ endpoint, apiKey: azureKey, ...config });
  await drain(ask(provider, aRequest({ tools: [weatherTool], ...parts }), { fetch }));
  return seen ?? assert.fail("Nothing was sent.");
}

const addresses: readonly [name: string, Partial<AzureConfig>, parts: object, url: string][] = [
  ["the v1 API takes no version", {}, {}, `${endpoint}/openai/v1/chat/completions`],
  ["Responses", {}, { model: "gpt-5.6-sol" }, `${endpoint}/openai/v1/responses`],
  [
    "an endpoint with its path",
    { endpoint: `${endpoint}/openai/v1/` },
    {},
    `${endpoint}/openai/v1/chat/completions`,
  ],
  [
    "a dated version",
    { apiVersion: "2024-10-21" },
    { model: "my gpt/4" },
    `${endpoint}/openai/deployments/my%20gpt%2F4/chat/completions?api-version=2024-10-21`,
  ],
  [
    "a dated version of Responses",
    { apiVersion: "2025-04-01-preview" },
    { settings: { api: "responses" } },
    `${endpoint}/openai/responses?api-version=2025-04-01-preview`,
  ],
];
for (const [name, config, parts, url] of addresses) {
  Deno.test(`P1: azure: ${name}`, async () => assert.equal((await seenBy(config, parts)).url, url));
}

Deno.test("P1: azure: a key goes as api-key, a token of Entra ID as a bearer token, never both", async () => {
  const keyed = (await seenBy({})).headers;
  assert.deepEqual([keyed.get("api-key"), keyed.get("authorization")], [azureKey, null]);
  const provider = azure.create({
    env: { AZURE_OPENAI_ENDPOINT: endpoint, AZURE_OPENAI_AD_TOKEN: "token-0123456789" },
    clock: Date.now,
    sleep: () => Promise.resolve(),
    bindings: {},
  });
  const { error } = await drainFailing(ask(provider, aRequest(), {
    fetch: (_, init) => {
      const headers = new Headers(init?.headers);
      return fetchText(`{"error":{"message":"${headers.get("authorization")} ${headers.get("api-key")}"}}`, {
        status: 401,
      })("");
    },
  }));
  assert.match(error.message, /Bearer \[redacted\] null/);
  assert.equal(error.code, "model_auth");
});

Deno.test("P1: azure: a configuration that lacks what it needs names the variable", () => {
  const create = (env: Record<string, string>) => () =>
    azure.create({ env, clock: Date.now, sleep: () => Promise.resolve(), bindings: {} });
  assert.throws(create({ AZURE_OPENAI_API_KEY: "k" }), {
    code: "config_invalid",
    message: /AZURE_OPENAI_ENDPOINT/,
  });
  assert.throws(create({ AZURE_OPENAI_ENDPOINT: endpoint }), {
    code: "config_invalid",
    message: /AZURE_OPENAI_API_KEY or AZURE_OPENAI_AD_TOKEN/,
  });
  assert.throws(create({ AZURE_OPENAI_ENDPOINT: "res", AZURE_OPENAI_API_KEY: "k" }), {
    code: "config_invalid",
  });
  assert.throws(() => createAzureProvider({ endpoint }), { code: "config_invalid" });
});

Deno.test("P1: azure: AZURE_OPENAI_API_VERSION=v1 is the API without a version", async () => {
  await using server = await azureChat.start();
  const env = { ...azureChat.env(server), AZURE_OPENAI_API_VERSION: "v1" };
  const provider = definitionOf(azureChat).create({
    env,
    clock: Date.now,
    sleep: () => Promise.resolve(),
    bindings: {},
  });
  await drain(send(azureChat, server, provider, aRequest()));
  assert.deepEqual(server.requests.map(({ path }) => path), ["/openai/v1/chat/completions"]);
});

Deno.test("P1: azure: the chunk of prompt filters and those of content filters say nothing", async () => {
  const chunks = [
    { choices: [], id: "", model: "", object: "", created: 0, prompt_filter_results: [{ prompt_index: 0 }] },
    {
      choices: [{
        index: 0,
        delta: { content: "Hi." },
        content_filter_results: { hate: { filtered: false } },
      }],
      model: "gpt-4o",
    },
    // Asynchronous filters report behind the text they are about.
    {
      choices: [{
        index: 0,
        content_filter_results: { hate: { filtered: false } },
        content_filter_offsets: {},
      }],
    },
    { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
    { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } },
  ];
  const text = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("") + "data: [DONE]\n\n";
  const { result } = await drain(
    ask(createAzureProvider({ endpoint, apiKey: azureKey }), aRequest(), { fetch: fetchText(text) }),
  );
  assert.deepEqual([textOf(result), result.model, result.finish], ["Hi.", "gpt-4o", "stop"]);
  assert.deepEqual(asSent(result.usage), { inputTokens: 3, outputTokens: 2 });
});

Deno.test("P9: azure: a filtered prompt is model_content_filter, a filtered answer has that finish", async () => {
  const provider = createAzureProvider({ endpoint, apiKey: azureKey });
  const refused = {
    error: {
      message:
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      type: null,
      param: "prompt",
      code: "content_filter",
      status: 400,
      innererror: {
        code: "ResponsibleAIPolicyViolation",
        content_filter_result: { hate: { filtered: true } },
      },
    },
  };
  const { error } = await drainFailing(
    ask(provider, aRequest(), { fetch: fetchText(JSON.stringify(refused), { status: 400 }) }),
  );
  assert.deepEqual([error.code, error.retryable], ["model_content_filter", false]);

  const cut = 'data: {"choices":[{"index":0,"delta":{"content":"I"},"finish_reason":"content_filter"}]}\n\n';
  assert.equal(
    (await drain(ask(provider, aRequest(), { fetch: fetchText(cut) }))).result.finish,
    "content_filter",
  );
});

Deno.test("P9: azure: how long to wait is in retry-after-ms", async () => {
  await using server = await azureChat.start({ reply: [{ status: 429, error: { code: "429" } }] });
  const provider = providerOf(azureChat, server);
  const { error } = await drainFailing(send(azureChat, server, provider, aRequest()));
  assert.deepEqual([error.code, error.retryAfterMs], ["model_rate_limit", 1500]);
});

Deno.test("P1: azure: one id for the calls of an answer does not make them one", async () => {
  await using server = await azureChat.start({
    reply: [{
      calls: [
        { id: "call_same", name: "get_weather", arguments: '{"city":"Oslo"}' },
        { id: "call_same", name: "get_weather", arguments: '{"city":"Rome"}' },
      ],
    }],
  });
  const provider = providerOf(azureChat, server);
  const { result } = await drain(send(azureChat, server, provider, aRequest({ tools: [weatherTool] })));
  assert.deepEqual(callsOf(result).map(({ args }) => args), ['{"city":"Oslo"}', '{"city":"Rome"}']);
});

Deno.test("C4: azure: a deployment of any name is asked by chat, and its refusal teaches Responses", async () => {
  const provider = createAzureProvider({ endpoint, apiKey: azureKey });
  const request = aRequest({ model: "my-deployment", tools: [weatherTool] });
  const refusals = [
    {
      message:
        "Function tools with reasoning_effort are not supported for gpt-5.6-sol in /v1/chat/completions. " +
        "To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
      type: "invalid_request_error",
      param: null,
      code: null,
    },
    // chatwise-releases#942, langchain-azure#228.
    {
      code: "OperationNotSupported",
      message: "The chatCompletion operation does not work with the specified model, o3-pro. Please choose " +
        "different model and try again.",
    },
  ];
  for (const refusal of refusals) {
    const body = JSON.stringify({ error: refusal });
    const { error } = await drainFailing(
      ask(provider, request, { fetch: fetchText(body, { status: 400 }) }),
    );
    assert.deepEqual(lacksIn(error), ["chat"]);
  }
  const taught = {
    ...request,
    choice: { type: "tool", name: "get_weather" } as const,
    lacks: { chat: "learned" },
  };
  assert.deepEqual(enforced(provider, taught).sent, { type: "function", name: "get_weather" });
});

Deno.test("C3: azure: a dated version has no sets: the model is told which tools it may call", async () => {
  await using server = await azureDated.start();
  const provider = providerOf(azureDated, server);
  const request = aRequest({
    tools: [weatherTool],
    choice: { type: "allowed", names: ["get_weather"], mode: "auto" },
  });
  assert.equal(enforced(provider, request).choice.enforcement, "announced");
  const v1 = createAzureProvider({ endpoint, apiKey: azureKey });
  assert.equal(enforced(v1, request).choice.enforcement, "native");
});
