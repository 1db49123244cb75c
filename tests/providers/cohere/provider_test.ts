// P5: what is peculiar to Cohere: plans, thinking, one call at a time in the stream, its names and its errors.
import { mediaOf } from "../../wire/media/request.ts";
import { NO_MEDIA_STYLE } from "../_support.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Block } from "../../../src/core/entry.ts";
import type { ErrorCode } from "../../../src/core/error.ts";
import type { ModelRequest } from "../../../src/core/model/provider.ts";
import { createCohereWriter } from "../../../src/providers/cohere/messages.ts";
import { createAliases } from "../../../src/providers/_wire/calls/tool_names.ts";
import { cohere, createCohereProvider } from "../../../src/providers/cohere/provider.ts";
import type { Reply } from "../../wire/openai/reply.ts";
import { cohere as wire } from "../../wire/cohere/case.ts";
import { lintCohere } from "../../wire/cohere/lint.ts";
import { providerOf, requestOf, send } from "../../wire/ask.ts";
import { histories, inParts } from "../../wire/mistral/histories.ts";
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

Deno.test("P5: cohere: a plan is kept unseen and goes back as the plan, beside the calls it was made for", async () => {
  const reply: Reply = {
    text: "I will look up the weather.",
    calls: [{ name: "get_weather", arguments: '{"city":"Paris"}' }, { name: "get_time", arguments: "{}" }],
    reasoning: "",
  };
  const first = await sent({ tools: [weatherTool, timeTool] }, reply);
  assert.deepEqual([textOf(first.result), reasoningOf(first.result), first.result.finish], ["", "", "calls"]);
  assert.deepEqual(callsOf(first.result).map(({ name, args }) => [name, args]), [
    ["get_weather", '{"city":"Paris"}'],
    ["get_time", "{}"],
  ]);
  const [plan] = first.result.blocks;
  assert.ok(plan?.type === "reasoning");
  const replayed = async (...blocks: Block[]) => {
    const messages = [user("Hi."), says(...blocks, call("call_1")), result("call_1")];
    return (await sent({ messages, tools: [weatherTool] })).messages[1];
  };
  const calls = [{ id: "call_1", type: "function", function: { name: "get_weather", arguments: "{}" } }];
  const planned = { role: "assistant", tool_plan: "I will look up the weather.", tool_calls: calls };
  assert.deepEqual(await replayed(plan), planned);
  const other = { ...plan, meta: { provider: "mistral", model: "m", data: plan.meta?.data ?? null } };
  assert.deepEqual(await replayed(other), { role: "assistant", tool_calls: calls });
  // Text beside calls is a 400.
  assert.deepEqual(await replayed({ type: "text", text: "I will look up the weather." }), planned);
});

Deno.test("P5: cohere: thinking goes back to Cohere while the model thinks, and only then", async () => {
  const { result: { blocks } } = await sent({}, { reasoning: "Paris.", text: "18 °C" });
  const [thought] = blocks;
  assert.ok(thought?.type === "reasoning" && thought.text === "Paris.");
  const replayed = async (settings: ModelRequest["settings"], ...blocks: Block[]) => {
    const calls = blocks.flatMap((block) => block.type === "call" ? [result(block.id)] : []);
    return (await sent({
      settings,
      messages: [user("Hi."), says(thought, ...blocks), ...calls, user("And?")],
    }))
      .messages[1]?.content;
  };
  const thinking = { type: "thinking", thinking: "Paris." };
  const text: Block = { type: "text", text: "18 °C" };
  assert.deepEqual(await replayed({}, text), [thinking, text]);
  assert.deepEqual(await replayed({}, call("call_1")), [thinking]);
  assert.equal(await replayed({ reasoningEffort: "none" }, text), "18 °C");
  assert.equal(await replayed({}), "(no answer)");
});

Deno.test("P5: cohere: malformed arguments, failed calls and names with dots and hyphens are sent legally", async () => {
  const { messages } = await sent({
    messages: [
      user("Hi."),
      says(call("call_1", '{"city":"Par', "my-tool.x"), call("call_2", '{"__proto__":{"x":1}}', "2fa")),
      result("call_1", "no", true),
      result("call_2"),
      user("Go on."),
    ],
  });
  const text = JSON.stringify(messages);
  assert.ok(text.includes(String.raw`{\"rawInvalidInput\":\"{\\\"city\\\":\\\"Par\"}`));
  assert.ok(text.includes(String.raw`{\"__proto__\":{\"x\":1}}`));
  assert.equal(messages[2]?.content, '{"error":"no"}');
  assert.match(text, /"my_tool_x_[0-9a-f]{12}"/);
  assert.match(text, /"_2fa_[0-9a-f]{12}"/);
});

Deno.test("P5: cohere: any history is legal, and written in parts it reads the same", async () => {
  await fc.assert(
    fc.asyncProperty(
      histories,
      fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
      async (messages, cuts) => {
        for (const model of ["command-a-plus-05-2026", "command-r7b-12-2024"]) {
          let body = "";
          const fetch: typeof globalThis.fetch = (_url, init) => {
            body = String(init?.body);
            return fetchText("")(_url, init);
          };
          const request = aRequest({ model, messages, tools: [weatherTool] });
          await drainFailing(ask(createCohereProvider({ apiKey: KEY }), request, { fetch }));
          assert.equal(lintCohere({ body: JSON.parse(body) })?.message, undefined);
        }
        const writer = createCohereWriter({
          aliases: createAliases([]),
          provider: "cohere",
          thinks: true,
          media: NO_MEDIA_STYLE,
        });
        const parts = inParts(messages, cuts).map(writer.write).filter((part) => part !== "");
        assert.equal(parts.join(","), writer.write(messages));
      },
    ),
    { numRuns: 100 },
  );
});

Deno.test("P5: cohere: an effort is a budget for thinking", async () => {
  const thinking = async (reasoningEffort: "none" | "low" | "high", model = wire.model) =>
    (await sent({ model, settings: { reasoningEffort } })).body.thinking;
  assert.deepEqual(await thinking("none"), { type: "disabled" });
  assert.deepEqual(await thinking("low"), { type: "enabled", token_budget: 2000 });
  assert.deepEqual(await thinking("high"), { type: "enabled" });
  assert.equal(await thinking("high", "command-a-03-2025"), undefined);
});

Deno.test("P5: cohere: settings have Cohere's names and bounds", async () => {
  const { body } = await sent({ settings: { maxOutputTokens: 100, temperature: 0.2, topP: 1 } });
  assert.deepEqual([body.max_tokens, body.temperature, body.p], [100, 0.2, 0.99]);
});

Deno.test("C4: cohere: a refused choice, tool or thinking says what the model lacks", async () => {
  // Forms of answers: tests/wire/capabilities_test.ts.
  for (const refused of wire.refuses) {
    const { feature, model, settings, choice, output } = refused;
    if (output !== undefined) continue;
    await using server = await wire.start();
    const provider = providerOf(wire, server);
    const request = aRequest({
      model,
      tools: [weatherTool],
      choice: choice ?? { type: "auto" },
      settings: settings ?? {},
      ...mediaOf(refused),
    });
    const { error } = await drainFailing(send(wire, server, provider, request));
    assert.equal(error.code, "model_invalid_request");
    assert.ok(String(error.details.lacks).split(" ").includes(feature), error.message);
  }
});

const frames = (...events: { type: string; [key: string]: unknown }[]) =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
const message = (type: string, message: unknown, index?: number) => ({ type, index, delta: { message } });
const end = (finish: string, more = {}) => ({
  type: "message-end",
  delta: { finish_reason: finish, ...more },
});
const reads = (...events: { type: string; [key: string]: unknown }[]) =>
  ask(createCohereProvider({ apiKey: KEY }), aRequest({ tools: [weatherTool, timeTool] }), {
    fetch: fetchText(frames(...events)),
  });

const start = (name: string, index: number) =>
  message("tool-call-start", {
    tool_calls: { id: `${name}_1`, type: "function", function: { name, arguments: "" } },
  }, index);
const piece = (text: string, index: number) =>
  message("tool-call-delta", { tool_calls: { function: { arguments: text } } }, index);

Deno.test("P5: cohere: calls whose pieces alternate stay apart, and one without pieces has no arguments", async () => {
  const { result } = await drain(reads(
    start("get_weather", 0),
    start("get_time", 1),
    piece('{"city":', 0),
    piece('{"city":"Oslo"', 1),
    piece('"Paris"}', 0),
    piece("}", 1),
    { type: "tool-call-end", index: 0 },
    { type: "tool-call-end", index: 1 },
    start("get_time", 2),
    { type: "citation-start", index: 0, delta: { message: { citations: { text: "x" } } } },
    end("TOOL_CALL"),
  ));
  assert.deepEqual(callsOf(result).map(({ args }) => args), ['{"city":"Paris"}', '{"city":"Oslo"}', "{}"]);
  assert.equal(result.usage.estimated, true);
});

Deno.test("P5: cohere: thinking, a plan and text are three blocks, streamed or whole", async () => {
  const streamed = await drain(reads(
    message("content-start", { content: { type: "thinking", thinking: "H" } }, 0),
    message("content-delta", { content: { thinking: "m." } }, 0),
    message("tool-plan-delta", { tool_plan: "Look " }),
    message("tool-plan-delta", { tool_plan: "up." }),
    message("content-start", { content: { type: "text", text: "" } }, 1),
    message("content-delta", { content: { text: "18 °C" } }, 1),
    { type: "content-end", index: 1 },
    end("MAX_TOKENS", { usage: { billed_units: { input_tokens: 3, output_tokens: 4 } } }),
  ));
  const meta = (data: Record<string, string>) => ({ provider: "cohere", model: "gpt-4o", data });
  assert.deepEqual(asSent(streamed.result.blocks), [
    { type: "reasoning", text: "Hm.", meta: meta({ type: "thinking" }) },
    { type: "reasoning", text: "", meta: meta({ type: "tool_plan", plan: "Look up." }) },
    { type: "text", text: "18 °C" },
  ]);
  assert.deepEqual([streamed.result.finish, streamed.result.rawFinish], ["length", "MAX_TOKENS"]);
  assert.deepEqual(asSent(streamed.result.usage), { inputTokens: 3, outputTokens: 4 });
  const whole = await drain(ask(createCohereProvider({ apiKey: KEY }), aRequest(), {
    fetch: fetchText(JSON.stringify({
      id: "1",
      message: { role: "assistant", tool_plan: "Look up.", content: [{ type: "text", text: "18 °C" }] },
      finish_reason: "COMPLETE",
    })),
  }));
  assert.deepEqual(whole.result.blocks, streamed.result.blocks.slice(1));
});

const broken: readonly (readonly [string, { type: string }[], ErrorCode, RegExp])[] = [
  ["ERROR", [end("ERROR", { error: "Generation failed." })], "model_server", /Generation failed\./],
  ["ERROR without words", [end("ERROR")], "model_server", /broke the answer off/],
  ["TIMEOUT", [end("TIMEOUT")], "model_timeout", /ran out of time/],
  [
    "nothing",
    [message("content-delta", { content: { text: "Hel" } }, 0)],
    "model_protocol",
    /ended in the middle/,
  ],
];

for (const [what, events, code, said] of broken) {
  Deno.test(`P9: cohere: an answer that ends with ${what} is ${code}`, async () => {
    const { error } = await drainFailing(reads(...events));
    assert.equal(error.code, code);
    assert.match(error.message, said);
  });
}

const MONTHLY = "You are using a Trial key, which is limited to 1000 API calls / month.";

const failures: readonly (readonly [string, Reply, ErrorCode, boolean])[] = [
  ["a rate of a trial key", { status: 429 }, "model_rate_limit", true],
  ["a month's calls of a trial key", { status: 429, error: { message: MONTHLY } }, "model_quota", false],
  ["a wrong key", { status: 401 }, "model_auth", false],
  ["no money", { status: 402 }, "model_quota", false],
  ["a model that is not there", { status: 404 }, "model_invalid_request", false],
  ["a request that is cancelled there", { status: 499 }, "model_server", true],
  ["a deny-listed token", { status: 498 }, "model_content_filter", false],
  ["an overload", { status: 503 }, "model_overloaded", true],
  [
    "a model that lost itself",
    { status: 422, error: { message: "No valid tool call or response generated" } },
    "model_server",
    true,
  ],
  [
    "a prompt that is too long",
    {
      status: 400,
      error: {
        message: "too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4292.",
      },
    },
    "model_context_length",
    false,
  ],
  [
    "too high a limit",
    {
      status: 400,
      error: { message: "too many tokens: max tokens must be less than or equal to 4096 - received 8192." },
    },
    "model_invalid_request",
    false,
  ],
  [
    "an error in the stream",
    { text: "Hello.", fault: { errorAfter: 1, error: { message: "Broken." } } },
    "model_server",
    true,
  ],
  ["a stream without end", { text: "Hello there.", fault: "cut" }, "model_protocol", true],
];

for (const [what, reply, code, retryable] of failures) {
  Deno.test(`P9: cohere: ${what} is ${code}`, async () => {
    await using server = await wire.start({ reply: [reply] });
    const provider = providerOf(wire, server);
    const { error } = await drainFailing(send(wire, server, provider, requestOf(wire, provider).request));
    assert.deepEqual([error.code, error.retryable], [code, retryable], error.message);
    if (reply.status !== undefined) assert.match(String(error.details.requestId), /^[0-9a-f-]{36}$/);
  });
}

const turn = (role: string, content: unknown = "Hi.") => ({ role, content });
const made = { id: "a", type: "function", function: { name: "f", arguments: "{}" } };
const CALLS = { role: "assistant", tool_calls: [made] };

const REFUSED: readonly (readonly [string, Record<string, unknown>, RegExp, number])[] = [
  [
    "text beside calls",
    { messages: [turn("user"), { ...CALLS, content: "I will." }] },
    /text content is not allowed when tool_calls/,
    400,
  ],
  [
    "a call without a result",
    { messages: [turn("user"), CALLS, turn("user")] },
    /did not have response messages: a/,
    400,
  ],
  [
    "an answer that says nothing",
    { messages: [turn("user"), turn("assistant", "")] },
    /must not be empty in a turn/,
    400,
  ],
  [
    "a system turn that is not first",
    { messages: [turn("user"), turn("system")] },
    /system turn must be the first/,
    400,
  ],
  [
    "a field of others",
    { messages: [turn("user")], top_p: 1 },
    /unknown field: parameter 'top_p' is not a valid field/,
    422,
  ],
  [
    "a hyphen in a name",
    { messages: [turn("user")], tools: [{ type: "function", function: { name: "a-b", parameters: {} } }] },
    /tool names can only contain certain characters/,
    400,
  ],
];

for (const [what, body, text, status] of REFUSED) {
  Deno.test(`P9: cohere: the rules refuse ${what}, and the refusal is read`, async () => {
    const refusal = lintCohere({ body: { model: "command-r7b-12-2024", ...body } });
    assert.match(refusal?.message ?? "", text);
    assert.equal(refusal?.status, status);
    const { error } = await drainFailing(ask(createCohereProvider({ apiKey: KEY }), aRequest(), {
      fetch: fetchText(JSON.stringify(refusal?.body), { status }),
    }));
    assert.equal(error.code, "model_invalid_request");
    assert.match(error.message, text);
  });
}

Deno.test("P5: cohere: the key goes to api.cohere.com, under either name of its variable", async () => {
  const setup = { clock: Date.now, sleep: () => Promise.resolve(), bindings: {} };
  assert.throws(() => cohere.create({ env: {}, ...setup }), {
    code: "config_invalid",
    message: /COHERE_API_KEY/,
  });
  const wrong = { COHERE_API_KEY: KEY, CO_API_URL: "cohere.com" };
  assert.throws(() => cohere.create({ env: wrong, ...setup }), { code: "config_invalid" });
  let seen: unknown[] = [];
  const fetch: typeof globalThis.fetch = (url, init) => {
    seen = [String(url), new Headers(init?.headers).get("authorization"), bodyOf(String(init?.body)).stream];
    return fetchText(frames(end("COMPLETE")))(url, init);
  };
  await drain(ask(cohere.create({ env: { CO_API_KEY: KEY }, ...setup }), aRequest(), { fetch }));
  assert.deepEqual(seen, ["https://api.cohere.com/v2/chat", `Bearer ${KEY}`, true]);
  for (const base of ["https://gateway.test/cohere", "https://gateway.test/cohere/v2/"]) {
    const env = { CO_API_KEY: KEY, COHERE_BASE_URL: base };
    await drain(ask(cohere.create({ env, ...setup }), aRequest(), { fetch }));
    assert.equal(seen[0], "https://gateway.test/cohere/v2/chat");
  }
});
