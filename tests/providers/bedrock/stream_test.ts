// P3: streams of Converse whose events contradict each other: the events and the result of an answer agree, or the answer is
// model_protocol.
import assert from "node:assert/strict";
import fc from "fast-check";
import { AgentError } from "../../../src/core/error.ts";
import { createBedrockProvider } from "../../../src/providers/bedrock/provider.ts";
import { API_KEY, encodeFrame, REGION } from "../../wire/bedrock/api.ts";
import { aRequest, ask, callsOf, drain, drainFailing, fetchOf, textOf } from "../_support.ts";

type Frame = readonly [event: string, data: unknown];

const provider = createBedrockProvider({
  region: REGION,
  credentials: { apiKey: API_KEY },
  baseURL: "http://bedrock.test",
});

function answer(...events: readonly Frame[]) {
  const usage = { inputTokens: 5, outputTokens: 5 };
  const end: readonly Frame[] = [["messageStop", { stopReason: "tool_use" }], ["metadata", { usage }]];
  const bytes = [...events, ...end].flatMap(([event, data]) => [...encodeFrame(event, data)]);
  return ask(provider, aRequest(), { fetch: fetchOf(new Uint8Array(bytes), [64]) });
}

const start = (contentBlockIndex: number): Frame => [
  "contentBlockStart",
  { contentBlockIndex, start: { toolUse: { toolUseId: `t${contentBlockIndex}`, name: "get_weather" } } },
];
const delta = (contentBlockIndex: number, delta: object): Frame => [
  "contentBlockDelta",
  { contentBlockIndex, delta },
];
const input = (index: number, input: string) => delta(index, { toolUse: { input } });
const text = (index: number, text: string) => delta(index, { text });
const thought = (index: number, text: string) => delta(index, { reasoningContent: { text } });
const stop = (contentBlockIndex: number): Frame => ["contentBlockStop", { contentBlockIndex }];

const CONTRADICTIONS: Readonly<Record<string, readonly Frame[]>> = {
  "a piece of a call behind its stop": [start(0), input(0, '{"a":1}'), stop(0), input(0, ',"b":2}')],
  "a piece of a call without pieces behind its stop": [start(0), stop(0), input(0, '{"a":1}')],
  "text at the index of an open call": [start(0), input(0, '{"a":'), text(0, "Hi"), input(0, "1}"), stop(0)],
  "text at the index of an open call that has all": [start(0), input(0, '{"a":1}'), text(0, "Hi"), stop(0)],
  "a thought at the index of an open call": [start(0), input(0, '{"a":1}'), thought(0, "Hm.")],
};

for (const [name, events] of Object.entries(CONTRADICTIONS)) {
  Deno.test(`P3: bedrock: ${name} is model_protocol`, async () => {
    const { error } = await drainFailing(answer(...events));
    assert.deepEqual([error.code, error.details.afterOutput], ["model_protocol", true]);
  });
}

Deno.test("P3: bedrock: an empty piece behind the stop of a call, and text at its index, change nothing", async () => {
  const { result } = await drain(answer(start(0), input(0, "{}"), stop(0), input(0, ""), text(0, "Hi")));
  assert.deepEqual([callsOf(result).map(({ args }) => args), textOf(result)], [["{}"], "Hi"]);
});

Deno.test("P3: bedrock: whatever the order of events, they agree with the result, or it is model_protocol", async () => {
  const index = fc.nat({ max: 2 });
  const event = fc.oneof(
    index.map(start),
    index.map(stop),
    fc.tuple(index, fc.constantFrom("", "{", '{"a":1}', "}")).map(([at, piece]) => input(at, piece)),
    fc.tuple(index, fc.constantFrom("", "Hi")).map(([at, said]) => text(at, said)),
    index.map((at) => thought(at, "Hm.")),
  );
  const outcomes = { whole: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 8 }), async (events) => {
      try {
        await drain(answer(...events));
        outcomes.whole++;
      } catch (error) {
        if (!(error instanceof AgentError)) throw error;
        assert.equal(error.code, "model_protocol");
        outcomes.refused++;
      }
    }),
    { numRuns: 1_000 },
  );
  assert.ok(outcomes.whole > 100 && outcomes.refused > 50, JSON.stringify(outcomes));
});
