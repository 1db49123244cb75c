// P1-P6: where nobody reads events while they come, a model is asked for its answer in one body, and what the step keeps is what it
// keeps of a stream.
import assert from "node:assert/strict";
import fc from "fast-check";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { AgentError } from "../../../src/core/error.ts";
import type { ModelRequest } from "../../../src/core/model/provider.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { createExecutor } from "../../../src/kernel/tools/executor.ts";
import { createOpenAIProvider } from "../../../src/providers/openai/provider.ts";
import { aRequest, drain, enforced, streamed, textOf, weatherTool } from "../../providers/_support.ts";
import { mulberry32 } from "../../support/mulberry32.ts";
import { livesOf } from "../../support/lives.ts";
import { asSent } from "../../support/as_sent.ts";
import { createLab } from "../../support/lab.ts";
import { providerOf, requestOf } from "../../wire/ask.ts";
import type { WireCase } from "../../wire/case.ts";
import { CASES, triedCases } from "../../wire/cases.ts";
import { isRecord, type Reply } from "../../wire/openai/reply.ts";
import type { Simulator } from "../../wire/simulator.ts";

/** What a tool that asks another model is called with, on wires where arguments are objects: nothing of it is the request's. */
const INNER = '{"model":"inner","stream":true,"stream_options":{"include_usage":true},"max_tokens":5}';

const relayTool = defineTool({
  name: "relay",
  description: "Sends a request to a model.",
  parameters: {
    type: "object",
    properties: { model: { type: "string" }, stream: { type: "boolean", enum: [true] } },
    additionalProperties: true,
  },
  effect: "pure",
  run: () => ({ model: "inner", stream: true }),
});

const words = fc.string({ unit: "grapheme", maxLength: 30 });
const reply: fc.Arbitrary<Reply> = fc.record({
  reasoning: words,
  text: words,
  calls: fc.array(
    fc.record({ name: fc.constant("relay"), arguments: fc.constantFrom("{}", INNER, '{"n":[1,{"a":"é"}]}') }),
    { maxLength: 3 },
  ),
  usage: fc.constant({ input: 40, cached: 16, output: 30, reasoning: 10 }),
});

for (const wire of triedCases()) {
  Deno.test(`P1-P6: ${wire.name}: two steps keep the same, byte for byte, of whole answers and of streams`, async () => {
    await fc.assert(
      fc.asyncProperty(reply, reply, async (first, last) => {
        const said = [first, last].map((each) => ({
          ...each,
          text: each.text === "" && (each.calls ?? []).length === 0 ? "Hi." : each.text,
        }));
        const [streams, whole] = [await live(wire, said, "streamed"), await live(wire, said, "whole")];
        assert.deepEqual(whole.kept, streams.kept);
        assert.deepEqual(whole.bodies.map(withoutStream), streams.bodies.map(withoutStream));
        const asksWhole = !streams.thinks && wire.provider !== "scripted";
        assert.deepEqual(whole.streams, streams.streams.map((each) => asksWhole ? false : each));
      }),
      { numRuns: livesOf(4) },
    );
  });
}

for (const wire of triedCases()) {
  Deno.test(`P1-P6: ${wire.name}: a whole answer that is cut or reset is an error, never an answer, and is asked for as a stream then`, async () => {
    for (const fault of ["cut", "reset"] as const) {
      const text = "A long answer that is cut in the middle of it. ".repeat(40);
      await using server = await wire.start({ reply: [{ text, fault }, { text }] });
      const provider = providerOf(wire, server);
      const { request } = requestOf(wire, provider);
      const io = {
        fetch: wire.fetch?.(server) ?? fetch,
        signal: new AbortController().signal,
        isUnread: true,
      };
      await assert.rejects(
        drain(streamed(provider, request, io)),
        ({ code, retryable }: AgentError) => /^model_(?:protocol|network|server)$/.test(code) && retryable,
      );
      assert.equal(textOf((await drain(streamed(provider, request, io))).result), text);
      const { thinks } = provider.capabilities(request.model, request.settings);
      assert.deepEqual(server.requests.map(isStreamed), [thinks, true]);
      assert.deepEqual(server.complaints, []);
    }
  });
}

/** Two steps of one thread, read while they run or not; a clock and ids that are the same in each life. */
async function live(wire: WireCase, said: readonly Reply[], mode: "streamed" | "whole") {
  using ids = seeded();
  await using server = await wire.start({ reply: [...said] });
  const provider = providerOf(wire, server);
  const random = mulberry32(7);
  const reach = wire.fetch?.(server) ?? fetch;
  const clock = () => 1_800_000_000_000;
  const lab = createLab({
    agents: [defineAgent({ name: "a", tools: [relayTool], settings: wire.settings ?? {} })],
    deps: {
      model: () => ({ provider, model: wire.model, ref: `${wire.provider}/${wire.model}` }),
      fetch: (url, init) => {
        ids.beginRequest();
        return reach(url, init);
      },
      clock,
      executor: createExecutor({ clock, sleep }),
      random: (count) => Uint8Array.from({ length: count }, () => random() * 256),
    },
  });
  const results: unknown[] = [];
  for (const input of ["Hello.", "And again."]) {
    const started = await lab.start({ input, busy: "queue" });
    if (started.type === "queued") assert.fail("The request was queued.");
    const { thread, usage, warnings, calls, outcome } = await started.run(
      mode === "streamed" ? () => {} : undefined,
    );
    results.push({ counters: thread.counters, usage, warnings, calls, outcome });
  }
  assert.deepEqual(server.complaints, []);
  const { thinks } = provider.capabilities(wire.model, wire.settings ?? {});
  return {
    thinks,
    kept: { results: asSent(results), entries: asSent(await lab.history()) },
    bodies: server.requests.map(({ body }) => body),
    streams: server.requests.map(isStreamed),
  };
}

/** Ids and signatures of the simulated servers, the same in each life. */
function seeded() {
  const { getRandomValues, randomUUID } = crypto;
  let requests = 0;
  let random = mulberry32(requests);
  const fill = <T extends ArrayBufferView | null>(array: T): T => {
    if (array !== null) {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      bytes.forEach((_, index) => bytes[index] = random() * 256);
    }
    return array;
  };
  crypto.getRandomValues = fill as typeof crypto.getRandomValues;
  crypto.randomUUID = () => `${Math.floor(random() * 1e8)}-0000-4000-8000-000000000000`;
  return {
    /** A stream takes random padding besides. */
    beginRequest: () => void (random = mulberry32(++requests)),
    [Symbol.dispose]: () => void Object.assign(crypto, { getRandomValues, randomUUID }),
  };
}

function withoutStream(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const { stream: _stream, stream_options: _options, ...rest } = body;
  return rest;
}

function isStreamed({ path, body }: Simulator["requests"][number]): boolean {
  if (/:(?:streamGenerateContent|generateContent)|\/converse/.test(path)) return /stream/i.test(path);
  return isRecord(body) && body.stream === true;
}

// ------------------------------------------------------------------------------------------------------------------
// Where an answer streams all the same

const REQUEST: ModelRequest = aRequest({ model: "house-model", tools: [weatherTool] });

/** A server of Chat Completions that answers as `answer` says; what it was asked for, in order. */
function serving(answer: (isStreamed: boolean) => Response) {
  const asked: boolean[] = [];
  const reach: typeof fetch = (_url, init) => {
    const { stream } = JSON.parse(String(init?.body));
    asked.push(stream);
    assert.equal(new Headers(init?.headers).get("accept"), stream ? "text/event-stream" : "application/json");
    return Promise.resolve(answer(stream));
  };
  const provider = createOpenAIProvider({ apiKey: "key", baseURL: "https://models.example/v1", api: "chat" });
  const ask = (parts: Partial<ModelRequest> = {}) =>
    drain(
      streamed(provider, enforced(provider, { ...REQUEST, ...parts }).request, {
        fetch: reach,
        signal: new AbortController().signal,
        isUnread: true,
      }),
    );
  return { asked, ask };
}

const STREAM = [
  'data: {"id":"1","model":"m","choices":[{"index":0,"delta":{"content":"Hi."},"finish_reason":null}]}',
  'data: {"id":"1","model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2}}',
  "data: [DONE]",
  "",
].join("\n\n");
const WHOLE = {
  id: "1",
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Hi." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 3, completion_tokens: 2 },
};
const toStream = () => new Response(STREAM, { headers: { "content-type": "text/event-stream" } });

for (
  const [status, message] of [
    [400, "parameter.enable_thinking must be set to false for non-streaming calls"],
    [400, "This model only support stream mode, please enable the stream parameter to access the model. "],
    [400, "Stream must be set to true"],
    [400, "Requests with max_tokens > 4096 must have stream=true"],
    [400, "Streaming is required for operations that may take longer than 10 minutes."],
    [504, "Gateway Time-out"],
    [524, "A timeout occurred"],
  ] as const
) {
  Deno.test(`P1-P6: a model that gives no whole answer streams in the same step, and from then on: ${message}`, async () => {
    const { asked, ask } = serving((isStreamed) =>
      isStreamed ? toStream() : Response.json({ error: { message, param: "max_tokens" } }, { status })
    );
    const { result } = await ask();
    assert.deepEqual(result.usage.outputTokens, 2);
    await ask();
    assert.deepEqual(asked, [false, true, true]);
  });
}

Deno.test("P1-P6: a server that fails is asked for a stream by the next attempt; a refusal changes nothing", async () => {
  let fault: Response | undefined = Response.json({ error: { message: "bad key" } }, { status: 401 });
  const { asked, ask } = serving((isStreamed) => {
    const answer = fault ?? (isStreamed ? toStream() : Response.json(WHOLE));
    fault = undefined;
    return answer;
  });
  await assert.rejects(ask(), { code: "model_auth" });
  await ask();
  fault = new Response("<html>Bad Gateway</html>", { status: 502 });
  await assert.rejects(ask());
  await ask();
  await ask({ model: "another" });
  assert.deepEqual(asked, [false, false, false, true, false]);
});

Deno.test("P1-P6: a model that thinks streams, and so does one whose time between two bytes is set", async () => {
  const wire = CASES.find(({ name }) => name === "openai chat") ?? assert.fail();
  await using server = await wire.start({ reply: () => ({ text: "Hi." }) });
  const provider = providerOf(wire, server);
  const io = {
    fetch: wire.fetch?.(server) ?? fetch,
    signal: new AbortController().signal,
    isUnread: true,
  };
  for (const model of ["gpt-5.2", wire.model]) {
    const settings = model === wire.model ? {} : { reasoningEffort: "high" as const };
    await drain(streamed(provider, requestOf(wire, provider, { model, settings }).request, io));
  }
  const patient = createOpenAIProvider({
    apiKey: wire.env(server).OPENAI_API_KEY ?? "",
    baseURL: server.url,
    timeoutMs: 5_000,
  });
  await drain(streamed(patient, requestOf(wire, patient).request, io));
  assert.deepEqual(server.requests.map(isStreamed), [true, false, true]);
});
