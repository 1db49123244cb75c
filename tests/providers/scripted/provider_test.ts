// D8: the scripted model plays the demo of the design, follows scenarios and honours tools and choice.
import assert from "node:assert/strict";
import fc from "fast-check";
import { AgentError } from "../../../src/core/error.ts";
import type { Block } from "../../../src/core/entry.ts";
import type { Message, ModelBlock, ModelRequest } from "../../../src/core/model/provider.ts";
import { isForced, permits, type ToolChoice } from "../../../src/core/tool_choice.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { createScriptedProvider } from "../../../src/providers/scripted/provider.ts";
import { aRequest, ask, callsOf, drain, drainFailing, textOf, timeTool, weatherTool } from "../_support.ts";

const deleteTool = {
  name: "delete_record",
  description: "Deletes a record.",
  parameters: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
};
const tools = [weatherTool, deleteTool];

async function play(parts: Partial<ModelRequest>) {
  const { result } = await drain(ask(createScriptedProvider(), aRequest({ model: "demo", tools, ...parts })));
  return { text: textOf(result), calls: callsOf(result).map(({ name, args }) => [name, args]), result };
}

/** The conversation after the model's blocks, each call answered with the next text. */
function after(
  text: string,
  blocks: readonly ModelBlock[],
  answers: { text: string; failed?: boolean }[],
): Message[] {
  const stored = blocks.map((block, index): Block =>
    block.type === "call" ? { type: "call", id: `call_${index}`, name: block.name, args: block.args } : block
  );
  const calls = stored.filter((block) => block.type === "call");
  return [
    { role: "user", text },
    { role: "assistant", blocks: stored },
    ...calls.map((call, index): Message => ({
      role: "tool",
      callId: call.id,
      name: call.name,
      text: answers[index]?.text ?? "",
      failed: answers[index]?.failed ?? false,
    })),
  ];
}

Deno.test("D8: the demo looks up the weather and tells it", async () => {
  const question = "What is the weather in Paris?";
  const first = await play({ messages: [{ role: "user", text: question }] });
  assert.deepEqual([first.text, first.calls], ["Let me check.", [["get_weather", '{"city":"Paris"}']]]);
  const answers = [{ text: '{"city":"Paris","tempC":18,"sky":"clear"}' }];
  const second = await play({ messages: after(question, first.result.blocks, answers) });
  assert.deepEqual([second.text, second.calls], ["It is 18 °C and clear in Paris.", []]);
});

Deno.test("D8: any city, several at once, one at a time without parallel calls", async () => {
  const question = "what's the weather like in São Paulo and New York today?";
  const messages: Message[] = [{ role: "user", text: question }];
  const both = await play({ messages });
  assert.deepEqual(both.calls.map(([, args]) => args), ['{"city":"São Paulo"}', '{"city":"New York"}']);
  const one = await play({ messages, parallel: false });
  assert.deepEqual(one.calls.map(([, args]) => args), ['{"city":"São Paulo"}']);
  const next = await play({
    parallel: false,
    messages: after(question, one.result.blocks, [{
      text: '{"city":"São Paulo","tempC":25,"sky":"cloudy"}',
    }]),
  });
  assert.deepEqual(next.calls.map(([, args]) => args), ['{"city":"New York"}']);
});

Deno.test("D8: a failed lookup is said to have failed", async () => {
  const question = "What is the weather in Paris?";
  const first = await play({ messages: [{ role: "user", text: question }] });
  const answers = [{ text: "The tool failed (timeout): no answer", failed: true }];
  const { text } = await play({ messages: after(question, first.result.blocks, answers) });
  assert.equal(text, "I could not get the weather in Paris: The tool failed (timeout): no answer");
});

Deno.test("D8: an observation of another tool, which a forced choice brought about, is not taken for the weather", async () => {
  const text = "What is the weather in Paris?";
  const forced: ModelBlock = { type: "call", name: "delete_record", args: '{"id":"r1"}' };
  const { calls } = await play({ messages: after(text, [forced], [{ text: '{"deleted":"r1"}' }]) });
  assert.deepEqual(calls, [["get_weather", '{"city":"Paris"}']]);
});

Deno.test("D8: the demo deletes a record, or says that it did not", async () => {
  const first = await play({ messages: [{ role: "user", text: "delete record r1" }] });
  assert.deepEqual([first.text, first.calls], ["", [["delete_record", '{"id":"r1"}']]]);
  const told = async (text: string, failed: boolean) =>
    (await play({ messages: after("delete record r1", first.result.blocks, [{ text, failed }]) })).text;
  assert.equal(await told('{"deleted":"r1"}', false), "Record r1 is deleted.");
  assert.equal(
    await told("A person refused this call; it did not run.", true),
    "I did not delete record r1.",
  );
  assert.match(
    await told("The tool failed (failed): disk full", true),
    /^I could not delete record r1: .*disk full/,
  );
});

Deno.test("D8: anything else gets one sentence that says how to set a key", async () => {
  for (const parts of [{}, { tools: [] }]) {
    const { text, calls } = await play({ messages: [{ role: "user", text: "Hello there" }], ...parts });
    assert.match(text, /^I am the scripted demo model.*OPENAI_API_KEY and TREADLE_MODEL=openai\/.*\.$/);
    assert.deepEqual(calls, []);
  }
});

Deno.test("C1: the scripted model honours every choice, whatever was asked", async () => {
  const choice: fc.Arbitrary<ToolChoice> = fc.oneof(
    fc.constantFrom<ToolChoice>({ type: "auto" }, { type: "none" }, { type: "required" }),
    fc.constantFrom("get_weather", "delete_record").map((name): ToolChoice => ({ type: "tool", name })),
    fc.record({
      type: fc.constant("allowed" as const),
      names: fc.subarray(["get_weather", "delete_record"], { minLength: 1 }),
      mode: fc.constantFrom("auto" as const, "required" as const),
    }),
  );
  const text = fc.constantFrom("What is the weather in Paris and Rome?", "delete record r1", "Hello");
  await fc.assert(
    fc.asyncProperty(
      choice,
      text,
      fc.constantFrom<false | undefined>(undefined, false),
      async (choice, text, parallel) => {
        const { calls, result } = await play({ choice, parallel, messages: [{ role: "user", text }] });
        assert.ok(calls.every(([name]) => permits(choice, name ?? "")));
        assert.equal(isForced(choice) && calls.length === 0, false);
        assert.equal(parallel === false && calls.length > 1, false);
        assert.equal(result.finish, calls.length > 0 ? "calls" : "stop");
        assert.ok(result.blocks.length > 0);
      },
    ),
  );
});

Deno.test("C1: under none it says that it may not use tools, and still answers from observations", async () => {
  const question = "What is the weather in Paris?";
  const { text } = await play({ choice: { type: "none" }, messages: [{ role: "user", text: question }] });
  assert.match(text, /may not use tools/);
  const first = await play({ messages: [{ role: "user", text: question }] });
  const answers = [{ text: '{"city":"Paris","tempC":18,"sky":"clear"}' }];
  const second = await play({
    choice: { type: "none" },
    messages: after(question, first.result.blocks, answers),
  });
  assert.equal(second.text, "It is 18 °C and clear in Paris.");
});

Deno.test("C1: a forced tool gets arguments that its schema takes", async () => {
  const tool = {
    name: "book",
    description: "",
    parameters: {
      type: "object",
      properties: {
        class: { enum: ["economy", "first"] },
        seats: { type: "integer" },
        note: { type: "string" },
        insured: { type: "boolean" },
        legs: {
          type: "array",
          minItems: 1,
          items: { type: "object", properties: { from: { type: "string" } }, required: ["from"] },
        },
        optional: { type: "string" },
      },
      required: ["class", "seats", "note", "insured", "legs"],
    },
  };
  const { calls } = await play({
    tools: [tool],
    choice: { type: "tool", name: "book" },
    messages: [{ role: "user", text: "3 first class seats" }],
  });
  const note = "3 first class seats";
  assert.deepEqual(JSON.parse(calls[0]?.[1] ?? ""), {
    class: "first",
    seats: 3,
    note,
    insured: false,
    legs: [{ from: note }],
  });
});

Deno.test("D8: a scenario plays turn by turn, keeps malformed arguments, and says when it is over", async () => {
  const script = scenario().thinks("Hm.").says("Let me check.").calls("get_time", "{broken").next().says(
    "Noon.",
  );
  const provider = createScriptedProvider({ script });
  const first = await drain(ask(provider, aRequest({ tools: [timeTool] })));
  assert.deepEqual(first.result.blocks.map((block) => block.type), ["reasoning", "text", "call"]);
  assert.equal(callsOf(first.result)[0]?.args, "{broken");
  const messages = after("?", first.result.blocks, [{ text: "12:00" }]);
  const second = await drain(ask(provider, aRequest({ tools: [timeTool], messages })));
  assert.equal(textOf(second.result), "Noon.");
  const ended: Message[] = [...messages, { role: "assistant", blocks: [] }, { role: "user", text: "And?" }];
  const { error } = await drainFailing(ask(provider, aRequest({ messages: ended })));
  assert.match(error.message, /has 2 turns and was asked for turn 3/);
});

Deno.test("D8: a scripted failure happens once, where the script says", async () => {
  const provider = createScriptedProvider({
    script: scenario().says("I am").fails("model_network").says("Back."),
  });
  const { error, events } = await drainFailing(ask(provider));
  assert.deepEqual([error.code, error.details.afterOutput], ["model_network", true]);
  assert.equal(events.length, 4);
  assert.equal(textOf((await drain(ask(provider))).result), "Back.");
});

Deno.test("D8: it streams in small pieces, waits between them, counts tokens and stops when aborted", async () => {
  const waits: number[] = [];
  const abort = new AbortController();
  const provider = createScriptedProvider({
    script: scenario().says("one two three four"),
    chunkMs: 5,
    sleep: (ms) => {
      if (waits.push(ms) > 4) abort.abort(new AgentError("step_cancelled", "Cancelled."));
      return Promise.resolve();
    },
  });
  const { result, events } = await drain(ask(provider, aRequest({ system: "12345678", messages: [] })));
  assert.deepEqual([waits, events.length], [[5, 5, 5, 5], 6]);
  assert.deepEqual(result.usage, { inputTokens: 2, outputTokens: 5 });
  const { error } = await drainFailing(ask(provider, aRequest(), { signal: abort.signal }));
  assert.equal(error.code, "step_cancelled");
});

const lookUp = {
  name: "lookup_order",
  description: "Looks an order up.",
  parameters: { type: "object", properties: { order: { type: "integer" } }, required: ["order"] },
};
const refund = { ...lookUp, name: "refund_order", description: "Refunds an order." };

Deno.test("D8: the demo calls the tool of a project that the sentence names, and tells its result", async () => {
  const tools = [refund, lookUp];
  const question = "Where is order 1042?";
  const first = await play({ tools, messages: [{ role: "user", text: question }] });
  assert.deepEqual(first.calls, [["lookup_order", '{"order":1042}']]);
  const told = async (text: string, failed: boolean) =>
    (await play({ tools, messages: after(question, first.result.blocks, [{ text, failed }]) })).text;
  assert.equal(await told('{"status":"shipped"}', false), 'lookup_order answers: {"status":"shipped"}');
  assert.equal(await told("no such order", true), "lookup_order did not succeed: no such order");

  const other = await play({ tools, messages: [{ role: "user", text: "Please refund order 7." }] });
  assert.deepEqual(other.calls, [["refund_order", '{"order":7}']]);
});

Deno.test("D8: a tool of the demo's name with another schema gets arguments of its own", async () => {
  const own = {
    ...weatherTool,
    parameters: { type: "object", properties: { place: { type: "string" } }, required: ["place"] },
  };
  const { calls } = await play({
    tools: [own],
    messages: [{ role: "user", text: "What is the weather in Paris?" }],
  });
  assert.deepEqual(calls, [["get_weather", '{"place":"Paris"}']]);
});

Deno.test("D8: a tool of the demo's name that describes no arguments gets those of the demo", async () => {
  const messages: Message[] = [{ role: "user", text: "What is the weather in Paris?" }];
  for (
    const [parameters, args] of [
      [{ type: "object" }, '{"city":"Paris"}'],
      [{ type: "object", properties: {} }, '{"city":"Paris"}'],
      [{ type: "object", properties: {}, additionalProperties: false }, "{}"],
    ] as const
  ) {
    const { calls } = await play({ tools: [{ ...weatherTool, parameters: { ...parameters } }], messages });
    assert.deepEqual(calls, [["get_weather", args]]);
  }
});

Deno.test("D8: a script of a project answers what it is for, in each run anew, and the demo answers the rest", async () => {
  const provider = createScriptedProvider({
    script: ({ input, results }) => {
      const [, order] = /refund.*?(\d+)/i.exec(input) ?? [];
      if (order === undefined) return undefined;
      return scenario().calls("refund_order", { order: Number(order) }).next().says(
        `Done: ${results[0]?.text}`,
      );
    },
  });
  const run = async (messages: readonly Message[]) => {
    const { result } = await drain(
      ask(provider, aRequest({ model: "demo", tools: [refund, lookUp], messages })),
    );
    return { text: textOf(result), calls: callsOf(result).map(({ name, args }) => [name, args]), result };
  };
  const first = await run([{ role: "user", text: "Refund 7" }]);
  assert.deepEqual(first.calls, [["refund_order", '{"order":7}']]);
  const past = after("Refund 7", first.result.blocks, [{ text: '{"refunded":7}' }]);
  const second = await run(past);
  assert.deepEqual([second.text, second.calls], ['Done: {"refunded":7}', []]);

  const past2: Message[] = [...past, { role: "assistant", blocks: [{ type: "text", text: second.text }] }];
  assert.deepEqual((await run([...past2, { role: "user", text: "Refund 8" }])).calls, [[
    "refund_order",
    '{"order":8}',
  ]]);
  assert.deepEqual((await run([...past2, { role: "user", text: "Where is order 9?" }])).calls, [[
    "lookup_order",
    '{"order":9}',
  ]]);
});

Deno.test("D8: a script that ends with calls goes on with their results", async () => {
  const provider = createScriptedProvider({ script: () => scenario().calls("lookup_order", { order: 1 }) });
  const first = await drain(
    ask(provider, aRequest({ tools: [lookUp], messages: [{ role: "user", text: "?" }] })),
  );
  const messages = after("?", first.result.blocks, [{ text: '{"status":"lost"}' }]);
  const second = await drain(ask(provider, aRequest({ tools: [lookUp], messages })));
  assert.equal(textOf(second.result), 'lookup_order answers: {"status":"lost"}');
});
