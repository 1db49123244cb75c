// P5: what is peculiar to Mistral: ids, the order of messages, thinking that goes back, efforts, its errors.
import { NO_MEDIA_STYLE } from "../_support.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Block } from "../../../src/core/entry.ts";
import type { ErrorCode } from "../../../src/core/error.ts";
import type { ModelRequest } from "../../../src/core/model/provider.ts";
import { createMistralWriter } from "../../../src/providers/mistral/messages.ts";
import { createAliases } from "../../../src/providers/_wire/calls/tool_names.ts";
import { createMistralProvider, mistral } from "../../../src/providers/mistral/provider.ts";
import type { Reply } from "../../wire/openai/reply.ts";
import { mistral as wire } from "../../wire/mistral/case.ts";
import { providerOf, requestOf, send } from "../../wire/ask.ts";
import { histories, inParts } from "../../wire/mistral/histories.ts";
import { lintMistral } from "../../wire/mistral/lint.ts";
import {
  aRequest,
  ask,
  bodyOf,
  callsOf,
  drain,
  drainFailing,
  fetchText,
  reasoningOf,
  textOf,
  timeTool,
  weatherTool,
} from "../_support.ts";
import { call, result, says, sentTo, user } from "../_sent.ts";
import { asSent } from "../../support/as_sent.ts";

const KEY = "0123456789abcdefghijklmnopqrstuv";

const sent = (parts: Partial<ModelRequest>, reply?: Reply) => sentTo(wire, parts, reply);

Deno.test("P5: mistral: calls and their results have the same nine characters, whatever our ids have in common", async () => {
  const ids = ["call_00000000000000000001", "call_00000000000000000002", "call_00000000000000000012"];
  const { messages } = await sent({
    messages: [user("Hi."), says(...ids.map((id) => call(id))), ...ids.map((id) => result(id))],
  });
  const calls: unknown = messages[1]?.tool_calls;
  assert.ok(Array.isArray(calls));
  const short: unknown[] = calls.map((each) => each.id);
  assert.equal(new Set(short).size, 3);
  for (const id of short) assert.match(String(id), /^[a-zA-Z0-9]{9}$/);
  assert.deepEqual(messages.slice(2).map((message) => message.tool_call_id), short);
});

Deno.test("P5: mistral: between results and the user's next words the model has understood", async () => {
  const { messages } = await sent({
    messages: [user("Hi."), says(call("call_1")), result("call_1"), user("Stop."), says(), user("Go on.")],
  });
  assert.deepEqual(messages.map(({ role, content }) => [role, content]), [
    ["user", "Hi."],
    ["assistant", ""],
    ["tool", "18"],
    ["assistant", "Understood."],
    ["user", "Stop."],
    ["assistant", "(no answer)"],
    ["user", "Go on."],
  ]);
});

Deno.test("P5: mistral: a conversation never ends with the model", async () => {
  const { messages } = await sent({ messages: [user("Hi."), says({ type: "text", text: "Well" })] });
  assert.deepEqual(messages.at(-1), { role: "user", content: "Continue." });
});

Deno.test("P5: mistral: malformed arguments, failed calls and dotted names are sent legally", async () => {
  const { messages } = await sent({
    messages: [
      user("Hi."),
      says(call("call_1", '{"city":"Par', "GitHub.SetStarred"), call("call_2", '{"__proto__":{"x":1}}')),
      { role: "tool", callId: "call_1", name: "GitHub.SetStarred", text: "no", failed: true },
      result("call_2"),
    ],
  });
  const text = JSON.stringify(messages);
  assert.ok(text.includes(String.raw`{\"rawInvalidInput\":\"{\\\"city\\\":\\\"Par\"}`));
  assert.ok(text.includes(String.raw`{\"__proto__\":{\"x\":1}}`));
  assert.equal(messages[2]?.content, '{"error":"no"}');
  assert.match(String(messages[2]?.name), /^GitHub_SetStarred_[0-9a-f]{12}$/);
});

Deno.test("P5: mistral: any history is legal, and written in parts it reads the same", async () => {
  await fc.assert(
    fc.asyncProperty(
      histories,
      fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
      async (messages, cuts) => {
        const style = {
          aliases: createAliases([]),
          provider: "mistral",
          model: "some-model",
          media: NO_MEDIA_STYLE,
        };
        const writer = createMistralWriter(style);
        const [older = [], ...newer] = inParts(messages, cuts);
        const whole = writer.write(messages);
        assert.equal([older, ...newer].map(writer.write).filter((part) => part !== "").join(","), whole);

        let body = "";
        const provider = createMistralProvider({ apiKey: KEY });
        const fetch: typeof globalThis.fetch = (_url, init) => {
          body = String(init?.body);
          return fetchText("data: [DONE]\n\n")(_url, init);
        };
        const request = aRequest({ model: "some-model", messages, tools: [weatherTool] });
        await drainFailing(ask(provider, request, { fetch }));
        assert.equal(lintMistral({ body: JSON.parse(body) })?.message, undefined);
      },
    ),
    { numRuns: 200 },
  );
});

Deno.test("P5: mistral: thinking goes back to Mistral as it came, its signature to the same model only", async () => {
  const first = await sent({ model: "magistral-medium-2509" }, { reasoning: "Paris.", text: "18 °C" });
  assert.equal(reasoningOf(first.result), "Paris.");
  const [thought] = first.result.blocks;
  assert.ok(thought?.type === "reasoning");
  const replayed = async (block: Block) => {
    const { messages } = await sent({
      model: "magistral-medium-2509",
      messages: [user("Hi."), says(block, { type: "text", text: "18 °C" }), user("And now?")],
    });
    return messages[1]?.content;
  };
  const thinking = { type: "thinking", thinking: [{ type: "text", text: "Paris." }], closed: true };
  assert.deepEqual(await replayed(thought), [thinking, { type: "text", text: "18 °C" }]);
  const meta = {
    provider: "mistral",
    model: "magistral-medium-2509",
    data: { type: "thinking", signature: "s" },
  };
  const signed = await replayed({ ...thought, meta });
  assert.deepEqual(signed, [{ ...thinking, signature: "s" }, { type: "text", text: "18 °C" }]);
  const other = await replayed({ ...thought, meta: { ...meta, model: "magistral-small-2509" } });
  assert.deepEqual(other, [thinking, { type: "text", text: "18 °C" }]);
  assert.equal(await replayed({ ...thought, meta: { ...meta, provider: "cohere" } }), "18 °C");
});

Deno.test("P5: mistral: a signature in a stream is kept, wherever it stands", async () => {
  const chunk = (content: unknown) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
  const { result } = await drain(ask(createMistralProvider({ apiKey: KEY }), aRequest(), {
    fetch: fetchText(sse(
      chunk([{ type: "thinking", thinking: [{ type: "text", text: "Hm" }] }]),
      chunk([{ type: "thinking", thinking: [{ type: "text", text: "." }], signature: "s1" }]),
      chunk([{ type: "thinking", thinking: [], closed: true }]),
      finish("stop", { content: "Hello." }),
    )),
  }));
  assert.deepEqual(result.blocks[0], {
    type: "reasoning",
    text: "Hm.",
    meta: { provider: "mistral", model: "gpt-4o", data: { type: "thinking", signature: "s1" } },
  });
});

Deno.test("P5: mistral: an effort is what the model knows of it", async () => {
  const effort = async (model: string, reasoningEffort: "none" | "low" | "medium") => {
    const { body, events } = await sent({ model, settings: { reasoningEffort } });
    return [body.reasoning_effort, events.some((event) => event.type === "warning")];
  };
  assert.deepEqual(await effort("mistral-small-latest", "medium"), ["high", false]);
  assert.deepEqual(await effort("mistral-small-latest", "none"), ["none", false]);
  assert.deepEqual(await effort("mistral-large-4-0", "medium"), ["medium", false]);
  assert.deepEqual(await effort("mistral-large-2512", "low"), [undefined, true]);
});

Deno.test("C4: mistral: a refused effort says what the model lacks", async () => {
  for (const model of ["mistral-large-2512", "some-new-model"]) {
    await using server = await wire.start();
    const provider = providerOf(wire, server);
    const { request } = requestOf(wire, provider, { model, settings: { reasoningEffort: "high" } });
    const { error } = await drainFailing(send(wire, server, provider, { ...request, lacks: {} }));
    assert.equal(error.code, "model_invalid_request");
    assert.match(error.message, /reasoning_effort is not enabled for this model/);
    assert.equal(error.details.lacks, "effort");
  }
});

Deno.test("P5: mistral: settings have Mistral's names, and nothing that it does not know is sent", async () => {
  const { body } = await sent({
    system: "",
    settings: { maxOutputTokens: 100, temperature: 0.2, topP: 0.9 },
    tools: [weatherTool],
  });
  assert.deepEqual(Object.keys(body).sort(), [
    "max_tokens",
    "messages",
    "model",
    "prompt_cache_key",
    "stream",
    "temperature",
    "tool_choice",
    "tools",
    "top_p",
  ]);
});

const sse = (...events: unknown[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
const finish = (reason: string, delta: unknown = {}) => ({
  model: "m",
  choices: [{ index: 0, delta, finish_reason: reason }],
  usage: { prompt_tokens: 5, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 4 } },
});

Deno.test("P5: mistral: whole calls in one delta, without index and type, arguments as text or as an object", async () => {
  const request = aRequest({ tools: [weatherTool, timeTool] });
  const { result } = await drain(ask(createMistralProvider({ apiKey: KEY }), request, {
    fetch: fetchText(sse(finish("tool_calls", {
      content: "",
      tool_calls: [
        { id: "gdRdrvnHh", function: { name: "get_weather", arguments: '{"city":"Paris"}' } },
        { id: "XLdbVPq9A", function: { name: "get_weather", arguments: { city: "Oslo" } } },
        { id: "b1cdefghi", function: { name: "get_time", arguments: "" } },
      ],
    }))),
  }));
  assert.deepEqual(callsOf(result), [
    { name: "get_weather", args: '{"city":"Paris"}', id: "gdRdrvnHh" },
    { name: "get_weather", args: '{"city":"Oslo"}', id: "XLdbVPq9A" },
    { name: "get_time", args: "{}", id: "b1cdefghi" },
  ]);
  assert.deepEqual([result.finish, result.model], ["calls", "m"]);
  assert.deepEqual(asSent(result.usage), { inputTokens: 5, outputTokens: 3, cachedTokens: 4 });
});

for (
  const counts of [
    { prompt_tokens_details: { cached_tokens: 4 } },
    { prompt_token_details: { cached_tokens: 4 } },
    { num_cached_tokens: 4 },
  ]
) {
  Deno.test(`P5: mistral: cached tokens are read from ${Object.keys(counts)}`, async () => {
    const usage = { prompt_tokens: 5, completion_tokens: 3, ...counts };
    const { result } = await drain(ask(createMistralProvider({ apiKey: KEY }), aRequest(), {
      fetch: fetchText(sse({ ...finish("stop", { content: "Hi." }), usage })),
    }));
    assert.deepEqual(asSent(result.usage), { inputTokens: 5, outputTokens: 3, cachedTokens: 4 });
  });
}

Deno.test("P5: mistral: a whole body gives the same as a stream, and a full context is a cut", async () => {
  const message = {
    role: "assistant",
    content: [
      { type: "thinking", thinking: [{ type: "text", text: "Hm." }] },
      { type: "text", text: "18 °C" },
    ],
  };
  const { result } = await drain(ask(createMistralProvider({ apiKey: KEY }), aRequest(), {
    fetch: fetchText(
      JSON.stringify({ object: "chat.completion", choices: [{ message, finish_reason: "model_length" }] }),
    ),
  }));
  assert.deepEqual([textOf(result), reasoningOf(result), result.finish], ["18 °C", "Hm.", "length"]);
});

const failures: readonly (readonly [string, Reply, ErrorCode, boolean])[] = [
  ["a rate", { status: 429, headers: { "retry-after": "7" } }, "model_rate_limit", true],
  ["no room, 429", { status: 429, error: { code: "3505" } }, "model_overloaded", true],
  ["a wrong key", { status: 401 }, "model_auth", false],
  ["no money", { status: 402, error: { message: "Payment required." } }, "model_quota", false],
  ["a server's fault", { status: 500 }, "model_server", true],
  ["an overload", { status: 503 }, "model_overloaded", true],
  [
    "a prompt that is too long",
    {
      status: 400,
      error: {
        message: "Prompt contains 40000 tokens, too large for model with 32768 maximum context length",
      },
    },
    "model_context_length",
    false,
  ],
  [
    "an error in the stream",
    { text: "Hello.", fault: { errorAfter: 1, error: { message: "Broken." } } },
    "model_server",
    true,
  ],
  ["a stream without end", { text: "Hello there.", fault: "cut" }, "model_protocol", true],
  ["a torn connection", { text: "Hello there.", fault: "reset" }, "model_network", true],
];

for (const [what, reply, code, retryable] of failures) {
  Deno.test(`P9: mistral: ${what} is ${code}`, async () => {
    await using server = await wire.start({ reply: [reply] });
    const provider = providerOf(wire, server);
    const { error } = await drainFailing(send(wire, server, provider, requestOf(wire, provider).request));
    assert.deepEqual([error.code, error.retryable], [code, retryable], error.message);
    if (what === "a rate") assert.equal(error.retryAfterMs, 7000);
    assert.ok(!error.message.includes("simulated0MistralKey"));
  });
}

Deno.test("P9: mistral: an answer that ends with error is none", async () => {
  const { error } = await drainFailing(ask(createMistralProvider({ apiKey: KEY }), aRequest(), {
    fetch: fetchText(sse(finish("error", { content: "Hel" }))),
  }));
  assert.equal(error.code, "model_server");
});

const REFUSED: readonly (readonly [string, unknown[], RegExp, number])[] = [
  [
    "an id of ours",
    [{ ...toolCall("call_1") }, toolResult("call_1")],
    /Tool call id was call_1 but must be a-z, A-Z, 0-9/,
    400,
  ],
  [
    "a user behind results",
    [toolCall("abcdefghi"), toolResult("abcdefghi"), turn("user")],
    /Unexpected role 'user' after role 'tool'/,
    400,
  ],
  ["the model's last word", [turn("assistant")], /Expected last role User or Tool .* but got assistant/, 400],
  [
    "a call without a result",
    [toolCall("abcdefghi"), turn("user")],
    /Not the same number of function calls and responses/,
    400,
  ],
  [
    "a result of another call",
    [toolCall("abcdefghi"), toolResult("ABCDEFGHI")],
    /Unexpected tool call id ABCDEFGHI/,
    400,
  ],
  [
    "an answer that says nothing",
    [turn("assistant", ""), turn("user")],
    /either content or tool_calls, but not none\./,
    400,
  ],
  ["a field of others", [{ ...turn("user"), name: "Ann" }], /Extra inputs are not permitted/, 422],
];

function turn(role: string, content = "Hi.") {
  return { role, content };
}

function toolCall(id: string) {
  return {
    ...turn("assistant", ""),
    tool_calls: [{ id, type: "function", function: { name: "f", arguments: "{}" } }],
  };
}

function toolResult(id: string) {
  return { ...turn("tool", "18"), tool_call_id: id, name: "f" };
}

for (const [what, messages, text, status] of REFUSED) {
  Deno.test(`P9: mistral: the rules refuse ${what}, and the refusal is read`, async () => {
    const refusal = lintMistral({ body: { model: "m", messages: [turn("user"), ...messages] } });
    assert.match(refusal?.message ?? "", text);
    assert.equal(refusal?.status, status);
    const { error } = await drainFailing(ask(createMistralProvider({ apiKey: KEY }), aRequest(), {
      fetch: fetchText(JSON.stringify(refusal?.body), { status }),
    }));
    assert.equal(error.code, "model_invalid_request");
    assert.match(error.message, text);
  });
}

Deno.test("P5: mistral: a key is needed, and a base URL must be one", () => {
  const setup = { clock: Date.now, sleep: () => Promise.resolve(), bindings: {} };
  assert.throws(() => mistral.create({ env: {}, ...setup }), {
    code: "config_invalid",
    message: /MISTRAL_API_KEY/,
  });
  const env = { MISTRAL_API_KEY: KEY, MISTRAL_BASE_URL: "mistral.ai" };
  assert.throws(() => mistral.create({ env, ...setup }), { code: "config_invalid" });
  assert.throws(() => createMistralProvider({ apiKey: "a\nb" }), { code: "config_invalid" });
});

Deno.test("P5: mistral: the request goes to api.mistral.ai with the key", async () => {
  let seen: unknown[] = [];
  const fetch: typeof globalThis.fetch = (url, init) => {
    seen = [String(url), new Headers(init?.headers).get("authorization"), bodyOf(String(init?.body)).stream];
    return fetchText(sse(finish("stop", { content: "Hello." })))(url, init);
  };
  await drain(ask(createMistralProvider({ apiKey: KEY }), aRequest(), { fetch }));
  assert.deepEqual(seen, ["https://api.mistral.ai/v1/chat/completions", `Bearer ${KEY}`, true]);
  for (const [base, expected] of [["https://eu.test", "/v1"], ["https://gateway.test/mistral", ""]]) {
    await drain(ask(createMistralProvider({ apiKey: KEY, baseURL: base ?? "" }), aRequest(), { fetch }));
    assert.equal(seen[0], `${base}${expected}/chat/completions`);
  }
});
