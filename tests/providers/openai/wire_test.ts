// P1, C3: what is sent to OpenAI, captured from a strict server over real HTTP and checked against the published schema.
import assert from "node:assert/strict";
import type { Block } from "../../../src/core/entry.ts";
import { isJsonObject } from "../../../src/core/json.ts";
import type { Message, ModelBlock, ModelRequest } from "../../../src/core/model/provider.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";
import { createOpenAIProvider } from "../../../src/providers/openai/provider.ts";
import { validator } from "../../support/conformance.ts";
import { type OpenAIOptions, type OpenAIServer, serveOpenAI } from "../../wire/openai/server.ts";
import {
  aRequest,
  ask,
  bodyOf,
  callsOf,
  drain,
  drainFailing,
  enforced,
  fetchText,
  lacksIn,
  reasoningOf,
  textOf,
  timeTool,
  weatherTool,
} from "../_support.ts";
import { asSent } from "../../support/as_sent.ts";

const dialects = ["chat", "responses"] as const;
type Dialect = typeof dialects[number];

const choices: Record<string, ToolChoice> = {
  auto: { type: "auto" },
  none: { type: "none" },
  required: { type: "required" },
  tool: { type: "tool", name: "GitHub.SetStarred" },
  "allowed auto": { type: "allowed", names: ["get_weather", "GitHub.SetStarred"], mode: "auto" },
  "allowed required": { type: "allowed", names: ["get_weather"], mode: "required" },
};

const dottedTool = { ...timeTool, name: "GitHub.SetStarred" };

for (const dialect of dialects) {
  for (const [name, choice] of Object.entries(choices)) {
    Deno.test(`C3: ${dialect}: choice ${name} is what map said, validates strictly and comes back under our names`, async () => {
      await using server = await serve({
        reply: ({ choice, tools }) => ({
          calls: choice.kind === "none"
            ? []
            : [{ name: choice.kind === "named" ? choice.name : tools[0] ?? "", arguments: "{}" }],
          text: choice.kind === "none" ? "No." : "",
        }),
      });
      const provider = official(server);
      const request = aRequest({
        tools: [weatherTool, dottedTool],
        choice,
        parallel: false,
        settings: { api: dialect },
      });
      const { sent, choice: held } = enforced(provider, request);
      const { result } = await drain(provider.ask(request));

      const body = await validBody(server, dialect);
      assert.deepEqual(body.tool_choice, sent);
      assert.equal(body.parallel_tool_calls, false);
      assert.equal(held.enforcement, "native");
      assert.deepEqual(held.tools.map(({ name }) => name), ["get_weather", "GitHub.SetStarred"]);
      const expected = choice.type === "none"
        ? []
        : [choice.type === "tool" ? "GitHub.SetStarred" : "get_weather"];
      assert.deepEqual(callsOf(result).map((call) => call.name), expected);
      assert.equal(result.finish, choice.type === "none" ? "stop" : "calls");
      assert.deepEqual(server.complaints, []);
    });
  }

  Deno.test(`C3: ${dialect}: without tools neither tools, nor a choice, nor the parallel flag is sent`, async () => {
    await using server = await serve({ reply: [{ text: "Hello." }] });
    const provider = official(server);
    const request = aRequest({ choice: { type: "required" }, parallel: false, settings: { api: dialect } });
    assert.equal(enforced(provider, request).sent, null);
    await drain(provider.ask(request));
    const body = await validBody(server, dialect);
    for (const key of ["tools", "tool_choice", "parallel_tool_calls"]) assert.equal(key in body, false, key);
  });

  Deno.test(`P1: ${dialect}: a history with parallel, failed and dotted calls is legal and keeps our ids`, async () => {
    await using server = await serve({ reply: [{ text: "Done." }] });
    const provider = official(server);
    await drain(
      provider.ask(aRequest({ tools: [weatherTool], messages: history, settings: { api: dialect } })),
    );
    const text = server.requests[0]?.text ?? "";
    const body = await validBody(server, dialect);
    for (const id of ["call_00000000000000000001", "call_00000000000000000002"]) {
      assert.equal(text.split(id).length, 3);
    }
    const sent = JSON.stringify(body);
    assert.ok(
      sent.includes(
        JSON.stringify(JSON.stringify({ error: "The tool failed (timeout): no answer" })).slice(1, -1),
      ),
    );
    assert.match(sent, /"GitHub_SetStarred_[0-9a-f]{12}"/);
    assert.ok(sent.includes("__proto__"));
    assert.deepEqual(server.complaints, []);
  });

  Deno.test(`P1: ${dialect}: text, reasoning, calls, usage and finish arrive as told`, async () => {
    await using server = await serve({
      reasoningContent: dialect === "chat",
      reply: [{
        text: "Let me check. 18 °C ☀️",
        reasoning: "The user wants the weather.",
        calls: [{ name: "get_weather", arguments: '{"city":"Paris"}' }, { name: "get_time", arguments: "" }],
        usage: { input: 50, cached: 20, output: 30, reasoning: 10 },
        chunks: [1, 3],
      }],
    });
    const provider = createOpenAIProvider({ apiKey: server.apiKey, baseURL: server.url, api: dialect });
    const { result } = await drain(
      ask(provider, aRequest({ model: "gpt-5", tools: [weatherTool, timeTool] })),
    );
    assert.equal(textOf(result), "Let me check. 18 °C ☀️");
    // Responses tells its reasoning only as a summary, which must be asked for and needs a verified organization.
    assert.equal(reasoningOf(result), dialect === "chat" ? "The user wants the weather." : "");
    assert.deepEqual(callsOf(result).map(({ name, args }) => [name, args]), [[
      "get_weather",
      '{"city":"Paris"}',
    ], ["get_time", "{}"]]);
    assert.equal(result.finish, "calls");
    assert.deepEqual(asSent(result.usage), {
      inputTokens: 50,
      outputTokens: 30,
      cachedTokens: 20,
      reasoningTokens: 10,
      ...cacheWrites(result.usage),
    });
    assert.match(result.requestId ?? "", /^req_/);
  });
}

Deno.test("P1: chat: a named tool is the nested form, an allowed set is nested twice", () => {
  const provider = createOpenAIProvider({ apiKey: "k" });
  const named = enforced(
    provider,
    aRequest({ tools: [weatherTool], choice: { type: "tool", name: "get_weather" } }),
  );
  assert.deepEqual(named.sent, { type: "function", function: { name: "get_weather" } });
  const allowed = enforced(
    provider,
    aRequest({ tools: [weatherTool], choice: { type: "allowed", names: ["get_weather"], mode: "auto" } }),
  );
  assert.deepEqual(allowed.sent, {
    type: "allowed_tools",
    allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "get_weather" } }] },
  });
});

Deno.test("P1: responses: a named tool and an allowed set are flat", () => {
  const provider = createOpenAIProvider({ apiKey: "k", api: "responses" });
  const named = enforced(
    provider,
    aRequest({ tools: [dottedTool], choice: { type: "tool", name: "GitHub.SetStarred" } }),
  );
  assert.match(JSON.stringify(named.sent), /^\{"type":"function","name":"GitHub_SetStarred_[0-9a-f]{12}"\}$/);
  const allowed = enforced(
    provider,
    aRequest({ tools: [weatherTool], choice: { type: "allowed", names: ["get_weather"], mode: "required" } }),
  );
  assert.deepEqual(allowed.sent, {
    type: "allowed_tools",
    mode: "required",
    tools: [{ type: "function", name: "get_weather" }],
  });
});

Deno.test("C3: compatible servers get an allowed set as a notice, and all tools as before", () => {
  const provider = createOpenAIProvider({ apiKey: "k", baseURL: "http://localhost:1234/v1" });
  const choice: ToolChoice = { type: "allowed", names: ["get_time"], mode: "required" };
  const { sent, choice: held } = enforced(provider, aRequest({ tools: [weatherTool, timeTool], choice }));
  assert.deepEqual([sent, held.tools.map(({ name }) => name), held.enforcement], [
    "required",
    ["get_weather", "get_time"],
    "announced",
  ]);
});

Deno.test("C3: a choice of a tool that is not there is refused before anything is sent", () => {
  const provider = createOpenAIProvider({ apiKey: "k" });
  const request = aRequest({ tools: [weatherTool], choice: { type: "tool", name: "nope" } });
  assert.throws(() => enforced(provider, request), { code: "tool_unknown" });
});

Deno.test("C12: an o-series model gets no parallel flag, and the mapping says so", async () => {
  await using server = await serve({ reply: [{ text: "Hi." }] });
  const provider = official(server);
  const request = aRequest({ model: "o4-mini", tools: [weatherTool], parallel: false });
  assert.deepEqual(enforced(provider, request).choice.warnings.map((warning) => warning.code), [
    "parallel_unsupported",
  ]);
  await drain(provider.ask(request));
  assert.equal("parallel_tool_calls" in await validBody(server, "chat"), false);
});

Deno.test("P1: settings that a reasoning model refuses are left out with a warning", async () => {
  await using server = await serve({ reply: [{ text: "Hi." }] });
  const provider = official(server);
  const settings = { temperature: 0.2, topP: 0.9, maxOutputTokens: 200, reasoningEffort: "low" } as const;
  const { events } = await drain(provider.ask(aRequest({ model: "gpt-5", settings })));
  const warnings = events.flatMap((event) => event.type === "warning" ? [event.warning.code] : []);
  assert.deepEqual(warnings, ["setting_dropped", "setting_dropped"]);
  const body = await validBody(server, "chat");
  assert.deepEqual([body.temperature, body.top_p, body.max_completion_tokens, body.reasoning_effort], [
    undefined,
    undefined,
    200,
    "low",
  ]);
});

Deno.test("P1: each effort is said in the word that the model has for it", async () => {
  const efforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
  const words: readonly [model: string, api: "chat" | "responses", said: string][] = [
    ["o4-mini", "chat", "low low low medium high high high"],
    ["gpt-5-mini", "chat", "minimal minimal low medium high high high"],
    ["gpt-5-pro", "responses", "high high high high high high high"],
    ["gpt-5-codex", "responses", "low low low medium high high high"],
    ["gpt-5.1", "chat", "none low low medium high high high"],
    ["gpt-5.1", "responses", "none low low medium high high high"],
    ["gpt-5.1-codex-max", "responses", "low low low medium high xhigh xhigh"],
    ["gpt-5.2", "chat", "none low low medium high xhigh xhigh"],
    ["gpt-5.2-pro", "responses", "medium medium medium medium high xhigh xhigh"],
    ["gpt-5.5", "responses", "none low low medium high xhigh xhigh"],
    ["gpt-5.6-sol", "chat", "none low low medium high xhigh xhigh"],
    ["gpt-5.6-sol", "responses", "none low low medium high xhigh max"],
    ["gpt-daybreak-blue-latest", "responses", "none low low medium high xhigh max"],
    ["gpt-6-astra", "responses", "low low low medium high xhigh max"],
    ["gpt-6.1-sol", "chat", "low low low medium high xhigh xhigh"],
    ["gpt-6-sol", "responses", "none low low medium high xhigh max"],
    ["gpt-6.1-terra", "responses", "none low low medium high xhigh max"],
  ];
  for (const [model, api, said] of words) {
    await using server = await serve({ reply: () => ({ text: "Hi." }) });
    for (const reasoningEffort of efforts) {
      await drain(official(server).ask(aRequest({ model, settings: { api, reasoningEffort } })));
    }
    const sent = server.requests.map(({ text }) => {
      const { reasoning_effort: chat, reasoning } = bodyOf(text);
      return chat ?? (isJsonObject(reasoning) ? reasoning.effort : undefined);
    });
    assert.equal(sent.join(" "), said, model);
    assert.deepEqual(server.complaints, []);
  }
});

Deno.test("P1: encrypted reasoning and phases are replayed exactly and in order to the same provider and model", async () => {
  await using server = await serve({
    reply: [
      {
        reasoning: "Paris it is.",
        text: "Let me check.",
        calls: [{ name: "get_weather", arguments: '{"city":"Paris"}' }],
      },
      { text: "18 °C." },
    ],
  });
  const provider = official(server);
  const first = await drain(provider.ask(aRequest({ model: "gpt-5.6-sol", tools: [weatherTool] })));
  await drain(
    provider.ask(
      aRequest({ model: "gpt-5.6-sol", tools: [weatherTool], messages: followUp(first.result.blocks) }),
    ),
  );
  const body = await validBody(server, "responses", 1);
  const types = list(body.input).map(({ type, role }) => role ?? type);
  assert.deepEqual(types, [
    "developer",
    "user",
    "reasoning",
    "assistant",
    "function_call",
    "function_call_output",
  ]);
  assert.deepEqual([body.store, body.include], [false, ["reasoning.encrypted_content"]]);
  assert.deepEqual(server.complaints, []);
});

Deno.test("P1: reasoning of another model or provider is dropped", async () => {
  await using server = await serve({ reply: () => ({ reasoning: "Hm.", text: "Hello." }) });
  const provider = official(server);
  const first = await drain(provider.ask(aRequest({ model: "gpt-5.6-sol" })));
  const messages = followUp(first.result.blocks);
  await drain(provider.ask(aRequest({ model: "gpt-5.6-luna", messages })));
  await drain(
    ask(official(server, "second"), aRequest({ model: "gpt-5.6-sol", messages }), { fetch: server.fetch }),
  );
  for (const index of [1, 2]) {
    const body = await validBody(server, "responses", index);
    assert.equal(list(body.input).some((item) => item.type === "reasoning"), false);
  }
});

Deno.test("P1: an interrupted answer that ends in reasoning is replayed without it", async () => {
  await using server = await serve({ reply: () => ({ reasoning: "Hm.", text: "Hello." }) });
  const provider = official(server);
  const first = await drain(provider.ask(aRequest({ model: "gpt-5.6-sol" })));
  const thought = first.result.blocks.flatMap((block): Block[] => block.type === "reasoning" ? [block] : []);
  const messages: Message[] = [
    { role: "user", text: "Hi" },
    { role: "assistant", blocks: thought },
    { role: "user", text: "Go on" },
  ];
  await drain(provider.ask(aRequest({ model: "gpt-5.6-sol", messages })));
  assert.deepEqual(server.complaints, []);
});

Deno.test("P1: compatible servers get their reasoning_content back, OpenAI never does", async () => {
  await using server = await serve({
    reasoningContent: true,
    models: ["deepseek-reasoner"],
    reasoningModels: /deepseek/,
    reply: [{ reasoning: "Paris.", calls: [{ name: "get_weather", arguments: "{}" }] }, { text: "18 °C." }],
  });
  const provider = createOpenAIProvider({ apiKey: server.apiKey, baseURL: server.url });
  const request = aRequest({ model: "deepseek-reasoner", tools: [weatherTool] });
  const first = await drain(ask(provider, request));
  await drain(ask(provider, { ...request, messages: followUp(first.result.blocks) }));
  const replayed = list(bodyOf(server.requests[1]?.text ?? "").messages).find((message) =>
    message.role === "assistant"
  );
  assert.deepEqual([replayed?.reasoning_content, replayed?.content], ["Paris.", null]);
  assert.equal("prompt_cache_key" in bodyOf(server.requests[1]?.text ?? ""), false);

  await using strict = await serve({ reply: [{ text: "ok" }] });
  await drain(
    official(strict).ask(aRequest({ tools: [weatherTool], messages: followUp(first.result.blocks) })),
  );
  assert.equal(strict.requests[0]?.text.includes("reasoning_content"), false);
});

const dialectByModel: [model: string, effort: "low" | undefined, path: string][] = [
  ["gpt-4o", undefined, "/v1/chat/completions"],
  ["gpt-5", "low", "/v1/chat/completions"],
  ["gpt-5.4", undefined, "/v1/chat/completions"],
  ["gpt-5.4", "low", "/v1/responses"],
  ["gpt-5.6-sol", undefined, "/v1/responses"],
  ["gpt-daybreak-blue-latest", undefined, "/v1/responses"],
  ["gpt-daybreak-red-latest", "low", "/v1/responses"],
  ["gpt-rosalind-research", undefined, "/v1/responses"],
];
for (const [model, reasoningEffort, path] of dialectByModel) {
  Deno.test(`P1: ${model} with effort ${reasoningEffort ?? "unset"} and tools goes to ${path}`, async () => {
    await using server = await serve({ reply: [{ text: "Hi." }] });
    await drain(
      official(server).ask(
        aRequest({ model, tools: [weatherTool], settings: { ...(reasoningEffort && { reasoningEffort }) } }),
      ),
    );
    assert.deepEqual(server.requests.map((request) => request.path), [path]);
  });
}

Deno.test("C4: a chat refusal that names Responses teaches that the model lacks chat, and then Responses is asked", async () => {
  await using server = await serve({ reply: () => ({ calls: [{ name: "get_weather", arguments: "{}" }] }) });
  // A base URL that is not OpenAI's starts with chat where some requests of the model go there.
  const provider = createOpenAIProvider({ apiKey: server.apiKey, baseURL: server.url });
  const request = aRequest({
    model: "gpt-5.4",
    tools: [weatherTool],
    choice: { type: "tool", name: "get_weather" },
    settings: { reasoningEffort: "low" },
  });
  const { error } = await drainFailing(ask(provider, request));
  assert.deepEqual(lacksIn(error), ["chat"]);
  const taught = { ...request, lacks: { chat: "learned" } };
  assert.deepEqual(enforced(provider, taught).sent, { type: "function", name: "get_weather" });
  await drain(ask(provider, taught));
  assert.deepEqual(server.requests.map(({ path }) => path), ["/v1/chat/completions", "/v1/responses"]);
});

Deno.test("P1: a foreign base URL is asked by Responses for models that always need it, and not by the rules of before", () => {
  const provider = createOpenAIProvider({ apiKey: "k", baseURL: "http://gateway.test/v1" });
  const apiOf = (request: Partial<ModelRequest>) => provider.apis?.of(aRequest(request));
  const needing = [
    "gpt-6.2-sol",
    "openai/gpt-6.2-astra",
    "us.openai.gpt-6.1-sol",
    "azure/gpt-5.6-sol",
    "gpt-7",
  ];
  for (const model of [...needing, "gpt-5.1-codex", "o3-pro", "gpt-daybreak-blue-latest"]) {
    assert.equal(apiOf({ model }), "openai.responses@compatible", model);
    assert.equal(apiOf({ model, writer: 6 }), "openai.chat@compatible", model);
    assert.equal(apiOf({ model, lacks: { responses: "learned" } }), "openai.chat@compatible", model);
    assert.equal(apiOf({ model, settings: { api: "chat" } }), "openai.chat@compatible", model);
  }
  for (
    const model of [
      "gpt-5.4",
      "gpt-4o",
      "gpt-oss-120b",
      "gpt-20b",
      "my.gpt-6b-chat",
      "llama-4",
      "claude-opus-5-5",
    ]
  ) {
    assert.equal(apiOf({ model }), "openai.chat@compatible", model);
    assert.equal(apiOf({ model, settings: { api: "responses" } }), "openai.responses@compatible", model);
  }
});

/** What servers without Responses, or without it for the model, answer there; behind them what is about something else. */
const withoutResponses: readonly (readonly [status: number, body: unknown, lacks: readonly string[]])[] = [
  // new-api#885
  [404, {
    error: {
      message: "Invalid URL (POST /v1/responses)",
      type: "invalid_request_error",
      param: "",
      code: "",
    },
  }, [
    "responses",
  ]],
  // Groq, WritingTools#263.
  [
    404,
    {
      error: {
        message:
          "Unknown request URL: POST /openai/v1/responses. Please check the URL for typos, or see the docs",
        type: "invalid_request_error",
        code: "unknown_url",
      },
    },
    ["responses"],
  ],
  // llama.cpp, and LiteLLM before it: litellm#13130.
  [404, { error: { code: 404, message: "File Not Found", type: "not_found_error" } }, ["responses"]],
  [
    404,
    {
      error: {
        message:
          'litellm.NotFoundError: NotFoundError: OpenAIException - {"error":{"code":404,"message":"File Not Found",' +
          '"type":"not_found_error"}}. Received Model Group=openai/gpt-6.2-sol Available Model Group Fallbacks=None',
        type: null,
        param: null,
        code: "404",
      },
    },
    ["responses"],
  ],
  // FastAPI; Starlette; a router that has no text; poe-code#48.
  [404, { detail: "Not Found" }, ["responses"]],
  [405, { detail: "Method Not Allowed" }, ["responses"]],
  [404, "", ["responses"]],
  [404, "404: Not Found", ["responses"]],
  [501, { error: { message: "Not implemented", type: "NotImplementedError", code: 501 } }, ["responses"]],
  // chatwise-releases#1333, one-api#88.
  [
    400,
    {
      error: {
        message: "model gpt-4.1 is not supported via Responses API.",
        code: "unsupported_api_for_model",
      },
    },
    ["responses"],
  ],
  [
    404,
    {
      error: {
        message: "The requested model 'gpt-6.2-sol' is not supported with the Responses API.",
        param: "model",
        code: "model_not_found",
      },
    },
    ["responses"],
  ],
  // The same server as in chatwise-releases#942, of the other operation.
  [
    400,
    {
      error: {
        code: "OperationNotSupported",
        message:
          "The responses operation does not work with the specified model, gpt-6.2-sol. Please choose " +
          "different model and try again.",
      },
    },
    ["responses"],
  ],
  // vllm#53626: about the choice, and not about the path.
  [
    501,
    {
      error: {
        message: "Only 'auto' or 'none' tool_choice is supported in response API with Harmony",
        type: "NotImplementedError",
        code: 501,
      },
    },
    ["required", "tool", "allowed"],
  ],
  [404, {
    error: { message: "The model `gpt-6.2-sol` does not exist or you do not have access to it.", code: null },
  }, []],
  [404, { error: { message: "model 'gpt-6.2-sol' not found, try pulling it first" } }, []],
  [403, { error: { message: "Not here." } }, []],
  [400, { error: { message: "Something else." } }, []],
];
Deno.test("C4: what a server without Responses answers teaches that, and what is about the model does not", async () => {
  for (const [status, body, lacks] of withoutResponses) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const tell = async (config: { readonly api?: "responses" }, known = {}) => {
      const provider = createOpenAIProvider({ apiKey: "k", baseURL: "http://gateway.test/v1", ...config });
      const request = aRequest({ model: "gpt-6.2-sol", tools: [weatherTool], lacks: known });
      const { error } = await drainFailing(ask(provider, request, { fetch: fetchText(text, { status }) }));
      return [...lacksIn(error)].sort();
    };
    assert.deepEqual(await tell({}), [...lacks].sort(), text);
    const others = lacks.filter((lack) => lack !== "responses").sort();
    assert.deepEqual(await tell({ api: "responses" }), others, `pinned: ${text}`);
    assert.deepEqual(await tell({}, { chat: "learned" }), others, `Chat Completions has refused it: ${text}`);
  }
});

Deno.test("P1: a pinned dialect is not left: the refusal is the error", async () => {
  await using server = await serve();
  const provider = createOpenAIProvider({ apiKey: server.apiKey, baseURL: server.url, api: "chat" });
  const { error } = await drainFailing(
    ask(provider, aRequest({ model: "gpt-5.6-sol", tools: [weatherTool] })),
  );
  assert.equal(error.code, "model_invalid_request");
  assert.match(error.message, /use \/v1\/responses/);
  assert.deepEqual(lacksIn(error), []);
  assert.equal(server.requests.length, 1);
});

Deno.test("P1: organization, project and further headers are sent", async () => {
  await using server = await serve();
  const provider = createOpenAIProvider({
    apiKey: server.apiKey,
    baseURL: server.url,
    organization: "org-1",
    project: "proj-1",
    headers: { "x-extra": "1" },
  });
  await drain(ask(provider));
  const headers = server.requests[0]?.headers;
  assert.deepEqual(
    ["openai-organization", "openai-project", "x-extra"].map((name) => headers?.get(name)),
    ["org-1", "proj-1", "1"],
  );
});

const history: Message[] = [
  { role: "user", text: "Weather, and star it." },
  {
    role: "assistant",
    blocks: [
      { type: "call", id: "call_00000000000000000001", name: "get_weather", args: '{"city":"Paris"}' },
      { type: "call", id: "call_00000000000000000002", name: "GitHub.SetStarred", args: "{broken" },
    ],
  },
  { role: "tool", callId: "call_00000000000000000001", name: "get_weather", text: "18 °C", failed: false },
  {
    role: "tool",
    callId: "call_00000000000000000002",
    name: "GitHub.SetStarred",
    text: "The tool failed (timeout): no answer",
    failed: true,
  },
  { role: "assistant", blocks: [{ type: "call", id: "call_3", name: "__proto__", args: "{}" }] },
  { role: "tool", callId: "call_3", name: "__proto__", text: "No such tool", failed: true },
  { role: "assistant", blocks: [{ type: "text", text: "Hm." }] },
  { role: "user", text: "Again." },
];

/** The blocks as the driver would store them, their calls answered. */
function followUp(blocks: readonly ModelBlock[]): Message[] {
  const stored = blocks.map((block, index): Block =>
    block.type === "call" ? { type: "call", id: `call_${index}`, name: block.name, args: block.args } : block
  );
  const results = stored.flatMap((block): Message[] =>
    block.type === "call"
      ? [{ role: "tool", callId: block.id, name: block.name, text: "18", failed: false }]
      : []
  );
  const last: Message[] = results.length === 0 ? [{ role: "user", text: "And?" }] : [];
  return [
    { role: "user", text: "What is the weather in Paris?" },
    { role: "assistant", blocks: stored },
    ...results,
    ...last,
  ];
}

type Served = OpenAIServer & { fetch: typeof fetch };

/** The simulated server, and a fetch that reaches it under OpenAI's own address. */
async function serve(options: OpenAIOptions = {}): Promise<Served> {
  const server = await serveOpenAI(options);
  const reach: typeof fetch = (input, init) =>
    fetch(String(input).replace("https://api.openai.com/v1", server.url), init);
  return Object.assign(server, { fetch: reach });
}

function official(server: Served, name = "openai") {
  const provider = createOpenAIProvider({ apiKey: server.apiKey, name });
  return Object.assign(provider, {
    ask: (request: ModelRequest) => ask(provider, request, { fetch: server.fetch }),
  });
}

const schemas: Record<Dialect, string> = {
  chat: "openai.chat.request",
  responses: "openai.responses.request",
};

async function validBody(server: OpenAIServer, dialect: Dialect, index = 0) {
  const text = server.requests[index]?.text ?? "";
  const body = bodyOf(text);
  const validate = await validator();
  if (validate) {
    const { ok, errors } = validate(schemas[dialect], body, { strict: true });
    assert.ok(ok, errors.join("\n"));
  }
  return body;
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value : assert.fail("not a list");
}

function cacheWrites(usage: { cacheWriteTokens?: number }) {
  return usage.cacheWriteTokens === undefined ? {} : { cacheWriteTokens: usage.cacheWriteTokens };
}
