// P1: an answer that was read to its end leaves its connection to the next request.

import assert from "node:assert/strict";
import { createOpenAIProvider } from "../../../src/providers/openai/provider.ts";
import { aRequest, ask, drain } from "../_support.ts";

Deno.test("P1: requests in a row go over one connection, though each answer is over before its body is", async () => {
  const ports = new Set<number>();
  const pieces = [
    'data: {"choices":[{"index":0,"delta":{"content":"Hi."},"finish_reason":"stop"}]}\n\n',
    "data: [DONE]\n\n",
  ];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request, info) => {
    ports.add(info.remoteAddr.port);
    const body = ReadableStream.from(pieces).pipeThrough(new TextEncoderStream());
    return request.text().then(() =>
      new Response(body, { headers: { "content-type": "text/event-stream" } })
    );
  });
  const baseURL = `http://127.0.0.1:${server.addr.port}/v1`;
  const provider = createOpenAIProvider({ apiKey: "key-0123456789", baseURL });
  for (let count = 0; count < 5; count++) await drain(ask(provider, aRequest(), { fetch }));
  assert.equal(ports.size, 1);
});
