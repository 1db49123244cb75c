// P3: what the generic suites do not show of Bedrock: signatures, refusals, exceptions, thinking, cache points, stop reasons.
import assert from "node:assert/strict";
import type { Feature } from "../../../src/core/model/capability.ts";
import type { Block } from "../../../src/core/entry.ts";
import { AgentError, type ErrorCode } from "../../../src/core/error.ts";
import { isJsonObject, type Json } from "../../../src/core/json.ts";
import type { Message, ModelRequest } from "../../../src/core/model/provider.ts";
import { createSigner } from "../../../src/providers/bedrock/sigv4.ts";
import { bedrock, createBedrockProvider } from "../../../src/providers/bedrock/provider.ts";
import { withRetries } from "../../../src/kernel/plan/model_retry.ts";
import type { ParsedRequest, Reply } from "../../wire/openai/reply.ts";
import { needsShared, sharedPath } from "../../support/shared.ts";
import { definitionOf, providerOf, send } from "../../wire/ask.ts";
import { API_KEY, bedrockApi, encodeFrame, KEYS, REGION } from "../../wire/bedrock/api.ts";
import { mediaOf, saying } from "../../wire/media/request.ts";
import { reader, SAMPLES } from "../../wire/media/samples.ts";
import { bedrock as wire } from "../../wire/bedrock/case.ts";
import { expectedAuthorization } from "../../wire/bedrock/sigv4.ts";
import { simulate } from "../../wire/simulator.ts";
import {
  aRequest,
  ask,
  bodyOf,
  callsOf,
  drain,
  drainFailing,
  enforced,
  fetchOf,
  lacksIn,
  streamed,
  textOf,
  weatherTool,
} from "../_support.ts";
import { asSent } from "../../support/as_sent.ts";

const CLAUDE = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
const NOVA = "amazon.nova-pro-v1:0";
const LLAMA = "us.meta.llama3-3-70b-instruct-v1:0";

function provider(baseURL = "http://bedrock.test", headers: Record<string, string> = {}) {
  return createBedrockProvider({ region: REGION, credentials: { apiKey: API_KEY }, baseURL, headers });
}

/** The body of the request, as it would be sent. */
async function sent(parts: Partial<ModelRequest>) {
  let body = "";
  let url = "";
  const capture: typeof fetch = (input, init) => {
    url = String(input);
    body = String(init?.body);
    return Promise.resolve(new Response("{}", { status: 400 }));
  };
  await drainFailing(ask(provider(), aRequest({ model: CLAUDE, ...parts }), { fetch: capture }));
  return { body: bodyOf(body), url };
}

function frames(...events: [event: string, data: unknown][]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(events.flatMap(([event, data]) => [...encodeFrame(event, data)]));
}

function answer(...events: [event: string, data: unknown][]) {
  return ask(provider(), aRequest({ model: CLAUDE }), { fetch: fetchOf(frames(...events), [7]) });
}

needsShared("P3: the published SigV4 vector reproduces", "fixtures", async () => {
  const file = sharedPath("fixtures", "bedrock", "openai-node-sigv4-vector.json");
  const { credentials, request, expected, ...vector } = JSON.parse(Deno.readTextFileSync(file));
  const headers = await createSigner(credentials)({
    url: request.url,
    body: request.body,
    headers: { "content-type": request.contentType },
    service: vector.service,
    region: vector.region,
    at: Date.parse(vector.signingDate),
  });
  assert.equal(headers.authorization, expected.authorization);
  assert.equal(headers["x-amz-date"], expected.date);
  assert.equal(headers["x-amz-content-sha256"], expected.payloadHash);
  // The check of the simulated server agrees with it.
  const seen = new Headers({ ...headers, host: new URL(request.url).host });
  const signed = { path: new URL(request.url).pathname, headers: seen, text: request.body };
  assert.equal(expectedAuthorization(signed, { ...credentials, ...vector }), expected.authorization);
});

Deno.test("P3: keys sign each attempt anew, over a path that is encoded twice", async () => {
  await using server = await simulate(bedrockApi, { reply: [{ status: 503 }, { text: "Hi." }] });
  let now = Date.parse("2026-11-21T10:00:00Z");
  const signing = bedrock.create({
    env: {
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      AWS_SESSION_TOKEN: KEYS.sessionToken,
      AWS_DEFAULT_REGION: REGION,
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: server.url,
    },
    clock: () => now,
    sleep: () => Promise.resolve(),
    bindings: {},
  });
  const sleep = () => Promise.resolve(void (now += 1000));
  const retrying = withRetries(signing, {
    clock: () => now,
    sleep,
    random: (count) => new Uint8Array(count),
  });
  const { result } = await drain(ask(retrying, aRequest({ model: CLAUDE })));
  assert.equal(textOf(result), "Hi.");
  assert.deepEqual(server.requests.map(({ status }) => status), [503, 200]);
  assert.deepEqual(server.requests.map(({ headers }) => headers.get("x-amz-date")), [
    "20261121T100000Z",
    "20261121T100001Z",
  ]);
  assert.ok(server.requests.every(({ path }) => path.includes("-v1%3A0/")));
});

Deno.test("P3: keys that may only stream are asked for no whole answer again; each request is signed for its path", async () => {
  const may = "bedrock:InvokeModelWithResponseStream";
  const refusal = (action: string) =>
    `User: arn:aws:iam::1:user/a is not authorized to perform: ${action} on resource: arn:aws:bedrock:us-east-1::m because no ` +
    `identity-based policy allows the ${action} action`;
  await using server = await simulate(bedrockApi, {});
  const asked: string[] = [];
  const limited = (granted: string): typeof fetch => (url, init) => {
    const isStreamed = String(url).endsWith("/converse-stream");
    asked.push(`${isStreamed ? "stream" : "whole"} ${new Headers(init?.headers).get("authorization")}`);
    const action = isStreamed ? may : "bedrock:InvokeModel";
    if (action === granted) return fetch(url, init);
    return Promise.resolve(Response.json({ message: refusal(action) }, {
      status: 403,
      headers: { "x-amzn-errortype": "AccessDeniedException" },
    }));
  };
  const signing = createBedrockProvider({ region: REGION, credentials: KEYS, baseURL: server.url });
  const complete = async (granted: string) =>
    await drain(
      streamed(signing, enforced(signing, aRequest({ model: CLAUDE })).request, {
        fetch: limited(granted),
        signal: new AbortController().signal,
        isUnread: true,
      }),
    );
  await complete(may);
  await complete(may);
  assert.deepEqual(asked.map((each) => each.split(" ")[0]), ["whole", "stream", "stream"]);
  assert.notEqual(asked[0]?.split(" ").at(-1), asked[1]?.split(" ").at(-1), "the signatures");
  await assert.rejects(complete("none"), { code: "model_auth" });
});

Deno.test("P3: an ARN is one segment of the path, and signed as such", async () => {
  await using server = await simulate(bedrockApi, {});
  const signing = createBedrockProvider({ region: REGION, credentials: KEYS, baseURL: server.url });
  const model = `arn:aws:bedrock:us-east-1:123456789012:inference-profile/${CLAUDE}`;
  await drain(ask(signing, aRequest({ model })));
  assert.equal(server.requests[0]?.path, `/model/${encodeURIComponent(model)}/converse-stream`);
});

Deno.test("P3: what is signed is the body with its media", async () => {
  await using server = await simulate(bedrockApi, {});
  const signing = createBedrockProvider({ region: REGION, credentials: KEYS, baseURL: server.url });
  const messages = saying([SAMPLES.image, SAMPLES.pdf]);
  await drain(ask(signing, aRequest({ model: CLAUDE, messages, media: reader() })));
  assert.match(server.requests[0]?.text ?? "", /"bytes":"iVBORw0KGgo/);
});

Deno.test("P3: a document has text beside it, and a name in the letters that Converse takes", async () => {
  await using server = await simulate(bedrockApi, {});
  const signing = createBedrockProvider({ region: REGION, credentials: KEYS, baseURL: server.url });
  const names = ["", "  ", "a..b__c.pdf", "Übersicht (1) [x] — final.pdf", "x".repeat(300), "日本.pdf"];
  for (const name of names) {
    const messages: Message[] = [{ role: "user", text: "", parts: [{ ...SAMPLES.pdf, name }] }];
    await drain(ask(signing, aRequest({ model: CLAUDE, messages, media: reader() })));
  }
  assert.deepEqual(server.requests.map(({ status }) => status), names.map(() => 200));
});

Deno.test("P3: a wrong key is model_auth, and no message repeats a secret", async () => {
  await using server = await simulate(bedrockApi, {});
  const wrong = createBedrockProvider({
    region: REGION,
    credentials: { ...KEYS, secretAccessKey: "a-wrong-secret-key" },
    baseURL: server.url,
  });
  const { error } = await drainFailing(ask(wrong, aRequest({ model: CLAUDE })));
  assert.deepEqual([error.code, error.details.providerCode], ["model_auth", "InvalidSignatureException"]);

  const echo: typeof fetch = () =>
    Promise.resolve(Response.json({ message: `token ${KEYS.sessionToken}` }, { status: 403 }));
  const { error: echoed } = await drainFailing(ask(wrong, aRequest({ model: CLAUDE }), { fetch: echo }));
  assert.match(echoed.message, /token \[redacted\]/);
});

// Forms of answers and notices: tests/wire/capabilities_test.ts.
const CHOICES_AND_SETTINGS = wire.refuses.filter(({ output, notice }) => output === undefined && !notice);
for (const refused of CHOICES_AND_SETTINGS) {
  const { feature, model, settings, choice, parallel } = refused;
  Deno.test(`C4: bedrock: ${model} refuses ${feature}, and the refusal says so`, async () => {
    await using server = await wire.start({ reply: willing });
    const capable = providerOf(wire, server);
    const asked = { ...settings && { settings }, ...choice && { choice }, parallel };
    const request = aRequest({ model, ...asked, tools: [weatherTool], ...mediaOf(refused) });
    const { error } = await drainFailing(send(wire, server, capable, request));
    assert.equal(error.code, "model_invalid_request");
    assert.ok(lacksIn(error).includes(refused.teaches ?? feature), error.message);
    // Enforced by the table, it is taken.
    await drain(ask(capable, request));
  });
}

// A model that calls what it must.
function willing({ choice, tools }: ParsedRequest): Reply {
  const [first = ""] = tools;
  if (choice.kind === "none" || choice.kind === "auto") return { text: "No calls." };
  return { calls: [{ name: choice.kind === "named" ? choice.name : first, arguments: "{}" }] };
}

Deno.test("C4: bedrock: every row of the table has its refusal, and matches in profiles and ARNs", () => {
  const { models } = definitionOf(wire).capabilities;
  for (const row of models) {
    for (const feature of row.lacks) {
      const has = wire.refuses.some((each) => each.feature === feature && each.model === row.example);
      assert.ok(has, `${row.example} ${feature}`);
    }
    const bare = row.example.replace(/^(?:us|global)\./, "");
    for (
      const prefix of ["", "us.", "eu.", "apac.", "global.", "arn:aws:bedrock:eu-west-1::foundation-model/"]
    ) {
      assert.ok(row.models.test(prefix + bare), prefix + bare);
    }
  }
});

const EVERYWHERE = [
  "none",
  "allowed",
  "json_mode",
  "image_urls",
  "file_urls",
  "audio",
  "tool_changes",
  "inline_tools",
  "clear_at",
  "compaction",
  "context_editing",
  "tool_search",
];

Deno.test("C4: bedrock: what Claude takes is not refused beforehand", () => {
  const lacks = (model: string, reasoningEffort?: "low") =>
    Object.keys(provider().capabilities(model, reasoningEffort ? { reasoningEffort } : {}).lacks)
      .filter((feature) => !EVERYWHERE.includes(feature)).sort();
  const thinking: Feature[] = ["forced_thinking", "sampling_thinking"];
  assert.deepEqual(lacks("anthropic.claude-3-haiku-20240307-v1:0"), ["effort", "json_schema", "notices"]);
  const old = [...thinking, "json_schema", "notices"].sort();
  assert.deepEqual(lacks("anthropic.claude-sonnet-4-20250514-v1:0"), old);
  const both = ["forced_thinking", "notices", "sampling_pair", "sampling_thinking"];
  assert.deepEqual(lacks("anthropic.claude-sonnet-4-5-20250929-v1:0"), both);
  assert.deepEqual(lacks("anthropic.claude-opus-4-6-v1"), both);
  const seven = ["forced_thinking", "json_schema", "notices", "temperature", "topP"];
  assert.deepEqual(lacks("anthropic.claude-opus-4-7"), seven);
  assert.deepEqual(lacks("anthropic.claude-opus-5"), ["temperature", "topP"]);
  assert.deepEqual(lacks("anthropic.claude-haiku-5-5"), ["temperature", "topP"]);
  assert.deepEqual(lacks("openai.gpt-oss-120b-1:0"), [
    "images",
    "notices",
    "parallel",
    "tool_files",
    "tool_images",
  ]);
  assert.deepEqual(lacks("arn:aws:bedrock:us-east-1:1:application-inference-profile/a1"), [
    "effort",
    "notices",
    "parallel",
    "tool_files",
    "tool_images",
  ]);
});

Deno.test("P3: effort becomes a budget, an adaptive effort, or gpt-oss's word", async () => {
  const fields = async (
    model: string,
    reasoningEffort: "none" | "low" | "xhigh",
    maxOutputTokens?: number,
  ) => {
    const settings = { reasoningEffort, ...maxOutputTokens && { maxOutputTokens } };
    const { body } = await sent({ model, settings });
    return [body.additionalModelRequestFields, body.inferenceConfig];
  };
  assert.deepEqual(await fields(CLAUDE, "low", 500), [
    { thinking: { type: "enabled", budget_tokens: 2048 } },
    { maxTokens: 2548 },
  ]);
  assert.deepEqual(await fields("us.anthropic.claude-opus-4-6-v1", "xhigh", 500), [
    { thinking: { type: "adaptive" }, output_config: { effort: "high" } },
    { maxTokens: 500 },
  ]);
  const summarized = { type: "adaptive", display: "summarized" };
  const adaptive = { thinking: summarized, output_config: { effort: "xhigh" } };
  assert.deepEqual(await fields("global.anthropic.claude-opus-4-8", "xhigh"), [adaptive, undefined]);
  assert.deepEqual(await fields("openai.gpt-oss-20b-1:0", "xhigh"), [
    { reasoning_effort: "high" },
    undefined,
  ]);
  assert.deepEqual(await fields(CLAUDE, "none"), [undefined, undefined]);
  assert.deepEqual(await fields("global.anthropic.claude-opus-5", "none"), [
    { thinking: { type: "disabled" } },
    undefined,
  ]);
  const least = { output_config: { effort: "low" } };
  assert.deepEqual(await fields("anthropic.claude-fable-5", "none"), [least, undefined]);
  assert.deepEqual(await fields("us.anthropic.claude-opus-5-5-v1:0", "none"), [least, undefined]);
  const off = { thinking: { type: "disabled" } };
  assert.deepEqual(await fields("us.anthropic.claude-haiku-5-5-v1:0", "none"), [off, undefined]);
  assert.deepEqual(await fields("us.amazon.nova-2-lite-v1:0", "low", 500), [
    { reasoningConfig: { type: "enabled", maxReasoningEffort: "low" } },
    { maxTokens: 500 },
  ]);
  // At high the API takes no limit: what the agent limits goes before.
  assert.deepEqual(await fields("us.amazon.nova-2-lite-v1:0", "xhigh", 500), [
    { reasoningConfig: { type: "enabled", maxReasoningEffort: "medium" } },
    { maxTokens: 500 },
  ]);
});

Deno.test("P3: Claude since 5 is asked for the text of its thoughts without an effort as well, an earlier one is not", async () => {
  const fields = async (model: string) => (await sent({ model })).body.additionalModelRequestFields;
  const shown = { thinking: { type: "adaptive", display: "summarized" } };
  for (
    const line of ["opus-5", "opus-5-5", "sonnet-5", "sonnet-5-5", "haiku-5-5", "fable-5-1", "mythos-5-1"]
  ) {
    assert.deepEqual(await fields(`us.anthropic.claude-${line}-v1:0`), shown, line);
  }
  for (const line of ["opus-4-8", "opus-4-6", "sonnet-4-5-20250929", "3-7-sonnet-20250219"]) {
    assert.equal(await fields(`us.anthropic.claude-${line}-v1:0`), undefined, line);
  }
});

Deno.test("P3: of temperature and topP together Claude 4.1 to 4.6 gets temperature, with a warning; others get both", async () => {
  const settings = { temperature: 0.2, topP: 0.9 };
  const lines = ["opus-4-1-20250805", "opus-4-5-20251101", "sonnet-4-5-20250929", "haiku-4-5-20251001"];
  for (const line of [...lines, "sonnet-4-6", "opus-4-6"]) {
    const { body } = await sent({ model: `us.anthropic.claude-${line}-v1:0`, settings });
    assert.deepEqual(body.inferenceConfig, { temperature: 0.2 }, line);
  }
  for (const model of ["us.anthropic.claude-3-haiku-20240307-v1:0", NOVA]) {
    assert.deepEqual((await sent({ model, settings })).body.inferenceConfig, settings);
  }
});

Deno.test("P3: a run of calls that began without a thought of the model's goes on without a budget, the next one with it", async () => {
  const meta = { provider: "bedrock", model: CLAUDE, data: { signature: "sealed" } };
  const called: Block = { type: "call", id: "call_1", name: "get_weather", args: "{}" };
  const run = (...blocks: Block[]): Message[] => [
    { role: "user", text: "Weather?" },
    { role: "assistant", blocks: [...blocks, called] },
    { role: "tool", callId: "call_1", name: "get_weather", text: "18", failed: false },
  ];
  const thinking = async (messages: Message[], tools: ModelRequest["tools"] = [weatherTool]) => {
    const { body, url } = await sent({ messages, tools, settings: { reasoningEffort: "low" } });
    assert.equal(wire.lintRequest({ path: new URL(url).pathname, body })?.message, undefined);
    return body.additionalModelRequestFields !== undefined;
  };
  assert.equal(await thinking(run()), false);
  assert.equal(
    await thinking(run({ type: "reasoning", text: "Hm.", meta: { ...meta, model: "other" } })),
    false,
  );
  assert.equal(await thinking(run({ type: "reasoning", text: "Hm.", meta })), true);
  const next: Message[] = [{ role: "assistant", blocks: [{ type: "text", text: "18." }] }, {
    role: "user",
    text: "And?",
  }];
  assert.equal(await thinking([...run(), ...next]), true);
  assert.equal(await thinking(run(), []), true, "without tools the history is text");
});

Deno.test("P10: cache points stand behind system, tools and the newest message, where the model takes them", async () => {
  const point = { cachePoint: { type: "default" } };
  const marked = async (model: string, answered = false) => {
    const messages: ModelRequest["messages"] = [
      { role: "user", text: "Weather?" },
      ...answered
        ? [
          {
            role: "assistant" as const,
            blocks: [{ type: "call" as const, id: "call_1", name: "get_weather", args: "{}" }],
          },
          { role: "tool" as const, callId: "call_1", name: "get_weather", text: "18 °C", failed: false },
        ]
        : [],
    ];
    const { body } = await sent({ model, messages, tools: [weatherTool], cacheBreakpoints: true });
    const last = (list: Json | undefined) => {
      const item = Array.isArray(list) ? list.at(-1) : undefined;
      return JSON.stringify(item) === JSON.stringify(point);
    };
    const message = Array.isArray(body.messages) ? body.messages.at(-1) : undefined;
    return [
      last(body.system),
      isJsonObject(body.toolConfig) && last(body.toolConfig.tools),
      isJsonObject(message) && last(message.content),
    ];
  };
  assert.deepEqual(await marked(CLAUDE), [true, true, true]);
  assert.deepEqual(await marked(CLAUDE, true), [true, true, true]);
  assert.deepEqual(await marked(NOVA), [true, false, true]);
  assert.deepEqual(await marked(NOVA, true), [true, false, false]);
  assert.deepEqual(await marked("anthropic.claude-3-haiku-20240307-v1:0"), [false, false, false]);
  assert.deepEqual(await marked(LLAMA), [false, false, false]);
});

Deno.test("P3: tools of a model that refuses them in a stream go to Converse, whose answer is whole", async () => {
  const reply = { text: "I look.", calls: [{ name: "get_weather", arguments: '{"city":"Paris"}' }] };
  await using server = await wire.start({ reply: [reply, { text: "Hi." }] });
  const talking = providerOf(wire, server);
  const { result } = await drain(ask(talking, aRequest({ model: LLAMA, tools: [weatherTool] })));
  assert.deepEqual(callsOf(result).map(({ name, args }) => [name, args]), [[
    "get_weather",
    '{"city":"Paris"}',
  ]]);
  await drain(ask(talking, aRequest({ model: LLAMA })));
  assert.deepEqual(server.requests.map(({ path }) => path.replace(/.*\//, "")), [
    "converse",
    "converse-stream",
  ]);
});

Deno.test("C4: bedrock: what is refused in a stream alone is asked for as a whole", async () => {
  const texts = [
    ["This model doesn't support tool use.", ["tools"]],
    ["This model doesn't support tool use in streaming mode.", ["streaming"]],
    ["The model is unsupported for streaming.", ["streaming"]],
  ] as const;
  for (const [message, lesson] of texts) {
    const body = JSON.stringify({ message });
    const refuse = () => Promise.resolve(new Response(body, { status: 400 }));
    const { error } = await drainFailing(
      ask(provider(), aRequest({ tools: [weatherTool] }), { fetch: refuse }),
    );
    assert.deepEqual(lacksIn(error), lesson);
  }
  const { url } = await sent({ lacks: { streaming: "learned" } });
  assert.ok(url.endsWith("/converse"), url);
});

Deno.test("P3: a blank description, a blank system and settings that are not there are left out", async () => {
  const { body, url } = await sent({ system: " ", tools: [{ ...weatherTool, description: " " }] });
  assert.deepEqual(Object.keys(body), ["messages", "toolConfig"]);
  assert.ok(!JSON.stringify(body).includes("description"), JSON.stringify(body).slice(0, 300));
  assert.equal(
    url,
    "http://bedrock.test/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse-stream",
  );
});

const TEXT: [string, unknown] = ["contentBlockDelta", { contentBlockIndex: 0, delta: { text: "Hi" } }];

Deno.test("P3: stop reasons that cut an answer are told, and malformed ones are errors", async () => {
  for (
    const [stopReason, finish] of [
      ["end_turn", "stop"],
      ["stop_sequence", "stop"],
      ["max_tokens", "length"],
      ["model_context_window_exceeded", "length"],
      ["guardrail_intervened", "content_filter"],
      ["content_filtered", "content_filter"],
      ["refusal", "refusal"],
      ["something_new", "stop"],
    ]
  ) {
    const { result } = await drain(answer(TEXT, ["messageStop", { stopReason }]));
    assert.deepEqual([result.finish, result.rawFinish], [finish, stopReason]);
  }
  for (const stopReason of ["malformed_tool_use", "malformed_model_output"]) {
    const { error } = await drainFailing(answer(["messageStop", { stopReason }]));
    const { providerCode, afterOutput } = error.details;
    assert.deepEqual([error.code, providerCode, afterOutput], ["model_protocol", stopReason, false]);
    assert.equal(error.retryable, true);
  }
});

Deno.test("P3: usage counts what was cached, before or behind the end, and only what was reported", async () => {
  const usage = {
    inputTokens: 10,
    outputTokens: 5,
    totalTokens: 115,
    cacheReadInputTokens: 70,
    cacheWriteInputTokens: 30,
  };
  const metadata: [string, unknown] = ["metadata", { usage, metrics: { latencyMs: 1 } }];
  const stop: [string, unknown] = ["messageStop", { stopReason: "end_turn" }];
  const expected = { inputTokens: 110, outputTokens: 5, cachedTokens: 70, cacheWriteTokens: 30 };
  assert.deepEqual((await drain(answer(TEXT, metadata, stop))).result.usage, expected);
  assert.deepEqual((await drain(answer(TEXT, stop, metadata))).result.usage, expected);
  const unreported = (await drain(answer(TEXT, stop))).result.usage;
  assert.deepEqual(unreported, { inputTokens: unreported.inputTokens, outputTokens: 1, estimated: true });
});

Deno.test("P3: an answer that has ended is whole, though its connection stays open without the usage", async () => {
  const bytes = frames(TEXT, ["messageStop", { stopReason: "end_turn" }]);
  const open: typeof fetch = () =>
    Promise.resolve(new Response(new ReadableStream({ start: (controller) => controller.enqueue(bytes) })));
  const { result } = await drain(ask(
    createBedrockProvider({ region: REGION, credentials: { apiKey: API_KEY }, timeoutMs: 50 }),
    aRequest({ model: CLAUDE }),
    { fetch: open },
  ));
  assert.deepEqual([textOf(result), result.finish], ["Hi", "stop"]);
});

Deno.test("P3: tools that the server ran are no calls of ours", async () => {
  const server = { toolUseId: "t1", name: "nova_grounding", type: "server_tool_use" };
  const { result } = await drain(answer(
    ["contentBlockStart", { contentBlockIndex: 0, start: { toolUse: server } }],
    ["contentBlockDelta", { contentBlockIndex: 0, delta: { toolUse: { input: "{}" } } }],
    ["contentBlockStop", { contentBlockIndex: 0 }],
    ["contentBlockStart", { contentBlockIndex: 1, start: { toolResult: { toolUseId: "t1" } } }],
    ["contentBlockDelta", { contentBlockIndex: 1, delta: { toolResult: [{ text: "found" }] } }],
    ["contentBlockStop", { contentBlockIndex: 1 }],
    ["contentBlockDelta", { contentBlockIndex: 2, delta: { text: "Found." } }],
    ["messageStop", { stopReason: "end_turn" }],
  ));
  assert.deepEqual(asSent(result.blocks), [{ type: "text", text: "Found." }]);
  assert.equal(result.finish, "stop");
});

Deno.test("P3: a call that the token limit cuts is no call to run, and half of one in front of an end that announces calls is an error", async () => {
  const half = (stopReason: string) =>
    answer(
      ["contentBlockStart", {
        contentBlockIndex: 0,
        start: { toolUse: { toolUseId: "t1", name: "get_weather" } },
      }],
      ["contentBlockDelta", { contentBlockIndex: 0, delta: { toolUse: { input: '{"city":"Par' } } }],
      ["messageStop", { stopReason }],
    );
  assert.equal((await drain(half("max_tokens"))).result.finish, "length");
  assert.equal((await drainFailing(half("tool_use"))).error.code, "model_protocol");
});

Deno.test("P9: exceptions in a stream are failures of their kind", async () => {
  const cases: [event: string, data: unknown, code: ErrorCode, retryable: boolean][] = [
    ["internalServerException", { message: "Oops" }, "model_server", true],
    ["serviceUnavailableException", { message: "Busy" }, "model_overloaded", true],
    ["throttlingException", { message: "Too many tokens, please wait" }, "model_rate_limit", true],
    ["throttlingException", { message: "Too many tokens per day, please wait" }, "model_quota", false],
    [
      "validationException",
      { message: "Input is too long for requested model." },
      "model_context_length",
      false,
    ],
    ["validationException", { message: "No." }, "model_invalid_request", false],
    [
      "modelStreamErrorException",
      { message: "A", originalMessage: "B", originalStatusCode: 529 },
      "model_overloaded",
      true,
    ],
    ["modelStreamErrorException", { message: "A", originalStatusCode: 400 }, "model_invalid_request", false],
    ["modelStreamErrorException", { message: "A" }, "model_server", true],
    ["someNewException", {}, "model_server", true],
  ];
  for (const [event, data, code, retryable] of cases) {
    const { error, events } = await drainFailing(answer(TEXT, [event, data]));
    assert.deepEqual([error.code, error.retryable], [code, retryable], event);
    assert.equal(error.details.afterOutput, true);
    assert.equal(events.length, 2);
  }
});

Deno.test("P9: refusals are told by the header, whatever stands behind it, and by the body", async () => {
  const cases: [status: number, type: string | null, body: unknown, code: ErrorCode][] = [
    [
      429,
      "ThrottlingException:http://internal.amazon.com/coral/com.amazon.bedrock/",
      { message: "Slow" },
      "model_rate_limit",
    ],
    [429, "ModelNotReadyException", { message: "Not ready" }, "model_overloaded"],
    [400, "ServiceQuotaExceededException", { message: "Quota" }, "model_quota"],
    [403, "AccessDeniedException", { Message: "No access" }, "model_auth"],
    [403, "ExpiredTokenException", { message: "Expired" }, "model_auth"],
    [
      400,
      "ValidationException",
      { message: "Input is too long for requested model." },
      "model_context_length",
    ],
    [400, "ValidationException", { message: "Bad" }, "model_invalid_request"],
    [404, "ResourceNotFoundException", { message: "No such model" }, "model_invalid_request"],
    [408, "ModelTimeoutException", { message: "Slow model" }, "model_timeout"],
    [424, "ModelErrorException", { message: "Broken", originalStatusCode: 500 }, "model_server"],
    [424, "ModelErrorException", { message: "Broken", originalStatusCode: 429 }, "model_rate_limit"],
    [503, null, { __type: "com.amazon.coral.service#ServiceUnavailableException" }, "model_overloaded"],
    [500, null, "", "model_server"],
  ];
  for (const [status, type, body, code] of cases) {
    const headers = { "x-amzn-requestid": "r-1", ...type && { "x-amzn-errortype": type } };
    const refuse: typeof fetch = () =>
      Promise.resolve(new Response(body === "" ? "" : JSON.stringify(body), { status, headers }));
    const { error } = await drainFailing(ask(provider(), aRequest({ model: CLAUDE }), { fetch: refuse }));
    assert.deepEqual([error.code, error.details.status], [code, status], `${status} ${type}`);
    assert.equal(error.details.requestId, "r-1");
  }
});

Deno.test("P3: a configuration that cannot work is refused by name", () => {
  const setup = { clock: Date.now, sleep: () => Promise.resolve(), bindings: {} };
  const refused = (env: Record<string, string>) => {
    try {
      bedrock.create({ env, ...setup });
    } catch (error) {
      assert.ok(error instanceof AgentError);
      assert.equal(error.code, "config_invalid");
      return error.message;
    }
    return assert.fail("The configuration was taken.");
  };
  const keys = { AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_REGION: "us-east-1" };
  assert.match(refused({ [bedrock.variables[0] ?? ""]: API_KEY }), /AWS_REGION or AWS_DEFAULT_REGION/);
  assert.match(refused({ AWS_REGION: "us-east-1" }), /AWS_BEARER_TOKEN_BEDROCK or AWS_ACCESS_KEY_ID/);
  assert.match(refused(keys), /AWS_SECRET_ACCESS_KEY/);
  assert.match(refused({ ...keys, AWS_SECRET_ACCESS_KEY: "s", AWS_REGION: "evil.test/" }), /region/);
  assert.match(refused({ AWS_BEARER_TOKEN_BEDROCK: "a\nb", AWS_REGION: "us-east-1" }), /API key/);
  assert.ok(bedrock.create({
    ...setup,
    env: { AWS_BEARER_TOKEN_BEDROCK: API_KEY, BEDROCK_BASE_URL: "https://gateway.test" },
  }));
});
