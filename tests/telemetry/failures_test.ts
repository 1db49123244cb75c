// Spans of what fails: their status, their error.type, and that messages stay out unless content is recorded.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { AgentError } from "../../src/core/error.ts";
import type { Provider } from "../../src/core/model/provider.ts";
import { ToolError } from "../../src/core/tool/tool_error.ts";
import { sleep } from "../../src/deps/ports.ts";
import { ABORT_GRACE_MS } from "../../src/kernel/timing.ts";
import { withTraces } from "../../src/kernel/trace/traced_provider.ts";
import { createTelemetry } from "../../src/plugins/telemetry/open_telemetry.ts";
import { createLab } from "../support/lab.ts";
import { testModel } from "../support/model.ts";
import { assertConventional } from "../support/otlp/conventions.ts";
import type { ReceivedSpan } from "../support/otlp/receiver.ts";
import { registerSdk } from "../support/otlp/sdk.ts";
import { deploy, looksOnce, wireCase } from "./_deployment.ts";

const openai = wireCase("openai chat");

const outcomes = (spans: readonly ReceivedSpan[]) =>
  spans.map((
    { name, status, attributes },
  ) => [name.split(" ")[0], status.failed, attributes["error.type"], status.message]);

Deno.test("E16: a tool that fails fails its span and not the run's, without its message", async () => {
  await using sdk = registerSdk();
  await using server = await openai.start({ reply: looksOnce });
  const run = () => {
    throw new ToolError("context_required", "No such secret place.");
  };
  await deploy(openai, server, { run }).run();
  const { spans, histograms } = await sdk.flush();
  assertConventional(spans, histograms);
  assert.deepEqual(outcomes(spans), [
    ["invoke_agent", false, undefined, undefined],
    ["chat", false, undefined, undefined],
    ["execute_tool", true, "context_required", undefined],
    ["chat", false, undefined, undefined],
  ]);
  const [duration] = histograms.filter(({ name }) => name === "gen_ai.execute_tool.duration");
  assert.equal(duration?.attributes["error.type"], "context_required");
});

Deno.test("E16: a request that is refused fails its chat and the run, with the error's code", async () => {
  await using sdk = registerSdk();
  await using server = await openai.start({ reply: () => ({ status: 401 }) });
  const result = await deploy(openai, server, { env: { TREADLE_TRACE_CONTENT: "1" } }).run();
  assert.equal(result.error?.code, "model_auth");
  const { spans, histograms } = await sdk.flush();
  assertConventional(spans, histograms);
  assert.deepEqual(outcomes(spans), [
    ["invoke_agent", true, "model_auth", result.error?.message],
    ["chat", true, "model_auth", result.error?.message],
  ]);
  assert.equal(spans[0]?.attributes["treadle.status"], "failed");
  const failed = histograms.filter(({ attributes }) => attributes["error.type"] === "model_auth");
  assert.deepEqual(failed.map(({ name }) => name).sort(), [
    "gen_ai.client.operation.duration",
    "gen_ai.invoke_agent.duration",
  ]);
});

Deno.test("E16: an answer that breaks off in the middle fails its chat", async () => {
  await using sdk = registerSdk();
  await using server = await openai.start({ reply: () => ({ text: "Half of it.", fault: "cut" }) });
  await deploy(openai, server).run();
  const { spans } = await sdk.flush();
  assert.deepEqual(outcomes(spans), [
    ["invoke_agent", true, "model_protocol", undefined],
    ["chat", true, "model_protocol", undefined],
  ]);
});

Deno.test("E16: a run that is cancelled while the model answers is step_cancelled, in the chat and in the run", async () => {
  await using sdk = registerSdk();
  await using server = await openai.start({ reply: () => ({ text: "Wait for it.", fault: "stall" }) });
  const { deps, start } = deploy(openai, server);
  const running = await start({ resumable: true });
  await running.until("text.delta");
  await deps.store.cancel({ tenant: "acme", thread: "t1" });
  await running.result;
  const { spans, histograms } = await sdk.flush();
  assertConventional(spans, histograms);
  assert.deepEqual(outcomes(spans), [
    ["invoke_agent", true, "step_cancelled", undefined],
    ["chat", true, "step_cancelled", undefined],
  ]);
});

Deno.test("E16: a chat whose provider does not heed the abort ends with its run, and only once", async () => {
  await using sdk = registerSdk();
  const { provider } = testModel(() => ({ says: "Too late." }));
  const called = Promise.withResolvers<void>();
  const hung = Promise.withResolvers<void>();
  const late: Provider = {
    ...provider,
    stream: async (request, io) => {
      called.resolve();
      await hung.promise;
      return await provider.stream(request, io);
    },
  };
  const model = { provider: withTraces(late), model: "m", ref: "first/m" };
  const lab = createLab({
    agents: [defineAgent({ name: "guide", model: "first/m" })],
    deps: {
      model: () => model,
      sleep: (ms, signal) => ms === ABORT_GRACE_MS ? Promise.resolve() : sleep(ms, signal),
      telemetry: createTelemetry({
        clock: Date.now,
        content: false,
        tenant: false,
        isPropagated: false,
        log: () => {},
      }),
    },
  });
  const ran = lab.run({ input: "Hello." });
  await called.promise;
  await lab.store.cancel({ tenant: "acme", thread: "t1" });
  await ran;
  const ended = outcomes((await sdk.flush()).spans);
  assert.deepEqual(ended, [
    ["invoke_agent", true, "step_cancelled", undefined],
    ["chat", true, "step_cancelled", undefined],
  ]);
  hung.resolve();
  await lab.run({ input: "Hello again." });
  const { spans, histograms } = await sdk.flush();
  assertConventional(spans, histograms);
  assert.equal(spans.length, 4);
  const tokens = histograms.filter(({ name }) => name === "gen_ai.client.token.usage");
  assert.deepEqual(tokens.map(({ count }) => count), [1, 1], "those of the second run");
});

Deno.test("E16: a tool that is stopped at its timeout has a span that ends then", async () => {
  await using sdk = registerSdk();
  await using server = await openai.start({ reply: looksOnce });
  const { promise, resolve } = Promise.withResolvers<void>();
  await deploy(openai, server, { run: () => promise, timeoutMs: 20 }).run();
  resolve();
  const { spans } = await sdk.flush();
  const tool = spans.find(({ name }) => name === "execute_tool look");
  assert.deepEqual([tool?.status.failed, tool?.attributes["error.type"]], [true, "timeout"]);
});

Deno.test("E16: a request that is refused before anything ran has no span", async () => {
  await using sdk = registerSdk();
  await using server = await openai.start({ reply: looksOnce });
  const deployment = deploy(openai, server);
  await deployment.run();
  const refused = await deployment.start({ expectedVersion: 7 }).catch((thrown: unknown) => thrown);
  assert.ok(refused instanceof AgentError);
  const { spans } = await sdk.flush();
  assert.equal(spans.filter(({ name }) => name === "invoke_agent guide").length, 1);
});
