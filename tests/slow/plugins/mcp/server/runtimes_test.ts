// Row E10: the published clients of MCP against both runtimes, in both protocols.

import { createTreadle } from "../../../../../src/treadle.ts";
import { mcp } from "../../../../../src/plugins/mcp/server/mod.ts";
import { bootWorker } from "../../../support/boot_worker.ts";
import { agents } from "./_agents.ts";
import { CLIENTS } from "../../../../plugins/mcp/server/_clients.ts";
import { STORIES } from "./_stories.ts";

const KEY = "key-of-acme-0123456789";
const ENV = {
  TREADLE_API_KEYS: `acme:${KEY}`,
  TREADLE_STORE: "memory",
  TREADLE_APPROVAL_SECRET: "a-secret-of-at-least-32-characters-for-tests",
};

async function runStories(test: Deno.TestContext, name: string, url: string): Promise<void> {
  const headers = { authorization: `Bearer ${KEY}` };
  for (const kind of CLIENTS) {
    for (const story of STORIES) {
      await test.step(`${name}, ${kind.name}: ${story.name}`, () => story.run(kind, { url, headers }));
    }
  }
}

Deno.test("E10: every client of MCP runs its stories on Deno", {
  sanitizeOps: false,
  sanitizeResources: false,
}, async (test) => {
  const treadle = createTreadle({ agents, env: ENV, doors: [mcp({ tools: true })], log: () => {} });
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => treadle.fetch(request),
  );
  await runStories(test, "deno", `http://127.0.0.1:${server.addr.port}`);
  await server.shutdown();
  await treadle.close();
});

Deno.test("E10: every client of MCP runs its stories in workerd", {
  sanitizeOps: false,
  sanitizeResources: false,
}, async (test) => {
  await using worker = await bootWorker(ENV, { main: "tests/slow/plugins/mcp/server/_worker.ts" });
  await runStories(test, "workerd", worker.url);
});
