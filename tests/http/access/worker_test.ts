// Rows E1 and E14 in workerd: a Worker below a base path with callers of its own.

import assert from "node:assert/strict";
import { bootWorker } from "../../support/boot.ts";

Deno.test({
  name:
    "E1: E14: in workerd a Worker below a base path finds its callers, and bodies and streams arrive whole",
  // Miniflare keeps a child process and timers beyond a test's own scope.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using worker = await bootWorker({}, { main: "tests/http/access/_worker.ts" });
    const STEPS = "/agents/v1/threads/t1/steps";
    const run = (user: string, headers: Record<string, string> = {}) =>
      worker.fetch(STEPS, {
        method: "POST",
        headers: { "content-type": "application/json", "x-user": user, ...headers },
        body: JSON.stringify({
          ...{ agent: "demo", input: "What is the weather in Paris?", until: "done" },
          metadata: { note: "x".repeat(8_000) },
        }),
      });
    const streamed = await (await run("ann", { accept: "text/event-stream" })).text();
    assert.match(streamed, /event: step\.finished/);
    const thread = await (await worker.fetch("/agents/v1/threads/t1", { headers: { "x-user": "ann" } }))
      .json();
    assert.deepEqual([thread.user, thread.status, thread.metadata.note.length], ["ann", "done", 8_000]);
    const foreign = await run("bob");
    assert.deepEqual([foreign.status, (await foreign.json()).code], [404, "thread_unknown"]);
    assert.equal((await worker.fetch("/agents/v1/threads")).status, 401);
    const page = await (await worker.fetch("/agents")).text();
    assert.match(page, / src="\/agents\/playground\/app\.js"/);
    assert.equal((await worker.fetch("/v1/threads", { headers: { "x-user": "ann" } })).status, 404);
  },
});
