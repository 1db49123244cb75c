import assert from "node:assert/strict";
import * as z from "zod";
import { AgentError } from "../../../src/core/error.ts";
import { call, final, planned, playing, streamed, turnOf } from "./_react.ts";
import { asSent } from "../../support/as_sent.ts";

const PARIS = call("get_weather", { city: "Paris" });

/** A text in pieces of a length. */
function cut(text: string, length: number): string[] {
  return text.match(new RegExp(`[^]{1,${length}}`, "g")) ?? [];
}

Deno.test("D7: a call is decided in JSON: the thought streams as reasoning, the call gets an id of ours", async () => {
  for (const length of [1, 2, 7, 1000]) {
    const provider = playing({ pieces: cut(PARIS, length) });
    const { plan, events } = await planned(turnOf(provider));
    assert.deepEqual(plan, {
      blocks: [
        { type: "reasoning", text: "I look it up." },
        { type: "call", id: "call_1", name: "get_weather", args: '{"city":"Paris"}' },
      ],
      finish: "calls",
      usage: { inputTokens: 10, outputTokens: 5 },
      model: "playing/m",
    });
    assert.equal(streamed(events, "reasoning"), "I look it up.");
    assert.deepEqual(events.slice(-3).map(({ type }) => type), ["call.started", "call.delta", "call.ready"]);
  }
});

Deno.test("D7: the final answer streams as text while it comes, decoded at every cut", async () => {
  const answer = 'It is 18 °C, "clear" 🙂\nin Paris\\France.';
  const escaped = final(answer).replace("🙂", "\\ud83d\\ude42").replace("°", "\\u00b0");
  for (const text of [final(answer), escaped]) {
    for (const length of [1, 3, 5, 1000]) {
      const { plan, events } = await planned(turnOf(playing({ pieces: cut(text, length) })));
      assert.deepEqual(plan?.blocks, [
        { type: "reasoning", text: "I know it." },
        { type: "text", text: answer },
      ]);
      assert.equal(streamed(events, "text"), answer);
      const deltas = events.filter(({ type }) => type === "text.delta").length;
      if (length === 1) assert.ok(deltas > 10, `${deltas} deltas`);
    }
  }
});

Deno.test("D7: a request has no tools and no choice, and the prompt describes both", async () => {
  const provider = playing(PARIS);
  await planned({ ...turnOf(provider), promptPlan: ["look"] });
  const [request] = provider.asked;
  assert.ok(request);
  assert.deepEqual([request.tools, request.choice, request.parallel], [[], { type: "auto" }, undefined]);
  assert.match(request.system, /^Be brief\.\n\n## HOW TO ANSWER\n.*exactly one JSON object/);
  assert.match(
    request.system,
    /### get_weather\nThe weather in a city, now\.\nParameters \(JSON Schema\): \{"type"/,
  );
  assert.match(request.system, /## STRATEGIC PLAN\n\["look"\]$/);
  assert.equal(request.output?.name, "decision");
  assert.deepEqual(request.output?.schema.required, ["thought", "type", "tool", "args", "answer"]);
});

const CHOICES = [
  ["auto", { type: "auto" }, ["call_tool", "final_answer"], ["get_weather", "delete_record"]],
  ["none", { type: "none" }, ["final_answer"], undefined],
  ["required", { type: "required" }, ["call_tool"], ["get_weather", "delete_record"]],
  ["tool", { type: "tool", name: "get_weather" }, ["call_tool"], ["get_weather"]],
  [
    "allowed auto",
    { type: "allowed", names: ["delete_record"], mode: "auto" },
    ["call_tool", "final_answer"],
    ["delete_record"],
  ],
  [
    "allowed required",
    { type: "allowed", names: ["delete_record"], mode: "required" },
    ["call_tool"],
    ["delete_record"],
  ],
] as const;
for (const [label, choice, types, names] of CHOICES) {
  Deno.test(`C1, D7: under ${label}, strictly, the schema and the prompt have only what is permitted`, async () => {
    const provider = playing(final("x"));
    const copy = choice.type === "allowed" ? { ...choice, names: [...choice.names] } : choice;
    await planned(turnOf(provider, { choice: copy, hold: "strict" }));
    const [request] = provider.asked;
    const { properties } = request?.output?.schema ?? {};
    const schema = JSON.parse(JSON.stringify(properties));
    assert.deepEqual(schema.type.enum, types);
    assert.deepEqual((schema.tool?.anyOf?.[0] ?? schema.tool)?.enum, names);
    assert.equal(schema.answer === undefined, !types.includes("final_answer" as never));
    for (const name of ["get_weather", "delete_record"] as const) {
      assert.equal(request?.system.includes(`### ${name}`), names?.includes(name as never) ?? false, name);
    }
  });
}

Deno.test("C6, D7: a decision that the choice forbids is requested again, then stands for the verification", async () => {
  const provider = playing(final("No."), PARIS);
  const { plan, events } = await planned(turnOf(provider, { choice: { type: "required" } }));
  assert.equal(plan?.finish, "calls");
  assert.deepEqual(events.filter(({ type }) => type === "answer.dropped"), [{
    type: "answer.dropped",
    because: 'You may not answer yet: decide "call_tool" with one of: get_weather, delete_record',
    usage: { inputTokens: 10, outputTokens: 5 },
    again: true,
  }]);

  const stubborn = playing(call("delete_record", { id: "r1" }));
  const forbidden = await planned(turnOf(stubborn, { choice: { type: "tool", name: "get_weather" } }));
  assert.equal(stubborn.asked.length, 3);
  assert.deepEqual(forbidden.plan?.blocks.at(-1), {
    type: "call",
    id: "call_1",
    name: "delete_record",
    args: '{"id":"r1"}',
  });
});

Deno.test("D7, C4: an unusable answer is requested again behind a notice of its precise problem, without its words", async () => {
  const wrong = call("get_weather", { town: "Paris", days: 0 });
  const provider = playing(wrong, PARIS);
  const { plan, events } = await planned(turnOf(provider));
  assert.equal(plan?.finish, "calls");
  assert.deepEqual(asSent(provider.asked[1]?.messages), [
    { role: "user", text: "What is the weather in Paris?" },
    {
      role: "notice",
      text: 'Your last answer was not used. "args" does not fit the parameters of get_weather:\n' +
        '(arguments): "city" is missing.\n/days: 0 is less than 1.\n' +
        "/(…): is not a known argument here; leave it out.\nAnswer again, as the instructions describe it.",
    },
  ]);
  assert.equal(provider.asked[1]?.system, provider.asked[0]?.system);
  assert.deepEqual(plan?.usage, { inputTokens: 10, outputTokens: 5 }, "the runtime adds what was dropped");
  assertEnded(events);
});

Deno.test("D7: after maxRetries there is a clear error; with finalViaInference one plain answer", async () => {
  const provider = playing("I do not write JSON.");
  const { error } = await planned(turnOf(provider, { agent: { maxRetries: 1 } }));
  assert.equal(provider.asked.length, 2);
  assert.ok(error instanceof AgentError);
  assert.equal(error.code, "model_answer_invalid");
  assert.match(
    error.message,
    /^Model playing\/m gave no usable decision in 2 answers; the last problem: The answer has no/,
  );

  const plain = playing("I do not write JSON.", "I do not.", "It is 18 °C.");
  const { plan, events } = await planned(
    turnOf(plain, { agent: { maxRetries: 1, finalViaInference: true } }),
  );
  assert.equal(plain.asked.length, 3);
  assert.deepEqual([plan?.blocks, plan?.finish], [[{ type: "text", text: "It is 18 °C." }], "stop"]);
  assert.equal(streamed(events, "text"), "It is 18 °C.");
  assert.equal(plain.asked[2]?.output, undefined);
  assert.equal(plain.asked[2]?.system, plain.asked[0]?.system);
  assert.match(JSON.stringify(plain.asked[2]?.messages.at(-1)), /"notice".*in plain text/);
  const none = await planned(turnOf(playing("x"), { agent: { maxRetries: 0 } }));
  assert.match(String(none.error), /in one answer/);
});

Deno.test("D7: a key that stands twice decides nothing", async () => {
  const twice =
    '{"thought":"a","type":"final_answer","answer":"x","type":"call_tool","tool":"delete_record","args":{"id":"r"}}';
  const { error } = await planned(turnOf(playing(twice), { agent: { maxRetries: 0 } }));
  assert.match(String(error), /A key stands twice/);
});

Deno.test("D7: an answer that is cut keeps its text, and a decision that is cut is none", async () => {
  const text = '{"thought":"t","type":"final_answer","tool":null,"args":null,"answer":"It is 18 °C a';
  const { plan } = await planned(turnOf(playing({ pieces: [text], finish: "length" })));
  assert.deepEqual([plan?.blocks.at(-1), plan?.finish], [{ type: "text", text: "It is 18 °C a" }, "length"]);
  const whole = { pieces: [PARIS], finish: "length" } as const;
  const { error } = await planned(turnOf(playing(whole), { agent: { maxRetries: 0 } }));
  assert.match(String(error), /cut off/);
});

Deno.test("D7: a refusal is text, reasoning of the model comes first, a native call is none", async () => {
  const refusal = await planned(turnOf(playing({ pieces: ["I cannot."], finish: "refusal" })));
  assert.deepEqual([refusal.plan?.blocks, refusal.plan?.finish], [
    [{ type: "text", text: "I cannot." }],
    "refusal",
  ]);
  assert.equal(streamed(refusal.events, "text"), "I cannot.");
  const thinking = await planned(turnOf(playing({ pieces: [final("x")], reasons: "Hm." })));
  assert.deepEqual(thinking.plan?.blocks.map(({ type }) => type), ["reasoning", "reasoning", "text"]);
  const native = playing({ pieces: [PARIS], calls: "delete_record", finish: "calls" });
  const { error } = await planned(turnOf(native, { agent: { maxRetries: 0 } }));
  assert.match(String(error), /called a tool outside/);
});

Deno.test("E11: a cancelled plan keeps thought and text without a call; other failures end the open blocks", async () => {
  const abort = new AbortController();
  const reason = new AgentError("step_cancelled", "stop");
  const pieces = ['{"thought":"I know","type":"final_answer","answer":"It is'];
  const planning = planned(turnOf(playing({ pieces, fails: reason }), { signal: abort.signal }));
  abort.abort(reason);
  const { plan, events } = await planning;
  assert.deepEqual(plan?.blocks, [{ type: "reasoning", text: "I know" }, { type: "text", text: "It is" }]);
  assert.ok(plan?.usage.estimated && plan.usage.inputTokens > 100);
  assertEnded(events);

  const broken = new AgentError("model_protocol", "cut");
  const failed = await planned(turnOf(playing({ pieces, fails: broken })));
  assert.equal(failed.error, broken);
  assertEnded(failed.events);
});

Deno.test("D7: a decision of the agent's own form is mapped, and what the mapping throws is shown to the model", async () => {
  const decision = {
    schema: z.object({ think: z.string(), do: z.enum(["look", "say"]), what: z.string().min(1) }),
    toDecision: ({ think, do: action, what }: { think: string; do: string; what: string }) => {
      if (what === "nowhere") throw new Error("There is no such city.");
      return action === "look"
        ? { type: "call_tool" as const, thought: think, tool: "get_weather", args: { city: what } }
        : { type: "final_answer" as const, thought: think, answer: what };
    },
  };
  const provider = playing(
    '{"think":"t","do":"look","what":"nowhere"}',
    '{"think":"t","do":"look","what":""}',
    '{"think":"t","do":"look","what":"Paris"}',
  );
  const { plan, events } = await planned(turnOf(provider, { agent: { decision } }));
  assert.deepEqual(plan?.blocks, [
    { type: "reasoning", text: "t" },
    { type: "call", id: "call_1", name: "get_weather", args: '{"city":"Paris"}' },
  ]);
  assert.match(JSON.stringify(provider.asked[1]?.messages), /There is no such city/);
  assert.match(JSON.stringify(provider.asked[2]?.messages), /does not fit its schema/);
  assert.deepEqual(provider.asked[0]?.output?.schema.required, ["think", "do", "what"]);
  assertEnded(events);
});

Deno.test("D7: a final answer fits the agent's output schema, as JSON text, refinements included", async () => {
  const output = z.object({ city: z.string(), tempC: z.number() }).refine(
    ({ tempC }) => tempC > -90,
    "too cold",
  );
  const provider = playing(
    final("It is 18 °C."),
    final({ city: "Paris", tempC: -100 }),
    '{"thought":"t","type":"final_answer","answer":{ "city": "Paris", "tempC": 18 }}',
  );
  const { plan, events } = await planned(turnOf(provider, { agent: { output } }));
  assert.deepEqual(plan?.blocks.at(-1), { type: "text", text: '{ "city": "Paris", "tempC": 18 }' });
  assert.equal(streamed(events, "text"), '{ "city": "Paris", "tempC": 18 }');
  assert.match(JSON.stringify(provider.asked[1]?.messages), /must be object, not string/);
  assert.match(JSON.stringify(provider.asked[2]?.messages), /too cold/);

  const late = playing('{"answer":{"city":"Paris","tempC":18},"thought":"t","type":"final_answer"}');
  const behind = await planned(turnOf(late, { agent: { output } }));
  assert.deepEqual(behind.plan?.blocks.at(-1), { type: "text", text: '{"city":"Paris","tempC":18}' });

  const plain = playing("no JSON", '{"city":"Paris","tempC":18}');
  const last = await planned(turnOf(plain, { agent: { output, maxRetries: 0, finalViaInference: true } }));
  assert.deepEqual(last.plan?.blocks, [{ type: "text", text: '{"city":"Paris","tempC":18}' }]);
  assert.equal(plain.asked[1]?.output?.name, "answer");
});

/** Every block that began has ended, also those of answers that were dropped. */
function assertEnded(events: readonly { type: string; block?: number }[]): void {
  const open = new Set<number>();
  for (const event of events) {
    if (event.type === "answer.dropped") assert.equal(open.size, 0, "a void block is open");
    if (event.block === undefined) continue;
    if (event.type.endsWith(".started")) open.add(event.block);
    if (event.type.endsWith(".ended") || event.type === "call.ready") open.delete(event.block);
  }
  assert.equal(open.size, 0);
}
