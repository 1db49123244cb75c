// A Worker with the MCP door, whose agent has a tool that takes longer than any wait of a test, and a heartbeat of 100 ms.

import { defineAgent, defineTool } from "../../../../../src/mod.ts";
import { serve } from "../../../../../src/cloudflare/mod.ts";
import { mcp } from "../../../../../src/plugins/mcp/server/mod.ts";

const slow = defineTool({
  name: "slow",
  description: "Takes its time.",
  timeoutMs: 180_000,
  parameters: [],
  run: (_, { signal }) =>
    new Promise((resolve, reject) => {
      setTimeout(resolve, 180_000);
      signal.addEventListener("abort", () => reject(signal.reason));
    }),
});

export default serve({
  agents: [defineAgent({ name: "worker", model: "scripted/demo", tools: [slow] })],
  doors: [mcp({ tools: true })],
  heartbeatMs: 100,
});
