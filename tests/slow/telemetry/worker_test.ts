// The Worker in workerd, with an SDK that its entrypoint registers.

import assert from "node:assert/strict";
import { bootWorker } from "../support/boot_worker.ts";
import { assertConventional } from "../../support/otlp/conventions.ts";
import { startReceiver } from "../../support/otlp/receiver.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

Deno.test({
  name: "E16: in workerd a run is exported by the SDK that the entrypoint registers, also behind a stream",
  // Miniflare keeps a child process and timers beyond a test's own scope.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using receiver = startReceiver();
    const bindings = { TREADLE_OPEN: "1", TREADLE_STORE: "memory", TRACES_URL: `${receiver.url}/v1/traces` };
    await using runtime = await bootWorker(bindings, { main: "tests/slow/telemetry/_worker.ts" });
    const response = await runtime.fetch("/v1/threads/t1/steps", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "text/event-stream",
        traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
      },
      body: JSON.stringify({ agent: "demo", input: "What is the weather in Paris?", until: "done" }),
    });
    assert.equal(response.status, 200);
    await response.text();
    await receiver.until((spans) => spans.some(({ name }) => name === "invoke_agent demo"));
    assertConventional(receiver.spans);
    const run = receiver.spans.find(({ name }) => name === "invoke_agent demo");
    assert.deepEqual([run?.traceId, run?.parentSpanId], [TRACE, "00f067aa0ba902b7"]);
    assert.equal(response.headers.get("traceparent"), `00-${TRACE}-${run?.spanId}-01`);
    assert.deepEqual(
      receiver.spans.map(({ name, parentSpanId }) => [name, parentSpanId === run?.spanId]).sort(),
      [
        ["chat demo", true],
        ["chat demo", true],
        ["execute_tool get_weather", true],
        ["invoke_agent demo", false],
      ],
    );
  },
});
