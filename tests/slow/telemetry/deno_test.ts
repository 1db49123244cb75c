// functions/deno.ts under Deno's own OpenTelemetry (OTEL_DENO): nothing is registered by hand, and the spans of the platform and
// of Treadle are one trace.

import assert from "node:assert/strict";
import { bootDeno } from "../../support/boot_deno.ts";
import { assertConventional } from "../../support/otlp/conventions.ts";
import { startReceiver } from "../../support/otlp/receiver.ts";
import { simulatedKey } from "../../wire/openai/server.ts";
import { wireCase } from "../../telemetry/_deployment.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

Deno.test("E16: Deno's built-in OpenTelemetry exports a run between its spans of the HTTP server and of fetch", async () => {
  await using server = await wireCase("openai chat").start({
    reply: () => ({ text: "It is 18 °C." }),
  });
  await using receiver = startReceiver();
  await using runtime = await bootDeno({
    TREADLE_OPEN: "1",
    TREADLE_STORE: "memory",
    TREADLE_MODEL: "openai/gpt-4o",
    OPENAI_BASE_URL: server.url,
    OPENAI_API_KEY: simulatedKey,
    OPENAI_API: "chat",
    OTEL_DENO: "true",
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_BSP_SCHEDULE_DELAY: "50",
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  });
  const response = await runtime.fetch("/v1/threads/t1/steps", {
    method: "POST",
    headers: { "content-type": "application/json", traceparent: `00-${TRACE}-00f067aa0ba902b7-01` },
    body: JSON.stringify({ agent: "demo", input: "What is the weather in Paris?" }),
  });
  assert.equal(response.status, 200, await response.text());
  const of = (scope: string, kind: string) =>
    receiver.spans.find((span) => span.traceId === TRACE && span.scope === scope && span.kind === kind);
  await receiver.until(() => of("deno", "SERVER") !== undefined && of("treadle", "INTERNAL") !== undefined);
  const [http, run] = [of("deno", "SERVER"), of("treadle", "INTERNAL")];
  const [chat, sent] = [of("treadle", "CLIENT"), of("deno", "CLIENT")];
  assertConventional(receiver.spans.filter(({ scope }) => scope === "treadle"));
  assert.equal(http?.parentSpanId, "00f067aa0ba902b7");
  assert.deepEqual([run?.parentSpanId, chat?.parentSpanId, sent?.parentSpanId], [
    http?.spanId,
    run?.spanId,
    chat?.spanId,
  ]);
  const [, traceId, spanId] = server.requests[0]?.headers.get("traceparent")?.split("-") ?? [];
  assert.equal(traceId, TRACE);
  assert.ok(spanId === chat?.spanId || spanId === sent?.spanId, "the model's server is below the chat");

  const line = runtime.output().split("\n").find((each) => each.includes("/v1/threads/:id/steps")) ?? "";
  assert.deepEqual([JSON.parse(line).trace_id, JSON.parse(line).span_id], [TRACE, run?.spanId]);
});
