// P5: what the Gemini API wants of a history, of signatures and of settings; what it answers is in gemini_stream_test.ts.
import { NO_MEDIA_STYLE } from "../_support.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Block } from "../../../src/core/entry.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/core/json.ts";
import type {
  AssistantMessage,
  Message,
  ModelRequest,
  ToolMessage,
} from "../../../src/core/model/provider.ts";
import { createGeminiProvider, gemini } from "../../../src/providers/gemini/provider.ts";
import { createAliases } from "../../../src/providers/_wire/calls/tool_names.ts";
import { createGeminiWriter } from "../../../src/providers/gemini/messages.ts";
import { GeminiApi, geminiKey } from "../../wire/gemini/api.ts";
import { lintRequest } from "../../wire/gemini/lint.ts";
import { simulate } from "../../wire/simulator.ts";
import { aRequest, ask, bodyOf, drain, fetchText, timeTool, weatherTool } from "../_support.ts";

const GEMINI_3 = "gemini-3.1-pro-preview";
const SKIP = "skip_thought_signature_validator";
const OK = 'data: {"candidates":[{"content":{"parts":[{"text":"Hi"}]},"finishReason":"STOP"}]}\n\n';

const user = (text: string): Message => ({ role: "user", text });
const assistant = (...blocks: Block[]): AssistantMessage => ({ role: "assistant", blocks });
const call = (id: string, args?: string, meta?: Json, model?: string): Block => ({
  type: "call",
  id,
  name: "get_weather",
  args: args ?? "{}",
  ...(meta === undefined ? {} : { meta: { provider: "gemini", model: model ?? GEMINI_3, data: meta } }),
});
const result = (callId: string, text: string, failed = false): ToolMessage => ({
  role: "tool",
  callId,
  name: "get_weather",
  text,
  failed,
});

Deno.test("P5: results and what the user says next are one content, results first, under the names of their calls", async () => {
  const { contents } = await sent({
    messages: [
      user("Hi"),
      assistant({ type: "text", text: "Looking." }, call("call_1", '{"city":"Paris"}'), call("call_2")),
      result("call_1", '{"error":"kept below output"}'),
      result("call_2", "Timed out.", true),
      user("And?"),
    ],
  });
  assert.deepEqual(contents, [
    { role: "user", parts: [{ text: "Hi" }] },
    {
      role: "model",
      parts: [
        { text: "Looking." },
        {
          functionCall: { id: "call_1", name: "get_weather", args: { city: "Paris" } },
          thoughtSignature: SKIP,
        },
        { functionCall: { id: "call_2", name: "get_weather", args: {} } },
      ],
    },
    {
      role: "user",
      parts: [
        {
          functionResponse: {
            id: "call_1",
            name: "get_weather",
            response: { output: { error: "kept below output" } },
          },
        },
        { functionResponse: { id: "call_2", name: "get_weather", response: { error: "Timed out." } } },
        { text: "And?" },
      ],
    },
  ]);
});

Deno.test("P5: what a tool returned is an object: text as it is, JSON as JSON", async () => {
  const rows: [string, Json][] = [
    ["21 degrees", "21 degrees"],
    ["42", "42"],
    ['{"a":1}', { a: 1 }],
    ["[1,2]", [1, 2]],
    ["[not JSON", "[not JSON"],
    ['{"__proto__":1}', JSON.parse('{"__proto__":1}')],
  ];
  for (const [text, output] of rows) {
    const { contents } = await sent({ messages: [user("Hi"), assistant(call("c1")), result("c1", text)] });
    const said = JSON.stringify(contents[2]);
    assert.ok(said.includes(`"response":{"output":${JSON.stringify(output)}}`), said);
  }
});

Deno.test("P5: arguments that are no object are replayed as one", async () => {
  for (const args of ["{broken", "[1]", "", '"text"']) {
    const { contents } = await sent({
      messages: [user("Hi"), assistant(call("c1", args)), result("c1", "x")],
    });
    const said = JSON.stringify(contents[1]);
    assert.ok(said.includes(`"args":{"rawInvalidInput":${JSON.stringify(args)}}`), said);
  }
});

Deno.test("P5: a signature goes back on its part, to the same provider and model alone", async () => {
  const signed = { thoughtSignature: "c2lnbmVk" };
  const blocks = (model: string): Block[] => [
    { type: "reasoning", text: "A summary." },
    { type: "reasoning", text: "Signed.", meta: { provider: "gemini", model, data: signed } },
    { type: "text", text: "Hello", meta: { provider: "gemini", model, data: signed } },
    call("c1", "{}", signed, model),
    call("c2"),
  ];
  const messages = (model: string) => [
    user("Hi"),
    assistant(...blocks(model)),
    result("c1", "x"),
    result("c2", "y"),
  ];
  const own = await sent({ messages: messages(GEMINI_3) });
  assert.deepEqual(signaturesOf(own.contents[1]), ["c2lnbmVk", "c2lnbmVk", "c2lnbmVk", undefined]);
  assert.ok(JSON.stringify(own.contents[1]).includes('{"text":"Signed.","thought":true,"thoughtSignature"'));

  const other = await sent({ messages: messages("gemini-3-flash-preview") });
  assert.deepEqual(signaturesOf(other.contents[1]), [undefined, SKIP, undefined]);

  const older = await sent({ messages: messages(GEMINI_3), model: "gemini-2.5-flash" });
  assert.deepEqual(signaturesOf(older.contents[1]), [undefined, undefined, undefined]);
  assert.doesNotMatch(JSON.stringify(older.contents), /"id"/, "only Gemini 3 matches ids");

  const foreign = await sent({ messages: messages(GEMINI_3) }, "other-name");
  assert.deepEqual(signaturesOf(foreign.contents[1]), [undefined, SKIP, undefined]);
});

Deno.test("P5: a run of tools is legal on every model, with the signatures that the server gave", async () => {
  for (const model of [GEMINI_3, "gemini-2.5-flash", "gemini-flash-latest"]) {
    const script = [
      { calls: ["get_weather", "get_time"].map((name) => ({ name, arguments: '{"city":"Oslo"}' })) },
      { text: "It is cold.", calls: [{ name: "get_time", arguments: "{}" }] },
      { text: "Done." },
    ];
    await using server = await simulate(new GeminiApi(), { reply: script });
    const provider = createGeminiProvider({ apiKey: geminiKey, baseURL: server.url });
    const messages: Message[] = [user("Hi")];
    for (let step = 0; step < 3; step++) {
      const request = aRequest({ model, messages, tools: [weatherTool, timeTool] });
      const answer = await drain(ask(provider, { ...request, settings: { reasoningEffort: "low" } }));
      const blocks = answer.result.blocks.map((block, index): Block =>
        block.type === "call"
          ? {
            type: "call",
            id: `call_${step}${index}`,
            name: block.name,
            args: block.args,
            ...(block.meta && { meta: block.meta }),
          }
          : block
      );
      messages.push({ role: "assistant", blocks });
      for (const block of blocks) {
        if (block.type === "call") messages.push({ ...result(block.id, "fine"), name: block.name });
      }
    }
    assert.deepEqual(server.complaints, []);
    assert.deepEqual(server.requests.map(({ status }) => status), [200, 200, 200]);
    const replayed = JSON.stringify(server.requests[2]?.body);
    assert.ok(replayed.includes("thoughtSignature"), model);
    assert.ok(!replayed.includes(SKIP), "the model signed all its calls");
  }
});

Deno.test("P5: roles alternate whatever was said, and the user has the last word", async () => {
  const { contents } = await sent({
    messages: [
      user("Hi"),
      assistant({ type: "reasoning", text: "Hm." }),
      assistant({ type: "text", text: " " }),
      user("Hello?"),
      assistant({ type: "text", text: "Yes." }),
    ],
  });
  assert.deepEqual(contents.map((content) => isJsonObject(content) ? content.role : ""), [
    "user",
    "model",
    "user",
    "model",
    "user",
    "model",
    "user",
  ]);
  assert.deepEqual(contents[1], { role: "model", parts: [{ text: "(no answer)" }] });
});

Deno.test("P5: written in parts and joined a history is the same as written at once, and legal", () => {
  const block: fc.Arbitrary<Block> = fc.oneof(
    fc.record({ type: fc.constant("text" as const), text: fc.constantFrom("", " ", "Hello") }),
    fc.record({ type: fc.constant("reasoning" as const), text: fc.constantFrom("", "Hm.") }),
    fc.constantFrom("{}", "{", '{"__proto__":{"a":1}}').map((args) => call("", args)),
  );
  const turn = fc.record({ blocks: fc.array(block, { maxLength: 4 }), says: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(turn, { maxLength: 5 }),
      fc.constantFrom(GEMINI_3, "gemini-2.5-pro"),
      (turns, model) => {
        const writer = createGeminiWriter({
          aliases: createAliases([]),
          provider: "gemini",
          model,
          media: NO_MEDIA_STYLE,
        });
        const parts: Message[][] = [[user("Hi")]];
        turns.forEach(({ blocks, says }, turn) => {
          const own = blocks.map((block, index) =>
            block.type === "call" ? { ...block, id: `c${turn}_${index}` } : block
          );
          const results = own.flatMap((block) => block.type === "call" ? [result(block.id, "x")] : []);
          parts.push([assistant(...own), ...results, ...(says ? [user("Go")] : [])]);
        });
        const whole = writer.write(parts.flat());
        assert.equal(parts.map((part) => writer.write(part)).join(","), whole);
        const body = { contents: JSON.parse(`[${whole}]`) };
        const path = `/v1beta/models/${model}:streamGenerateContent?alt=sse`;
        assert.equal(lintRequest({ path, body })?.message, undefined);
      },
    ),
  );
});

Deno.test("P5: an effort is a level, a budget or left out with a warning", async () => {
  const config = async (model: string, reasoningEffort: ModelRequest["settings"]["reasoningEffort"]) => {
    const { generationConfig } = await sent({ model, settings: { reasoningEffort } });
    return isJsonObject(generationConfig) ? generationConfig.thinkingConfig : undefined;
  };
  const levels: [string, "none" | "minimal" | "low" | "medium" | "max", Json][] = [
    [GEMINI_3, "none", { thinkingLevel: "LOW" }],
    [GEMINI_3, "minimal", { includeThoughts: true, thinkingLevel: "LOW" }],
    [GEMINI_3, "medium", { includeThoughts: true, thinkingLevel: "MEDIUM" }],
    ["gemini-3-pro-preview", "medium", { includeThoughts: true, thinkingLevel: "HIGH" }],
    ["gemini-3-flash-preview", "none", { thinkingLevel: "MINIMAL" }],
    ["gemini-3.1-flash-lite", "minimal", { includeThoughts: true, thinkingLevel: "MINIMAL" }],
    ["gemini-3.8-flash", "minimal", { includeThoughts: true, thinkingLevel: "LOW" }],
    ["gemini-2.5-flash", "none", { thinkingBudget: 0 }],
    ["gemini-2.5-pro", "none", { includeThoughts: true, thinkingBudget: 128 }],
    ["gemini-2.5-flash", "low", { includeThoughts: true, thinkingBudget: 1024 }],
    ["gemini-2.5-flash-lite", "max", { includeThoughts: true, thinkingBudget: 24_576 }],
  ];
  for (const [model, effort, expected] of levels) {
    const thinking = await config(model, effort);
    assert.deepEqual(thinking, expected, `${model} ${effort}`);
    const body = {
      contents: [{ role: "user", parts: [{ text: "x" }] }],
      generationConfig: { thinkingConfig: thinking },
    };
    const path = `/v1beta/models/${model}:streamGenerateContent?alt=sse`;
    assert.equal(lintRequest({ path, body })?.message, undefined);
  }
  const { events, body } = await exchange({
    model: "gemini-2.0-flash",
    settings: { reasoningEffort: "low", topP: 0.5 },
  });
  assert.deepEqual(body.generationConfig, { topP: 0.5 });
  assert.equal(events[0]?.type, "warning");
  assert.equal(await config(GEMINI_3, undefined), undefined);
});

Deno.test("P5: a model without system instructions has them in the conversation, and no tools", async () => {
  const body = await sent({ model: "gemma-3-27b-it", tools: [weatherTool] });
  assert.deepEqual(Object.keys(body), ["contents"]);
  assert.equal(body.contents.length, 3);
  assert.ok(JSON.stringify(body.contents[0]).includes("You are terse."));
});

Deno.test("P5: parameters are JSON Schema as it is, also an empty one", async () => {
  const schemas: JsonObject[] = [
    { type: "object" },
    {
      type: "object",
      properties: { a: { $ref: "#/$defs/a" } },
      $defs: { a: { const: 1 } },
      additionalProperties: false,
    },
  ];
  const tools = schemas.map((parameters, index) => ({ name: `t${index}`, description: "", parameters }));
  const { tools: wire } = await sent({ tools });
  assert.deepEqual(wire, [{
    functionDeclarations: schemas.map((parametersJsonSchema, index) => (
      { name: `t${index}`, description: "", parametersJsonSchema }
    )),
  }]);
});

Deno.test("P5: only names that Google refuses have an alias", async () => {
  const names = ["GitHub.SetStarred", "a:b-c", "_x", "2fa", "-x", "ü", "x".repeat(65)];
  const tools = names.map((name) => ({ ...weatherTool, name }));
  const body = await sent({ tools });
  const path = `/v1beta/models/${GEMINI_3}:streamGenerateContent?alt=sse`;
  assert.equal(lintRequest({ path, body })?.message, undefined);
  for (const name of names.slice(0, 3)) {
    assert.ok(JSON.stringify(body.tools).includes(`"name":"${name}"`), name);
  }
  assert.doesNotMatch(JSON.stringify(body.tools), /"name":"(?:2fa|-x|ü|x{65})"/);
});

Deno.test("P5: the key goes in a header, and the model into the path", async () => {
  const rows: [model: string, baseURL: string | undefined, url: string][] = [
    ["gemini-2.5-pro", undefined, "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro"],
    ["models/gemini-2.5-pro", "https://proxy.test/g/", "https://proxy.test/g/v1beta/models/gemini-2.5-pro"],
    ["tunedModels/mine", "https://proxy.test/v1beta/", "https://proxy.test/v1beta/tunedModels/mine"],
    ["a/../b?key=1", "https://proxy.test/v1", "https://proxy.test/v1/models/a%2F..%2Fb%3Fkey%3D1"],
  ];
  for (const [model, baseURL, url] of rows) {
    const provider = createGeminiProvider({ apiKey: geminiKey, ...(baseURL && { baseURL }) });
    let seen: Request | undefined;
    const spy: typeof fetch = (input, init) => {
      seen = new Request(input, init);
      return fetchText(OK)(input, init);
    };
    await drain(ask(provider, aRequest({ model }), { fetch: spy }));
    assert.equal(seen?.url, `${url}:streamGenerateContent?alt=sse`);
    assert.equal(seen?.headers.get("x-goog-api-key"), geminiKey);
    assert.equal(seen?.headers.get("authorization"), null);
  }
});

Deno.test("P5: the environment names the key in three ways, and wrong configuration is said", () => {
  const create = (env: Record<string, string>) =>
    gemini.create({ env, clock: Date.now, sleep: () => Promise.resolve(), bindings: {} });
  for (const key of ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"]) {
    assert.equal(create({ [key]: geminiKey }).name, "gemini");
  }
  assert.equal(create({ GOOGLE_GEMINI_BASE_URL: "http://localhost:1" }).name, "gemini");
  assert.throws(() => create({}), { code: "config_invalid", message: /GEMINI_API_KEY or GOOGLE_API_KEY/ });
  assert.throws(() => create({ GEMINI_API_KEY: "a\nb" }), { code: "config_invalid" });
  assert.throws(() => create({ GEMINI_API_KEY: "k", GEMINI_BASE_URL: "nowhere" }), {
    code: "config_invalid",
  });
});

async function exchange(parts: Partial<ModelRequest>, name?: string) {
  let body = "";
  const spy: typeof fetch = (input, init) => {
    body = String(init?.body);
    return fetchText(OK)(input, init);
  };
  const provider = createGeminiProvider({ apiKey: geminiKey, ...(name && { name }) });
  const { events } = await drain(ask(provider, aRequest({ model: GEMINI_3, ...parts }), { fetch: spy }));
  return { events, body: bodyOf(body) };
}

async function sent(parts: Partial<ModelRequest>, name?: string): Promise<JsonObject & { contents: Json[] }> {
  const { body } = await exchange(parts, name);
  const { contents } = body;
  assert.ok(Array.isArray(contents));
  return { ...body, contents };
}

function signaturesOf(content: Json | undefined): unknown[] {
  assert.ok(isJsonObject(content) && Array.isArray(content.parts));
  return content.parts.map((part) => isJsonObject(part) ? part.thoughtSignature : undefined);
}
