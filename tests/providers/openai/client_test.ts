// P1: the client of the openai package that carries a request: one of the user's, or one of ours.
import assert from "node:assert/strict";
import OpenAI, { AzureOpenAI } from "openai";
import type { Provider } from "../../../src/core/model/provider.ts";
import { createAzureProvider } from "../../../src/providers/openai/azure.ts";
import { createCompatibleProvider, PROFILES } from "../../../src/providers/openai/compatible.ts";
import { createLMStudioProvider } from "../../../src/providers/openai/lmstudio.ts";
import { createOpenAIProvider } from "../../../src/providers/openai/provider.ts";
import { serveOpenAI, simulatedKey } from "../../wire/openai/server.ts";
import { aRequest, ask, callsOf, drain, drainFailing, fetchText, textOf, weatherTool } from "../_support.ts";

const OK = 'data: {"choices":[{"index":0,"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n';
const baseURL = "http://server.test/v1";

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** A fetch that notes what it is given and answers with `answer`. */
function noting(sent: Sent[], answer: typeof fetch = fetchText(OK)): typeof fetch {
  return (input, init) => {
    sent.push({ url: String(input), headers: new Headers(init?.headers), body: String(init?.body) });
    return answer(input, init);
  };
}

const forbidden: typeof fetch = () => assert.fail("The fetch of the deployment is not that of the client.");

/** A client as tracing libraries make one: every call of a method is seen. */
function traced(client: OpenAI, calls: string[]): OpenAI {
  return new Proxy(client, {
    get: (target, property) => {
      const value = Reflect.get(target, property);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        calls.push(`${String(property)} ${args[0]}`);
        return Reflect.apply(value, target, args);
      };
    },
  });
}

for (const api of ["chat", "responses"] as const) {
  Deno.test(`P1: ${api}: a client of the user's sends every request, and sends the same text`, async () => {
    const reply = { text: "Hi.", calls: [{ name: "get_weather", arguments: '{"city":"Oslo"}' }] };
    await using server = await serveOpenAI({ reply: () => reply });
    const sent: Sent[] = [];
    const calls: string[] = [];
    const client = new OpenAI({ apiKey: simulatedKey, baseURL: server.url, fetch: noting(sent, fetch) });
    const theirs = createOpenAIProvider({ client: traced(client, calls), api });
    const ours = createOpenAIProvider({ apiKey: simulatedKey, baseURL: server.url, api });
    const request = aRequest({ tools: [weatherTool], system: 'Say "é🙂".' });
    const { result } = await drain(ask(theirs, request, { fetch: forbidden }));
    await drain(ask(ours, request));
    assert.deepEqual([textOf(result), callsOf(result).map(({ args }) => args)], ["Hi.", ['{"city":"Oslo"}']]);
    const path = api === "chat" ? "/chat/completions" : "/responses";
    assert.deepEqual([calls, sent.map(({ url }) => url)], [[`post ${path}`], [server.url + path]]);
    const [first, second] = server.requests;
    assert.equal(first?.text, second?.text);
    assert.deepEqual([...first?.headers ?? []], [...second?.headers ?? []]);
    assert.deepEqual(server.complaints, []);
  });
}

const refusals: readonly [status: number, body: string, headers?: Record<string, string>][] = [
  [400, '{"error":{"message":"Bad.","type":"invalid_request_error","param":"x","code":"unsupported_value"}}'],
  [400, '{"error":"Invalid tool_choice type: \'object\'."}'],
  [400, '[{"error":{"message":"In a list.","code":"content_filter"}}]'],
  [401, `{"error":{"message":"Incorrect API key provided: ${simulatedKey}.","code":"invalid_api_key"}}`],
  [404, '{"message":"No error field.","code":"model_not_found"}'],
  [422, '{"detail":[{"loc":["body","tools"],"msg":"extra"}]}'],
  [429, '{"error":{"message":"Slow down."}}', { "retry-after": "7" }],
  [429, '{"error":{"message":"No money.","code":"insufficient_quota"}}'],
  [500, '{"error":{"message":"Oops.","type":"server_error"}}', { "x-should-retry": "true" }],
  [502, "<html>Bad gateway</html>"],
  [504, ""],
];
for (const [status, body, headers] of refusals) {
  Deno.test(`P9: HTTP ${status} ${body.slice(0, 50)} is the same failure through a client of the user's`, async () => {
    const sent: Sent[] = [];
    const fetch = noting(sent, fetchText(body, { status, headers: { "x-request-id": "req_9", ...headers } }));
    const client = new OpenAI({ apiKey: simulatedKey, baseURL, fetch, maxRetries: 3 });
    const theirs = await drainFailing(
      ask(createOpenAIProvider({ client }), aRequest(), { fetch: forbidden }),
    );
    assert.equal(sent.length, 1);
    const provider = createOpenAIProvider({ apiKey: simulatedKey, baseURL });
    const ours = await drainFailing(ask(provider, aRequest(), { fetch }));
    assert.deepEqual(toFacts(theirs.error), toFacts(ours.error));
    assert.equal(ours.error.details.status, status);
    assert.ok(!ours.error.message.includes(simulatedKey));
  });
}

Deno.test("P9: of a refusal through a client of ours only the beginning is read, and nothing of it is lost", async () => {
  let pulled = 0;
  const endless = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(`${++pulled}`.padEnd(1024))),
    });
  const provider = createOpenAIProvider({ apiKey: simulatedKey, baseURL });
  const long = await drainFailing(
    ask(provider, aRequest(), { fetch: () => Promise.resolve(new Response(endless(), { status: 503 })) }),
  );
  assert.deepEqual([long.error.code, pulled < 100], ["model_overloaded", true]);
  // An APIError keeps `error` alone.
  const xai = fetchText('{"code":"insufficient_quota","error":"No money."}', { status: 429 });
  const beside = await drainFailing(ask(provider, aRequest(), { fetch: xai }));
  assert.equal(beside.error.code, "model_quota");
});

const toFacts = (
  { code, message, retryAfterMs, details }: Awaited<ReturnType<typeof drainFailing>>["error"],
) => ({
  code,
  message,
  retryAfterMs,
  details,
});

Deno.test("P9: a client of the user's follows no redirect and retries no broken connection", async () => {
  let tries = 0;
  const thief: string[] = [];
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, ({ url }) => {
    tries++;
    if (url.endsWith("/stolen")) thief.push(url);
    return Response.redirect(new URL("/stolen", url), 307);
  });
  const at = (port: number) => new OpenAI({ apiKey: simulatedKey, baseURL: `http://127.0.0.1:${port}/v1` });
  const redirected = await drainFailing(ask(createOpenAIProvider({ client: at(server.addr.port) })));
  assert.deepEqual([redirected.error.code, tries, thief], ["model_invalid_request", 1, []]);

  const broken: typeof fetch = () => Promise.reject(new TypeError(`reset ${++tries}`));
  const client = new OpenAI({ apiKey: simulatedKey, baseURL, fetch: broken });
  const { error } = await drainFailing(ask(createOpenAIProvider({ client })));
  assert.deepEqual([error.code, error.retryable, tries], ["model_network", true, 2]);
});

Deno.test("P9: the deadline is Treadle's, whatever that of the user's client is", async () => {
  const slow: typeof fetch = async (_, init) => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    init?.signal?.throwIfAborted();
    return fetchText(OK)("");
  };
  const client = new OpenAI({ apiKey: simulatedKey, baseURL, fetch: slow, timeout: 10 });
  assert.equal(textOf((await drain(ask(createOpenAIProvider({ client })))).result), "ok");

  const deaf = new OpenAI({ apiKey: simulatedKey, baseURL, fetch: () => new Promise(() => {}) });
  const { error } = await drainFailing(ask(createOpenAIProvider({ client: deaf, timeoutMs: 20 })));
  assert.deepEqual([error.code, error.details.phase], ["model_timeout", "connect"]);
});

Deno.test("P1: azure: an AzureOpenAI client is asked by deployment, an OpenAI client by the v1 API", async () => {
  const sent: Sent[] = [];
  const endpoint = "https://res.openai.azure.com";
  const dated = new AzureOpenAI({
    endpoint,
    apiKey: "azure-0123456789",
    apiVersion: "2024-10-21",
    fetch: noting(sent),
  });
  const v1 = new OpenAI({
    baseURL: `${endpoint}/openai/v1`,
    apiKey: "azure-0123456789",
    fetch: noting(sent),
  });
  for (const client of [dated, v1]) {
    await drain(ask(createAzureProvider({ client }), aRequest({ model: "my gpt/4" }), { fetch: forbidden }));
  }
  assert.deepEqual(sent.map(({ url }) => url), [
    `${endpoint}/openai/deployments/my%20gpt%2F4/chat/completions?api-version=2024-10-21`,
    `${endpoint}/openai/v1/chat/completions`,
  ]);
  assert.deepEqual(sent.map(({ headers }) => [headers.get("api-key"), headers.get("authorization")]), [
    ["azure-0123456789", null],
    [null, "Bearer azure-0123456789"],
  ]);
});

Deno.test("P6: a compatible server takes a client, and the address of the client decides over the profile's", async () => {
  const sent: Sent[] = [];
  const client = new OpenAI({ apiKey: "key-0123456789", baseURL: "http://own.test/v9", fetch: noting(sent) });
  const headers = { "X-Extra": "1" };
  for (
    const provider of [
      createCompatibleProvider(PROFILES.groq, { client, headers }),
      createLMStudioProvider({ client }),
    ]
  ) {
    await drain(ask(provider, aRequest(), { fetch: forbidden }));
  }
  assert.deepEqual(sent.map(({ url, headers }) => [url, headers.get("x-extra")]), [
    ["http://own.test/v9/chat/completions", "1"],
    ["http://own.test/v9/chat/completions", null],
  ]);
});

const client = new OpenAI({ apiKey: "key-0123456789", baseURL });
const contradictions: readonly [what: string, create: () => Provider][] = [
  ["apiKey", () => createOpenAIProvider({ client, apiKey: "key-0123456789" })],
  ["baseURL", () => createOpenAIProvider({ client, baseURL })],
  ["organization", () => createOpenAIProvider({ client, organization: "org-1" })],
  ["endpoint", () => createAzureProvider({ client, endpoint: "https://res.openai.azure.com" })],
  ["apiVersion", () => createAzureProvider({ client, apiVersion: "2024-10-21" })],
  ["apiKey", () => createLMStudioProvider({ client, apiKey: "key-0123456789" })],
];
for (const [what, create] of contradictions) {
  Deno.test(`P1: a client beside ${what} is config_invalid: ${create.toString().slice(6, 28)}`, () => {
    assert.throws(create, { code: "config_invalid", message: new RegExp(`a client and ${what};`) });
  });
}

Deno.test("P1: neither a client nor what one is made from is config_invalid", () => {
  assert.throws(() => createOpenAIProvider({}), { code: "config_invalid", message: /API key or a client/ });
  assert.throws(() => createAzureProvider({}), { code: "config_invalid", message: /endpoint or a client/ });
});

Deno.test("P1: a client of ours sends the headers of the package and those of the configuration, and its key alone", async () => {
  const sent: Sent[] = [];
  const headers = { "X-Extra": "1", "User-Agent": "mine", "accept": "application/json" };
  await drain(ask(createLMStudioProvider({ baseURL, headers }), aRequest(), { fetch: noting(sent) }));
  const names = [...sent[0]?.headers.keys() ?? []];
  assert.deepEqual(names.filter((name) => !name.startsWith("x-stainless-")), [
    "accept",
    "content-type",
    "user-agent",
    "x-extra",
  ]);
  assert.deepEqual(["x-extra", "user-agent", "accept"].map((name) => sent[0]?.headers.get(name)), [
    "1",
    "mine",
    "application/json",
  ]);
  // It would be the client's deadline, which is off.
  assert.ok(names.includes("x-stainless-lang") && !names.includes("x-stainless-timeout"));
});

Deno.test("P1: a client of ours reads no variable of the process: those are meant for OpenAI alone", async () => {
  const variables = {
    OPENAI_ORG_ID: "org-of-the-process",
    OPENAI_PROJECT_ID: "project-of-the-process",
    OPENAI_CUSTOM_HEADERS: [
      "x-gateway-key: secret-of-the-process",
      "Authorization: Bearer key-of-the-process",
      "OpenAI-Organization: org-of-the-process",
      "openai-project: project-of-the-process",
    ].join("\n"),
    OPENAI_ADMIN_KEY: "admin-of-the-process",
  };
  const sent: Sent[] = [];
  const before = Object.keys(variables).map((name) => [name, Deno.env.get(name)] as const);
  for (const [name, value] of Object.entries(variables)) Deno.env.set(name, value);
  try {
    for (
      const provider of [
        createLMStudioProvider({ baseURL }),
        createCompatibleProvider(PROFILES.groq, { apiKey: "k" }),
      ]
    ) {
      const fetch = noting(sent);
      for (let count = 0; count < 2; count++) await drain(ask(provider, aRequest(), { fetch }));
    }
  } finally {
    for (const [name, value] of before) {
      value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
    }
  }
  assert.equal(sent.length, 4);
  for (const { headers } of sent) assert.doesNotMatch(JSON.stringify([...headers]), /of-the-process/);
});

Deno.test("P1: each fetch has a client of its own, beneath the base URL without its last slashes", async () => {
  const [first, second]: [Sent[], Sent[]] = [[], []];
  const provider = createOpenAIProvider({ apiKey: simulatedKey, baseURL: `${baseURL}//` });
  const [one, two] = [noting(first), noting(second)];
  for (const fetch of [one, two, one]) await drain(ask(provider, aRequest(), { fetch }));
  assert.deepEqual([first.length, second.length], [2, 1]);
  assert.equal(first[0]?.url, `${baseURL}/chat/completions`);
});
