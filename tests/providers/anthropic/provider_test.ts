// P2, P10: what is sent to Anthropic, captured from a strict server over real HTTP: thinking by model, history, cache marks, tools.
import { mediaOf } from "../../wire/media/request.ts";
import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";
import type { Block } from "../../../src/core/entry.ts";
import { AgentError } from "../../../src/core/error.ts";
import { joinItems, type JsonObject } from "../../../src/core/json.ts";
import type {
  AssistantMessage,
  Message,
  ModelRequest,
  ModelResult,
} from "../../../src/core/model/provider.ts";
import type { ModelSettings } from "../../../src/core/model/model_settings.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";
import { anthropic, createAnthropicProvider } from "../../../src/providers/anthropic/provider.ts";
import { validator } from "../../support/conformance.ts";
import { toAnswer } from "../../wire/openai/answer.ts";
import type { ParsedRequest, Reply } from "../../wire/openai/reply.ts";
import { anthropicApi, serveAnthropic, simulatedKey } from "../../wire/anthropic/api.ts";
import { anthropic as wire } from "../../wire/anthropic/case.ts";
import { lintRequest } from "../../wire/anthropic/lint.ts";
import { providerOf, requestOf, send } from "../../wire/ask.ts";
import { obedient } from "../../wire/obedient.ts";
import type { Simulator } from "../../wire/simulator.ts";
import {
  aRequest,
  ask,
  bodyOf,
  callsOf,
  drain,
  drainFailing,
  lacksIn,
  textOf,
  timeTool,
  weatherTool,
} from "../_support.ts";

const AUTO: ToolChoice = { type: "auto" };
const question: Message = { role: "user", text: "What is the weather in Paris?" };

// Forms of answers, notices and summaries: tests/wire/capabilities_test.ts.
const CHOICES_AND_SETTINGS = wire.refuses.filter(({ output, notice, compact, search }) =>
  output === undefined && !notice && !compact && !search
);
for (const refused of CHOICES_AND_SETTINGS) {
  const { feature, model, settings = {}, choice = AUTO } = refused;
  Deno.test(`C4: anthropic refuses ${feature} of ${model} with a text that teaches it, and never sees it when it is known`, async () => {
    await using server = await wire.start({
      reply: ({ choice, tools: [tool = ""] }) => callFirst(choice.kind, tool),
    });
    const provider = providerOf(wire, server);
    const asked = { model, settings, choice, tools: [weatherTool], ...mediaOf(refused) };
    const { error } = await drainFailing(send(wire, server, provider, aRequest(asked)));
    assert.equal(error.code, "model_invalid_request");
    assert.ok(lacksIn(error).includes(feature), error.message);

    const known = requestOf(wire, provider, asked);
    await drain(send(wire, server, provider, known.request));
    assert.deepEqual(server.complaints, []);
  });
}

Deno.test("C4: of temperature and topP together, which Claude 4.1 to 4.6 refuses, temperature goes out alone, with a warning", async () => {
  await using server = await serveAnthropic();
  const provider = official(server);
  const settings = { temperature: 0.2, topP: 0.9 };
  const request = aRequest({ model: "claude-sonnet-4-5", settings });
  const { events } = await drain(provider.ask(request));
  assert.equal(events[0]?.type === "warning" && events[0].warning.code, "setting_dropped");
  assert.equal("top_p" in lastBody(server), false);
  assert.equal(lastBody(server).temperature, 0.2);
  // Each alone is taken.
  await drain(provider.ask({ ...request, settings: { topP: 0.9 } }));
  assert.equal(lastBody(server).top_p, 0.9);
  // A model that the table does not know teaches it.
  const { error } = await drainFailing(
    provider.ask(aRequest({ model: "claude-3-7-sonnet-20250219", settings })),
  );
  assert.deepEqual(lacksIn(error), ["sampling_pair"]);
});

interface Thoughts {
  readonly model: string;
  readonly settings: ModelSettings;
  readonly sent: JsonObject;
}

const summarized = { type: "adaptive", display: "summarized" };

const thoughts: readonly Thoughts[] = [
  { model: "claude-sonnet-4-5", settings: {}, sent: { max_tokens: 32_000 } },
  { model: "claude-sonnet-4-5", settings: { reasoningEffort: "none" }, sent: { max_tokens: 32_000 } },
  {
    model: "claude-sonnet-4-5",
    settings: { reasoningEffort: "minimal", maxOutputTokens: 500 },
    sent: { max_tokens: 1524, thinking: { type: "enabled", budget_tokens: 1024 } },
  },
  {
    model: "claude-haiku-4-5-20251001",
    settings: { reasoningEffort: "max" },
    sent: { max_tokens: 64_000, thinking: { type: "enabled", budget_tokens: 32_000 } },
  },
  {
    model: "claude-opus-4-1",
    settings: { reasoningEffort: "max" },
    sent: { max_tokens: 32_000, thinking: { type: "enabled", budget_tokens: 23_808 } },
  },
  {
    model: "claude-3-7-sonnet-20250219",
    settings: { reasoningEffort: "high" },
    sent: { max_tokens: 48_384, thinking: { type: "enabled", budget_tokens: 16_384 } },
  },
  {
    model: "claude-sonnet-4-20250514",
    settings: { reasoningEffort: "low" },
    sent: { max_tokens: 36_096, thinking: { type: "enabled", budget_tokens: 4096 } },
  },
  { model: "claude-3-haiku-20240307", settings: {}, sent: { max_tokens: 4096 } },
  { model: "claude-3-5-haiku-20241022", settings: {}, sent: { max_tokens: 8192 } },
  {
    model: "claude-sonnet-4-6",
    settings: { reasoningEffort: "xhigh", maxOutputTokens: 900 },
    sent: { max_tokens: 900, thinking: summarized, output_config: { effort: "high" } },
  },
  {
    model: "claude-opus-4-8",
    settings: { reasoningEffort: "xhigh" },
    sent: { max_tokens: 64_000, thinking: summarized, output_config: { effort: "xhigh" } },
  },
  {
    model: "claude-opus-4-7",
    settings: { reasoningEffort: "minimal" },
    sent: { max_tokens: 32_000, thinking: summarized, output_config: { effort: "low" } },
  },
  { model: "claude-opus-4-8", settings: { reasoningEffort: "none" }, sent: { max_tokens: 32_000 } },
  {
    model: "claude-sonnet-5",
    settings: { reasoningEffort: "none" },
    sent: { max_tokens: 32_000, thinking: { type: "disabled" } },
  },
  { model: "claude-sonnet-5", settings: {}, sent: { max_tokens: 32_000, thinking: summarized } },
  { model: "claude-opus-5-5", settings: {}, sent: { max_tokens: 32_000, thinking: summarized } },
  { model: "claude-haiku-5-5", settings: {}, sent: { max_tokens: 32_000, thinking: summarized } },
  { model: "claude-opus-4-8", settings: {}, sent: { max_tokens: 32_000 } },
  {
    model: "claude-opus-5-5",
    settings: { reasoningEffort: "none" },
    sent: { max_tokens: 32_000, output_config: { effort: "low" } },
  },
  {
    model: "claude-sonnet-5-5",
    settings: { reasoningEffort: "none" },
    sent: { max_tokens: 32_000, thinking: { type: "between_tools" }, output_config: { effort: "low" } },
  },
];

for (const { model, settings, sent } of thoughts) {
  Deno.test(`P2: ${model} is told to think by ${JSON.stringify(settings)} as it wants it`, async () => {
    await using server = await serveAnthropic();
    await drain(official(server).ask(aRequest({ model, settings })));
    const { max_tokens, thinking, output_config } = lastBody(server);
    assert.deepEqual(
      { max_tokens, ...thinking && { thinking }, ...output_config && { output_config } },
      sent,
    );
    await assertValid(server);
  });
}

Deno.test("C5: thinking is kept and a forced choice degraded, except where a model takes both", () => {
  const parts = { tools: [weatherTool], choice: { type: "required" } } as const;
  const provider = createAnthropicProvider({ apiKey: simulatedKey });
  const held = (model: string, settings: ModelSettings = {}) =>
    requestOf(wire, provider, { ...parts, model, settings }).choice.enforcement;
  assert.equal(held("claude-sonnet-4-5"), "native");
  assert.equal(held("claude-sonnet-4-5", { reasoningEffort: "low" }), "announced");
  assert.equal(held("claude-opus-4-5", { reasoningEffort: "low" }), "announced");
  assert.equal(held("claude-opus-4-8", { reasoningEffort: "low" }), "native");
  assert.equal(held("claude-sonnet-5"), "native");
  assert.equal(held("claude-sonnet-5-5"), "announced");
});

for (const model of ["claude-sonnet-4-6", "claude-opus-4-6", "claude-opus-4-7", "claude-sonnet-5"]) {
  Deno.test(`C5: ${model} takes a forced choice beside adaptive thinking`, async () => {
    for (const choice of [{ type: "required" }, { type: "tool", name: "get_weather" }] as const) {
      await using server = await serveAnthropic({ reply: (request) => obedient(request) });
      const provider = providerOf(wire, server);
      const settings = { reasoningEffort: "high" } as const;
      const { request, choice: held } = requestOf(wire, provider, {
        model,
        settings,
        tools: [weatherTool],
        choice,
      });
      assert.equal(held.enforcement, "native");
      await drain(send(wire, server, provider, request));
      const { thinking, tool_choice } = lastBody(server);
      assert.deepEqual(thinking, { type: "adaptive", display: "summarized" });
      assert.deepEqual(
        tool_choice,
        choice.type === "tool" ? { type: "tool", name: "get_weather" } : { type: "any" },
      );
    }
  });
}

Deno.test("C5: the simulated API refuses a forced choice beside manual thinking, also where adaptive thinking takes it", () => {
  const refusalOf = (model: string, thinking: object) =>
    lintRequest({
      path: "/v1/messages",
      body: {
        model,
        max_tokens: 8000,
        messages: [{ role: "user", content: "Weather?" }],
        thinking,
        tools: [{ name: "get_weather", input_schema: { type: "object" } }],
        tool_choice: { type: "any" },
      },
    })?.message;
  const manual = { type: "enabled", budget_tokens: 2048 };
  assert.match(refusalOf("claude-sonnet-4-6", manual) ?? "", /^Thinking may not be enabled/);
  assert.match(refusalOf("claude-sonnet-4-5", manual) ?? "", /^Thinking may not be enabled/);
  assert.equal(refusalOf("claude-sonnet-4-6", { type: "adaptive" }), undefined);
});

Deno.test("P2: results stand together and first in one user message; failures are marked; broken arguments become an object", async () => {
  await using server = await serveAnthropic();
  const messages: Message[] = [
    question,
    said(
      { type: "text", text: "Let me see. " },
      call(1, '{"city":"Paris","__proto__":{"a":1}}'),
      call(2, '{"city":'),
    ),
    result(1, "18 °C"),
    { ...result(2, ""), failed: true },
    { role: "user", text: "And tomorrow?" },
    said({ type: "text", text: "  \n" }),
    { role: "user", text: "" },
  ];
  await drain(official(server).ask(aRequest({ model: "claude-sonnet-4-5", messages, tools: [weatherTool] })));
  await assertValid(server);
  assert.equal(
    JSON.stringify(lastBody(server).messages),
    JSON.stringify([
      { role: "user", content: question.text },
      {
        role: "assistant",
        content: [
          { type: "text", text: "Let me see. " },
          {
            type: "tool_use",
            id: "call_1",
            name: "get_weather",
            input: JSON.parse('{"city":"Paris","__proto__":{"a":1}}'),
          },
          { type: "tool_use", id: "call_2", name: "get_weather", input: { rawInvalidInput: '{"city":' } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "call_1", content: "18 °C" },
          { type: "tool_result", tool_use_id: "call_2", is_error: true },
          { type: "text", text: "And tomorrow?" },
        ],
      },
      { role: "assistant", content: [{ type: "text", text: "(no answer)" }] },
      { role: "user", content: "(no text)" },
    ]),
  );
});

Deno.test("P2: thinking goes back signed, unmodified and in place to the model that thought it, and to no other", async () => {
  await using server = await serveAnthropic({
    reply: ({ history }) =>
      history.some(({ kind }) => kind === "result")
        ? { text: "18 °C." }
        : { reasoning: "Look it up.\n ", calls: [{ name: "get_weather", arguments: '{"city":"Paris"}' }] },
  });
  const provider = official(server);
  const settings: ModelSettings = { reasoningEffort: "low" };
  const request = aRequest({ model: "claude-sonnet-4-5", tools: [weatherTool], settings });
  const { result: first } = await drain(provider.ask(request));
  const messages = [question, kept(first), result(1, "18 °C")];
  await drain(provider.ask({ ...request, messages }));
  assert.match(
    JSON.stringify(lastBody(server)),
    /"type":"thinking","thinking":"Look it up\.\\n ","signature":"sim_/,
  );

  // A budget in the middle of a run that began without thinking would be a 400.
  await drain(provider.ask({ ...request, model: "claude-haiku-4-5-20251001", messages }));
  assert.doesNotMatch(JSON.stringify(lastBody(server)), /thinking/);
  await drain(provider.ask({ ...request, model: "claude-opus-4-8", messages }));
  assert.doesNotMatch(JSON.stringify(lastBody(server).messages), /thinking/);
  assert.deepEqual(lastBody(server).thinking, summarized);
  assert.deepEqual(server.complaints, []);
});

Deno.test("P2: a run that began with thinking keeps its budget, also where its beginning is the older part", async () => {
  await using server = await serveAnthropic();
  const provider = official(server);
  const thought: Block = {
    type: "reasoning",
    text: "",
    meta: {
      provider: "anthropic",
      model: "claude-sonnet-4-5",
      data: { type: "redacted_thinking", data: "EuY=" },
    },
  };
  const older: Message[] = [question, said(thought, call(1, "{}")), result(1, "18 °C")];
  const messages: Message[] = [said(call(2, "{}")), result(2, "20 °C"), {
    role: "user",
    text: "In Rome, too.",
  }];
  const request = aRequest({
    model: "claude-sonnet-4-5",
    settings: { reasoningEffort: "low" },
    tools: [weatherTool],
  });
  const writer = provider.historyWriter(request);
  assert.ok(writer);
  const written = { key: writer.key, text: writer.write(older), messages: () => older };
  await drain(provider.ask({ ...request, older: written, messages }));
  const inParts = lastBody(server);
  await drain(provider.ask({ ...request, messages: [...older, ...messages] }));
  assert.deepEqual(lastBody(server), inParts);
  assert.ok(inParts.thinking);
  await drain(provider.ask({ ...request, older: { ...written, key: "chat" }, messages }));
  assert.deepEqual(lastBody(server), inParts);
  assert.equal(
    joinItems(writer.write(older), writer.write(messages)),
    writer.write([...older, ...messages]),
  );
});

Deno.test("P2: an answer that was cut in its thoughts keeps its place, and one at the end is asked to go on", async () => {
  await using server = await serveAnthropic();
  const sealed = { type: "thinking", signature: "EuYBCkQ=" };
  const meta = { provider: "anthropic", model: "claude-opus-4-8", data: sealed };
  const messages: Message[] = [question, said({ type: "reasoning", text: "Well", meta })];
  const request = aRequest({ model: "claude-opus-4-8", messages });
  await drain(official(server).ask(request));
  assert.deepEqual(lastBody(server).messages, [
    { role: "user", content: question.text },
    { role: "assistant", content: [{ type: "text", text: "(no answer)" }] },
    { role: "user", content: "Continue." },
  ]);

  await drain(
    official(server).ask({ ...request, messages: [question, said({ type: "text", text: "Well, " })] }),
  );
  assert.deepEqual(JSON.stringify(lastBody(server).messages).includes('"Well, "'), true);
  assert.match(JSON.stringify(lastBody(server).messages), /\{"role":"user","content":"Continue\."\}\]$/);
});

Deno.test("P10: cache marks stand on the last tool, the system prompt, the end before and the end, and never in the text that is kept", async () => {
  await using server = await serveAnthropic({ reply: [{ usage: { input: 100, cached: 80 } }, {}, {}] });
  const provider = official(server);
  const older = [question];
  const messages = [said(call(1, "{}")), result(1, "18 °C")];
  const request = aRequest({
    model: "claude-sonnet-4-5",
    tools: [weatherTool, timeTool],
    cacheBreakpoints: true,
  });
  const writer = provider.historyWriter(request);
  const written = { key: writer?.key ?? "", text: writer?.write(older) ?? "", messages: () => older };
  const { result: answer } = await drain(provider.ask({ ...request, older: written, messages }));
  await assertValid(server);
  const mark = { cache_control: { type: "ephemeral" } };
  const { system, tools, messages: sent } = lastBody(server);
  assert.deepEqual(system, [{ type: "text", text: "You are terse.", ...mark }]);
  const rest = [
    { role: "assistant", content: [{ type: "tool_use", id: "call_1", name: "get_weather", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: "18 °C", ...mark }] },
  ];
  assert.deepEqual(sent, [
    { role: "user", content: [{ type: "text", text: question.text, ...mark }] },
    ...rest,
  ]);
  assert.equal(JSON.stringify(tools).split("cache_control").length, 2);
  assert.match(JSON.stringify(tools), /"cache_control":\{"type":"ephemeral"\}\}\]$/);
  assert.deepEqual([answer.usage.inputTokens, answer.usage.cachedTokens], [100, 80]);

  await drain(provider.ask({ ...request, older: written, messages, cacheMarks: "end" }));
  const earlier = [{ role: "user", content: question.text }, ...rest];
  assert.deepEqual(lastBody(server).messages, earlier, "as the releases before wrote it");

  await drain(provider.ask({ ...request, system: " ", cacheBreakpoints: false, messages: [question] }));
  assert.doesNotMatch(JSON.stringify(lastBody(server)), /cache_control|"system"/);
});

Deno.test("P2: a union at the root of a tool's schema, a 400 at Anthropic, becomes one object and a remark", async () => {
  await using server = await serveAnthropic();
  const parameters: JsonObject = {
    required: ["id"],
    properties: { id: { type: "string" } },
    additionalProperties: false,
    $defs: { b: { properties: { kind: { const: "b" }, b: { type: "number" } }, required: ["kind", "b"] } },
    oneOf: [
      { properties: { kind: { const: "a" }, a: { type: "string" } }, required: ["kind", "a"] },
      { $ref: "#/$defs/b" },
    ],
    allOf: [{ required: ["id2"], properties: { id2: { type: "integer" } } }],
  };
  const tools = [{ name: "x".repeat(100), description: " ", parameters }];
  await drain(official(server).ask(aRequest({ model: "claude-sonnet-4-5", tools })));
  await assertValid(server);
  const [tool] = JSON.parse(JSON.stringify(lastBody(server).tools));
  assert.equal(tool.name, "x".repeat(100));
  assert.deepEqual(tool.input_schema, {
    type: "object",
    required: ["id", "id2", "kind"],
    properties: {
      id: { type: "string" },
      id2: { type: "integer" },
      kind: { anyOf: [{ const: "a" }, { const: "b" }] },
      a: { type: "string" },
      b: { type: "number" },
    },
    $defs: parameters.$defs,
  });
  assert.match(tool.description, /^The arguments must also match this JSON Schema: \{"oneOf":\[/);
});

Deno.test("P2: without tools neither tools nor a choice is sent", async () => {
  await using server = await serveAnthropic();
  const request = aRequest({ model: "claude-sonnet-4-5", choice: { type: "none" }, parallel: false });
  await drain(official(server).ask(request));
  assert.doesNotMatch(JSON.stringify(lastBody(server)), /tool/);
});

Deno.test("P2: a key or a token, a base URL with a version or without: gateways are reached by the environment", async () => {
  const { create } = anthropic;
  const setup = { clock: Date.now, sleep: () => Promise.resolve(), bindings: {} };
  await using server = await serveAnthropic();
  const request = aRequest({ model: "claude-sonnet-4-5" });
  for (const url of [server.url, `${server.url}/v1`, `${server.url}/v1/`]) {
    const env = { ANTHROPIC_AUTH_TOKEN: simulatedKey, ANTHROPIC_BASE_URL: url };
    await drain(ask(create({ ...setup, env }), request));
    const { headers } = server.requests.at(-1) ?? {};
    assert.deepEqual([headers?.get("x-api-key"), headers?.get("authorization")], [
      null,
      `Bearer ${simulatedKey}`,
    ]);
  }
  const keyless = create({ ...setup, env: { ANTHROPIC_BASE_URL: server.url } });
  const { error } = await drainFailing(ask(keyless, request));
  assert.deepEqual([error.code, error.details.status], ["model_auth", 401]);
  for (
    const env of [{}, { ANTHROPIC_API_KEY: "a\nb" }, { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "here" }]
  ) {
    assert.throws(() => create({ ...setup, env }), (thrown) => {
      assert.ok(thrown instanceof AgentError);
      return thrown.code === "config_invalid";
    });
  }
});

Deno.test("P2: a gateway's thoughts without a signature go back to it, and never to Anthropic", async () => {
  await using server = await serveAnthropic();
  const provider = createAnthropicProvider({ apiKey: simulatedKey, baseURL: server.url });
  const unsigned = { type: "thinking", signature: "" };
  const meta = { provider: "anthropic", model: "deepseek-v4", data: unsigned };
  const messages = [
    question,
    said({ type: "reasoning", text: "Hm.", meta }, call(1, "{}")),
    result(1, "18 °C"),
  ];
  const writer = provider.historyWriter(aRequest({ model: "deepseek-v4" }));
  assert.match(writer?.write(messages) ?? "", /\{"type":"thinking","thinking":"Hm\.","signature":""\}/);
});

Deno.test("P2: what the simulated server tells is valid by the published schema", async () => {
  const validate = await validator();
  if (!validate) return;
  const request: ParsedRequest = {
    dialect: "anthropic",
    model: "claude-sonnet-4-5",
    stream: true,
    tools: [],
    choice: { kind: "auto" },
    parallel: true,
    history: [],
    reasons: true,
    body: { thinking: { type: "enabled" } },
    turn: 0,
  };
  const reply: Reply = { text: "Yes.", calls: [{ name: "get_weather", arguments: '{"city":"Paris"}' }] };
  const answer = toAnswer(reply, request, true);
  for (const { data } of anthropicApi.frames(answer, request)) {
    if (JSON.stringify(data) === '{"type":"ping"}') continue;
    const { ok, errors } = validate("anthropic.messages.event", data, { strict: true });
    assert.ok(ok, errors.join("\n"));
  }
  const { ok, errors } = validate("anthropic.messages.response", anthropicApi.whole(answer, request), {
    strict: true,
  });
  assert.ok(ok, errors.join("\n"));
});

Deno.test("P2: the official client reads the simulated server, streamed and whole, and sees what the provider sees", async () => {
  const reply: Reply = {
    text: "Let me check. ☀️",
    reasoning: "Weather.",
    chunks: [1, 3],
    calls: [{ name: "get_weather", arguments: '{"city":"Paris"}' }, { name: "get_time", arguments: "{}" }],
    usage: { input: 50, cached: 20, output: 30, reasoning: 10 },
  };
  await using server = await serveAnthropic({ reply: () => reply });
  const settings: ModelSettings = { reasoningEffort: "low" };
  const request = aRequest({ model: "claude-sonnet-4-5", tools: [weatherTool, timeTool], settings });
  const { result: ours } = await drain(official(server).ask(request));

  const client = new Anthropic({ apiKey: simulatedKey, baseURL: server.url, maxRetries: 0 });
  const body: Anthropic.MessageCreateParamsNonStreaming = {
    model: "claude-sonnet-4-5",
    max_tokens: 4000,
    thinking: { type: "enabled", budget_tokens: 2000 },
    messages: [{ role: "user", content: "What is the weather in Paris?" }],
    tools: [{ name: "get_weather", input_schema: { type: "object" } }, {
      name: "get_time",
      input_schema: { type: "object" },
    }],
    tool_choice: { type: "auto" },
  };
  for (
    const message of [await client.messages.create(body), await client.messages.stream(body).finalMessage()]
  ) {
    const theirs = message.content.map((block) =>
      block.type === "text"
        ? block.text
        : block.type === "thinking"
        ? block.thinking
        : block.type === "tool_use"
        ? { name: block.name, input: block.input }
        : undefined
    );
    const same = ours.blocks.map((block) =>
      block.type === "call" ? { name: block.name, input: JSON.parse(block.args) } : block.text
    );
    assert.deepEqual(theirs, same);
    assert.equal(message.stop_reason, ours.rawFinish);
    assert.equal(message.usage.input_tokens, 30);
    assert.equal(message.usage.cache_read_input_tokens, 20);
  }
  assert.deepEqual(ours.usage, {
    inputTokens: 50,
    cachedTokens: 20,
    cacheWriteTokens: 0,
    outputTokens: 30,
    reasoningTokens: 10,
  });
  assert.equal(ours.finish, "calls");
  assert.equal(textOf(ours), "Let me check. ☀️");
  assert.deepEqual(callsOf(ours).map(({ args }) => args), ['{"city":"Paris"}', "{}"]);
  assert.match(ours.requestId ?? "", /^req_011/);
  await assert.rejects(
    client.messages.create({ ...body, tool_choice: { type: "any" } }),
    (thrown) =>
      thrown instanceof Anthropic.BadRequestError && /Thinking may not be enabled/.test(thrown.message),
  );
});

function official(server: Simulator) {
  const provider = createAnthropicProvider({ apiKey: simulatedKey });
  const toServer: typeof fetch = (input, init) =>
    fetch(String(input).replace("https://api.anthropic.com", server.url), init);
  return {
    historyWriter: (request: ModelRequest) => provider.historyWriter(request),
    ask: (request: ModelRequest) => ask(provider, request, { fetch: toServer }),
  };
}

function callFirst(choice: string, tool: string): Reply {
  return choice === "required" || choice === "named"
    ? { calls: [{ name: tool, arguments: "{}" }] }
    : { text: "Fine." };
}

function lastBody(server: Simulator): JsonObject {
  return bodyOf(server.requests.at(-1)?.text ?? "");
}

async function assertValid(server: Simulator): Promise<void> {
  const validate = await validator();
  const { ok, errors } = validate?.("anthropic.messages.request", lastBody(server), { strict: true }) ??
    { ok: true, errors: [] };
  assert.ok(ok, errors.join("\n"));
  assert.deepEqual(server.complaints, []);
}

function said(...blocks: Block[]): AssistantMessage {
  return { role: "assistant", blocks };
}

function call(number: number, args: string): Block {
  return { type: "call", id: `call_${number}`, name: "get_weather", args };
}

function result(number: number, text: string): Extract<Message, { role: "tool" }> {
  return { role: "tool", callId: `call_${number}`, name: "get_weather", text, failed: false };
}

/** An answer as the history keeps it. */
function kept({ blocks }: ModelResult): AssistantMessage {
  return said(...blocks.map((block): Block => {
    if (block.type !== "call") return block;
    return { type: "call", id: "call_1", name: block.name, args: block.args };
  }));
}
