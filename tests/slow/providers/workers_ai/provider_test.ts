// P5: Workers AI beyond what the suites of tests/wire show: two dialects, three kinds of answers of the binding, its codes.
import assert from "node:assert/strict";
import type { ErrorCode } from "../../../../src/core/error.ts";
import type { Message, ModelResult, Provider } from "../../../../src/core/model/provider.ts";
import type { ToolChoice } from "../../../../src/core/tool_choice.ts";
import { writeEntry } from "../../../../src/kernel/history/codec.ts";
import { openEntry } from "../../../../src/kernel/history/lazy_entry.ts";
import { toMessages } from "../../../../src/kernel/history/messages.ts";
import type { AiBinding } from "../../../../src/providers/workers_ai/binding.ts";
import {
  createWorkersAIProvider,
  workersAI as definition,
} from "../../../../src/providers/workers_ai/provider.ts";
import { providerOf, requestOf, send } from "../../../wire/ask.ts";
import { SimulatedAi } from "../../../wire/workers_ai/binding.ts";
import { workersAI as rest, workersAIBinding as binding } from "../../../wire/workers_ai/case.ts";
import {
  aRequest,
  ask,
  bodyOf,
  drain,
  drainFailing,
  fetchOf,
  fetchText,
  reasoningOf,
  textOf,
  timeTool,
  weatherTool,
} from "../../../providers/_support.ts";
import { asSent } from "../../../support/as_sent.ts";

const MODEL = "@cf/meta/llama-3.3-70b-instruct-fp8-fast";
const tools = [weatherTool, timeTool];
const request = aRequest({ model: MODEL, tools });
const remote = () => createWorkersAIProvider({ accountId: "abc", apiToken: "cf-token-0123456789" });
const stream = (...events: unknown[]) =>
  [...events.map((event) => typeof event === "string" ? event : JSON.stringify(event)), "[DONE]"]
    .map((event) => `data: ${event}\n\n`).join("");
const delta = (delta: unknown, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});

/** Blocks as short texts: `say: ...`, `think: ...`, `name(arguments)`. */
function toShort({ blocks }: ModelResult): string[] {
  return blocks.map((block) =>
    block.type === "call"
      ? `${block.name}(${block.args})`
      : `${block.type === "text" ? "say" : "think"}: ${block.text}`
  );
}

const weather = { name: "get_weather", arguments: { city: "Paris" } };
const called = {
  id: "c1",
  type: "function",
  function: { name: "get_weather", arguments: '{"city":"Paris"}' },
};
const nobody = { id: null, type: null, index: 0, function: { name: null, arguments: "" } };
const usage = { prompt_tokens: 12, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 8 } };

const told: Record<string, [text: string, blocks: string[], finish: ModelResult["finish"]]> = {
  "native text, a number among its pieces": [
    stream({ response: "It is ", p: "ab" }, { response: 18 }, { response: " °C" }, { response: "", usage }),
    ["say: It is 18 °C"],
    "stop",
  ],
  "native calls: whole objects without ids, the same tool twice": [
    stream({ response: null, tool_calls: [weather] }, { response: "", tool_calls: [weather], p: "x" }, {
      tool_calls: [],
      usage,
    }),
    ['get_weather({"city":"Paris"})', 'get_weather({"city":"Paris"})'],
    "calls",
  ],
  "native calls in the words of Chat Completions, in pieces": [
    stream(
      { tool_calls: [{ id: "c1", type: "function", index: 0, function: { name: "get_weather" } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '"Paris"}' } }] },
      { tool_calls: [nobody] },
      { finish_reason: "tool_calls", usage },
    ),
    ['get_weather({"city":"Paris"})'],
    "calls",
  ],
  "Chat Completions with a closing piece that tells nothing": [
    stream(
      delta({ reasoning: "Hm." }),
      delta({ tool_calls: [{ index: 0, ...called }] }),
      delta({ tool_calls: [nobody] }),
      { ...delta({}, "stop"), usage },
    ),
    ["think: Hm.", 'get_weather({"city":"Paris"})'],
    "calls",
  ],
  "a native body": [
    JSON.stringify({ response: "Wait.", tool_calls: [weather], usage }),
    ["say: Wait.", 'get_weather({"city":"Paris"})'],
    "calls",
  ],
  "a native body whose text looked like JSON": [
    JSON.stringify({ response: { city: "Paris" }, usage }),
    ['say: {"city":"Paris"}'],
    "stop",
  ],
  "a native body in the envelope of REST": [
    JSON.stringify({ result: { response: "Hi", usage }, success: true, errors: [], messages: [] }),
    ["say: Hi"],
    "stop",
  ],
  "a body of Chat Completions in the envelope, streamed or not": [
    JSON.stringify({
      result: {
        choices: [{ index: 0, message: { content: null, reasoning_content: "Hm.", tool_calls: [called] } }],
        usage,
      },
      success: true,
      errors: [],
    }),
    ["think: Hm.", 'get_weather({"city":"Paris"})'],
    "calls",
  ],
  "a cut": [stream(delta({ content: "Once" }), { ...delta({}, "length"), usage }), ["say: Once"], "length"],
  "a native stream that names its end": [
    stream({ response: "Once", finish_reason: null }, { finish_reason: "length", usage }),
    ["say: Once"],
    "length",
  ],
};
for (const [name, [text, blocks, finish]] of Object.entries(told)) {
  Deno.test(`P5: workers_ai: ${name}`, async () => {
    for (const size of [1, 37, text.length * 2]) {
      const fetch = fetchOf(new TextEncoder().encode(text), [size]);
      const { result } = await drain(ask(remote(), request, { fetch }));
      assert.deepEqual(toShort(result), blocks);
      assert.equal(result.finish, finish);
      assert.deepEqual(asSent(result.usage), { inputTokens: 12, outputTokens: 3, cachedTokens: 8 });
    }
  });
}

Deno.test("P5: workers_ai: the binding may give a response, a stream or an object, also for a stream that was asked for", async () => {
  const models = [
    MODEL,
    "@cf/openai/gpt-oss-120b",
    "@hf/nousresearch/hermes-2-pro-mistral-7b",
    "@cf/moonshotai/kimi-k2.5",
  ];
  for (const giving of ["response", "stream or object"] as const) {
    for (const model of models) {
      await using server = await binding.start({
        reply: [{ text: "Wait.", calls: [{ name: "get_weather", arguments: '{"city":"Paris"}' }] }],
      });
      const provider = createWorkersAIProvider({ binding: new SimulatedAi(server.url, giving) });
      const { result } = await drain(ask(provider, aRequest({ model, tools })));
      assert.deepEqual(server.complaints, []);
      assert.deepEqual(toShort(result), ["say: Wait.", 'get_weather({"city":"Paris"})']);
      assert.equal(result.finish, "calls");
      assert.ok(result.usage.inputTokens > 0);
      assert.equal(server.requests[0]?.headers.get("cf-consn-model-id"), model);
    }
  }
});

const failures: [status: number, code: number, message: string, is: ErrorCode][] = [
  [400, 5007, "No such model @cf/x/y or task", "model_invalid_request"],
  [400, 8006, "Invalid data for tool_choice", "model_invalid_request"],
  [
    400,
    5021,
    "The estimated number of input and maximum output tokens (31051) exceeded this model context window limit (24000).",
    "model_context_length",
  ],
  [403, 5016, "User has not agreed to Llama3.2 model terms", "model_auth"],
  [408, 3007, "Request timeout", "model_timeout"],
  [413, 3006, "Request is too large", "model_context_length"],
  [429, 3036, "You have used up your daily free allocation of 10,000 neurons.", "model_quota"],
  [429, 4006, "you have used up your daily free allocation of 10,000 neurons", "model_quota"],
  [429, 3040, "Capacity temporarily exceeded, please try again.", "model_overloaded"],
  [500, 3043, "Internal server error", "model_server"],
];
for (const [status, code, message, is] of failures) {
  Deno.test(`P9: workers_ai: ${code} is ${is}, over REST, in a response of the binding, and thrown by it`, async () => {
    const reply = () => ({ status, error: { message, code: String(code) } });
    for (const way of ["rest", "response", "stream or object"] as const) {
      const wire = way === "rest" ? rest : binding;
      await using server = await wire.start({ reply });
      const provider = way === "rest"
        ? providerOf(rest, server)
        : createWorkersAIProvider({ binding: new SimulatedAi(server.url, way) });
      const { error } = await drainFailing(send(wire, server, provider, requestOf(wire, provider).request));
      assert.deepEqual([error.code, error.details.providerCode], [is, String(code)], way);
      assert.ok(error.message.includes(message), error.message);
      assert.equal(error.details.phase, "connect");
      if (way !== "stream or object") assert.equal(error.details.status, status);
    }
  });
}

Deno.test("P9: workers_ai: what the binding throws is named by its code, and what has none is the network", async () => {
  const rows: [name: string, message: string, is: ErrorCode][] = [
    ["Error", "3040: Capacity temporarily exceeded, please try again.", "model_overloaded"],
    ["Error", "AiError: 3046: Request timeout", "model_timeout"],
    [
      "InferenceUpstreamError",
      "InferenceUpstreamError: 5007: No such model @cf/x or task",
      "model_invalid_request",
    ],
    ["InferenceUpstreamError", "<html>502</html>", "model_server"],
    ["AiInternalError", "Internal Error", "model_server"],
    ["TypeError", "Network connection lost.", "model_network"],
  ];
  for (const [name, message, is] of rows) {
    const thrown = Object.assign(new Error(message), { name });
    const AI: AiBinding = { run: () => Promise.reject(thrown) };
    const { error } = await drainFailing(ask(createWorkersAIProvider({ binding: AI }), request));
    assert.equal(error.code, is, message);
  }
  for (const nothing of [null, undefined, "text"]) {
    const AI: AiBinding = { run: () => Promise.resolve(nothing) };
    const { error } = await drainFailing(ask(createWorkersAIProvider({ binding: AI }), request));
    assert.equal(error.code, "model_protocol");
  }
});

const broken: [name: string, text: string, code: ErrorCode, said: RegExp][] = [
  ["a stream without [DONE]", 'data: {"response":"Hel"}\n\n', "model_protocol", /middle of the answer/],
  ["an empty stream", "data: [DONE]\n\n", "model_protocol", /without an answer/],
  [
    "an answer that announces calls and makes none (cloudflare/ai#561)",
    '{"choices":[{"message":{"content":"","tool_calls":[]},"finish_reason":"tool_calls"}]}',
    "model_protocol",
    /tool_calls, and has no call/,
  ],
  ["an empty result", '{"result":{},"success":true,"errors":[]}', "model_protocol", /no choice/],
  [
    "a failure inside a 200",
    '{"result":null,"success":false,"errors":[{"code":3040,"message":"Full."}]}',
    "model_overloaded",
    /Full/,
  ],
  [
    "an error event",
    stream({ response: "Hel" }, { errors: [{ code: 3007, message: "Request timeout" }] }),
    "model_timeout",
    /Request timeout/,
  ],
  [
    "an error event of Chat Completions",
    stream({ error: { message: "Boom", code: 500 } }),
    "model_server",
    /Boom/,
  ],
  ["an error beside native fields", stream({ response: "", error: "Boom" }), "model_server", /Boom/],
  ["what is not JSON", "data: {oops\n\n", "model_protocol", /not JSON/],
];
for (const [name, text, code, said] of broken) {
  Deno.test(`P9: workers_ai: ${name} is ${code}`, async () => {
    const { error } = await drainFailing(ask(remote(), request, { fetch: fetchText(text) }));
    assert.equal(error.code, code);
    assert.match(error.message, said);
  });
}

Deno.test("P9: workers_ai: an abort reaches the binding, and the reason of the caller comes out", async () => {
  const seen = Promise.withResolvers<AbortSignal>();
  const AI: AiBinding = {
    run: (_model, _inputs, { signal }) => {
      seen.resolve(signal);
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
  };
  const stop = new AbortController();
  const failing = drainFailing(
    ask(createWorkersAIProvider({ binding: AI }), request, { signal: stop.signal }),
  );
  const signal = await seen.promise;
  stop.abort();
  assert.equal((await failing).error.code, "step_cancelled");
  assert.ok(signal.aborted);
});

Deno.test("P5: workers_ai: contents are text, results bear names, thoughts go back where they came from", async () => {
  const thought = (name: string) => ({ provider: name, model: MODEL, data: { type: "reasoning_content" } });
  const messages: Message[] = [
    ...toMessages([openEntry(writeEntry({ type: "user", id: "e1", at: 1, version: 1, text: "Weather?" }))]),
    {
      role: "assistant",
      blocks: [
        { type: "reasoning", text: "Mine.", meta: thought("workers_ai") },
        { type: "reasoning", text: "Another's.", meta: thought("openai") },
        { type: "call", id: "call_a", name: "GitHub.SetStarred", args: "not json" },
      ],
    },
    { role: "tool", callId: "call_a", name: "GitHub.SetStarred", text: "No.", failed: true },
    { role: "assistant", blocks: [{ type: "reasoning", text: "Only a thought." }] },
    { role: "user", text: "Go on." },
  ];
  for (const wire of [rest, binding]) {
    await using server = await wire.start();
    const provider = providerOf(wire, server);
    const { request } = requestOf(wire, provider, { messages });
    const { result } = await drain(send(wire, server, provider, request));
    assert.deepEqual(server.complaints, []);
    const body = bodyOf(server.requests[0]?.text ?? "");
    assert.deepEqual(Reflect.get(body, "messages") ?? Reflect.get(Object(body.inputs), "messages"), [
      { role: "system", content: "You are terse." },
      { role: "user", content: "Weather?" },
      {
        role: "assistant",
        content: "",
        reasoning: "Mine.",
        tool_calls: [{
          id: "call_a",
          type: "function",
          function: { name: "GitHub_SetStarred_d5499a620642", arguments: '{"rawInvalidInput":"not json"}' },
        }],
      },
      {
        role: "tool",
        content: '{"error":"No."}',
        tool_call_id: "call_a",
        name: "GitHub_SetStarred_d5499a620642",
      },
      { role: "user", content: "Go on." },
    ]);
    if (wire === rest) {
      assert.equal(reasoningOf(result), "Considering the request.");
      const [block] = result.blocks;
      assert.deepEqual(block?.type === "reasoning" && block.meta, {
        ...thought("workers_ai"),
        model: rest.model,
      });
    }
    const writer = provider.historyWriter(request);
    const parts = [messages.slice(0, 3), messages.slice(3)].map((part) => writer?.write(part)).join(",");
    assert.equal(parts, writer?.write(messages));
  }
});

Deno.test("P5: workers_ai: settings by the names that all its models know, none of them unless it is set", async () => {
  await using server = await rest.start();
  const provider = providerOf(rest, server);
  const efforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
  for (const reasoningEffort of efforts) {
    const settings = { reasoningEffort, maxOutputTokens: 700, temperature: 0, topP: 0.5 };
    await drain(send(rest, server, provider, requestOf(rest, provider, { settings }).request));
  }
  await drain(
    send(rest, server, provider, requestOf(rest, provider, { cacheKey: "tenant/ünïcode" }).request),
  );
  const bodies = server.requests.map(({ text }) => bodyOf(text));
  assert.deepEqual(bodies.map((body) => body.reasoning_effort), [
    null,
    "low",
    "low",
    "medium",
    "high",
    "high",
    "high",
    undefined,
  ]);
  const { messages: _messages, reasoning_effort: _effort, ...first } = bodies[0] ?? {};
  assert.deepEqual(first, { model: rest.model, stream: true, max_tokens: 700, temperature: 0, top_p: 0.5 });
  assert.deepEqual(Object.keys(bodies.at(-1) ?? {}), ["messages", "model", "stream"]);
  const sessions = server.requests.map(({ headers }) => headers.get("x-session-affinity"));
  assert.equal(new Set(sessions).size, 2);
});

Deno.test("C3: workers_ai: an agent that knows better of its model (gemma-4) gets allowed_tools", () => {
  const choice: ToolChoice = { type: "allowed", names: ["get_time"], mode: "auto" };
  assert.deepEqual(remote().map({ ...request, choice }), {
    type: "allowed_tools",
    allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "get_time" } }] },
  });
});

Deno.test("P5: workers_ai: the binding wins over a token, and a base URL over the binding", async () => {
  await using server = await binding.start();
  const AI = new SimulatedAi(server.url);
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    asked.push(`${input} ${new Headers(init?.headers).get("authorization")}`);
    return fetchText(stream({ response: "Hi" }))(input, init);
  };
  const env = { CLOUDFLARE_API_TOKEN: "cf-token-0123456789", CLOUDFLARE_ACCOUNT_ID: "a/b" };
  const say = async (provider: Provider) => textOf((await drain(ask(provider, request, { fetch }))).result);
  assert.equal(await say(create(env, { AI })), "Hello! How can I help?");
  assert.equal(server.requests.length, 1);
  assert.deepEqual(asked, []);
  // Whatever else may be called AI.
  for (const AI of [undefined, {}, "text", { run: 1 }]) assert.equal(await say(create(env, { AI })), "Hi");
  const where = "https://gateway.ai.cloudflare.com/v1/abc/gate/workers-ai/v1";
  assert.equal(await say(create({ ...env, CLOUDFLARE_AI_BASE_URL: `${where}/` }, { AI })), "Hi");
  assert.deepEqual([...new Set(asked)], [
    "https://api.cloudflare.com/client/v4/accounts/a%2Fb/ai/v1/chat/completions Bearer cf-token-0123456789",
    `${where}/chat/completions Bearer cf-token-0123456789`,
  ]);
});

Deno.test("P5: workers_ai: without binding, token, account or a legal URL it says what is missing", () => {
  const refuses = (env: Record<string, string>, message: RegExp) =>
    assert.throws(() => create(env, {}), { code: "config_invalid", message });
  refuses({}, /CLOUDFLARE_API_TOKEN/);
  refuses({ CLOUDFLARE_API_TOKEN: "cf-token" }, /CLOUDFLARE_ACCOUNT_ID/);
  refuses({ CLOUDFLARE_API_TOKEN: "a\nb", CLOUDFLARE_ACCOUNT_ID: "a" }, /API token/);
  refuses({ CLOUDFLARE_API_TOKEN: "cf-token", WORKERS_AI_BASE_URL: "gateway" }, /base URL.*workers_ai/);
});

Deno.test("P9: workers_ai: the token is never repeated", async () => {
  const echo = fetchText(
    '{"success":false,"errors":[{"code":10000,"message":"Bad token cf-token-0123456789"}]}',
    { status: 403 },
  );
  const { error } = await drainFailing(ask(remote(), request, { fetch: echo }));
  assert.equal(error.code, "model_auth");
  assert.match(error.message, /Bad token \[redacted\]/);
});

function create(env: Record<string, string>, bindings: Record<string, unknown>): Provider {
  return definition.create({ env, clock: Date.now, sleep: () => Promise.resolve(), bindings });
}
