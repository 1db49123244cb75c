// C4: the parameter that a refusal names decides what is learned, whatever its text says; and a refusal is answered with one
// more request, never with a second.
import assert from "node:assert/strict";
import type { Feature } from "../../../src/core/model/capability.ts";
import type { ModelSettings } from "../../../src/core/model/model_settings.ts";
import type { Json, JsonObject } from "../../../src/core/json.ts";
import type { ChoiceRequest, ModelRequest } from "../../../src/core/model/provider.ts";
import { createCompatibleProvider, PROFILES } from "../../../src/providers/openai/compatible.ts";
import { createOpenAIProvider } from "../../../src/providers/openai/provider.ts";
import { aRequest, ask, drainFailing, lacksIn, weatherTool } from "../_support.ts";

interface Row {
  readonly param: string;
  readonly code?: string;
  readonly message?: string;
  readonly request?: Partial<ModelRequest>;
  readonly learned: readonly Feature[];
}

const ALL: ModelSettings = { reasoningEffort: "minimal", temperature: 0.5, topP: 0.5 };
const forced = (choice: ChoiceRequest["choice"]): Partial<ModelRequest> => ({ choice, tools: [weatherTool] });

const ROWS: readonly Row[] = [
  { param: "reasoning.effort", learned: ["effort"] },
  { param: "reasoning_effort", learned: ["effort"] },
  { param: "temperature", learned: ["temperature"] },
  { param: "top_p", learned: ["topP"] },
  { param: "top_p", code: "unsupported_parameter", learned: ["topP"] },
  { param: "top_p", code: "unknown_parameter", learned: ["topP"] },
  { param: "stream_options", learned: ["stream_usage"] },
  { param: "tools", request: forced({ type: "auto" }), learned: ["tools"] },
  {
    param: "parallel_tool_calls",
    request: { ...forced({ type: "auto" }), parallel: false },
    learned: ["parallel"],
  },
  { param: "tool_choice", request: forced({ type: "required" }), learned: ["required"] },
  { param: "tool_choice", request: forced({ type: "tool", name: "get_weather" }), learned: ["tool"] },
  { param: "tool_choice", request: forced({ type: "none" }), learned: ["none"] },
  {
    param: "tool_choice",
    request: forced({ type: "required" }),
    message: "Thinking mode does not support this tool_choice",
    learned: ["forced_thinking"],
  },
  // What the request did not send cannot be at fault.
  { param: "parallel_tool_calls", request: forced({ type: "auto" }), learned: [] },
  { param: "tool_choice", request: forced({ type: "auto" }), learned: [] },
  { param: "messages[0].content", learned: [] },
  { param: "reasoning.effort", code: "invalid_type", learned: [] },
];

for (
  const { param, code = "unsupported_value", message = "This is not supported.", request, learned } of ROWS
) {
  Deno.test(`C4: a refusal with ${code} of ${param} ("${message}") under ${request?.choice?.type ?? "no"} choice teaches ${learned.join() || "nothing"}`, async () => {
    const body = { error: { message, type: "invalid_request_error", param, code } };
    const provider = createCompatibleProvider(PROFILES.compatible, { baseURL: "http://server.test/v1" });
    const fetch = () => Promise.resolve(Response.json(body, { status: 400 }));
    const asked = aRequest({ model: "house-thinking", settings: ALL, ...request });
    const { error } = await drainFailing(ask(provider, asked, { fetch }));
    assert.equal(error.code, "model_invalid_request");
    assert.deepEqual(lacksIn(error), learned);
  });
}

const AUTO = forced({ type: "auto" });
const REQUIRED = forced({ type: "required" });
const NAMED = forced({ type: "tool", name: "get_weather" });
const detail = (...fields: readonly (readonly [type: string, ...loc: (string | number)[]])[]): Json => ({
  detail: fields.map(([type, ...loc]) => ({ type, loc, msg: "Not here." })),
});
const of = (
  param: string,
  message: string,
  code: Json = null,
  type = "invalid_request_error",
): JsonObject => ({
  message,
  type,
  param,
  code,
});

/** The body of a 400, what was sent, and what it teaches. Without a code that says more, a server may mean the value alone. */
const BODIES: readonly (readonly [
  what: string,
  body: Json,
  request: Partial<ModelRequest>,
  learned: readonly Feature[],
])[] = [
  ["tool_choice without a code", { error: of("tool_choice", "Invalid tool_choice.") }, REQUIRED, [
    "required",
  ]],
  ["tool_choice of one tool", { error: of("tool_choice", "Wrong.") }, NAMED, ["tool"]],
  ["a part of tool_choice", { error: of("tool_choice.function", "Wrong.", "invalid_value") }, NAMED, [
    "tool",
  ]],
  ["tool_choice under none", { error: of("tool_choice", "Wrong.", 400) }, forced({ type: "none" }), ["none"]],
  ["tool_choice under auto", { error: of("tool_choice", "Wrong.") }, AUTO, []],
  ["a code without words", { error: of("tool_choice", "Wrong.", "invalid_request_error") }, REQUIRED, [
    "required",
  ]],
  ["no code at all", { error: { message: "Wrong.", param: "tool_choice" } }, REQUIRED, ["required"]],
  ["an error within an error", { error: { error: of("tool_choice", "Wrong.") } }, REQUIRED, ["required"]],
  ["a list of errors", { error: [of("tool_choice", "Wrong.")] }, REQUIRED, ["required"]],
  ["errors", { errors: [of("tool_choice", "Wrong.")] }, REQUIRED, ["required"]],
  ["a list around it all", [{ error: of("tool_choice", "Wrong.") }], REQUIRED, ["required"]],
  ["no envelope", of("tool_choice", "Wrong."), REQUIRED, ["required"]],
  ["FastAPI's check of tool_choice", detail(["literal_error", "body", "tool_choice", "str"]), REQUIRED, [
    "required",
  ]],
  ["FastAPI's unknown field", detail(["extra_forbidden", "body", "temperature"]), {}, ["temperature"]],
  ["FastAPI's check of a value", detail(["less_than_equal", "body", "temperature"]), {}, []],
  ["FastAPI's check of a tool", detail(["extra_forbidden", "body", "tools", 0, "strict"]), AUTO, []],
  ["an effort that is not supported", { error: of("reasoning_effort", "Not supported here.") }, {}, [
    "effort",
  ]],
  ["a temperature out of range", { error: of("temperature", "Must be at most 0.4.") }, {}, []],
  ["a temperature that is not allowed", { error: of("temperature", "It is not allowed.") }, {}, [
    "temperature",
  ]],
  ["top_p, unknown", { error: of("top_p", "Unknown argument.") }, {}, ["topP"]],
  [
    "the parallel flag, unexpected",
    { error: of("parallel_tool_calls", "Unexpected keyword.") },
    { ...AUTO, parallel: false },
    ["parallel"],
  ],
  ["stream_options, unrecognized", { error: of("stream_options", "Unrecognized.") }, {}, ["stream_usage"]],
  ["the schema of one tool", { error: of("tools", "'uniqueItems' is not permitted.") }, REQUIRED, []],
  ["another code of tool_choice", { error: of("tool_choice", "Wrong.", "invalid_type") }, REQUIRED, []],
];

for (const [what, body, request, learned] of BODIES) {
  Deno.test(`C4: a refusal with ${what} teaches ${learned.join() || "nothing"}`, async () => {
    const provider = createCompatibleProvider(PROFILES.compatible, { baseURL: "http://server.test/v1" });
    const fetch = () => Promise.resolve(Response.json(body, { status: 400 }));
    const asked = aRequest({ model: "house-thinking", settings: ALL, ...request });
    const { error } = await drainFailing(ask(provider, asked, { fetch }));
    assert.equal(error.code, "model_invalid_request");
    assert.deepEqual(lacksIn(error), learned, error.message);
  });
}

Deno.test("C4: the parameter in the body that OpenRouter quotes decides too", async () => {
  const raw = JSON.stringify({
    error: {
      message: "No.",
      type: "invalid_request_error",
      param: "reasoning.effort",
      code: "unsupported_value",
    },
  });
  const body = { error: { message: "Provider returned error", code: 400, metadata: { raw } } };
  const provider = createCompatibleProvider(PROFILES.openrouter, { apiKey: "k" });
  const fetch = () => Promise.resolve(Response.json(body, { status: 400 }));
  const asked = aRequest({ model: "house/model", settings: { reasoningEffort: "minimal" } });
  assert.deepEqual(lacksIn((await drainFailing(ask(provider, asked, { fetch }))).error), ["effort"]);
});

Deno.test("C4: openai: the recorded refusal of an effort in Responses teaches that the model lacks efforts", async () => {
  const message =
    "Unsupported value: 'minimal' is not supported with the 'gpt-5.1' model. Supported values are: 'none', 'low', " +
    "'medium', and 'high'.";
  const error = {
    message,
    type: "invalid_request_error",
    param: "reasoning.effort",
    code: "unsupported_value",
  };
  const provider = createOpenAIProvider({ apiKey: "sk-test", api: "responses" });
  const fetch = () => Promise.resolve(Response.json({ error }, { status: 400 }));
  const asked = aRequest({ model: "gpt-5.1", settings: { reasoningEffort: "minimal" } });
  assert.deepEqual(lacksIn((await drainFailing(ask(provider, asked, { fetch }))).error), ["effort"]);
});
