// A client of MCP that closes its connection to a Worker: workerd notices it at the next write, which the heartbeat of the stream is.

import assert from "node:assert/strict";
import { bootWorker } from "../../../support/boot_worker.ts";
import { eventually } from "../../../../support/eventually.ts";
import { CLIENTS } from "../../../../plugins/mcp/server/_clients.ts";

const KEY = "key-of-acme-0123456789";
const ENV = { TREADLE_API_KEYS: `acme:${KEY}`, TREADLE_STORE: "memory" };

for (const engine of ["newest", "oldest"] as const) {
  Deno.test({
    name:
      `E10: on the ${engine} workerd, a client of 2026-07-28 that leaves cancels its run at the next heartbeat`,
    // Miniflare keeps a child process and timers beyond a test's own scope.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      await using worker = await bootWorker(ENV, {
        main: "tests/slow/plugins/mcp/server/_slow_worker.ts",
        engine,
      });
      const headers = { authorization: `Bearer ${KEY}` };
      const kind = CLIENTS.find(({ isModern }) => isModern) ?? assert.fail();
      await using client = await kind.connect({ url: `${worker.url}/mcp`, headers });
      const leaving = new AbortController();
      const streams = Promise.withResolvers<void>();
      const call = client.call("ask_worker", { input: "Call slow.", thread: "t1" }, {
        signal: leaving.signal,
        onProgress: () => streams.resolve(),
      });
      const left = assert.rejects(call);
      let thread: { status?: string } = {};
      const reaches = (status: string) =>
        eventually(async () => {
          const response = await worker.fetch("/v1/threads/t1", { headers });
          thread = await response.json();
          return thread.status === status;
        }, () => JSON.stringify(thread));
      await streams.promise; // a connection that ends before the head of its response is noticed by no write
      await reaches("open");
      leaving.abort();
      await left;
      await reaches("cancelled");
    },
  });
}
