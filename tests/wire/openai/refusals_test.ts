// Every request that the real OpenAI API refuses and that an agent may send by mistake, one row each.
import assert from "node:assert/strict";
import { allowed, chatTool, client, flatTool, named, post, schema, user } from "./requests.ts";
import { type OpenAIServer, serveOpenAI, simulatedKey } from "./server.ts";

interface Refused {
  status?: number;
  message: string | RegExp;
  param?: string | null;
  code?: string | null;
}

const assistant = (...ids: string[]) => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "a", arguments: "{}" } })),
});
const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "ok" });
const withCalls = (...rest: unknown[]) => ({ messages: [user, ...rest] });
const one = [chatTool("a")];

const chatRefusals: [string, Record<string, unknown>, Refused][] = [
  ["no model", { model: undefined }, {
    message: "you must provide a model parameter",
    param: null,
    code: null,
  }],
  ["unknown model", { model: "gpt-9" }, {
    status: 404,
    message: "The model `gpt-9` does not exist or you do not have access to it.",
    param: null,
    code: "model_not_found",
  }],
  ["unknown body key", { foo: 1 }, {
    message: "Unrecognized request argument supplied: foo",
    param: null,
    code: null,
  }],
  ["two unknown body keys", { foo: 1, bar: 2 }, {
    message: "Unrecognized request arguments supplied: foo, bar",
  }],
  ["unknown message key", { messages: [{ ...user, id: "1" }] }, {
    message: "Unknown parameter: 'messages[0].id'.",
    param: "messages[0].id",
    code: "unknown_parameter",
  }],
  ["reasoning_content", { messages: [{ ...user, reasoning_content: "" }] }, {
    message: "Unknown parameter: 'messages[0].reasoning_content'.",
  }],
  ["no messages", { messages: undefined }, {
    message: "Missing required parameter: 'messages'.",
    param: "messages",
    code: "missing_required_parameter",
  }],
  ["empty messages", { messages: [] }, {
    message:
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    code: "empty_array",
  }],
  ["unknown role", { messages: [{ role: "model", content: "" }] }, {
    message:
      "Invalid value: 'model'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
    param: "messages[0].role",
    code: "invalid_value",
  }],
  ["null content", { messages: [{ role: "user", content: null }] }, {
    message: "Invalid value for 'content': expected a string, got null.",
    param: "messages.[0].content",
  }],
  ["responses part in chat", { messages: [{ role: "user", content: [{ type: "input_text", text: "" }] }] }, {
    message: /^Invalid value: 'input_text'\. Supported values are: 'text'/,
  }],
  ["empty tools", { tools: [] }, {
    message:
      "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    param: "tools",
    code: "empty_array",
  }],
  ["129 tools", { tools: Array.from({ length: 129 }, (_, index) => chatTool(`t${index}`)) }, {
    message: /array too long\. Expected an array with maximum length 128, but got an array with length 129/,
    code: "array_above_max_length",
  }],
  ["flat tool", { tools: [flatTool("a")] }, { message: "Missing required parameter: 'tools[0].function'." }],
  ["tool_choice without tools", { tool_choice: "auto" }, {
    message: "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
    param: "tool_choice",
    code: null,
  }],
  ["parallel without tools", { parallel_tool_calls: false }, {
    message:
      "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.",
    param: "parallel_tool_calls",
  }],
  ["unknown tool in choice", { tools: one, tool_choice: named("zz") }, {
    message:
      "Invalid value for 'tool_choice': no function named 'zz' was specified in the 'tools' parameter.",
    param: "tool_choice",
  }],
  ["unknown choice word", { tools: one, tool_choice: "any" }, {
    message: "Invalid value: 'any'. Supported values are: 'none', 'auto', and 'required'.",
    param: "tool_choice",
    code: "invalid_value",
  }],
  ["flat choice", { tools: one, tool_choice: { type: "function", name: "a" } }, {
    message: "Missing required parameter: 'tool_choice.function'.",
  }],
  ["flat allowed_tools", { tools: one, tool_choice: { type: "allowed_tools", mode: "auto", tools: [] } }, {
    message: "Missing required parameter: 'tool_choice.allowed_tools'.",
  }],
  ["unknown tool in allowed_tools", { tools: one, tool_choice: allowed("zz") }, {
    message: /no function named 'zz'/,
  }],
  ["illegal tool name", { tools: [chatTool("a.b")] }, {
    message:
      "Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    param: "tools[0].function.name",
    code: "invalid_value",
  }],
  ["long tool name", { tools: [chatTool("a".repeat(65))] }, {
    message:
      "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
    code: "string_above_max_length",
  }],
  ["parameters without a type", { tools: [{ type: "function", function: { name: "a", parameters: {} } }] }, {
    message:
      `Invalid schema for function 'a': schema must be a JSON Schema of 'type: "object"', got 'type: "None"'.`,
    code: "invalid_function_parameters",
  }],
  ["open strict schema", {
    tools: [{
      type: "function",
      function: { name: "a", strict: true, parameters: { type: "object", properties: {} } },
    }],
  }, {
    message:
      "Invalid schema for function 'a': In context=(), 'additionalProperties' is required to be supplied and to be false.",
  }],
  ["optional property in strict", {
    tools: [{
      type: "function",
      function: { name: "a", strict: true, parameters: { ...schema, required: [] } },
    }],
  }, { message: /Missing 'q'\.$/ }],
  ["max_tokens on a reasoning model", { model: "gpt-5", max_tokens: 9 }, {
    message:
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    param: "max_tokens",
    code: "unsupported_parameter",
  }],
  ["temperature on a reasoning model", { model: "gpt-5", temperature: 0.2 }, {
    message:
      "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
    param: "temperature",
    code: "unsupported_value",
  }],
  ["top_p on a reasoning model", { model: "o3", top_p: 0.5 }, {
    message: "Unsupported parameter: 'top_p' is not supported with this model.",
  }],
  ["effort on another model", { reasoning_effort: "low" }, {
    message: "Unrecognized request argument supplied: reasoning_effort",
  }],
  ["effort none on gpt-5", { model: "gpt-5", reasoning_effort: "none" }, {
    message: /'none' is not supported with the 'gpt-5' model/,
    param: "reasoning_effort",
    code: "unsupported_value",
  }],
  ["tools on gpt-5.6", { model: "gpt-5.6-luna", tools: one }, {
    message:
      "Function tools with reasoning_effort are not supported for gpt-5.6-luna in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
    param: "reasoning_effort",
    code: null,
  }],
  ["tools and effort on gpt-5.5", { model: "gpt-5.5", tools: one, reasoning_effort: "low" }, {
    message: /^Function tools with reasoning_effort are not supported for gpt-5\.5 /,
  }],
  ["stream_options without stream", { stream_options: { include_usage: true } }, {
    message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    param: "stream_options",
  }],
  ["unanswered call", withCalls(assistant("call_1"), user), {
    message:
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_1",
    param: "messages.[2].role",
    code: null,
  }],
  ["unanswered call at the end", withCalls(assistant("call_1", "call_2"), result("call_1")), {
    message: /response messages: call_2$/,
    param: "messages.[3].role",
  }],
  ["result without calls", withCalls(result("call_1")), {
    message:
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    param: "messages.[1].role",
    code: null,
  }],
  ["result of another call", withCalls(assistant("call_1"), result("call_9")), {
    message: "Invalid parameter: 'tool_call_id' of 'call_9' not found in 'tool_calls' of previous message.",
    param: "messages.[2].tool_call_id",
  }],
  ["duplicate call ids", withCalls(assistant("call_1", "call_1"), result("call_1")), {
    message: "Duplicate value for 'tool_call_id' of call_1 in message[1]",
  }],
  ["duplicate results", withCalls(assistant("call_1"), result("call_1"), result("call_1")), {
    message: "Duplicate value for 'tool_call_id' of call_1 in message[3]",
  }],
  ["long call id", withCalls(assistant("c".repeat(41))), {
    message:
      "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 41 instead.",
    code: "string_above_max_length",
  }],
  [
    "arguments as object",
    withCalls({
      role: "assistant",
      tool_calls: [{ id: "c", type: "function", function: { name: "a", arguments: {} } }],
    }),
    {
      message:
        "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got an object instead.",
      param: "messages[1].tool_calls[0].function.arguments",
      code: "invalid_type",
    },
  ],
  ["empty tool_calls", withCalls({ role: "assistant", content: "", tool_calls: [] }), {
    message: /^Invalid 'messages\[1\]\.tool_calls': empty array/,
    code: "empty_array",
  }],
  [
    "illegal name in history",
    withCalls({
      role: "assistant",
      tool_calls: [{ id: "c", type: "function", function: { name: "a.b", arguments: "" } }],
    }),
    { message: /^Invalid 'messages\[1\]\.tool_calls\[0\]\.function\.name': string does not match pattern/ },
  ],
];

const fcall = { type: "function_call", call_id: "call_1", name: "a", arguments: "{}" };
const output = { type: "function_call_output", call_id: "call_1", output: "ok" };
const thought = { type: "reasoning", id: "rs_1", summary: [] };
const flat = [flatTool("a")];
const input = (...items: unknown[]) => ({ input: [user, ...items] });

const BREAKPOINT = { prompt_cache_breakpoint: { mode: "explicit" } };
const marked = (text: string) => ({ type: "input_text", text, ...BREAKPOINT });
const CACHED = { model: "gpt-5.6-sol" };

const responsesRefusals: [string, Record<string, unknown>, Refused][] = [
  ["no model", { model: undefined }, { message: "Missing required parameter: 'model'.", param: "model" }],
  ["unknown model", { model: "gpt-9" }, {
    message: "The requested model 'gpt-9' does not exist.",
    param: "model",
    code: "model_not_found",
  }],
  ["unknown body key", { messages: [] }, {
    message: "Unknown parameter: 'messages'.",
    param: "messages",
    code: "unknown_parameter",
  }],
  ["no input", { input: undefined }, { message: "Missing required parameter: 'input'." }],
  ["empty input", { input: [] }, { message: /^Invalid 'input': empty array/ }],
  ["nested tool", { tools: one }, {
    message: "Missing required parameter: 'tools[0].name'.",
    param: "tools[0].name",
    code: "missing_required_parameter",
  }],
  ["illegal tool name", { tools: [flatTool("a.b")] }, {
    message: /^Invalid 'tools\[0\]\.name': string does not match pattern/,
  }],
  ["required without tools", { tool_choice: "required" }, {
    message: "Tool choice 'required' must be specified with 'tools' parameter.",
    param: "tool_choice",
  }],
  ["named without tools", { tool_choice: { type: "function", name: "a" } }, {
    message: "Tool choice 'function' not found in 'tools' parameter.",
    param: "tool_choice",
  }],
  ["unknown tool in choice", { tools: flat, tool_choice: { type: "function", name: "zz" } }, {
    message: "Tool choice 'function' not found in 'tools' parameter.",
  }],
  ["nested choice", { tools: flat, tool_choice: named("a") }, {
    message: "Missing required parameter: 'tool_choice.name'.",
  }],
  ["nested allowed_tools", { tools: flat, tool_choice: allowed("a") }, {
    message: "Unknown parameter: 'tool_choice.allowed_tools'.",
  }],
  ["temperature", { temperature: 0.2 }, {
    message: "Unsupported parameter: 'temperature' is not supported with this model.",
    param: "temperature",
  }],
  ["effort on another model", { model: "gpt-4.1", reasoning: { effort: "low" } }, {
    message: "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
    param: "reasoning.effort",
    code: "unsupported_parameter",
  }],
  ["sealed reasoning of another model", { model: "gpt-4.1", include: ["reasoning.encrypted_content"] }, {
    message: "Encrypted content is not supported with this model.",
    param: "include",
  }],
  ["unknown include", { include: ["foo"] }, {
    message: /^Invalid value: 'foo'\. Supported values are: 'file_search_call\.results'/,
  }],
  ["low max_output_tokens", { max_output_tokens: 5 }, {
    message:
      "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 5 instead.",
    code: "integer_below_min_value",
  }],
  ["include_usage", { stream: true, stream_options: { include_usage: true } }, {
    message: "Unknown parameter: 'stream_options.include_usage'.",
  }],
  ["tool role", { input: [{ role: "tool", content: "" }] }, {
    message: "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
  }],
  ["chat part", { input: [{ role: "user", content: [{ type: "text", text: "" }] }] }, {
    message: /^Invalid value: 'text'\. Supported values are: 'input_text'/,
  }],
  ["input part of the assistant", input({ role: "assistant", content: [{ type: "input_text", text: "" }] }), {
    message: "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
    param: "input[1].content[0].type",
  }],
  ["unknown item key", input({ ...user, tool_calls: [] }), {
    message: "Unknown parameter: 'input[1].tool_calls'.",
  }],
  ["call without output", input(fcall), {
    message: "No tool output found for function call call_1.",
    param: "input",
    code: null,
  }],
  ["output without call", input(output), {
    message: "No tool call found for function call output with call_id call_1.",
    param: "input",
    code: null,
  }],
  ["output before its call", input(output, fcall), { message: /^No tool call found/ }],
  ["duplicate outputs", input(fcall, output, output), { message: /^No tool call found/ }],
  ["arguments as object", input({ ...fcall, arguments: {} }, output), {
    message: "Invalid type for 'input[1].arguments': expected a string, but got an object instead.",
    code: "invalid_type",
  }],
  ["call id as item id", input({ ...fcall, id: "call_1" }, output), {
    message: "Invalid 'input[1].id': 'call_1'. Expected an ID that begins with 'fc'.",
    param: "input[1].id",
    code: "invalid_value",
  }],
  ["message id prefix", input({ role: "assistant", content: "", id: "rs_1" }), {
    message: "Invalid 'input[1].id': 'rs_1'. Expected an ID that begins with 'msg'.",
  }],
  ["reasoning id prefix", input({ ...thought, id: "r1" }), {
    message: "Invalid 'input[1].id': 'r1'. Expected an ID that begins with 'rs'.",
  }],
  ["dash in an id", input({ role: "assistant", content: "", id: "msg-1" }), {
    message: /Expected an ID that contains letters, numbers, underscores, or dashes/,
  }],
  ["long call_id", input({ ...fcall, call_id: "c".repeat(65) }), {
    message:
      "Invalid 'input[1].call_id': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
  }],
  ["duplicate item ids", input({ ...fcall, id: "fc_1" }, output, { ...fcall, id: "fc_1" }, output), {
    message: "Duplicate item found with id fc_1. Remove duplicate items from your input and try again.",
  }],
  ["unsealed reasoning under store:false", { ...input(thought, fcall, output), store: false }, {
    status: 404,
    message:
      "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
    param: "input",
    code: null,
  }],
  ["altered seal", input({ ...thought, encrypted_content: "gAAAAABbad.00" }, fcall, output), {
    message:
      "The encrypted content for item rs_1 could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
    param: null,
    code: "invalid_encrypted_content",
  }],
  ["breakpoint before gpt-5.6", { input: [{ role: "user", content: [marked("hi")] }] }, {
    message: "prompt_cache_breakpoint is not supported on this model",
    code: "invalid_parameter",
  }],
  ["cache options before gpt-5.6", { prompt_cache_options: { mode: "explicit" } }, {
    message: "prompt_cache_options is not supported on this model",
    param: "prompt_cache_options",
    code: "invalid_parameter",
  }],
  ["retention from gpt-5.6 on", { ...CACHED, prompt_cache_retention: "24h" }, {
    message: "prompt_cache_retention is not supported on this model",
    code: "invalid_parameter",
  }],
  ["retention beside a lifetime", {
    ...CACHED,
    prompt_cache_options: { ttl: "30m" },
    prompt_cache_retention: "24h",
  }, { param: "prompt_cache_retention", message: /prompt_cache_options\.ttl/ }],
  ["five breakpoints", { ...CACHED, input: [{ role: "user", content: Array(5).fill(marked("hi")) }] }, {
    param: "input",
    message: /At most 4/,
  }],
  ["breakpoint on an item", { ...CACHED, ...input({ ...user, ...BREAKPOINT }) }, {
    message: "Unknown parameter: 'input[1].prompt_cache_breakpoint'.",
  }],
  ["breakpoint on an answer", {
    ...CACHED,
    ...input({ role: "assistant", content: [{ type: "output_text", text: "ok", ...BREAKPOINT }] }),
  }, { message: "Unknown parameter: 'input[1].content[0].prompt_cache_breakpoint'." }],
  ["breakpoint on a tool", { ...CACHED, tools: [{ ...flatTool("fetch"), ...BREAKPOINT }] }, {
    message: "Unknown parameter: 'tools[0].prompt_cache_breakpoint'.",
  }],
  ["breakpoint of another mode", {
    ...CACHED,
    input: [{ role: "user", content: [{ ...marked("hi"), prompt_cache_breakpoint: { mode: "implicit" } }] }],
  }, { message: /^Invalid value: 'implicit'\./ }],
  ["unknown lifetime", { ...CACHED, prompt_cache_options: { ttl: "5m" } }, {
    message: "Invalid value: '5m'. Supported values are: '30m' and '12h'.",
    param: "prompt_cache_options.ttl",
  }],
  ["unknown previous response", { previous_response_id: "resp_1" }, {
    message: "Previous response with id 'resp_1' not found.",
    code: "previous_response_not_found",
  }],
];

Deno.test("chat: every illegal request is refused with the official text", async (t) => {
  await using server = await serveOpenAI();
  for (const [name, extra, refused] of chatRefusals) {
    await t.step(
      name,
      () =>
        expectRefusal(server, "/chat/completions", { model: "gpt-4.1", messages: [user], ...extra }, refused),
    );
  }
});

Deno.test("responses: every illegal request is refused with the official text", async (t) => {
  await using server = await serveOpenAI();
  for (const [name, extra, refused] of responsesRefusals) {
    await t.step(
      name,
      () => expectRefusal(server, "/responses", { model: "gpt-5.1", input: "hi", ...extra }, refused),
    );
  }
});

Deno.test("responses: a seal moved to another item, and reasoning without its follower, are refused", async () => {
  await using server = await serveOpenAI({ reply: () => ({ text: "ok" }) });
  const base = { model: "gpt-5.1", store: false, include: ["reasoning.encrypted_content" as const] };
  const [item] = (await client(server).responses.create({ ...base, input: "hi" })).output;
  assert.ok(item?.type === "reasoning");
  const follower = { role: "assistant", content: "ok" };
  assert.equal((await post(server, "/responses", { ...base, ...input(item, follower) })).status, 200);
  await expectRefusal(server, "/responses", { ...base, ...input({ ...item, id: "rs_other" }, follower) }, {
    message: /Reason: Encrypted content item_id did not match the target item id\.$/,
    code: "invalid_encrypted_content",
  });
  await expectRefusal(server, "/responses", { ...base, ...input(item, user) }, {
    message: `Item '${item.id}' of type 'reasoning' was provided without its required following item.`,
    param: "input",
  });
});

Deno.test("HTTP: keys, paths and bodies are checked before anything else", async (t) => {
  await using server = await serveOpenAI();
  const body = { model: "gpt-4.1", messages: [user] };
  const cases: [string, RequestInit, string, number, RegExp, string | null][] = [
    ["no key", { headers: {} }, "/chat/completions", 401, /^You didn't provide an API key\./, null],
    [
      "wrong key",
      { headers: { authorization: "Bearer sk-wrong-0123456789" } },
      "/chat/completions",
      401,
      /^Incorrect API key provided: sk-wrong\*+6789\. You can find your API key/,
      "invalid_api_key",
    ],
    ["unknown path", {}, "/completions", 404, /^Invalid URL \(POST \/v1\/completions\)$/, null],
    [
      "broken JSON",
      { body: "{" },
      "/responses",
      400,
      /^We could not parse the JSON body of your request\./,
      null,
    ],
  ];
  for (const [name, init, path, status, message, code] of cases) {
    await t.step(name, async () => {
      const headers = { authorization: `Bearer ${simulatedKey}` };
      const response = await fetch(server.url + path, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        ...init,
      });
      assert.equal(response.status, status);
      const { error } = await response.json();
      assert.match(error.message, message);
      assert.equal(error.code, code);
    });
  }
  assert.equal(server.requests.length, cases.length);
});

async function expectRefusal(
  server: OpenAIServer,
  path: string,
  body: unknown,
  refused: Refused,
): Promise<void> {
  const { status, error } = await post(server, path, body);
  if (typeof refused.message === "string") assert.equal(error.message, refused.message);
  else assert.match(String(error.message), refused.message);
  assert.equal(status, refused.status ?? 400);
  assert.equal(error.type, "invalid_request_error");
  if (refused.param !== undefined) assert.equal(error.param, refused.param);
  if (refused.code !== undefined) assert.equal(error.code, refused.code);
}
