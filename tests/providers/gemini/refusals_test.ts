// P9: errors as Google sends them, with delays and kinds of quota in the body; and what its server refuses, which the
// simulated one refuses in the same words.
import assert from "node:assert/strict";
import type { ErrorCode } from "../../../src/core/error.ts";
import type { Json } from "../../../src/core/json.ts";
import { createGeminiProvider } from "../../../src/providers/gemini/provider.ts";
import { GeminiApi, geminiKey, quota } from "../../wire/gemini/api.ts";
import { signatureOf } from "../../wire/gemini/contents.ts";
import { lintRequest } from "../../wire/gemini/lint.ts";
import { simulate } from "../../wire/simulator.ts";
import { aRequest, ask, drainFailing, fetchText, lacksIn, streamed, weatherTool } from "../_support.ts";

const MODEL = "gemini-3.1-pro-preview";

const error = (code: number, status: string, message: string, details?: Json[]): Json => ({
  error: { code, message, status, ...(details && { details }) },
});
const google = (type: string, fields: { [key: string]: Json }): Json => ({
  "@type": `type.googleapis.com/google.rpc.${type}`,
  ...fields,
});
const perMinute = JSON.parse(JSON.stringify(quota(MODEL, "PerMinute").body));
const perDay = JSON.parse(JSON.stringify(quota(MODEL, "PerDay").body));

const rows: [name: string, status: number, body: Json, code: ErrorCode, retryAfterMs?: number][] = [
  ["a rate with its delay", 429, perMinute, "model_rate_limit", 34_400],
  ["the quota of a day, whatever its delay", 429, perDay, "model_quota"],
  [
    "a rate without details",
    429,
    error(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."),
    "model_rate_limit",
  ],
  ["a list with an error in it", 429, [perMinute], "model_rate_limit", 34_400],
  [
    "overload",
    503,
    error(503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
    "model_overloaded",
  ],
  ["a deadline", 504, error(504, "DEADLINE_EXCEEDED", "Deadline expired."), "model_timeout"],
  ["an internal error", 500, error(500, "INTERNAL", "An internal error has occurred."), "model_server"],
  [
    "a wrong key",
    400,
    error(400, "INVALID_ARGUMENT", "API key not valid.", [
      google("ErrorInfo", { reason: "API_KEY_INVALID" }),
    ]),
    "model_auth",
  ],
  [
    "no permission",
    403,
    error(403, "PERMISSION_DENIED", "The caller does not have permission"),
    "model_auth",
  ],
  [
    "no such model",
    404,
    error(404, "NOT_FOUND", "models/x is not found for API version v1beta"),
    "model_invalid_request",
  ],
  [
    "a prompt that is too long",
    400,
    error(
      400,
      "INVALID_ARGUMENT",
      "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    ),
    "model_context_length",
  ],
  ["an error that is a text", 500, { error: "boom" }, "model_server"],
  ["no JSON", 502, "Bad Gateway", "model_server"],
];

for (const [name, status, body, code, retryAfterMs] of rows) {
  Deno.test(`P9: gemini: ${name} is ${code}`, async () => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const failure = await failed(
      fetchText(text, { status, headers: { "content-type": "application/json" } }),
    );
    assert.deepEqual([failure.code, failure.retryAfterMs], [code, retryAfterMs]);
    assert.equal(failure.details.status, status);
  });
}

Deno.test("P9: gemini: an error in the middle of a stream is the same error", async () => {
  const hi = 'data: {"candidates":[{"content":{"parts":[{"text":"Hi"}]}}]}\n\n';
  for (const wire of [perMinute, [perMinute]]) {
    const failure = await failed(fetchText(`${hi}data: ${JSON.stringify(wire)}\n\n`));
    assert.deepEqual([failure.code, failure.retryAfterMs], ["model_rate_limit", 34_400]);
    assert.equal(failure.details.afterOutput, true);
  }
  assert.equal((await failed(fetchText(JSON.stringify([perMinute])))).code, "model_rate_limit");
  assert.equal((await failed(fetchText("data: oops\n\n"))).code, "model_protocol");
  assert.equal((await failed(fetchText("data: 17\n\n"))).code, "model_protocol");
});

Deno.test("P9: gemini: the key is in no message", async () => {
  const said = JSON.stringify(error(400, "INVALID_ARGUMENT", `Key ${geminiKey} is bad.`));
  const failure = await failed(fetchText(said, { status: 400 }));
  assert.ok(!failure.message.includes(geminiKey));
});

Deno.test("C4: gemini: a refusal says what the model lacks", async () => {
  await using server = await simulate(new GeminiApi());
  const provider = createGeminiProvider({ apiKey: geminiKey, baseURL: server.url });
  const io = { fetch, signal: new AbortController().signal };
  const asked = [
    [aRequest({ model: "gemma-3-27b-it", tools: [weatherTool] }), "tools"],
    [aRequest({ model: "gemini-2.0-flash", settings: { reasoningEffort: "low" } }), "effort"],
  ] as const;
  for (const [request, feature] of asked) {
    const unaware = { ...request, lacks: {} };
    const { error } = await drainFailing(streamed(provider, unaware, io));
    assert.deepEqual([error.code, lacksIn(error)], ["model_invalid_request", [feature]]);
  }
});

Deno.test("C4: gemini: thinking that a model refuses is learned, in all words", async () => {
  for (
    const text of [
      "Thinking level MINIMAL is not supported for this model. Please retry with other thinking level.",
      "Thinking level is not supported for this model.",
      "Unable to submit request because thinking_level MEDIUM is not supported by this model. Learn more: x",
      "Thinking is not enabled for models/gemini-2.0-flash-preview-image-generation",
      "thinking_config is not supported",
      "Budget 0 is invalid. This model only works in thinking mode.",
      "'minimal' is not a supported thinking level for this model. Allowed values are: medium, low, high.",
    ]
  ) {
    const body = JSON.stringify(error(400, "INVALID_ARGUMENT", text));
    assert.deepEqual(lacksIn(await failed(fetchText(body, { status: 400 }))), ["effort"], text);
  }
});

const call = (name = "f", extra = {}) => ({
  functionCall: { name, args: {} },
  thoughtSignature: "c2ln",
  ...extra,
});
const response = (name = "f") => ({ functionResponse: { name, response: { output: 1 } } });
const hi = { role: "user", parts: [{ text: "Hi" }] };
const model = (...parts: unknown[]) => ({ role: "model", parts });
const user = (...parts: unknown[]) => ({ role: "user", parts });
const schema = { type: "object", properties: {} };
const tools = [{ functionDeclarations: [{ name: "f", description: "", parametersJsonSchema: schema }] }];
const config = (functionCallingConfig: unknown) => ({
  contents: [hi],
  tools,
  toolConfig: { functionCallingConfig },
});

const refused: [text: RegExp, body: unknown][] = [
  [/Unknown name "extra": Cannot find field/, { contents: [hi], extra: 1 }],
  [/Unknown name "content" at 'contents\[0\]\.parts\[0\]'/, { contents: [user({ content: "x" })] }],
  [/contents is not specified/, { contents: [] }],
  [/valid role: user, model/, { contents: [{ role: "assistant", parts: [{ text: "x" }] }] }],
  [/First content should be with role 'user'/, { contents: [model({ text: "x" })] }],
  [/alternate between user and model/, { contents: [hi, hi] }],
  [/end with a user role or a function response/, { contents: [hi, model({ text: "x" })] }],
  [/contents\.parts must not be empty/, { contents: [user()] }],
  [/required oneof field 'data'/, { contents: [user({ thought: true })] }],
  [/missing a thought_signature in functionCall parts/, {
    contents: [hi, model(call("f", { thoughtSignature: undefined })), user(response())],
  }],
  [/Base64 decoding failed/, {
    contents: [hi, model(call("f", { thoughtSignature: "?" })), user(response())],
  }],
  [/Corrupted thought signature/, {
    contents: [
      hi,
      model(call("f", { thoughtSignature: signatureOf("gemini-3-x", "functionCall") })),
      user(response()),
    ],
  }],
  [/number of function response parts is equal/, { contents: [hi, model(call(), call()), user(response())] }],
  [/number of function response parts is equal/, {
    contents: [hi, model(call()), user({ text: "x" }, response())],
  }],
  [/number of function response parts is equal/, { contents: [hi, model(call()), hi] }],
  [/function call turn comes immediately after a user turn or after a function response turn/, {
    contents: [user(call())],
  }],
  [/function response turn comes immediately after a function call turn/, { contents: [user(response())] }],
  [/function_response\.name: Name cannot be empty/, { contents: [hi, model(call()), user(response(""))] }],
  [/does not match functionCall\.name/, { contents: [hi, model(call()), user(response("g"))] }],
  [/protobuf\.Struct/, {
    contents: [hi, model(call()), user({ functionResponse: { name: "f", response: "x" } })],
  }],
  [/set without function_declarations/, {
    contents: [hi],
    toolConfig: { functionCallingConfig: { mode: "AUTO" } },
  }],
  [
    /only be set when the function calling mode is ANY or VALIDATED/,
    config({ mode: "AUTO", allowedFunctionNames: ["f"] }),
  ],
  [/should be a subset/, config({ mode: "ANY", allowedFunctionNames: ["g"] })],
  [/Request contains an invalid argument/, {
    contents: [hi],
    tools: [{ functionDeclarations: [{ name: "f", description: "" }] }],
    toolConfig: { functionCallingConfig: { mode: "ANY" } },
  }],
  [/function_calling_config\.mode/, config({ mode: "any" })],
  [/Invalid function name/, {
    contents: [hi],
    tools: [{ functionDeclarations: [{ name: "2f", description: "" }] }],
  }],
  [/Duplicate function declaration found: f/, { contents: [hi], tools: [...tools, ...tools] }],
  [/should be non-empty for OBJECT type/, {
    contents: [hi],
    tools: [{
      functionDeclarations: [{
        name: "f",
        description: "",
        parameters: { type: "object", properties: {} },
      }],
    }],
  }],
  [/only one of thinking budget and thinking level/, {
    contents: [hi],
    generationConfig: { thinkingConfig: { thinkingBudget: 1, thinkingLevel: "LOW" } },
  }],
  [/temperature must be in the range/, { contents: [hi], generationConfig: { temperature: 3 } }],
];

for (const [text, body] of refused) {
  Deno.test(`P5: the simulated server refuses: ${text.source}`, () => {
    const path = `/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`;
    const refusal = lintRequest({ path, body: JSON.parse(JSON.stringify(body)) });
    assert.equal(refusal?.status, 400);
    assert.match(refusal?.message ?? "", text);
  });
}

async function failed(fetch: typeof globalThis.fetch) {
  const provider = createGeminiProvider({ apiKey: geminiKey });
  return (await drainFailing(ask(provider, aRequest({ model: MODEL }), { fetch }))).error;
}
