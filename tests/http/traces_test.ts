// The trace of a request over HTTP: what the response and the log lines name is the span of the run, where it has one.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { scenario } from "../../src/providers/scripted/scenario.ts";
import { createScriptedProvider } from "../../src/providers/scripted/provider.ts";
import { telemetry } from "../../src/plugins/telemetry/mod.ts";
import { registerSdk } from "../support/otlp/sdk.ts";
import { createTestApp, LOOKS_UP } from "./_app.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, tracestate: "congo=t61rcWkgMzE" };
const HELLO = { agent: "tester", input: "Hi", until: "done" };

for (const accept of ["application/json", "text/event-stream"]) {
  Deno.test(`E16: ${accept}: the response and its log line name the span of the run`, async () => {
    await using sdk = registerSdk();
    const { send, idle, logs } = createTestApp({ plugins: [telemetry()], scenario: LOOKS_UP });
    const response = await send("POST", "/v1/threads/t1/steps", HELLO, { ...CALLER, accept });
    await response.text();
    await idle();
    const { spans } = await sdk.flush();
    const [run] = spans;
    assert.equal(run?.name, "invoke_agent tester");
    assert.deepEqual([run?.traceId, run?.parentSpanId, run?.traceState], [
      TRACE,
      "00f067aa0ba902b7",
      CALLER.tracestate,
    ]);
    assert.equal(response.headers.get("traceparent"), `00-${TRACE}-${run?.spanId}-01`);
    const [line] = logs.map((text) => JSON.parse(text));
    assert.deepEqual([line.message, line.trace_id, line.span_id], ["request", TRACE, run?.spanId]);
  });
}

Deno.test("E16: without a caller's trace the response, the log and the spans have one trace", async () => {
  await using sdk = registerSdk();
  const provider = createScriptedProvider({ script: scenario().fails("model_auth") });
  const failing = defineAgent({ name: "failing", model: "scripted/demo", instructions: "Fail." });
  const { send, idle, logs } = createTestApp({
    plugins: [telemetry()],
    providers: [provider],
    agents: [failing],
  });
  const response = await send("POST", "/v1/threads/t1/steps", { ...HELLO, agent: "failing" });
  await response.text();
  await idle();
  const { spans } = await sdk.flush();
  const [run] = spans;
  assert.deepEqual([run?.parentSpanId, run?.attributes["error.type"]], ["", "model_auth"]);
  assert.equal(response.headers.get("traceparent"), `00-${run?.traceId}-${run?.spanId}-01`);
  const lines = logs.map((text) => JSON.parse(text));
  assert.deepEqual(lines.map(({ message }) => message).sort(), ["request", "step failed"]);
  for (const line of lines) assert.deepEqual([line.trace_id, line.span_id], [run?.traceId, run?.spanId]);
});
