// The agents of the Worker that uses MCP servers, whose addresses are variables.

import { type Agent, defineAgent } from "../../../../../src/mod.ts";
import { mcpServer } from "../../../../../src/plugins/mcp/client/mod.ts";

export const agents: Agent[] = ["modern", "sessions"].map((name) =>
  defineAgent({
    name,
    toolSources: [
      mcpServer({ name, url: { env: `${name.toUpperCase()}_URL` }, token: "MCP_TOKEN", approval: "never" }),
    ],
  })
);
