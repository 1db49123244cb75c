// P5: what the Gemini API answers beyond the recordings (tests/slow/wire/recordings_test.ts): signatures, pieces of arguments,
// finish reasons, usage.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Json, JsonObject } from "../../../src/core/json.ts";
import { createGeminiProvider } from "../../../src/providers/gemini/provider.ts";
import { GeminiApi, geminiKey } from "../../wire/gemini/api.ts";
import { simulate } from "../../wire/simulator.ts";
import {
  aRequest,
  ask,
  callsOf,
  drain,
  drainFailing,
  fetchOf,
  fetchText,
  textOf,
  weatherTool,
} from "../_support.ts";
import { asSent } from "../../support/as_sent.ts";

const MODEL = "gemini-3.1-pro-preview";
const END: JsonObject = { candidates: [{ finishReason: "STOP" }] };

const provider = createGeminiProvider({ apiKey: geminiKey });
const parts = (...parts: Json[]): JsonObject => ({ candidates: [{ content: { role: "model", parts } }] });
const ended = (finishReason: string, ...own: Json[]): JsonObject => ({
  candidates: [{ content: { parts: own }, finishReason, finishMessage: `Because of ${finishReason}.` }],
});
const sse = (...wires: Json[]) => wires.map((wire) => `data: ${JSON.stringify(wire)}\n\n`).join("");

function told(...wires: Json[]) {
  return drain(
    ask(provider, aRequest({ model: MODEL, tools: [weatherTool] }), { fetch: fetchText(sse(...wires)) }),
  );
}

function failing(...wires: Json[]) {
  return drainFailing(ask(provider, aRequest({ model: MODEL }), { fetch: fetchText(sse(...wires)) }));
}

Deno.test("P5: signatures stay with the block of their part, also those that come behind it", async () => {
  const { result } = await told(
    parts({ text: "Think", thought: true }),
    parts({ text: "ing.", thought: true }, { text: "He" }),
    parts({ text: "llo" }, { text: "", thoughtSignature: "c2ln" }),
    parts({ text: "More" }),
    parts({ functionCall: { name: "get_weather", args: { a: 1 } }, thoughtSignature: "Y2FsbA==" }),
    parts({ functionCall: { id: "x1", name: "get_weather", args: {} } }, { text: "" }),
    parts({ thoughtSignature: "bGFzdA==" }),
    END,
  );
  const meta = (thoughtSignature: string) => ({
    meta: { provider: "gemini", model: MODEL, data: { thoughtSignature } },
  });
  assert.deepEqual(asSent(result.blocks), [
    { type: "reasoning", text: "Thinking." },
    { type: "text", text: "Hello", ...meta("c2ln") },
    { type: "text", text: "More" },
    { type: "call", name: "get_weather", args: '{"a":1}', ...meta("Y2FsbA==") },
    { type: "call", name: "get_weather", args: "{}", providerId: "x1" },
    { type: "text", text: "", ...meta("bGFzdA==") },
  ]);
  assert.equal(result.finish, "calls");
});

Deno.test("P5: what Google's own tools did, images and namespaces are no calls of ours", async () => {
  const { result, events } = await told(
    parts(
      { executableCode: { language: "PYTHON", code: "1" } },
      { codeExecutionResult: { outcome: "OUTCOME_OK" } },
      { toolCall: { name: "google_search" } },
      { inlineData: { mimeType: "image/png", data: "" } },
      { functionCall: {} },
      { functionCall: { partialArgs: [{ jsonPath: "$.a", stringValue: "x" }] } },
      { functionCall: { name: "default_api:get_weather", args: {} } },
      { functionCall: { name: "default_api.invented" } },
    ),
    END,
  );
  assert.deepEqual(callsOf(result).map(({ name }) => name), ["get_weather", "default_api.invented"]);
  assert.deepEqual(events.flatMap((event) => event.type === "warning" ? [event.warning.code] : []), [
    "call_delta_dropped",
    "usage_missing",
  ]);
});

const piece = (jsonPath: string, value: JsonObject): JsonObject => ({
  functionCall: { partialArgs: [{ jsonPath, ...value }], willContinue: true },
});

async function argsOf(...pieces: JsonObject[]): Promise<string | undefined> {
  const { result } = await told(
    parts({ functionCall: { name: "get_weather", willContinue: true } }),
    ...pieces.map((each) => parts(each)),
    END,
  );
  return callsOf(result)[0]?.args;
}

Deno.test("P5: arguments in pieces are put together by their paths", async () => {
  const text = await argsOf(
    piece("$.a", { stringValue: "he", willContinue: true }),
    piece("$.a", { stringValue: "llo" }),
    piece("$.b.c[0].d", { numberValue: 1.5 }),
    piece("$.b.c[1]['a key']", { boolValue: false }),
    piece('$.b["c"][1]["x\\"y"]', { nullValue: "NULL_VALUE" }),
    piece("$.e", { willContinue: true }),
    { functionCall: { willContinue: true } },
    piece("$.n[2]", { numberValue: 0 }),
    { functionCall: {} },
  );
  assert.deepEqual(JSON.parse(text ?? ""), {
    a: "hello",
    b: { c: [{ d: 1.5 }, { "a key": false, 'x"y': null }] },
    n: [null, null, 0],
  });
});

Deno.test("P5: a path cannot reach a prototype", async () => {
  const text = await argsOf(
    piece("$.__proto__.polluted", { stringValue: "yes" }),
    piece("$.constructor.prototype.polluted", { boolValue: true }),
    piece("$['__proto__']['toString']", { stringValue: "x" }),
    piece("$.list[0].__proto__", { numberValue: 1 }),
  );
  assert.equal(
    text,
    '{"__proto__":{"polluted":"yes","toString":"x"},"constructor":{"prototype":{"polluted":true}},"list":[{"__proto__":1}]}',
  );
  assert.equal(Reflect.get({}, "polluted"), undefined);
});

Deno.test("P5: a path that is none, contradicts another or leads too far breaks the answer off", async () => {
  const rows: [string, ...JsonObject[]][] = [
    ["no path", piece("a.b", { stringValue: "x" })],
    ["no place", piece("$", { stringValue: "x" })],
    ["many places", piece("$.a[*]", { stringValue: "x" })],
    ["a negative index", piece("$.a[-1]", { stringValue: "x" })],
    ["below a text", piece("$.a", { stringValue: "x" }), piece("$.a.b", { stringValue: "y" })],
    ["a list as an object", piece("$.a[0]", { stringValue: "x" }), piece("$.a.b", { stringValue: "y" })],
    ["a text over an object", piece("$.a.b", { stringValue: "x" }), piece("$.a", { stringValue: "y" })],
    ["a hole too wide", piece("$.a[999999999]", { stringValue: "x" })],
    [
      "many wide holes",
      ...Array.from({ length: 10 }, (_, index) => piece(`$.a${index}[9999]`, { numberValue: 1 })),
    ],
    ["too deep", piece(`$${".a".repeat(100)}`, { stringValue: "x" })],
    ["too long", piece("$.a", { stringValue: "x".repeat(300_000) })],
  ];
  for (const [name, ...pieces] of rows) {
    const { error } = await failing(
      parts({ functionCall: { name: "get_weather", willContinue: true } }, ...pieces),
      END,
    );
    assert.equal(error.code, "model_protocol", name);
  }
});

Deno.test("P5: any arguments come back from their pieces", async () => {
  const key = fc.oneof(
    fc.constantFrom("__proto__", "constructor", "a", "0", "toString"),
    fc.string({ maxLength: 5 }),
  );
  const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
      fc.array(tie("tree"), { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(key, tie("tree")), { minLength: 1, maxLength: 3 }).map(toObject),
    ),
  }));
  const args = fc.array(fc.tuple(key, tree), { maxLength: 4 }).map(toObject);
  await fc.assert(
    fc.asyncProperty(args, async (args) => {
      const text = await argsOf(...leaves(args, "$"));
      assert.deepEqual(JSON.parse(text ?? ""), args);
    }),
    { numRuns: 60 },
  );
});

Deno.test("P5: the finish reason follows from the content where nothing cut it", async () => {
  const callPart = { functionCall: { name: "get_weather", args: {} } };
  const rows: [string, Json[], string][] = [
    ["STOP", [{ text: "Hi" }], "stop"],
    ["STOP", [callPart], "calls"],
    ["STOP", [], "stop"],
    ["MAX_TOKENS", [callPart], "length"],
    ["MAX_TOKENS", [], "length"],
    ["CONTINUATION", [callPart], "calls"],
    ["CONTINUATION", [{ text: "Hi" }], "length"],
    ["SAFETY", [], "content_filter"],
    ["RECITATION", [{ text: "Hi" }], "content_filter"],
    ["SPII", [], "content_filter"],
    ["OTHER", [{ text: "Hi" }], "stop"],
    ["UNEXPECTED_TOOL_CALL", [callPart], "calls"],
  ];
  for (const [raw, own, finish] of rows) {
    const { result } = await told(ended(raw, ...own));
    assert.deepEqual([result.finish, result.rawFinish], [finish, raw]);
  }
});

Deno.test("P5: an answer that the model spoilt is a failure that may pass, never a stop", async () => {
  for (
    const raw of [
      "MALFORMED_FUNCTION_CALL",
      "UNEXPECTED_TOOL_CALL",
      "TOO_MANY_TOOL_CALLS",
      "MALFORMED_RESPONSE",
      "OTHER",
    ]
  ) {
    const { error, events } = await failing(ended(raw));
    assert.deepEqual([error.code, error.retryable, error.details.afterOutput], ["model_server", true, false]);
    assert.match(error.message, new RegExp(`${raw}\\): Because of ${raw}`));
    assert.deepEqual(events, []);
  }
  const { error } = await failing(parts({ text: "Let me see." }), ended("MALFORMED_FUNCTION_CALL"));
  assert.equal(error.details.afterOutput, true);
});

Deno.test("P5: a blocked prompt is filtered content, and a stream without a finish reason is broken", async () => {
  const blocked = await failing({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata: {} });
  assert.deepEqual([blocked.error.code, blocked.error.details.providerCode], [
    "model_content_filter",
    "PROHIBITED_CONTENT",
  ]);
  for (
    const wires of [[parts({ text: "Hi" })], [{ usageMetadata: { promptTokenCount: 1 } }], [
      ended("FINISH_REASON_UNSPECIFIED"),
    ]]
  ) {
    assert.equal((await failing(...wires)).error.code, "model_protocol");
  }
});

Deno.test("P5: usage grows, thoughts are output, tool prompts are input, what is not reported stays so", async () => {
  const { result } = await told(
    { ...parts({ text: "a" }), usageMetadata: { promptTokenCount: 10, trafficType: "ON_DEMAND" } },
    { ...parts({ text: "b" }), usageMetadata: { candidatesTokenCount: 3, thoughtsTokenCount: 7 } },
    {
      ...END,
      usageMetadata: {
        promptTokenCount: 10,
        toolUsePromptTokenCount: 5,
        candidatesTokenCount: 4,
        cachedContentTokenCount: 8,
      },
    },
  );
  assert.deepEqual(result.usage, { inputTokens: 15, outputTokens: 11, cachedTokens: 8, reasoningTokens: 7 });
  const unreported = (await told(END)).result.usage;
  assert.deepEqual(asSent(unreported), {
    inputTokens: unreported.inputTokens,
    outputTokens: 0,
    estimated: true,
  });
});

Deno.test("P5: a list of responses, as without alt=sse, and a stream with [DONE] are read as well", async () => {
  const wires = [parts({ text: "Hel" }), parts({ text: "lo" }), END];
  const list = fetchText(JSON.stringify(wires), { headers: { "content-type": "application/json" } });
  const done = fetchText(`${sse(...wires)}data: [DONE]\n\n`);
  for (const fetch of [list, done]) {
    const { result } = await drain(ask(provider, aRequest({ model: MODEL }), { fetch }));
    assert.equal(textOf(result), "Hello");
  }
});

Deno.test("P5: a stream, at any chunk boundaries, and a whole body say the same", async () => {
  const reply = {
    text: "Grüße, 世界 🌍",
    reasoning: "Hm, ja.",
    calls: [{ id: "c1", name: "get_weather", arguments: '{"city":"Köln"}' }],
  };
  const bodies: Uint8Array<ArrayBuffer>[] = [];
  for (const method of ["streamGenerateContent?alt=sse", "generateContent"]) {
    await using server = await simulate(new GeminiApi(), {
      reply: [{ ...reply, usage: { input: 9, output: 20 } }],
    });
    const response = await fetch(`${server.url}/v1beta/models/${MODEL}:${method}`, {
      method: "POST",
      headers: { "x-goog-api-key": geminiKey, "content-type": "application/json" },
      body: JSON.stringify({
        contents: [{ role: "user", parts: [{ text: "Hi" }] }],
        tools: [{ functionDeclarations: [{ name: "get_weather", description: "x" }] }],
        generationConfig: { thinkingConfig: { includeThoughts: true } },
      }),
    });
    bodies.push(new Uint8Array(await response.arrayBuffer()));
  }
  const [stream, whole] = bodies;
  assert.ok(stream && whole);
  const read = async (bytes: Uint8Array<ArrayBuffer>, sizes: number[]) =>
    (await drain(
      ask(provider, aRequest({ model: MODEL, tools: [weatherTool] }), { fetch: fetchOf(bytes, sizes) }),
    )).result;
  const expected = await read(whole, [whole.length]);
  assert.equal(textOf(expected), "Grüße, 世界 🌍");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1 }), async (sizes) => {
      assert.deepEqual(await read(stream, sizes), expected);
    }),
    { numRuns: 30 },
  );
});

function toObject(entries: [string, Json][]): JsonObject {
  return Object.fromEntries(entries);
}

function leaves(node: Json, path: string): JsonObject[] {
  if (typeof node === "string") {
    const half = Math.floor(node.length / 2);
    return [
      piece(path, { stringValue: node.slice(0, half) }),
      piece(path, { stringValue: node.slice(half) }),
    ];
  }
  if (typeof node === "number") return [piece(path, { numberValue: node })];
  if (typeof node === "boolean") return [piece(path, { boolValue: node })];
  if (node === null) return [piece(path, { nullValue: null })];
  if (Array.isArray(node)) return node.flatMap((each, index) => leaves(each, `${path}[${index}]`));
  return Object.entries(node).flatMap(([key, value]) =>
    leaves(value, `${path}['${key.replace(/[\\']/g, (mark) => `\\${mark}`)}']`)
  );
}
