// P1: answers in the forms in which imitators of OpenAI send them. Each is read at chunk sizes 1, 37 and whole.
import assert from "node:assert/strict";
import type { FinishReason } from "../../../src/core/entry.ts";
import type { ModelResult } from "../../../src/core/model/provider.ts";
import { createOpenAIProvider } from "../../../src/providers/openai/provider.ts";
import { aRequest, ask, callsOf, drain, fetchOf, timeTool, weatherTool } from "../_support.ts";
import { asSent } from "../../support/as_sent.ts";

type Dialect = "chat" | "responses";

/** Blocks as short texts: `say: ...`, `think: ...`, `name(arguments)`. */
interface Told {
  readonly blocks: string[];
  readonly finish?: FinishReason;
  readonly usage?: Partial<ModelResult["usage"]>;
}

async function read(api: Dialect, text: string, size: number): Promise<ModelResult> {
  const provider = createOpenAIProvider({ apiKey: "sk-test", api, baseURL: "http://compatible.test/v1" });
  const request = aRequest({ tools: [weatherTool, timeTool] });
  const fetch = fetchOf(new TextEncoder().encode(text), [size]);
  return (await drain(ask(provider, request, { fetch }))).result;
}

function toShort(result: ModelResult): string[] {
  return result.blocks.map((block) => {
    if (block.type === "call") return `${block.name}(${block.args})`;
    return `${block.type === "text" ? "say" : "think"}: ${block.text}`;
  });
}

function table(api: Dialect, rows: Record<string, [text: string, told: Told]>): void {
  for (const [name, [text, told]] of Object.entries(rows)) {
    Deno.test(`P1: ${api}: ${name}`, async () => {
      for (const size of [1, 37, text.length * 2]) {
        const result = await read(api, text, size);
        assert.deepEqual(toShort(result), told.blocks);
        const hasCalls = callsOf(result).length > 0;
        assert.equal(result.finish, told.finish ?? (hasCalls ? "calls" : "stop"));
        if (told.usage) assert.deepEqual(asSent(result.usage), told.usage);
      }
    });
  }
}

function stream(...events: unknown[]): string {
  return events.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`).join(
    "",
  );
}

// Chat Completions.

const delta = (delta: unknown, rest: Record<string, unknown> = {}) => ({
  choices: [{ index: 0, delta, ...rest }],
});
const stop = delta({}, { finish_reason: "stop" });
const called = delta({}, { finish_reason: "tool_calls" });
const calls = (...calls: unknown[]) => delta({ tool_calls: calls });
const call = (index: unknown, id: unknown, name: unknown, args: unknown) => ({
  index,
  id,
  function: { name, arguments: args },
});
const whole = (message: unknown, finish = "tool_calls") =>
  JSON.stringify({ choices: [{ index: 0, message, finish_reason: finish }] });

table("chat", {
  "content as parts, with thinking in them (Mistral)": [
    stream(
      delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm." }] }] }),
      delta({ content: [{ type: "text", text: "Hel" }, { type: "reference", reference_ids: [1] }] }),
      delta({ content: "lo" }),
      stop,
    ),
    { blocks: ["think: Hm.", "say: Hello"] },
  ],
  "a refusal among the parts": [
    whole({ content: [{ type: "refusal", refusal: "No." }] }, "stop"),
    { blocks: ["say: No."], finish: "refusal" },
  ],
  "an empty reasoning_content hides no reasoning": [
    stream(delta({ reasoning_content: "", reasoning: "Hm." }), delta({ content: "Hi" }), stop),
    { blocks: ["think: Hm.", "say: Hi"] },
  ],
  "reasoning_details alone (OpenRouter)": [
    stream(
      delta({ reasoning: null, reasoning_details: [{ type: "reasoning.text", text: "H", index: 0 }] }),
      delta({ reasoning_details: [{ type: "reasoning.text", text: "m.", index: 0, signature: "s" }] }),
      delta({ content: "Hi" }),
      stop,
    ),
    { blocks: ["think: Hm.", "say: Hi"] },
  ],
  "an index that is text": [
    stream(
      calls(call("0", "a", "get_weather", ""), call("1", "b", "get_time", "")),
      calls(call("0", null, null, '{"p":1}'), call("1", null, null, '{"p":2}')),
      called,
    ),
    { blocks: ['get_weather({"p":1})', 'get_time({"p":2})'] },
  ],
  "the calls of a whole body are as many as its elements": [
    whole({
      tool_calls: [
        call(0, "a", "get_weather", { city: "Paris" }),
        call(0, "a", "get_weather", ""),
        call(0, "a", "get_weather", null),
      ],
    }),
    { blocks: ['get_weather({"city":"Paris"})', "get_weather({})", "get_weather({})"] },
  ],
  "arguments as a list or a number are kept, to be judged malformed": [
    stream(calls(call(0, "a", "get_weather", ["Paris"]), call(1, "b", "get_time", 5)), called),
    { blocks: ['get_weather(["Paris"])', "get_time(5)"] },
  ],
  "the field function_call of old": [
    stream(
      delta({ function_call: { name: "get_weather", arguments: "" } }),
      delta({ function_call: { arguments: '{"p":1}' } }),
      delta({}, { finish_reason: "function_call" }),
    ),
    { blocks: ['get_weather({"p":1})'] },
  ],
  "the namespace functions. before an offered name": [
    stream(calls(call(0, "a", "functions.get_weather", "{}"), call(1, "b", "functions.else", "{}")), called),
    { blocks: ["get_weather({})", "functions.else({})"] },
  ],
  "max_tokens is a cut": [
    stream(calls(call(0, "a", "get_weather", "{}")), delta({}, { finish_reason: "max_tokens" })),
    { blocks: ["get_weather({})"], finish: "length" },
  ],
  "a cut stays one when stop follows": [
    stream(delta({ content: "Hi" }, { finish_reason: "length" }), stop),
    { blocks: ["say: Hi"], finish: "length" },
  ],
  "[DONE] in the middle of a call is a cut": [
    stream(calls(call(0, "a", "get_weather", '{"p":')), "[DONE]"),
    { blocks: ['get_weather({"p":)'], finish: "length" },
  ],
  "[DONE] without a finish reason ends an answer": [
    stream(delta({ content: "Hi" }), "[DONE]"),
    { blocks: ["say: Hi"] },
  ],
  "data without anything in it is a keep-alive": [
    `data:\n\nevent: ping\ndata: \n\n${stream(delta({ content: "Hi" }), stop)}`,
    { blocks: ["say: Hi"] },
  ],
  "a whole body without a label": [whole({ content: "Hi" }, "stop"), { blocks: ["say: Hi"] }],
  "usage in the choice (Moonshot), and an empty one behind it": [
    stream(
      delta({ content: "Hi" }, { finish_reason: "stop", usage: { prompt_tokens: 5, completion_tokens: 6 } }),
      { choices: [], usage: {} },
    ),
    { blocks: ["say: Hi"], usage: { inputTokens: 5, outputTokens: 6 } },
  ],
  "counts that can be none": [
    stream(delta({ content: "Hi" }), { ...stop, usage: { prompt_tokens: -2, completion_tokens: 3.5 } }),
    { blocks: ["say: Hi"], usage: { inputTokens: 95, outputTokens: 1, estimated: true } },
  ],
});

// Responses.

const added = (index: number | undefined, item: unknown) => ({
  type: "response.output_item.added",
  output_index: index,
  item,
});
const done = (index: number | undefined, item: unknown) => ({
  type: "response.output_item.done",
  output_index: index,
  item,
});
const completed = (output: unknown[] = [], rest: Record<string, unknown> = {}) => ({
  type: "response.completed",
  response: { status: "completed", output, ...rest },
});
const aCall = (
  callId: string,
  name: string | undefined,
  args: unknown,
  rest: Record<string, unknown> = {},
) => ({
  type: "function_call",
  id: `fc_${callId}`,
  call_id: callId,
  name,
  arguments: args,
  ...rest,
});
const message = (text: string) => ({ type: "message", id: "m", content: [{ type: "output_text", text }] });
const emptyMessage = { type: "message", id: "m", content: [] };
const argumentsDelta = (index: number, delta: string) => ({
  type: "response.function_call_arguments.delta",
  output_index: index,
  delta,
});
const argumentsDone = (index: number, args: string, rest: Record<string, unknown> = {}) => ({
  type: "response.function_call_arguments.done",
  output_index: index,
  arguments: args,
  ...rest,
});
const textDelta = (index: number | undefined, delta: string) => ({
  type: "response.output_text.delta",
  output_index: index,
  delta,
});

table("responses", {
  "parallel calls get their own arguments, whatever their positions": [
    stream(
      added(1, aCall("c1", "get_weather", "")),
      added(2, aCall("c2", "get_time", "")),
      completed([aCall("c1", "get_weather", '{"a":1}'), aCall("c2", "get_time", '{"b":1}')]),
    ),
    { blocks: ['get_weather({"a":1})', 'get_time({"b":1})'] },
  ],
  "parallel calls in another order at the end": [
    stream(
      added(0, aCall("c1", "get_weather", "")),
      added(1, aCall("c2", "get_weather", "")),
      completed([aCall("c2", "get_weather", '{"b":1}'), aCall("c1", "get_weather", '{"a":1}')]),
    ),
    { blocks: ['get_weather({"a":1})', 'get_weather({"b":1})'] },
  ],
  "a call that appears only at the end": [
    stream(
      added(0, emptyMessage),
      textDelta(0, "Hi"),
      done(0, message("Hi")),
      completed([message("Hi"), aCall("c1", "get_weather", '{"a":1}')]),
    ),
    { blocks: ["say: Hi", 'get_weather({"a":1})'] },
  ],
  "arguments as an object": [
    stream(
      added(0, aCall("c1", "get_weather", "")),
      done(0, aCall("c1", "get_weather", { a: 1 })),
      completed(),
    ),
    { blocks: ['get_weather({"a":1})'] },
  ],
  "arguments as an object in a whole body": [
    JSON.stringify({ status: "completed", output: [aCall("c1", "get_weather", { a: 1 })] }),
    { blocks: ['get_weather({"a":1})'] },
  ],
  "arguments only in the event that ends them": [
    stream(
      added(0, aCall("c1", "get_weather", "")),
      argumentsDone(0, '{"a":1}'),
      done(0, aCall("c1", "get_weather", "")),
      completed(),
    ),
    { blocks: ['get_weather({"a":1})'] },
  ],
  "arguments only in the item as it began": [
    stream(added(0, aCall("c1", "get_weather", '{"a":1}')), completed()),
    { blocks: ['get_weather({"a":1})'] },
  ],
  "arguments only at the end, behind an item that was done without": [
    stream(
      added(0, aCall("c1", "get_weather", "")),
      done(0, aCall("c1", "get_weather", "")),
      completed([aCall("c1", "get_weather", '{"a":1}')]),
    ),
    { blocks: ['get_weather({"a":1})'] },
  ],
  "arguments nowhere are {}, a list is kept": [
    stream(added(0, aCall("c1", "get_weather", "")), done(1, aCall("c2", "get_time", [1])), completed()),
    { blocks: ["get_weather({})", "get_time([1])"] },
  ],
  "a name that only the end knows": [
    stream(
      added(0, aCall("c1", undefined, "")),
      argumentsDelta(0, '{"a"'),
      argumentsDelta(0, ":1}"),
      done(0, aCall("c1", "get_weather", '{"a":1}')),
      completed(),
    ),
    { blocks: ['get_weather({"a":1})'] },
  ],
  "response.incomplete without a word is a cut": [
    stream(added(0, aCall("c1", "get_weather", "")), argumentsDelta(0, "{}"), {
      type: "response.incomplete",
    }),
    { blocks: ["get_weather({})"], finish: "length" },
  ],
  "an incomplete call in a completed response is a cut": [
    stream(
      added(0, aCall("c1", "get_weather", "")),
      argumentsDelta(0, "{}"),
      completed([aCall("c1", "get_weather", "{}", { status: "incomplete" })]),
    ),
    { blocks: ["get_weather({})"], finish: "length" },
  ],
  "content as text": [
    JSON.stringify({ status: "completed", output: [{ type: "message", content: "Hi" }] }),
    { blocks: ["say: Hi"] },
  ],
  "a text whose deltas are not all there is what was told, once": [
    stream(
      added(0, emptyMessage),
      textDelta(0, "Hel"),
      { type: "response.output_text.done", output_index: 0, text: "Hello" },
      done(0, message("Hello")),
      completed([message("Hello")]),
    ),
    { blocks: ["say: Hel"] },
  ],
  "a text without deltas": [
    stream(
      added(0, emptyMessage),
      {
        type: "response.content_part.done",
        output_index: 0,
        content_index: 0,
        part: { type: "output_text", text: "Hi" },
      },
      completed(),
    ),
    { blocks: ["say: Hi"] },
  ],
  "no output_index anywhere": [
    stream(
      added(undefined, emptyMessage),
      textDelta(undefined, "Hi"),
      done(undefined, { ...message("Hi"), id: "m2" }),
      added(undefined, aCall("c1", "get_weather", "")),
      { type: "response.function_call_arguments.delta", delta: '{"a":1}' },
      done(undefined, aCall("c1", "get_weather", '{"a":1}')),
      completed([message("Hi"), aCall("c1", "get_weather", '{"a":1}')]),
    ),
    { blocks: ["say: Hi", 'get_weather({"a":1})'] },
  ],
  "output_index 0 for every call": [
    stream(
      done(0, aCall("c1", "get_weather", '{"a":1}')),
      done(0, aCall("c2", "get_time", '{"b":1}')),
      completed(),
    ),
    { blocks: ['get_weather({"a":1})', 'get_time({"b":1})'] },
  ],
  "one call_id for two calls": [
    stream(
      done(0, aCall("c1", "get_weather", '{"a":1}')),
      done(1, aCall("c1", "get_time", '{"b":1}')),
      completed(),
    ),
    { blocks: ['get_weather({"a":1})', 'get_time({"b":1})'] },
  ],
  "item ids that change with every event, calls interleaved (GitHub Copilot)": [
    stream(
      added(0, aCall("c1", "get_weather", "", { id: "x1" })),
      added(1, aCall("c2", "get_time", "", { id: "x2" })),
      { ...argumentsDelta(1, '{"b":1}'), item_id: "x3" },
      { ...argumentsDelta(0, '{"a":1}'), item_id: "x4" },
      done(0, aCall("c1", "get_weather", '{"a":1}', { id: "x5" })),
      done(1, aCall("c2", "get_time", '{"b":1}', { id: "x6" })),
      completed([
        aCall("c1", "get_weather", '{"a":1}', { id: "x7" }),
        aCall("c2", "get_time", '{"b":1}', { id: "x8" }),
      ]),
    ),
    { blocks: ['get_weather({"a":1})', 'get_time({"b":1})'] },
  ],
  "response.done is the end (OpenRouter), and empty data a keep-alive": [
    `event: keepalive\ndata:\n\n${
      stream(done(0, message("Hi")), { type: "response.done", response: { status: "completed" } })
    }`,
    { blocks: ["say: Hi"] },
  ],
});

Deno.test("P1: reasoning_details go back to the model that sent them, signature included", async () => {
  const bodies: string[] = [];
  const text = stream(
    delta({ reasoning_details: [{ type: "reasoning.text", text: "H", index: 0 }] }),
    delta({ reasoning_details: [{ type: "reasoning.text", text: "m.", index: 0, signature: "s" }] }),
    delta({ content: "Hi" }),
    stop,
  );
  const fetch: typeof globalThis.fetch = (_, init) => {
    bodies.push(String(init?.body));
    return Promise.resolve(new Response(text, { headers: { "content-type": "text/event-stream" } }));
  };
  const provider = createOpenAIProvider({ apiKey: "sk-test", baseURL: "http://compatible.test/v1" });
  const { result } = await drain(ask(provider, aRequest(), { fetch }));
  const blocks = result.blocks.flatMap((block) => block.type === "call" ? [] : [block]);
  for (const model of ["gpt-4o", "another"]) {
    await drain(ask(provider, aRequest({ model, messages: [{ role: "assistant", blocks }] }), { fetch }));
  }
  const sent = bodies.map((body) => JSON.parse(body).messages.at(-1).reasoning_details);
  const details = [{ type: "reasoning.text", text: "Hm.", index: 0, signature: "s" }];
  assert.deepEqual(sent, [undefined, details, undefined]);
});

Deno.test("P1: malformed arguments in the history reach an imitator as JSON, and OpenAI as they were", async () => {
  const sent: unknown[] = [];
  const fetch: typeof globalThis.fetch = (_, init) => {
    sent.push(JSON.parse(String(init?.body)).messages[1].tool_calls[0].function.arguments);
    return Promise.resolve(new Response(stream(delta({ content: "Hi" }), stop)));
  };
  const messages = [
    {
      role: "assistant" as const,
      blocks: [{ type: "call" as const, id: "c1", name: "get_weather", args: '{"p":' }],
    },
    { role: "tool" as const, callId: "c1", name: "get_weather", text: "{}", failed: true },
  ];
  for (const baseURL of ["http://compatible.test/v1", "https://api.openai.com/v1"]) {
    const provider = createOpenAIProvider({ apiKey: "sk-test", baseURL, api: "chat" });
    await drain(ask(provider, aRequest({ messages }), { fetch }));
  }
  assert.deepEqual(sent, ['{"rawInvalidInput":"{\\"p\\":"}', '{"p":']);
});

Deno.test("C4: Responses: what the API has removed of earlier reasoning is read, streamed and whole, but at the end of a turn", async () => {
  const removed = (id: string, reason: string) => ({ type: "reasoning", id, action: "removed", reason });
  const response = {
    status: "completed",
    output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi" }] }],
    input_transformations: [
      removed("rs_1", "turn_boundary"),
      removed("rs_2", "end_user_mismatch"),
      removed("rs_3", "prefix_mismatch"),
      removed("rs_4", "prefix_mismatch"),
    ],
  };
  const event = `data: ${JSON.stringify({ type: "response.completed", response })}\n\n`;
  for (const text of [event, JSON.stringify(response)]) {
    const { removed } = await read("responses", text, 37);
    assert.deepEqual(removed, ["end_user_mismatch", "prefix_mismatch"]);
  }
  const { removed: none } = await read(
    "responses",
    JSON.stringify({ ...response, input_transformations: [] }),
    37,
  );
  assert.deepEqual(none, []);
});
