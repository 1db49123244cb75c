// The agents of the Worker that uses MCP servers: their addresses come with the bundle, since agents are made before a request.

import { type Agent, defineAgent } from "../../../../../src/mod.ts";
import { mcpServer } from "../../../../../src/plugins/mcp/client/mod.ts";

/** Ports of the servers; the test listens on them. */
export const PORTS = { modern: 48_731, sessions: 48_732 };

export const agents: Agent[] = Object.entries(PORTS).map(([name, port]) =>
  defineAgent({
    name,
    toolSources: [
      mcpServer({ name, url: `http://127.0.0.1:${port}/mcp`, token: "MCP_TOKEN", approval: "never" }),
    ],
  })
);
