// Row E16: the trace headers of requests as they are on the wire, line by line, of functions/deno.ts with and without Deno's own
// OpenTelemetry.

import assert from "node:assert/strict";
import { bootDeno } from "../../support/boot_deno.ts";
import { startReceiver } from "../../support/otlp/receiver.ts";
import { toolRun } from "../../wire/openai/script.ts";
import { simulatedKey } from "../../wire/openai/server.ts";
import { wireCase } from "../../telemetry/_deployment.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const STATE = "congo=t61rcWkgMzE,rojo=00f067aa0ba902b7";

/** The head of a request, line by line. */
interface Head {
  readonly target: string;
  readonly lines: readonly string[];
}

/** A socket before a server: it forwards everything, and keeps the heads of requests as they came. */
function recordHeads(port: number) {
  const heads: Head[] = [];
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const forwarding = (async () => {
    for await (const connection of listener) void forward(connection, port, heads).catch(() => {});
  })();
  return {
    heads,
    url: `http://127.0.0.1:${listener.addr.port}`,
    async [Symbol.asyncDispose]() {
      listener.close();
      await forwarding;
    },
  };
}

async function forward(connection: Deno.TcpConn, port: number, heads: Head[]): Promise<void> {
  const server = await Deno.connect({ hostname: "127.0.0.1", port });
  const answering = server.readable.pipeTo(connection.writable);
  let text = "";
  const recorded = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, controller) {
      text += new TextDecoder("latin1").decode(bytes);
      for (const [head] of text.matchAll(/^[A-Z]+ \S+ HTTP\/1\.1\r\n[^]*?\r\n\r\n/gm)) {
        const [first = "", ...lines] = head.trimEnd().split("\r\n");
        heads.push({ target: first.split(" ")[1] ?? "", lines });
        text = "";
      }
      controller.enqueue(bytes);
    },
  });
  await connection.readable.pipeThrough(recorded).pipeTo(server.writable);
  await answering;
}

for (const isOn of [true, false]) {
  Deno.test(`E16: with OTEL_DENO=${isOn} each request to a model or a tool has one traceparent, and the tracestate of the caller`, async () => {
    await using receiver = startReceiver();
    await using model = await wireCase("openai chat").start({
      reply: toolRun([{ name: "by_fetch", arguments: "{}" }, { name: "by_tool", arguments: "{}" }], {
        final: "Sent.",
      }),
    });
    await using tools = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      () => Response.json({ sent: true }),
    );
    await using toModel = recordHeads(Number(new URL(model.url).port));
    await using toTools = recordHeads(tools.addr.port);
    await using runtime = await bootDeno({
      TREADLE_OPEN: "1",
      TREADLE_STORE: "memory",
      TREADLE_MODEL: "openai/gpt-4o",
      OPENAI_BASE_URL: model.url.replace(new URL(model.url).origin, toModel.url),
      OPENAI_API: "chat",
      OPENAI_API_KEY: simulatedKey,
      TOOL_URL: toTools.url,
      TREADLE_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
      ...(isOn ? { OTEL_DENO: "true", OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" } : {}),
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    }, { agents: "tests/slow/telemetry/_traced_agents.ts" });
    const response = await runtime.fetch("/v1/threads/t1/steps", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
        tracestate: STATE,
      },
      body: JSON.stringify({ agent: "sender", input: "Send both.", until: "done" }),
    });
    const answer = await response.json();
    assert.equal(answer.output, "Sent.", JSON.stringify(answer));
    const heads = [...toModel.heads, ...toTools.heads];
    assert.deepEqual(
      toTools.heads.map(({ target }) => target).toSorted(),
      ["/by_fetch", "/by_tool"],
    );
    assert.ok(toModel.heads.length >= 2);
    for (const { target, lines } of heads) {
      const of = (name: string) =>
        lines.flatMap((line) => line.toLowerCase().startsWith(`${name}:`) ? [line.split(/:\s*/)[1]] : []);
      assert.equal(of("traceparent").length, 1, `${target} has ${of("traceparent").join(" and ")}`);
      assert.equal(of("traceparent")[0]?.split("-")[1], TRACE, target);
      assert.deepEqual(of("tracestate"), [STATE], target);
    }
  });
}
