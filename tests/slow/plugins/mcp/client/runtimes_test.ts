// Tools of MCP servers on both real runtimes.

import assert from "node:assert/strict";
import * as z from "zod";
import { bootDeno, type BootedProcess } from "../../../../support/boot_deno.ts";
import { bootWorker } from "../../../support/boot_worker.ts";
import { jsonStep } from "../../../support/client.ts";
import { serveMcp, words } from "../../../../support/mcp/server.ts";

/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

const ENV = {
  TREADLE_OPEN: "1",
  TREADLE_STORE: "memory",
  TREADLE_MODEL: "scripted/demo",
  MCP_TOKEN: "s3cret",
  TREADLE_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
};
const OPTIONS = { agents: "tests/slow/plugins/mcp/client/_worker_agents.ts" };
const RUNTIMES = [
  ["Deno", bootDeno],
  ["workerd", bootWorker],
] as const;

Deno.test({
  name: "E10: an agent uses the tools of MCP servers of both protocols on both runtimes",
  ...loose,
  fn: async (test) => {
    const tool = {
      name: "get_weather",
      description: "The weather in a city.",
      schema: z.object({ city: z.string() }),
      run: ({ city }: Record<string, unknown>) => words(`${city}: 18 °C`),
    };
    await using modern = serveMcp("modern", [tool]);
    await using sessions = serveMcp("sessions", [tool], 0, true);
    const env = { ...ENV, MODERN_URL: modern.url, SESSIONS_URL: sessions.url };
    for (const [runtime, boot] of RUNTIMES) {
      await test.step(runtime, async () => {
        await using process: BootedProcess = await boot(env, OPTIONS);
        for (const [agent, server] of [["modern", modern], ["sessions", sessions]] as const) {
          const before = server.requests.length;
          const toolChoice = { type: "tool", name: `${agent}.get_weather` };
          // Two requests each: what the first has found serves the second.
          for (const thread of [`${agent}-1`, `${agent}-2`]) {
            const asked = { agent, input: "go", until: "done", toolChoice } as const;
            const { status, answer } = await jsonStep(process.fetch, thread, asked);
            assert.equal(status, 200, JSON.stringify(answer) + process.output());
            assert.equal(answer.thread.status, "done", JSON.stringify(answer));
          }
          const rpcs = server.methods().slice(before).filter((rpc) => rpc.startsWith("tools/"));
          assert.deepEqual(rpcs, ["tools/list", "tools/call", "tools/call"]);
          assert.ok(server.requests.every(({ headers }) => headers.get("authorization") === "Bearer s3cret"));
        }
        assert.ok(!process.output().includes("s3cret"));
      });
    }
  },
});
