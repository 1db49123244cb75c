// Errors of the paths of OpenAI's API: the form, the status, the code and the parameter, and what the real client makes of them.

import assert from "node:assert/strict";
import OpenAI from "openai";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { ModelError } from "../../../src/core/model/model_error.ts";
import type { Provider } from "../../../src/core/model/provider.ts";
import { createScriptedProvider } from "../../../src/providers/scripted/provider.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { budgets } from "../../../src/plugins/budgets/mod.ts";
import { pauses } from "../../../src/plugins/pauses/mod.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { demo, KEY, readFrames, serveDoor, WEATHER } from "./_door.ts";

const CHAT = "/v1/chat/completions";
const HI = [{ role: "user", content: "Hi" }];
const CALL = { id: "c1", type: "function", function: { name: "f", arguments: "{}" } };

/** Bodies that are refused, with the parameter that is wrong. */
const WRONG: readonly [what: string, body: unknown, param: string | null][] = [
  ["no model", { messages: HI }, "model"],
  ["no messages", { model: "demo" }, "messages"],
  ["an empty chat", { model: "demo", messages: [] }, "messages"],
  ["instructions alone", { model: "demo", messages: [{ role: "system", content: "x" }] }, "messages"],
  ["an unknown role", { model: "demo", messages: [{ role: "robot", content: "x" }] }, "messages[0].role"],
  ["a user without content", { model: "demo", messages: [{ role: "user" }] }, "messages[0].content"],
  [
    "an image without bytes or an https URL",
    {
      model: "demo",
      messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "x" } }] }],
    },
    "messages[0].content[0]",
  ],
  [
    "a result without a call",
    { model: "demo", messages: [...HI, { role: "tool", tool_call_id: "c1", content: "x" }] },
    "messages[1].tool_call_id",
  ],
  [
    "a call without a result",
    { model: "demo", messages: [...HI, { role: "assistant", tool_calls: [CALL] }, ...HI] },
    "messages[1].tool_calls",
  ],
  [
    "a call without a result at the end",
    { model: "demo", messages: [...HI, { role: "assistant", tool_calls: [CALL] }] },
    "messages[1].tool_calls",
  ],
  [
    "two calls of one id",
    { model: "demo", messages: [{ role: "assistant", tool_calls: [CALL, CALL] }] },
    "messages[0].tool_calls[1].id",
  ],
  ["an unknown tool of the agent", { model: "demo", messages: HI, tools: ["Nope.Nope"] }, "tools[0]"],
  ["a tool twice", { model: "demo", messages: HI, tools: [WEATHER, WEATHER] }, "tools[1]"],
  [
    "a kind of tool that is not served",
    { model: "demo", messages: HI, tools: [{ type: "custom" }] },
    "tools[0].type",
  ],
  [
    "a bad name of a function",
    { model: "demo", messages: HI, tools: [{ type: "function", function: { name: "a b" } }] },
    "tools[0].function.name",
  ],
  ["execute with a tool of the caller", {
    model: "demo",
    messages: HI,
    tools: [WEATHER],
    tool_choice: "execute",
  }, "tool_choice"],
  [
    "a choice that is none",
    { model: "demo", messages: HI, tools: [WEATHER], tool_choice: "sometimes" },
    "tool_choice",
  ],
  [
    "a choice of another tool",
    {
      model: "demo",
      messages: HI,
      tools: [WEATHER],
      tool_choice: { type: "function", function: { name: "x" } },
    },
    "tool_choice",
  ],
  ["several choices", { model: "demo", messages: HI, n: 2 }, "n"],
  ["stop", { model: "demo", messages: HI, stop: ["x"] }, "stop"],
  ["logprobs", { model: "demo", messages: HI, logprobs: true }, "logprobs"],
  [
    "an unknown format of the answer",
    { model: "demo", messages: HI, response_format: { type: "yaml" } },
    "response_format.type",
  ],
  ["audio", { model: "demo", messages: HI, modalities: ["text", "audio"] }, "modalities"],
  ["functions", { model: "demo", messages: HI, functions: [] }, "functions"],
  ["stream_options without stream", { model: "demo", messages: HI, stream_options: {} }, "stream_options"],
  ["a user that is no name", { model: "demo", messages: HI, user: "" }, "user"],
  ["max_tokens of 0", { model: "demo", messages: HI, max_tokens: 0 }, "max_tokens"],
];

Deno.test("E6: a wrong chat is refused with the parameter that is wrong, before a model or a store is asked", async () => {
  const store = createMemoryStore();
  await using door = serveDoor(undefined, { store });
  for (const [what, body, param] of WRONG) {
    const response = await door.post(CHAT, body);
    const { error } = await response.json();
    assert.equal(response.status, 400, `${what}: ${JSON.stringify(error)}`);
    assert.deepEqual(Object.keys(error).sort(), ["code", "message", "param", "type"], what);
    assert.deepEqual([error.type, error.param], ["invalid_request_error", param], what);
    assert.match(
      error.code,
      /^(?:missing_required|unsupported)_parameter$|^invalid_(?:type|value)$|_m(?:in|ax)_|^empty_array$/,
      what,
    );
    assert.equal(response.headers.get("x-should-retry"), "false");
  }
  assert.deepEqual(door.requests, []);
  assert.deepEqual((await store.list("acme", { limit: 10 })).threads, []);
});

const RESPONSES = "/v1/responses";
const CALLS = [{ type: "function", function: { name: "f" } }];

/** Bodies, and the code and the parameter that OpenAI answers. */
const CODES: readonly (readonly [path: string, body: object, code: string, param: string])[] = [
  [CHAT, { model: "demo" }, "missing_required_parameter", "messages"],
  [CHAT, { messages: HI }, "missing_required_parameter", "model"],
  [CHAT, { model: "demo", messages: [{ content: "Hi" }] }, "missing_required_parameter", "messages[0].role"],
  [
    CHAT,
    { model: "demo", messages: [{ role: "user" }] },
    "missing_required_parameter",
    "messages[0].content",
  ],
  [CHAT, { model: "demo", messages: "Hi" }, "invalid_type", "messages"],
  [CHAT, { model: 5, messages: HI }, "invalid_type", "model"],
  [CHAT, { model: null, messages: HI }, "invalid_type", "model"],
  [CHAT, { model: "demo", messages: HI, stream: "yes" }, "invalid_type", "stream"],
  [CHAT, { model: "demo", messages: HI, max_tokens: 1.5 }, "invalid_type", "max_tokens"],
  [CHAT, { model: "demo", messages: HI, max_tokens: 0 }, "integer_below_min_value", "max_tokens"],
  [CHAT, { model: "demo", messages: [] }, "empty_array", "messages"],
  [CHAT, { model: "demo", messages: [{ role: "boss", content: "Hi" }] }, "invalid_value", "messages[0].role"],
  [
    CHAT,
    { model: "demo", messages: HI, tools: CALLS, tool_choice: "sometimes" },
    "invalid_value",
    "tool_choice",
  ],
  [CHAT, { model: "demo", messages: HI, n: 2 }, "unsupported_parameter", "n"],
  [CHAT, { model: "gpt-4o", messages: HI }, "model_not_found", "model"],
  [RESPONSES, { model: "demo" }, "missing_required_parameter", "input"],
  [RESPONSES, { input: "Hi" }, "missing_required_parameter", "model"],
  [RESPONSES, { model: "demo", input: 5 }, "invalid_type", "input"],
  [
    RESPONSES,
    { model: "demo", input: [{ type: "function_call", name: "f" }] },
    "missing_required_parameter",
    "input[0].call_id",
  ],
  [
    RESPONSES,
    { model: "demo", input: "Hi", max_output_tokens: 0 },
    "integer_below_min_value",
    "max_output_tokens",
  ],
  [RESPONSES, { model: "demo", input: "Hi", background: true }, "unsupported_parameter", "background"],
  [
    RESPONSES,
    { model: "demo", input: "Hi", previous_response_id: "resp_x" },
    "previous_response_not_found",
    "previous_response_id",
  ],
  [RESPONSES, { model: "gpt-4o", input: "Hi" }, "model_not_found", "model"],
];

Deno.test("E6: what is wrong with a request has OpenAI's code for it, streamed or not, and Treadle's own paths keep theirs", async () => {
  await using door = serveDoor();
  for (const [path, body, code, param] of CODES) {
    for (const stream of "stream" in body ? [{}] : [{}, { stream: true }]) {
      const response = await door.post(path, { ...body, ...stream });
      const { error } = await response.json();
      const seen = [response.status, error.type, error.code, error.param];
      const status = code === "model_not_found" ? 404 : 400;
      assert.deepEqual(seen, [status, "invalid_request_error", code, param], JSON.stringify([body, error]));
    }
  }
  assert.deepEqual(door.requests, []);
  const own = await door.post("/v1/threads/t/steps", { agent: "demo", input: 5 });
  const problem = await own.json();
  assert.equal(problem.code, "invalid_request");
  assert.deepEqual(Object.keys(problem.errors[0]).sort(), ["detail", "pointer"]);
});

Deno.test("E6: keys, methods, paths and models that are wrong have the errors of OpenAI", async () => {
  await using door = serveDoor();
  const unknownKey = await door.post(CHAT, { model: "demo", messages: HI }, { authorization: "Bearer nope" });
  const { error: noKey } = await unknownKey.json();
  assert.equal(unknownKey.status, 401);
  assert.deepEqual([noKey.type, noKey.code, noKey.param], ["invalid_request_error", "invalid_api_key", null]);
  const noModel = await door.post(CHAT, { model: "gpt-4o", messages: HI });
  const { error } = await noModel.json();
  assert.equal(noModel.status, 404);
  assert.deepEqual([error.code, error.param], ["model_not_found", "model"]);
  assert.match(error.message, /"gpt-4o"/);
  const get = await door.test.send("GET", CHAT);
  assert.equal(get.status, 405);
  assert.equal((await get.json()).error.code, "method_not_allowed");
  const path = await door.test.send("GET", "/v1/models/demo/x");
  assert.equal(path.status, 404);
  assert.equal((await path.json()).error.code, "unknown_url");
  const broken = await fetch(door.url + CHAT, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${KEY}` },
    body: "{",
  });
  assert.equal(broken.status, 400);
  assert.equal((await broken.json()).error.code, "invalid_json");
});

Deno.test("E6: the native paths keep problem+json", async () => {
  await using door = serveDoor();
  const response = await door.test.send("GET", "/v1/threads/none");
  assert.equal(response.headers.get("content-type"), "application/problem+json");
});

Deno.test("E6: a limit of the provider is 429 with the time of the next try, and the client reads it", async () => {
  const limited: Provider = {
    ...createScriptedProvider(),
    name: "limited",
    stream: () =>
      Promise.reject(
        new ModelError("model_rate_limit", "Slow down.", {
          provider: "limited",
          phase: "connect",
          retryAfterMs: 90_000,
        }),
      ),
  };
  const agent = defineAgent({ name: "limited", model: "limited/m" });
  await using door = serveDoor(undefined, { agents: [agent], providers: [limited] });
  const client = new OpenAI({ baseURL: `${door.url}/v1`, apiKey: KEY, maxRetries: 0 });
  const chat = client.chat.completions.create({
    model: "limited",
    messages: [{ role: "user", content: "Hi" }],
  });
  const error = await chat.then(() => assert.fail("it answered"), (thrown) => thrown);
  assert.ok(error instanceof OpenAI.RateLimitError);
  assert.deepEqual([error.status, error.code, error.type], [429, "rate_limit_exceeded", "requests"]);
  assert.equal(error.headers.get("x-should-retry"), "true");
  assert.ok(Number(error.headers.get("retry-after")) > 80);
  assert.ok(Number(error.headers.get("retry-after-ms")) > 80_000);
});

Deno.test("E6: a budget that is used up is insufficient_quota, which no client sends again", async () => {
  await using door = serveDoor(undefined, {
    plugins: [budgets()],
    env: { TREADLE_BUDGETS: '{"tenant":{"steps":1}}' },
  });
  assert.equal((await door.post(CHAT, { model: "demo", messages: HI })).status, 200);
  const response = await door.post(CHAT, { model: "demo", messages: HI });
  assert.equal(response.status, 429);
  assert.equal(response.headers.get("x-should-retry"), "false");
  const { error } = await response.json();
  assert.deepEqual([error.type, error.code], ["insufficient_quota", "insufficient_quota"]);
});

Deno.test("K1, E6: a paused agent is a 503 that the client does not send again, in both forms of the API", async () => {
  await using door = serveDoor(undefined, { plugins: [pauses()] });
  const headers = { authorization: `Bearer ${KEY}` };
  await fetch(`${door.url}/v1/pauses/*`, { method: "PUT", headers });
  const client = new OpenAI({ baseURL: `${door.url}/v1`, apiKey: KEY, maxRetries: 2 });
  let sent = 0;
  const counted = client.withOptions({
    fetch: (...request: Parameters<typeof fetch>) => {
      sent++;
      return fetch(...request);
    },
  });
  const messages = [{ role: "user" as const, content: "Hi" }];
  for (
    const ask of [
      () => counted.chat.completions.create({ model: "demo", messages }),
      () => counted.responses.create({ model: "demo", input: "Hi" }),
    ]
  ) {
    const error = await ask().then(() => assert.fail("it answered"), (thrown) => thrown);
    assert.ok(error instanceof OpenAI.InternalServerError);
    assert.deepEqual([error.status, error.code, error.headers.get("retry-after")], [
      503,
      "agent_paused",
      "60",
    ]);
  }
  assert.equal(sent, 2);
});

Deno.test("E6: a failure behind the first text is an error of the stream, which has no reason and no [DONE]", async () => {
  const script = scenario().says("Half of it").fails("model_server");
  await using door = serveDoor(script);
  const { bodies, isDone } = readFrames(
    await (await door.post(CHAT, { model: "demo", messages: HI, stream: true })).text(),
  );
  assert.equal(isDone, false);
  const { error } = Object(bodies.at(-1));
  assert.deepEqual([error.type, error.code, error.param], ["server_error", "model_server", null]);
  assert.ok(bodies.slice(0, -1).every((chunk) => Object(chunk).choices[0].finish_reason === null));
  await using plain = serveDoor(script);
  const response = await plain.post(CHAT, { model: "demo", messages: HI });
  assert.equal(response.status, 502);
  assert.equal((await response.json()).error.code, "model_server");
});

Deno.test("E6: models are the agents by both names", async () => {
  await using door = serveDoor();
  const client = new OpenAI({ baseURL: `${door.url}/v1`, apiKey: KEY, maxRetries: 0 });
  const { data, object } = await client.models.list();
  assert.equal(object, "list");
  for (const name of [demo.name, "tester"]) {
    assert.ok(data.some(({ id }) => id === name) && data.some(({ id }) => id === `agent-${name}`));
  }
  assert.deepEqual(await client.models.retrieve("agent-demo"), {
    id: "agent-demo",
    object: "model",
    created: 0,
    owned_by: "treadle",
  });
  await assert.rejects(client.models.retrieve("gpt-4o"), {
    status: 404,
    code: "model_not_found",
    param: "model",
  });
});

Deno.test("E6: a chat whose calls have run is not sent again by any client when it fails", async () => {
  const script = scenario().calls("GitHub.SetStarred", { name: "x" }).next().fails("model_server").fails(
    "model_server",
  );
  let sent = 0;
  await using door = serveDoor(script);
  const counted: typeof fetch = (input, init) => {
    sent++;
    return fetch(input, init);
  };
  const client = new OpenAI({ baseURL: `${door.url}/v1`, apiKey: KEY, maxRetries: 2, fetch: counted });
  const chat = client.chat.completions.create({
    model: "demo",
    messages: [{ role: "user", content: "Star it" }],
  });
  await assert.rejects(chat, { status: 424, code: "model_server" });
  assert.equal(sent, 1);
});

Deno.test("E6: a page of a listed origin may send what OpenAI's client sends, and read what it reads", async () => {
  await using door = serveDoor(undefined, { env: { TREADLE_CORS_ORIGINS: "https://app.test" } });
  const preflight = await door.test.fetch(
    new Request(`http://treadle.test${CHAT}`, {
      method: "OPTIONS",
      headers: {
        origin: "https://app.test",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,x-stainless-retry-count,x-stainless-os",
      },
    }),
  );
  assert.equal(preflight.status, 204);
  const allowed = preflight.headers.get("access-control-allow-headers")?.split(",") ?? [];
  for (const header of ["authorization", "x-stainless-retry-count", "x-stainless-os"]) {
    assert.ok(allowed.includes(header), header);
  }
  const answer = await door.post(CHAT, { model: "demo", messages: HI }, { origin: "https://app.test" });
  assert.match(answer.headers.get("access-control-expose-headers") ?? "", /retry-after-ms.*x-should-retry/);
});
