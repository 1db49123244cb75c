// Without an SDK: the caller's trace goes on unchanged, and a run without one does nothing for traces.

import assert from "node:assert/strict";
import { toTraceHeaders } from "../../src/core/text/trace_context.ts";
import { registerSdk } from "../support/otlp/sdk.ts";
import { CALLER, deploy, looksOnce, wireCase } from "./_deployment.ts";

const openai = wireCase("openai chat");

Deno.test("E16: without an SDK models and tools get the caller's own headers", async () => {
  await using server = await openai.start({ reply: looksOnce });
  const seen: unknown[] = [];
  const deployment = deploy(openai, server, { run: ({ traceHeaders }) => seen.push(traceHeaders) });
  const started = await deployment.start({ trace: CALLER });
  assert.equal(started.trace, undefined, "the run has no span of its own");
  await started.result;
  assert.deepEqual(seen, [toTraceHeaders(CALLER)]);
  for (const { headers } of server.requests) {
    assert.deepEqual([headers.get("traceparent"), headers.get("tracestate")], [
      `00-${CALLER.traceId}-${CALLER.spanId}-${CALLER.flags}`,
      CALLER.state,
    ]);
  }
});

Deno.test("E16: without an SDK and a caller's trace no request has a header of a trace", async () => {
  await using server = await openai.start({ reply: looksOnce });
  const seen: unknown[] = [];
  await deploy(openai, server, { run: ({ traceHeaders }) => seen.push(traceHeaders) }).run();
  assert.deepEqual(seen, [undefined]);
  assert.equal(server.requests.length, 2);
  for (const { headers } of server.requests) {
    assert.deepEqual([...headers.keys()].filter((name) => name.startsWith("trace")), []);
  }
});

Deno.test("E16: an SDK that is registered while a deployment runs observes its next run, and none once it is gone", async () => {
  await using server = await openai.start({ reply: looksOnce });
  const deployment = deploy(openai, server);
  await deployment.run({ thread: "before" });
  {
    await using sdk = registerSdk();
    await deployment.run({ thread: "during" });
    const { spans } = await sdk.flush();
    assert.deepEqual(
      new Set(spans.flatMap(({ attributes }) => attributes["gen_ai.conversation.id"] ?? [])),
      new Set(["during"]),
    );
  }
  const started = await deployment.start({ thread: "after" });
  assert.equal(started.trace, undefined);
  await started.result;
});
