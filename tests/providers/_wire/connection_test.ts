// P1: an answer that was read to its end leaves its connection to the next request.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { createOpenAIProvider } from "../../../src/providers/openai/provider.ts";
import { aRequest, ask, drain } from "../_support.ts";

// The server is Node's: that of Deno 2.9.5 closed the connection of every request of more than 1 KiB, whoever sends it.
Deno.test("P1: requests in a row go over one connection, though each answer is over before its body is", async () => {
  const ports = new Set<number | undefined>();
  let ended = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    ports.add(request.socket.remotePort);
    const { resolve } = ended;
    response.on("finish", () => resolve());
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('data: {"choices":[{"index":0,"delta":{"content":"Hi."},"finish_reason":"stop"}]}\n\n');
      response.write("data: [DONE]\n\n");
      setTimeout(() => response.end(), 2);
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : assert.fail("no port"));
    });
  });
  // A loaded machine may bring the rest later than a reader waits for it, which is 10 ms; here it waits for any time.
  const timer = globalThis.setTimeout;
  const waiting = (run: () => void, ms?: number) => timer(run, ms === 10 ? 10_000 : ms);
  Object.assign(globalThis, { setTimeout: waiting });
  using _restored = { [Symbol.dispose]: () => Object.assign(globalThis, { setTimeout: timer }) };
  const provider = createOpenAIProvider({ apiKey: "key-0123456789", baseURL: `http://127.0.0.1:${port}/v1` });
  for (let count = 0; count < 5; count++) {
    ended = Promise.withResolvers();
    await drain(ask(provider, aRequest(), { fetch }));
    // The rest of the body is read behind the answer; then the pool has the connection back. A step goes to its store
    // in between.
    await ended.promise;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.equal(ports.size, 1);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
