// P5: Ollama's native API beyond what the suites of tests/wire show: its lines, its host variable, its errors.
import assert from "node:assert/strict";
import type { ErrorCode } from "../../../src/core/error.ts";
import type { Message, Provider } from "../../../src/core/model/provider.ts";
import { createOllamaProvider, ollama as definition } from "../../../src/providers/ollama/provider.ts";
import { ollama as wire } from "../../wire/ollama/case.ts";
import { providerOf, requestOf, send } from "../../wire/ask.ts";
import {
  aRequest,
  ask,
  bodyOf,
  callsOf,
  drain,
  drainFailing,
  fetchOf,
  fetchText,
  reasoningOf,
  streamed,
  textOf,
  timeTool,
  weatherTool,
} from "../_support.ts";

const tools = [weatherTool, timeTool];
const request = aRequest({ model: "qwen3", tools });
const line = (message: object, rest: object = { done: false }) =>
  JSON.stringify({ model: "qwen3", created_at: "2026-11-20T10:00:00Z", message, ...rest }) + "\n";
const end = (rest: object = {}) =>
  line({ role: "assistant", content: "" }, { done: true, done_reason: "stop", ...rest });

function answerOf(text: string, provider: Provider = createOllamaProvider()) {
  return drain(ask(provider, request, { fetch: fetchText(text) }));
}

Deno.test("P5: ollama: thoughts, text and calls of several lines, with and without ids and indexes", async () => {
  const text = line({ role: "assistant", content: "", thinking: "Let me " }) +
    line({ role: "assistant", content: "", thinking: "see. ☀" }) +
    line({ role: "assistant", content: "One moment." }) +
    line({
      role: "assistant",
      content: "",
      tool_calls: [{ function: { name: "get_weather", arguments: { city: "Paris" } } }],
    }) +
    line({
      role: "assistant",
      content: "",
      tool_calls: [
        { id: "call_2", function: { index: 1, name: "get_weather", arguments: { city: "Paris" } } },
        { id: "call_3", function: { index: 2, name: "get_time", arguments: {} } },
      ],
    }) + end({ prompt_eval_count: 26, eval_count: 9 });
  for (const size of [1, 3, 37, text.length * 2]) {
    const fetch = fetchOf(new TextEncoder().encode(text.replaceAll("\n", "\r\n")), [size]);
    const { result } = await drain(ask(createOllamaProvider(), request, { fetch }));
    assert.deepEqual(result.blocks.map(({ type }) => type), ["reasoning", "text", "call", "call", "call"]);
    assert.deepEqual([reasoningOf(result), textOf(result)], ["Let me see. ☀", "One moment."]);
    assert.deepEqual(callsOf(result), [
      { name: "get_weather", args: '{"city":"Paris"}', id: undefined },
      { name: "get_weather", args: '{"city":"Paris"}', id: "call_2" },
      { name: "get_time", args: "{}", id: "call_3" },
    ]);
    assert.deepEqual([result.finish, result.rawFinish], ["calls", "stop"]);
    assert.deepEqual(result.usage, { inputTokens: 26, outputTokens: 9 });
  }
});

Deno.test("P5: ollama: a whole answer in one line is read as a stream is", async () => {
  const message = {
    role: "assistant",
    content: "Hi",
    thinking: "Hm.",
    tool_calls: [{ function: { name: "get_time" } }],
  };
  const { result } = await answerOf(line(message, { done: true, done_reason: "stop" }).trim());
  assert.deepEqual([reasoningOf(result), textOf(result)], ["Hm.", "Hi"]);
  assert.deepEqual(callsOf(result), [{ name: "get_time", args: "{}", id: undefined }]);
});

Deno.test("P5: ollama: arguments keep __proto__ and come as text from some servers", async () => {
  const args = '{"__proto__":{"polluted":true},"constructor":1}';
  const calls = [
    `{"function":{"name":"get_time","arguments":${args}}}`,
    `{"function":{"name":"get_time","arguments":${JSON.stringify(args)}}}`,
  ];
  const { result } = await answerOf(
    `{"message":{"content":"","tool_calls":[${calls.join(",")}]},"done":false}\n${end()}`,
  );
  assert.deepEqual(callsOf(result).map((call) => call.args), [args, args]);
  assert.equal(Reflect.get({}, "polluted"), undefined);
});

Deno.test("P5: ollama: a call without a name is dropped with a warning", async () => {
  const { result, events } = await answerOf(
    line({ content: "", tool_calls: [{ function: { arguments: {} } }] }) + end(),
  );
  assert.deepEqual([callsOf(result), result.finish], [[], "stop"]);
  assert.deepEqual(events.map((event) => event.type === "warning" && event.warning.code), [
    "call_dropped",
    "usage_missing",
  ]);
});

Deno.test("P5: ollama: num_predict ends an answer with length, calls or not", async () => {
  const calls = [{ function: { name: "get_time", arguments: { city: "Rome" } } }];
  for (const message of [{ content: "Once upon" }, { content: "", tool_calls: calls }]) {
    const { result } = await answerOf(line(message) + end({ done_reason: "length" }));
    assert.equal(result.finish, "length");
  }
});

const broken: [name: string, text: string, code: ErrorCode, said: RegExp][] = [
  ["a stream without its last line", line({ content: "Hel" }), "model_protocol", /middle of the answer/],
  ["a stream cut inside a line", line({ content: "Hel" }) + '{"model":"q', "model_protocol", /not JSON/],
  ["an empty body", "", "model_protocol", /middle of the answer/],
  [
    "an error line",
    line({ content: "Hel" }) + '{"error":"an error was encountered"}\n',
    "model_server",
    /was enc/,
  ],
  [
    "an error line about the context",
    '{"error":"the input length exceeds the context length"}\n',
    "model_context_length",
    /exceeds/,
  ],
  ["a model that was only loaded", end({ done_reason: "load" }), "model_server", /did load the model/],
  ["a page", "<html><h1>502 Bad Gateway</h1></html>", "model_server", /502 Bad Gateway/],
  ["a line that is no object", "[1]\n", "model_protocol", /A line of the answer is not JSON: \[1\]/],
  [
    "a line without end",
    `{"message":{"content":"${"x".repeat(4 * 1024 * 1024 + 1)}`,
    "model_protocol",
    /One line is longer/,
  ],
  [
    "arguments beyond all bounds",
    line({
      content: "",
      tool_calls: [{ function: { name: "get_time", arguments: { x: "y".repeat(262_144) } } }],
    }),
    "model_protocol",
    /arguments of one call/,
  ],
];
for (const [name, text, code, said] of broken) {
  Deno.test(`P9: ollama: ${name} is ${code}`, async () => {
    const { error } = await drainFailing(ask(createOllamaProvider(), request, { fetch: fetchText(text) }));
    assert.equal(error.code, code);
    assert.match(error.message, said);
  });
}

const refusals: [status: number, error: string, code: ErrorCode][] = [
  [400, 'option "num_predict" must be of type integer', "model_invalid_request"],
  [400, "the input length exceeds the context length", "model_context_length"],
  [401, "unauthorized", "model_auth"],
  [404, "model 'nope' not found", "model_invalid_request"],
  [
    429,
    "you (x) have reached your session usage limit, upgrade for higher limits: https://ollama.com/upgrade",
    "model_quota",
  ],
  [429, "too many requests", "model_rate_limit"],
  [500, "model requires more system memory (8.4 GiB) than is available (3.1 GiB)", "model_server"],
  [503, "server busy, please try again.  maximum pending requests exceeded", "model_overloaded"],
];
for (const [status, message, code] of refusals) {
  Deno.test(`P9: ollama: ${status} ${message.slice(0, 40)} is ${code}`, async () => {
    await using server = await wire.start({ reply: [{ status, error: { message } }] });
    const provider = providerOf(wire, server);
    const asked = requestOf(wire, provider).request;
    const { error } = await drainFailing(send(wire, server, provider, asked));
    assert.deepEqual([error.code, error.details.status], [code, status]);
    assert.ok(error.message.includes(message));
  });
}

Deno.test("C4: ollama: refusals teach that a model has no tools and does not think", async () => {
  await using server = await wire.start();
  const provider = providerOf(wire, server);
  const cases = [
    [{ model: "gemma", tools }, "tools"],
    [{ model: "llama3.2", settings: { reasoningEffort: "high" } }, "effort"],
  ] as const;
  for (const [parts, feature] of cases) {
    // As if the table did not know the model.
    const { error } = await drainFailing(send(wire, server, provider, aRequest(parts)));
    assert.deepEqual([error.code, error.details.lacks], ["model_invalid_request", feature]);
  }
  const old = fetchText('{"error":"invalid think value: \\"max\\" (must be \\"high\\", true, or false)"}', {
    status: 400,
  });
  const asked = aRequest({ model: "qwen3", settings: { reasoningEffort: "xhigh" } });
  const { error } = await drainFailing(
    streamed(provider, asked, { fetch: old, signal: new AbortController().signal }),
  );
  assert.equal(error.details.lacks, "effort");
});

Deno.test("P5: ollama: settings are options, and the effort is how much it thinks", async () => {
  await using server = await wire.start();
  const provider = providerOf(wire, server);
  const settings = { maxOutputTokens: 50, temperature: 0, topP: 0.5 };
  const efforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
  for (const reasoningEffort of [undefined, ...efforts]) {
    const { request } = requestOf(wire, provider, {
      settings: { ...settings, ...reasoningEffort && { reasoningEffort } },
    });
    await drain(send(wire, server, provider, request));
  }
  const bodies = server.requests.map(({ text }) => bodyOf(text));
  assert.deepEqual(bodies[0]?.options, { num_predict: 50, temperature: 0, top_p: 0.5 });
  assert.deepEqual(bodies.map(({ think }) => think), [
    undefined,
    false,
    "low",
    "low",
    "medium",
    "high",
    "max",
    "max",
  ]);
});

Deno.test("P5: ollama: history: thoughts go back where they came from, arguments are objects, results bear names", async () => {
  await using server = await wire.start();
  const provider = providerOf(wire, server);
  const thought = (name: string) => ({ provider: name, model: "qwen3", data: { type: "thinking" } });
  const messages: Message[] = [
    { role: "user", text: "Weather?" },
    {
      role: "assistant",
      blocks: [
        { type: "reasoning", text: "Mine. ", meta: thought("ollama") },
        { type: "reasoning", text: "Another's.", meta: thought("openai") },
        { type: "call", id: "call_a", name: "GitHub.SetStarred", args: '{"a":1}' },
        { type: "call", id: "call_b", name: "get_weather", args: '{"city":"Par' },
      ],
    },
    { role: "tool", callId: "call_a", name: "GitHub.SetStarred", text: "ok", failed: false },
    { role: "tool", callId: "call_b", name: "get_weather", text: "Broken JSON.", failed: true },
    { role: "assistant", blocks: [{ type: "reasoning", text: "Only a thought." }] },
    { role: "user", text: "Go on." },
  ];
  const { request } = requestOf(wire, provider, { messages });
  const { result } = await drain(send(wire, server, provider, request));
  assert.deepEqual(server.complaints, []);
  assert.deepEqual(bodyOf(server.requests[0]?.text ?? "").messages, [
    { role: "system", content: "You are terse." },
    { role: "user", content: "Weather?" },
    {
      role: "assistant",
      content: "",
      thinking: "Mine. ",
      tool_calls: [
        { function: { name: "GitHub_SetStarred_d5499a620642", arguments: { a: 1 } } },
        { function: { name: "get_weather", arguments: { rawInvalidInput: '{"city":"Par' } } },
      ],
    },
    { role: "tool", content: "ok", tool_name: "GitHub_SetStarred_d5499a620642" },
    { role: "tool", content: '{"error":"Broken JSON."}', tool_name: "get_weather" },
    { role: "user", content: "Go on." },
  ]);
  // What it thinks now is marked as its own.
  assert.deepEqual(result.blocks[0]?.type === "reasoning" && result.blocks[0].meta, thought("ollama"));

  // Written in parts, the text is the same.
  const writer = provider.historyWriter(request);
  const parts = [messages.slice(0, 4), messages.slice(4)].map((part) => writer?.write(part)).join(",");
  assert.equal(parts, writer?.write(messages));
});

const hosts: [variable: string, value: string, url: string][] = [
  ["OLLAMA_HOST", "", "http://127.0.0.1:11434"],
  ["OLLAMA_HOST", "0.0.0.0", "http://127.0.0.1:11434"],
  ["OLLAMA_HOST", "0.0.0.0:5050", "http://127.0.0.1:5050"],
  ["OLLAMA_HOST", ":5050", "http://127.0.0.1:5050"],
  ["OLLAMA_HOST", "box.lan", "http://box.lan:11434"],
  ["OLLAMA_HOST", "box.lan:80", "http://box.lan"],
  ["OLLAMA_HOST", " http://box.lan ", "http://box.lan"],
  ["OLLAMA_HOST", "https://box.lan:5050/ollama/", "https://box.lan:5050/ollama"],
  ["OLLAMA_HOST", "box.lan/ollama", "http://box.lan:11434/ollama"],
  ["OLLAMA_HOST", "::", "http://[::1]:11434"],
  ["OLLAMA_HOST", "[::]:5050", "http://[::1]:5050"],
  ["OLLAMA_HOST", "ollama.com", "https://ollama.com"],
  ["OLLAMA_BASE_URL", "http://box.lan:11434/", "http://box.lan:11434"],
  ["OLLAMA_BASE_URL", "http://box.lan:11434/api", "http://box.lan:11434"],
  ["OLLAMA_BASE_URL", "https://gate.example/a/api/", "https://gate.example/a"],
];
for (const [variable, value, url] of hosts) {
  Deno.test(`P5: ollama: ${variable}=${value} is ${url}`, async () => {
    const provider = create({ [variable]: value });
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      asked.push(String(input), new Headers(init?.headers).get("authorization") ?? "no key");
      return fetchText(end())(input, init);
    };
    await drain(ask(provider, request, { fetch }));
    assert.deepEqual(asked, [`${url}/api/chat`, "no key"]);
  });
}

Deno.test("P5: ollama: what is no host or no key is refused at the start, by its name", () => {
  for (const host of ["tcp://box:1", "box:port", "a:b:c", "box:99999", "two words"]) {
    assert.throws(
      () => create({ OLLAMA_HOST: host }),
      { code: "config_invalid", message: /OLLAMA_HOST/ },
      host,
    );
  }
  assert.throws(() => create({ OLLAMA_BASE_URL: "box" }), {
    code: "config_invalid",
    message: /base URL.*ollama/,
  });
  assert.throws(() => create({ OLLAMA_API_KEY: "a\nb" }), { code: "config_invalid", message: /API key/ });
});

function create(env: Record<string, string>): Provider {
  return definition.create({ env, clock: Date.now, sleep: () => Promise.resolve(), bindings: {} });
}
