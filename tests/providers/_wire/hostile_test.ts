// P9: servers that say too much, too little, or repeat what is not theirs.

import assert from "node:assert/strict";
import { AgentError } from "../../../src/core/error.ts";
import type { Json, JsonObject } from "../../../src/core/json.ts";
import type { Provider } from "../../../src/core/model/provider.ts";
import { createAnthropicProvider } from "../../../src/providers/anthropic/provider.ts";
import { createBedrockProvider } from "../../../src/providers/bedrock/provider.ts";
import { createCompatibleProvider, PROFILES } from "../../../src/providers/openai/compatible.ts";
import { createGeminiProvider } from "../../../src/providers/gemini/provider.ts";
import { createMistralProvider } from "../../../src/providers/mistral/provider.ts";
import { createOpenAIProvider } from "../../../src/providers/openai/provider.ts";
import { aRequest, ask, drain, drainFailing, enforced, streamed, textOf, weatherTool } from "../_support.ts";

const KEY = "key-0123456789";
const NOW = Date.parse("2026-11-20T10:00:00Z");
const openai = createOpenAIProvider({ apiKey: KEY, baseURL: "http://server/v1", clock: () => NOW });

function refusing(body: Json, status = 400, headers: Record<string, string> = {}) {
  return { fetch: () => Promise.resolve(new Response(JSON.stringify(body), { status, headers })) };
}

function refused(provider: Provider, body: Json, status?: number, headers?: Record<string, string>) {
  const request = aRequest({ tools: [weatherTool], settings: { reasoningEffort: "high" } });
  return drainFailing(ask(provider, request, refusing(body, status, headers)));
}

function streaming(events: Iterable<JsonObject>, delayMs = 0) {
  async function* bytes() {
    for (const event of events) {
      yield new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`);
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
  return { fetch: () => Promise.resolve(new Response(ReadableStream.from(bytes()))) };
}

Deno.test("P9: a provider's word for an error is cut, and no key stands in it", async () => {
  const long = await refused(openai, { error: { message: "No.", code: "c".repeat(60_000) } });
  assert.ok(long.error.message.length < 200);
  const { error } = await refused(openai, { error: { message: "No.", code: `no_${KEY}` } });
  assert.ok(!JSON.stringify([error.message, error.details]).includes(KEY));
});

Deno.test("P9: bedrock: an id of a key is redacted as the key is", async () => {
  const credentials = { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI" };
  const bedrock = createBedrockProvider({ region: "us-east-1", credentials });
  const { error } = await refused(
    bedrock,
    { message: "Credential=AKIAIOSFODNN7EXAMPLE/20261120 is unknown" },
    403,
  );
  assert.doesNotMatch(error.message, /AKIA/);
});

const QUOTED = "which model does not support tools?";
const pydantic = [{
  type: "string_type",
  loc: ["body", "messages", 0],
  msg: "Input should be short",
  input: QUOTED,
}];
const groq = createCompatibleProvider(PROFILES.groq, { apiKey: KEY });
const vllm = createCompatibleProvider(PROFILES.vllm);
const quoting: readonly (readonly [string, Provider, Json])[] = [
  ["FastAPI's checks", createMistralProvider({ apiKey: KEY }), { detail: pydantic }],
  ["checks in a message", createMistralProvider({ apiKey: KEY }), {
    object: "error",
    message: { detail: pydantic },
  }],
  ["pydantic's text", vllm, { message: `1 error: [{'loc': ('body',), 'msg': 'No', 'input': '${QUOTED}'}]` }],
  ["what a model wrote", groq, { error: { message: "Odd call.", failed_generation: QUOTED } }],
];
for (const [what, provider, body] of quoting) {
  Deno.test(`C4: nothing is learned from the user's or the model's words in ${what}`, async () => {
    const { error } = await refused(provider, body);
    assert.deepEqual([error.code, error.details.lacks], ["model_invalid_request", undefined], error.message);
  });
}

Deno.test("P9: FastAPI's checks are told without the input that they repeat", async () => {
  const { error } = await refused(createMistralProvider({ apiKey: KEY }), { detail: pydantic }, 422);
  assert.match(error.message, /: body\.messages\.0: Input should be short$/);
});

Deno.test("P6: xai: the code beside a bare text is kept", async () => {
  const xai = createCompatibleProvider(PROFILES.xai, { apiKey: KEY });
  const { error } = await refused(xai, { code: "invalid-argument", error: "No such field." });
  assert.equal(error.details.providerCode, "invalid-argument");
  assert.match(error.message, /: No such field\.$/);
});

const limited = (message: string, more: JsonObject = {}) => ({ error: { message, ...more } });
const reset = (value: string) => ({
  metadata: { headers: { "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": value } },
});
const DAY_MS = 86_400_000;
const waits: readonly (readonly [string, JsonObject, Record<string, string>, number | undefined])[] = [
  ["in a text, as Go prints it", limited("Limit reached. Please try again in 1m7.66s. Upgrade."), {}, 67_660],
  ["in a text, in words", limited("Please retry after 26 seconds."), {}, 26_000],
  ["in a text, in milliseconds", limited("Please try again in 612ms."), {}, 612],
  ["in a header before a text", limited("Please try again in 7s."), { "retry-after": "3" }, 3000],
  ["nowhere", limited("Please try again in a while."), {}, undefined],
  ["OpenRouter's, in the body", limited("Limit.", reset(String(NOW + 20_000))), {}, 20_000],
  ["OpenRouter's, that is none", limited("Limit.", reset("soon\nor later")), {}, undefined],
  ["longer than a day", limited("Limit."), { "retry-after": "99999999999999999999" }, DAY_MS],
];
for (const [where, body, headers, ms] of waits) {
  Deno.test(`P9: a wait ${where}: ${ms} ms`, async () => {
    const { error } = await refused(openai, body, 429, headers);
    assert.deepEqual([error.code, error.retryAfterMs], ["model_rate_limit", ms]);
  });
}

Deno.test("P5: gemini: a finish in every piece does not cut an answer that is still told", async () => {
  const pieces = Array.from({ length: 8 }, (_, index) => ({
    candidates: [{ content: { parts: [{ text: `${index} ` }] }, finishReason: "STOP" }],
  }));
  const gemini = createGeminiProvider({ apiKey: KEY, timeoutMs: 150 });
  const { result } = await drain(ask(gemini, aRequest(), streaming(pieces, 50)));
  assert.equal(textOf(result), "0 1 2 3 4 5 6 7 ");
});

Deno.test("P1: openai: what is said to be sent is what is sent, also when the API follows from a setting that is dropped", async () => {
  const official = createOpenAIProvider({ apiKey: KEY });
  const lacks = { effort: "the provider refused it before" };
  const { request, sent } = enforced(
    official,
    aRequest({
      model: "gpt-5.4",
      tools: [weatherTool],
      choice: { type: "tool", name: "get_weather" },
      settings: { reasoningEffort: "high" },
      lacks,
    }),
  );
  const bodies: string[] = [];
  const fetch = (_: unknown, init?: RequestInit) => {
    bodies.push(String(init?.body));
    return Promise.resolve(new Response("{}", { status: 400 }));
  };
  await drainFailing(streamed(official, request, { fetch, signal: new AbortController().signal }));
  assert.deepEqual(JSON.parse(bodies[0] ?? "").tool_choice, sent);
  assert.match(
    official.historyWriter(request)?.key ?? "",
    bodies[0]?.includes('"messages"') ? /chat/ : /responses/,
  );
});

function* many(event: (index: number) => JsonObject) {
  for (let index = 0; index < 5000; index++) yield event(index);
}
const floods: readonly (readonly [string, Provider, (index: number) => JsonObject])[] = [
  [
    "responses",
    createOpenAIProvider({ apiKey: KEY, baseURL: "http://server/v1", api: "responses" }),
    (index) => ({ type: "response.output_item.added", output_index: index, item: { type: "message" } }),
  ],
  [
    "anthropic",
    createAnthropicProvider({ apiKey: KEY }),
    (index) => ({ type: "content_block_start", index, content_block: { type: "text", text: "" } }),
  ],
  [
    "chat",
    openai,
    (index) => ({
      choices: [{ index: 0, delta: { [index % 2 ? "content" : "reasoning_content"]: "x" } }],
    }),
  ],
];
for (const [dialect, provider, event] of floods) {
  Deno.test(`P9: ${dialect}: more blocks than an answer has are model_protocol`, async () => {
    const { error } = await drainFailing(ask(provider, aRequest(), streaming(many(event))));
    assert.equal(error.code, "model_protocol");
    assert.match(error.message, /more than \d+ blocks/);
  });
}

Deno.test("P6: openrouter: a __proto__ in reasoning details changes nothing", async () => {
  const openrouter = createCompatibleProvider(PROFILES.openrouter, { apiKey: KEY });
  const detail = (text: string): Json =>
    JSON.parse(`{"type":"reasoning.text","index":0,"text":"${text}","__proto__":{"type":"x"}}`);
  const delta = (text: string): JsonObject => ({
    choices: [{ index: 0, delta: { reasoning_details: [detail(text)] } }],
  });
  const plain: JsonObject = {
    choices: [{ index: 0, delta: { reasoning_details: [{ type: "reasoning.text", index: 0, text: "a" }] } }],
  };
  const end: JsonObject = { choices: [{ index: 0, delta: { content: "Hi." }, finish_reason: "stop" }] };
  const { result } = await drain(
    ask(openrouter, aRequest(), streaming([plain, delta("b"), delta("c"), end])),
  );
  const [reasoning] = result.blocks;
  assert.equal(reasoning?.type, "reasoning");
  const { details }: { details: JsonObject[] } = JSON.parse(JSON.stringify(reasoning?.meta?.data));
  assert.deepEqual(details, [{ type: "reasoning.text", index: 0, text: "abc" }]);
});

const pieces = (...partialArgs: JsonObject[]): JsonObject => ({
  functionCall: { partialArgs, willContinue: true },
});
const CITY = "$.city";
const begun = { jsonPath: CITY, stringValue: "Pa", willContinue: true };
const cutOff: readonly (readonly [string, JsonObject[], string])[] = [
  ["that goes on is cut", [pieces(begun)], "length"],
  ["that goes on behind another is cut", [pieces(begun, { jsonPath: "$.days", numberValue: 1 })], "length"],
  ["whose last piece came is whole", [pieces(begun), pieces({ jsonPath: CITY, stringValue: "" })], "calls"],
  ["in one piece is whole", [pieces({ jsonPath: CITY, stringValue: "Paris" })], "calls"],
];
for (const [what, more, finish] of cutOff) {
  Deno.test(`P5: gemini: a text among the arguments ${what}, though the stream ends as always`, async () => {
    const parts = [{ functionCall: { name: "get_weather", willContinue: true } }, ...more];
    const answer = { candidates: [{ content: { parts }, finishReason: "STOP" }] };
    const gemini = createGeminiProvider({ apiKey: KEY });
    const { result } = await drain(ask(gemini, aRequest({ tools: [weatherTool] }), streaming([answer])));
    assert.equal(result.finish, finish);
  });
}

for (
  const baseURL of ["https://host/v1?key=sk-secret", "https://me:sk-secret@host/v1", "host/v1?key=sk-secret"]
) {
  Deno.test(`P9: the base URL ${baseURL} is config_invalid, and is not repeated`, () => {
    assert.throws(() => createOpenAIProvider({ apiKey: KEY, baseURL }), (error) => {
      assert.ok(error instanceof AgentError);
      assert.equal(error.code, "config_invalid");
      assert.doesNotMatch(error.message, /sk-secret/);
      return true;
    });
  });
}
