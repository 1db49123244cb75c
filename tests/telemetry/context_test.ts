// Where a context manager is registered, what a tool and a client start by themselves belongs to the span they run in.

import assert from "node:assert/strict";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import type { Hooks } from "../../src/core/agent.ts";
import { createSamplerOff, registerSdk } from "../support/otlp/sdk.ts";
import { CALLER, deploy, looksOnce, wireCase } from "./_deployment.ts";

const openai = wireCase("openai chat");

/** A span of the tool's own, begun behind an await. */
async function ownSpan(): Promise<void> {
  await Promise.resolve();
  trace.getTracer("tool").startSpan("SELECT places").end();
}

Deno.test("E16: with a context manager a tool's own spans are children of its execute_tool", async () => {
  const contextManager = new AsyncLocalStorageContextManager();
  await using sdk = registerSdk({ contextManager });
  await using server = await openai.start({ reply: looksOnce });
  await deploy(openai, server, { run: ownSpan }).run();
  const { spans } = await sdk.flush();
  const tool = spans.find(({ name }) => name === "execute_tool look");
  const own = spans.find(({ name }) => name === "SELECT places");
  assert.deepEqual([own?.traceId, own?.parentSpanId], [tool?.traceId, tool?.spanId]);
});

Deno.test("E16: a span that is active when a run begins is its parent, whatever the caller's headers name", async () => {
  const contextManager = new AsyncLocalStorageContextManager();
  await using sdk = registerSdk({ contextManager });
  await using server = await openai.start({ reply: looksOnce });
  const { run, deps } = deploy(openai, server);
  const parent = trace.getTracer("platform").startSpan("POST /steps");
  await context.with(trace.setSpan(context.active(), parent), async () => {
    assert.equal(deps.telemetry?.current()?.spanId, parent.spanContext().spanId);
    await run({ trace: CALLER });
  });
  parent.end();
  assert.equal(deps.telemetry?.current(), undefined);
  const { spans } = await sdk.flush();
  const [invoke] = spans.filter(({ name }) => name === "invoke_agent guide");
  const { traceId, spanId } = parent.spanContext();
  assert.deepEqual([invoke?.traceId, invoke?.parentSpanId], [traceId, spanId]);
});

Deno.test("E16: a tool gets the headers of its own span, for the services that it calls", async () => {
  await using sdk = registerSdk();
  await using server = await openai.start({ reply: looksOnce });
  const seen: (string | null)[] = [];
  await using service = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, ({ headers }) => {
    seen.push(headers.get("traceparent"), headers.get("tracestate"));
    return new Response("ok");
  });
  const url = `http://127.0.0.1:${service.addr.port}/`;
  await deploy(openai, server, {
    run: async ({ traceHeaders }) => {
      const response = await fetch(url, { headers: { accept: "text/plain", ...traceHeaders } });
      await response.text();
    },
  }).run({ trace: CALLER });
  const { spans } = await sdk.flush();
  const tool = spans.find(({ name }) => name === "execute_tool look");
  assert.deepEqual(seen, [`00-${CALLER.traceId}-${tool?.spanId}-01`, CALLER.state]);
});

Deno.test("E16: a hook gets the headers of the run, which it is a part of", async () => {
  await using sdk = registerSdk();
  await using server = await openai.start({ reply: looksOnce });
  const seen: unknown[] = [];
  const hooks: Hooks = {
    beforeCall: (_call, { traceHeaders }) => {
      seen.push(traceHeaders?.traceparent);
    },
  };
  await deploy(openai, server, { agent: { hooks } }).run({ trace: CALLER });
  const { spans } = await sdk.flush();
  const run = spans.find(({ name }) => name.startsWith("invoke_agent"));
  assert.deepEqual(seen, [`00-${CALLER.traceId}-${run?.spanId}-01`]);
});

Deno.test("E16: a trace that is not sampled is passed on as one, and nothing of it is exported", async () => {
  await using sdk = registerSdk({ sampler: createSamplerOff() });
  await using server = await openai.start({ reply: looksOnce });
  await deploy(openai, server).run({ trace: CALLER });
  const { spans } = await sdk.flush();
  assert.deepEqual(spans, []);
  for (const { headers } of server.requests) {
    assert.match(headers.get("traceparent") ?? "", new RegExp(`^00-${CALLER.traceId}-[0-9a-f]{16}-00$`));
  }
});
