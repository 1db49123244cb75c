// A run as an SDK exports it to an OTLP receiver: its spans, their parents, their attributes, and its metrics.

import assert from "node:assert/strict";
import { toTraceparent } from "../../src/core/text/trace_context.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { policies } from "../../src/plugins/policies/mod.ts";
import { assertConventional } from "../support/otlp/conventions.ts";
import { registerSdk } from "../support/otlp/sdk.ts";
import { CALLER, deploy, looksOnce, wireCase } from "./_deployment.ts";

const openai = wireCase("openai chat");

Deno.test("E16: a run is exported as invoke_agent with its chats and tools below it, without a context manager", async () => {
  await using sdk = registerSdk();
  await using server = await openai.start({ reply: looksOnce });
  const result = await deploy(openai, server).run({ trace: CALLER });
  const { spans } = await sdk.flush();
  assertConventional(spans);

  assert.deepEqual(spans.map(({ name, kind }) => [name, kind]), [
    ["invoke_agent guide", "INTERNAL"],
    [`chat ${openai.model}`, "CLIENT"],
    ["execute_tool look", "INTERNAL"],
    [`chat ${openai.model}`, "CLIENT"],
  ]);
  const [run, ...parts] = spans;
  assert.ok(run);
  assert.deepEqual([run.traceId, run.parentSpanId, run.traceState], [
    CALLER.traceId,
    CALLER.spanId,
    CALLER.state,
  ]);
  for (const part of parts) assert.deepEqual([part.traceId, part.parentSpanId], [CALLER.traceId, run.spanId]);
  assert.ok(spans.every(({ status }) => !status.failed));

  const { "gen_ai.agent.version": version, ...attributes } = run.attributes;
  assert.match(String(version), /^[0-9a-f]{16}$/);
  assert.deepEqual(attributes, {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": openai.model,
    "gen_ai.agent.name": "guide",
    "gen_ai.agent.id": "guide",
    "gen_ai.conversation.id": "t1",
    "gen_ai.usage.input_tokens": result.usage.inputTokens,
    "gen_ai.usage.output_tokens": result.usage.outputTokens,
    ...(result.usage.cachedTokens === undefined
      ? {}
      : { "gen_ai.usage.cache_read.input_tokens": result.usage.cachedTokens }),
    ...(result.usage.reasoningTokens === undefined
      ? {}
      : { "gen_ai.usage.reasoning.output_tokens": result.usage.reasoningTokens }),
    ...(result.usage.microDollars === undefined
      ? {}
      : { "treadle.usage.micro_dollars": result.usage.microDollars }),
    "treadle.step": 2,
    "treadle.version": 2,
    "treadle.status": "done",
    "treadle.choice": "auto",
    "treadle.choice.source": "default",
    "treadle.choice.outcome": "satisfied",
    "treadle.enforcement": "native",
  });

  const [tool] = parts.filter(({ name }) => name.startsWith("execute_tool"));
  const [call] = result.calls;
  assert.deepEqual(tool?.attributes, {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "look",
    "gen_ai.tool.description": "What there is to see in a place.",
    "gen_ai.tool.call.id": call?.id,
    "gen_ai.tool.type": "function",
    "treadle.step": 2,
    "treadle.attempt": 1,
    "treadle.tool.effect": "pure",
  });
});

Deno.test("E16: a chat span has the models, the id, the finish reason, the tokens, the server and the choice", async () => {
  await using sdk = registerSdk();
  const usage = { input: 120, cached: 40, output: 30 };
  await using server = await openai.start({ reply: (request) => ({ ...looksOnce(request), usage }) });
  const deployment = deploy(openai, server, {
    agent: {
      toolChoice: { type: "tool", name: "look" },
      settings: { api: "chat", temperature: 0.5, topP: 0.9, maxOutputTokens: 500 },
    },
    env: { TREADLE_TRACE_TENANT: "1" },
  });
  await deployment.run();
  const { spans } = await sdk.flush();
  assertConventional(spans);
  const [first, second] = spans.filter(({ kind }) => kind === "CLIENT");
  const { "gen_ai.response.id": id, "gen_ai.response.model": model, ...attributes } = first?.attributes ?? {};
  assert.match(String(id), /^chatcmpl/);
  assert.match(String(model), new RegExp(`^${openai.model}`));
  assert.deepEqual(attributes, {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": openai.model,
    "gen_ai.request.max_tokens": 500,
    "gen_ai.request.temperature": 0.5,
    "gen_ai.request.top_p": 0.9,
    "gen_ai.conversation.id": "t1",
    "gen_ai.response.finish_reasons": ["stop"],
    "gen_ai.usage.input_tokens": 120,
    "gen_ai.usage.output_tokens": 30,
    "gen_ai.usage.cache_read.input_tokens": 40,
    "gen_ai.usage.reasoning.output_tokens": 0,
    "server.address": "api.openai.com",
    "server.port": 443,
    "treadle.step": 1,
    "treadle.request": 1,
    "treadle.choice": "tool",
    "treadle.choice.tools": ["look"],
    "treadle.choice.source": "agent",
    "treadle.enforcement": "native",
  });
  assert.deepEqual([second?.attributes["treadle.step"], second?.attributes["treadle.choice"]], [2, "auto"]);
  assert.equal(spans[0]?.attributes["treadle.tenant"], "acme");
});

Deno.test("E16: a chat span names the policy, and the form of a structured answer", async () => {
  await using sdk = registerSdk();
  const output = { type: "object", properties: { place: { type: "string" } }, required: ["place"] };
  await using server = await openai.start({ reply: () => ({ text: '{"place":"Oslo"}' }) });
  await deploy(openai, server, { agent: { policy: "development", output }, plugins: [policies()] }).run();
  const { spans } = await sdk.flush();
  assertConventional(spans);
  const { attributes = {} } = spans.find(({ kind }) => kind === "CLIENT") ?? {};
  const keys = ["treadle.policy", "treadle.choice.source", "gen_ai.output.type"];
  assert.deepEqual(keys.map((key) => attributes[key]), ["development", "policy", "json"]);
});

Deno.test("E16, L6: input that was read from a cache, written to one, and neither is in spans and in a histogram; a run has its bill", async () => {
  await using sdk = registerSdk();
  const responses = wireCase("openai responses");
  const usage = { input: 120, cached: 40, written: 50, output: 30 };
  await using server = await responses.start({ reply: (request) => ({ ...looksOnce(request), usage }) });
  const result = await deploy(responses, server).run();
  const { spans, histograms } = await sdk.flush();
  assertConventional(spans, histograms);
  const tokens = (span: typeof spans[number] | undefined) =>
    ["input_tokens", "cache_read.input_tokens", "cache_creation.input_tokens"].map((name) =>
      span?.attributes[`gen_ai.usage.${name}`]
    );
  const [run, ...parts] = spans;
  const chats = parts.filter(({ kind }) => kind === "CLIENT");
  assert.deepEqual(chats.map(tokens), [[120, 40, 50], [120, 40, 50]]);
  assert.deepEqual(tokens(run), [240, 80, 100]);
  assert.ok(Number(result.usage.microDollars) > 0);
  assert.equal(run?.attributes["treadle.usage.micro_dollars"], result.usage.microDollars);
  const counted = histograms.filter(({ name }) => name === "treadle.client.input.tokens");
  assert.deepEqual(
    counted.map(({ count, sum, attributes }) => [attributes["treadle.cache"], count, sum]).sort(),
    [["none", 2, 60], ["read", 2, 80], ["written", 2, 100]],
  );
});

Deno.test("E16: tokens and durations are histograms with the boundaries that the conventions advise", async () => {
  await using sdk = registerSdk();
  const usage = { input: 120, output: 30 };
  await using server = await openai.start({ reply: (request) => ({ ...looksOnce(request), usage }) });
  await deploy(openai, server).run();
  const { histograms } = await sdk.flush();
  assertConventional([], histograms);
  const scope = {
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": openai.model,
    "server.address": "api.openai.com",
    "server.port": 443,
  };
  const of = (name: string) => histograms.filter((each) => each.name === name);
  assert.deepEqual(
    of("gen_ai.client.token.usage").map((
      { unit, count, sum, attributes },
    ) => [unit, count, sum, attributes["gen_ai.token.type"]]).sort(),
    [["{token}", 2, 240, "input"], ["{token}", 2, 60, "output"]],
  );
  for (const { attributes, bounds } of of("gen_ai.client.token.usage")) {
    const { "gen_ai.token.type": _type, "gen_ai.response.model": _model, ...rest } = attributes;
    assert.deepEqual(rest, { "gen_ai.operation.name": "chat", ...scope });
    assert.deepEqual([bounds.length, bounds[0], bounds.at(-1)], [14, 1, 67_108_864]);
  }
  const [chat] = of("gen_ai.client.operation.duration");
  assert.deepEqual([chat?.unit, chat?.count], ["s", 2]);
  assert.deepEqual([chat?.bounds.length, chat?.bounds[0], chat?.bounds.at(-1)], [14, 0.01, 81.92]);
  const [run] = of("gen_ai.invoke_agent.duration");
  assert.deepEqual([run?.unit, run?.count, run?.attributes], ["s", 1, { "gen_ai.agent.name": "guide" }]);
  assert.deepEqual([run?.bounds.length, run?.bounds[0], run?.bounds.at(-1)], [13, 0.1, 409.6]);
  const [tool] = of("gen_ai.execute_tool.duration");
  assert.deepEqual([tool?.count, tool?.attributes], [1, {
    "gen_ai.tool.name": "look",
    "gen_ai.tool.type": "function",
    "gen_ai.agent.name": "guide",
  }]);
  // A chat takes as long as the request, and the run as long as all of it.
  assert.ok((chat?.sum ?? 0) <= (run?.sum ?? 0));
});

Deno.test("E16: metrics are recorded without a tracer, and spans without a meter", async () => {
  await using server = await openai.start({ reply: looksOnce });
  {
    await using sdk = registerSdk({ signals: ["metrics"] });
    await deploy(openai, server).run({ trace: CALLER });
    const { spans, histograms } = await sdk.flush();
    assert.deepEqual(spans, []);
    assert.equal(histograms.filter(({ name }) => name === "gen_ai.client.operation.duration").length, 1);
    // Nothing has a span, so what is sent belongs to the caller's.
    for (const request of server.requests) {
      assert.equal(request.headers.get("traceparent"), toTraceparent(CALLER));
    }
  }
  await using sdk = registerSdk({ signals: ["traces"] });
  await deploy(openai, server).run();
  const { spans, histograms } = await sdk.flush();
  assert.deepEqual([spans.length, histograms.length], [4, 0]);
});

Deno.test("E16: steps of one thread on two isolates belong to the trace that their requests name", async () => {
  await using sdk = registerSdk();
  await using server = await openai.start({ reply: looksOnce });
  const store = createMemoryStore();
  await deploy(openai, server, { store }).run({ trace: CALLER, until: "step" });
  await deploy(openai, server, { store }).run({
    trace: { ...CALLER, spanId: "1".repeat(16) },
    input: "And now?",
  });
  const { spans } = await sdk.flush();
  const runs = spans.filter(({ name }) => name === "invoke_agent guide");
  assert.deepEqual(runs.map(({ traceId, parentSpanId }) => [traceId, parentSpanId]), [
    [CALLER.traceId, CALLER.spanId],
    [CALLER.traceId, "1".repeat(16)],
  ]);
});
