// P2, P9: answers of Anthropic and its gateways that are cut, spliced, out of order or refused.
import assert from "node:assert/strict";
import type { ModelResult } from "../../../src/core/model/provider.ts";
import { createAnthropicProvider } from "../../../src/providers/anthropic/provider.ts";
import { retryAfterMs } from "../../../src/providers/_wire/errors/retry_after.ts";
import type { Reply } from "../../wire/openai/reply.ts";
import { serveAnthropic, simulatedKey } from "../../wire/anthropic/api.ts";
import {
  aRequest,
  ask,
  callsOf,
  drain,
  drainFailing,
  fetchText,
  reasoningOf,
  textOf,
  weatherTool,
} from "../_support.ts";
import { asSent } from "../../support/as_sent.ts";

type Event = Record<string, unknown> & { type: string };

const START = start("msg_1");
const STOP: Event = { type: "message_stop" };
const text = (index: number, said: string): Event[] => [
  { type: "content_block_start", index, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index, delta: { type: "text_delta", text: said } },
  { type: "content_block_stop", index },
];
const call = (index: number, input: unknown, ...parts: unknown[]): Event[] => [
  {
    type: "content_block_start",
    index,
    content_block: { type: "tool_use", id: `toolu_${index}`, name: "get_weather", input },
  },
  ...parts.map((part): Event => ({
    type: "content_block_delta",
    index,
    delta: { type: "input_json_delta", partial_json: part },
  })),
  { type: "content_block_stop", index },
];

interface Told {
  readonly title: string;
  readonly events: readonly Event[];
  readonly text?: string;
  readonly reasoning?: string;
  readonly args?: readonly string[];
  readonly finish?: ModelResult["finish"];
  readonly warns?: string;
}

const answers: readonly Told[] = [
  {
    title: "pings anywhere",
    events: [ping(), START, ping(), ...text(0, "Hi"), ping(), ...end("end_turn")],
    text: "Hi",
  },
  {
    title: "a call whose only piece is empty",
    events: [START, ...call(0, {}, ""), ...end("tool_use")],
    args: ["{}"],
  },
  {
    title: "calls that are numbered from 1, in pieces",
    events: [
      START,
      ...call(1, {}, "", '{"city":', '"Paris"}'),
      ...call(2, {}, '{"city":"Rome"}'),
      ...end("tool_use"),
    ],
    args: ['{"city":"Paris"}', '{"city":"Rome"}'],
  },
  {
    title: "arguments that come whole with the beginning, or as an object",
    events: [START, ...call(0, { city: "Paris" }), ...call(1, {}, { city: "Rome" }), ...end("tool_use")],
    args: ['{"city":"Paris"}', '{"city":"Rome"}'],
  },
  {
    title: "arguments with __proto__, and a wrong stop reason",
    events: [START, ...call(0, {}, '{"__proto__":{"a":1}}'), ...end("end_turn")],
    args: ['{"__proto__":{"a":1}}'],
  },
  {
    title: "pieces under another index than their call",
    events: [
      START,
      ...call(3, {}, "").slice(0, -1),
      ...call(0, {}, '{"city":"Paris"}').slice(1, 2),
      ...end("tool_use"),
    ],
    args: ['{"city":"Paris"}'],
  },
  {
    title: "pieces of no call",
    events: [START, ...call(0, {}, "{}").slice(1), ...text(1, "Hi"), ...end("end_turn")],
    text: "Hi",
    warns: "call_delta_dropped",
  },
  {
    title: "blocks without a beginning, an index or an end",
    events: [
      START,
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm." } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
      ...text(0, " there").map(({ index: _, ...event }) => ({ ...event, type: event.type })),
      ...end("end_turn"),
    ],
    reasoning: "Hm.",
    text: "Hi there",
  },
  {
    title: "a beginning that comes twice",
    events: [START, START, ...text(0, "Hi"), START, ...end("end_turn")],
    text: "Hi",
  },
  {
    title: "what the server executes, and blocks of types to come",
    events: [
      START,
      ...["server_tool_use", "mcp_tool_use", "web_search_tool_result", "fallback", "tomorrow"].flatMap((
        type,
        index,
      ) => [
        { type: "content_block_start", index, content_block: { type, id: "x", name: "y", input: {} } },
        { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: "{}" } },
        { type: "content_block_delta", index, delta: { type: "text_delta", text: "not said" } },
        { type: "content_block_stop", index },
      ]),
      { type: "something_new" },
      ...text(5, "Hi"),
      ...end("end_turn"),
    ],
    text: "Hi",
  },
  {
    title: "no end mark behind the stop reason",
    events: [START, ...text(0, "Hi"), ...end("end_turn").slice(0, 1)],
    text: "Hi",
  },
  {
    title: "a cut in the arguments",
    events: [START, ...call(0, {}, '{"city":"Pa').slice(0, -1), ...end("max_tokens")],
    args: ['{"city":"Pa'],
    finish: "length",
  },
  {
    title: "a full context window",
    events: [START, ...text(0, "Hi"), ...end("model_context_window_exceeded")],
    text: "Hi",
    finish: "length",
  },
  { title: "a pause", events: [START, ...text(0, "Hi"), ...end("pause_turn")], text: "Hi" },
  {
    title: "a refusal",
    events: [START, ...text(0, "No."), ...end("refusal")],
    text: "No.",
    finish: "refusal",
  },
  {
    title: "a refusal in the middle of a call, whose arguments may be cut",
    events: [START, ...call(0, {}, '{"city":"Paris"}'), ...end("refusal")],
    args: ['{"city":"Paris"}'],
    finish: "content_filter",
  },
  { title: "no block at all", events: [START, ...end("end_turn")] },
];

for (const { title, events, text = "", reasoning = "", args = [], finish, warns } of answers) {
  Deno.test(`P2: anthropic: ${title}`, async () => {
    // The names of events may be missing, and a gateway may append [DONE].
    for (const [named, tail] of [[true, ""], [false, "data: [DONE]\n\n"]] as const) {
      const { result, events: told } = await drain(asked(toStream(events, named) + tail));
      assert.equal(textOf(result), text);
      assert.equal(reasoningOf(result), reasoning);
      assert.deepEqual(callsOf(result).map((call) => call.args), args);
      assert.equal(result.finish, finish ?? (args.length > 0 ? "calls" : "stop"));
      const warning = told.find((event) => event.type === "warning");
      assert.equal(warning?.type === "warning" ? warning.warning.code : undefined, warns);
    }
  });
}

Deno.test("P2: thinking is kept with its signature, redacted thinking with its data", async () => {
  const block = (
    index: number,
    content: Record<string, unknown>,
    ...deltas: Record<string, unknown>[]
  ): Event[] => [
    { type: "content_block_start", index, content_block: content },
    ...deltas.map((delta): Event => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
  const { result } = await drain(asked(toStream([
    START,
    ...block(
      0,
      { type: "thinking", thinking: "", signature: "" },
      { type: "thinking_delta", thinking: "Hm." },
      { type: "signature_delta", signature: "EuY=" },
    ),
    ...block(1, { type: "redacted_thinking", data: "abc" }),
    ...block(2, { type: "thinking", thinking: "" }),
    ...text(3, "Hi"),
    ...end("end_turn"),
  ])));
  const told = { provider: "anthropic", model: "claude-sonnet-4-5" };
  assert.deepEqual(asSent(result.blocks), [
    { type: "reasoning", text: "Hm.", meta: { ...told, data: { type: "thinking", signature: "EuY=" } } },
    { type: "reasoning", text: "", meta: { ...told, data: { type: "redacted_thinking", data: "abc" } } },
    { type: "reasoning", text: "" },
    { type: "text", text: "Hi" },
  ]);
});

Deno.test("P10: cache reads and writes count into the input, the last word wins, and what is not reported stays unknown", async () => {
  const told = (started: Record<string, unknown>, ended: Record<string, unknown>) =>
    drain(asked(toStream([
      { type: "message_start", message: { id: "msg_1", model: "claude-x", usage: started } },
      ...text(0, "Hi"),
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: ended },
      STOP,
    ])));
  const full = {
    input_tokens: 10,
    cache_read_input_tokens: 100,
    cache_creation_input_tokens: 5,
    output_tokens: 1,
  };
  const first = await told(full, {
    input_tokens: 12,
    output_tokens: 7,
    output_tokens_details: { thinking_tokens: 3 },
  });
  assert.deepEqual(first.result.usage, {
    inputTokens: 117,
    cachedTokens: 100,
    cacheWriteTokens: 5,
    outputTokens: 7,
    reasoningTokens: 3,
  });
  assert.equal(first.result.model, "claude-x");
  const second = await told({ input_tokens: 10 }, {
    input_tokens: 0,
    output_tokens: 7,
    cache_read_input_tokens: null,
  });
  assert.deepEqual(asSent(second.result.usage), { inputTokens: 10, outputTokens: 7 });
});

const broken: readonly (readonly [title: string, body: string, code: string])[] = [
  [
    "a call that does not end in front of an end that announces calls",
    toStream([START, ...call(0, {}, '{"city":"Pa').slice(0, -1), ...end("tool_use")]),
    "model_protocol",
  ],
  ["a stream that ends in the middle", toStream([START, ...text(0, "Hi")]), "model_protocol"],
  [
    "pieces of two answers",
    toStream([START, ...text(0, "Hi"), start("msg_2"), ...end("end_turn")]),
    "model_protocol",
  ],
  ["a body without content", '{"type":"message","role":"assistant"}', "model_protocol"],
  ["an end without a stop reason", toStream([START, ...text(0, "Hi"), STOP]), "model_protocol"],
  ["nothing but the end", toStream([STOP]), "model_protocol"],
  [
    "an error inside a 200",
    '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
    "model_overloaded",
  ],
  ["more calls than an answer may have", toStream([START, ...many(65)]), "model_protocol"],
  ["arguments without end", toStream([START, ...call(0, {}, "x".repeat(300_000))]), "model_protocol"],
];

for (const [title, body, code] of broken) {
  Deno.test(`P2: anthropic: ${title} is ${code}`, async () => {
    const { error } = await drainFailing(asked(body));
    assert.equal(error.code, code);
  });
}

Deno.test("P9: a gateway with Anthropic's API may forget the stop reason: the answer stands, with a warning", async () => {
  const gateway = createAnthropicProvider({ apiKey: simulatedKey, baseURL: "https://gateway.test" });
  const fetch = fetchText(toStream([START, ...text(0, "Hi"), STOP]));
  const { result, events } = await drain(ask(gateway, aRequest({ model: "claude-sonnet-4-5" }), { fetch }));
  assert.deepEqual([textOf(result), result.finish], ["Hi", "stop"]);
  const [warning] = events.filter((event) => event.type === "warning");
  assert.equal(warning?.type === "warning" && warning.warning.code, "finish_missing");
});

Deno.test("P9: an error in the middle of a stream has its code, and says that output came before it", async () => {
  await using server = await serveAnthropic({
    reply: [
      { text: "One two three.", fault: { errorAfter: 1, error: { message: "Overloaded" } } },
      { text: "One two three.", fault: { errorAfter: 1, error: { message: "Slow", code: "timeout_error" } } },
      { text: "One two three.", fault: "cut" },
    ],
  });
  for (const code of ["model_overloaded", "model_timeout", "model_protocol"]) {
    const { error } = await drainFailing(to(server.url));
    assert.deepEqual([error.code, error.details.afterOutput], [code, true]);
  }
});

const statuses: readonly (readonly [reply: Reply, code: string, retryable: boolean])[] = [
  [{ status: 401 }, "model_auth", false],
  [{ status: 403 }, "model_auth", false],
  [{ status: 402 }, "model_quota", false],
  [{ status: 404 }, "model_invalid_request", false],
  [{ status: 413 }, "model_context_length", false],
  [{ status: 429 }, "model_rate_limit", true],
  [{ status: 429, error: { code: "ramp_limit_exceeded" } }, "model_rate_limit", true],
  [{ status: 429, error: { code: "enforced_spend_limit_reached" } }, "model_quota", false],
  [{ status: 500 }, "model_server", true],
  [{ status: 504 }, "model_timeout", true],
  [{ status: 529 }, "model_overloaded", true],
  [
    { status: 400, error: { message: "prompt is too long: 203456 tokens > 200000 maximum" } },
    "model_context_length",
    false,
  ],
  [
    {
      status: 400,
      error: {
        message:
          "input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease input",
      },
    },
    "model_context_length",
    false,
  ],
  [
    { status: 400, error: { message: "Your credit balance is too low to access the Anthropic API." } },
    "model_quota",
    false,
  ],
  [{ status: 400 }, "model_invalid_request", false],
];

const DROPPED = [0, 2, 4, 6].map((place) => ({
  type: "thinking_dropped",
  reason: "prefix_binding_mismatch",
  path: `messages.${place}.content.0`,
}));
const LEFT_OUT =
  "The API left thinking of earlier answers out (prefix_binding_mismatch: messages.0.content.0, " +
  "messages.2.content.0, messages.4.content.0 and 1 more; model_binding_mismatch: messages.8.content.1).";
const transformations = [
  ...DROPPED,
  { type: "thinking_dropped", reason: "model_binding_mismatch", path: "messages.8.content.1" },
  {
    type: "thinking_mismatch_allowed",
    reason: "prefix_binding_mismatch",
    path: "messages.10.content.0",
  },
  { type: "image_resized", path: "messages.0.content.1" },
];

const FORMS = ["message_start", "message_delta", "a whole answer"] as const;

/** An answer "Hi" with fields of the message, where an answer of this form has them. */
function bodyWith(form: typeof FORMS[number], more: object, start: Event = START): string {
  const { message } = START as unknown as { message: Record<string, unknown> };
  const [delta = STOP] = end("end_turn");
  switch (form) {
    case "message_start":
      return toStream([{ ...START, message: { ...message, ...more } }, ...text(0, "Hi"), ...end("end_turn")]);
    case "message_delta":
      return toStream([start, ...text(0, "Hi"), { ...delta, ...more }, STOP]);
    case "a whole answer":
      return JSON.stringify({
        ...message,
        ...more,
        content: [{ type: "text", text: "Hi" }],
        stop_reason: "end_turn",
      });
  }
}

for (const form of FORMS) {
  Deno.test(`C4: thinking that the API dropped or took in the wrong place is a warning with place and reason: ${form}`, async () => {
    const { message } = START as unknown as { message: Record<string, unknown> };
    const start = { ...START, message: { ...message, input_transformations: [] } };
    const body = bodyWith(form, { input_transformations: transformations }, start);
    const { result, events } = await drain(asked(body));
    assert.equal(textOf(result), "Hi");
    assert.deepEqual(result.removed, ["prefix_binding_mismatch", "model_binding_mismatch"]);
    const warnings = events.flatMap((event) => event.type === "warning" ? [event.warning] : []);
    assert.deepEqual(warnings, [
      { code: "thinking_dropped", message: LEFT_OUT },
      {
        code: "thinking_mismatched",
        message: "The API took thinking of earlier answers that does not fit its place " +
          "(prefix_binding_mismatch: messages.10.content.0).",
      },
    ]);
  });
}

for (const form of FORMS) {
  Deno.test(`C4: why the API's cache did not read on is of the result: ${form}`, async () => {
    const read = async (reason: object | null) => {
      const body = bodyWith(form, { diagnostics: { cache_miss_reason: reason } });
      return (await drain(asked(body))).result.cacheMiss;
    };
    const changed = { type: "tools_changed", cache_missed_input_tokens: 1_200 };
    assert.deepEqual(await read(changed), { reason: "tools_changed", tokens: 1_200 });
    for (const nothing of [null, { type: "unavailable" }, { type: "previous_message_not_found" }]) {
      assert.equal(await read(nothing), undefined);
    }
  });
}

Deno.test("P9: every status of the API has its code, its id and its time to wait", async () => {
  await using server = await serveAnthropic({ reply: statuses.map(([reply]) => reply) });
  for (const [{ status, error: body }, code, retryable] of statuses) {
    const { error } = await drainFailing(to(server.url));
    assert.deepEqual([error.code, error.retryable], [code, retryable], `${status} ${JSON.stringify(body)}`);
    assert.equal(error.details.status, status);
    assert.match(String(error.details.requestId), /^req_011/);
    assert.equal(error.message.includes(simulatedKey), false);
    if (status === 429 && !body) assert.equal(error.retryAfterMs, 7000);
    if (body?.code === "enforced_spend_limit_reached") assert.equal(error.details.providerCode, body.code);
  }
});

Deno.test("P9: without retry-after the limits tell when: those that are exhausted, else all", () => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  const limits = (remaining: string, more: Record<string, string> = {}) =>
    retryAfterMs(
      new Headers({
        "anthropic-ratelimit-requests-remaining": remaining,
        "anthropic-ratelimit-requests-reset": "2026-11-20T12:00:02Z",
        "anthropic-ratelimit-input-tokens-remaining": "12",
        "anthropic-ratelimit-input-tokens-reset": "2026-11-20T12:00:09.500Z",
        "anthropic-ratelimit-output-tokens-reset": "soon",
        ...more,
      }),
      now,
    );
  assert.equal(limits("0"), 2000);
  assert.equal(limits("5"), 9500);
  assert.equal(limits("0", { "retry-after": "30" }), 30_000);
  assert.equal(limits("0", { date: "Fri, 20 Nov 2026 12:00:01 GMT" }), 1000);
  assert.equal(
    retryAfterMs(new Headers({ "anthropic-ratelimit-tokens-reset": "2026-11-20T11:00:00Z" }), now),
    0,
  );
  assert.equal(retryAfterMs(new Headers({ "anthropic-ratelimit-tokens-remaining": "0" }), now), undefined);
});

function ping(): Event {
  return { type: "ping" };
}

function start(id: string): Event {
  const usage = { input_tokens: 3, output_tokens: 1 };
  return { type: "message_start", message: { id, type: "message", role: "assistant", content: [], usage } };
}

function end(reason: string): Event[] {
  const delta = { stop_reason: reason, stop_sequence: null };
  return [{ type: "message_delta", delta, usage: { output_tokens: 9 } }, STOP];
}

function many(count: number): Event[] {
  return Array.from({ length: count }, (_, index) => call(index, {}, "{}")).flat();
}

function toStream(events: readonly Event[], named = true): string {
  return events.map((event) => `${named ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`)
    .join("");
}

function asked(body: string) {
  const provider = createAnthropicProvider({ apiKey: simulatedKey });
  return ask(provider, aRequest({ model: "claude-sonnet-4-5", tools: [weatherTool] }), {
    fetch: fetchText(body),
  });
}

function to(baseURL: string) {
  return ask(
    createAnthropicProvider({ apiKey: simulatedKey, baseURL }),
    aRequest({ model: "claude-sonnet-4-5" }),
  );
}
