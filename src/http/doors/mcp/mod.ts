// The entry `@treadle/treadle/mcp`: agents and their tools as the tools of an MCP server, at /mcp.

import type { Door } from "../../door.ts";
import { mcpDoor } from "./door.ts";
import type { McpOptions } from "./options.ts";
import { createMcpServer } from "./server.ts";

export type { McpOptions } from "./options.ts";

/**
 * Serves `POST /mcp` and `POST /mcp/:agent` in the protocols 2026-07-28 and 2025-11-25, without sessions. The MCP package is loaded
 * with this entry: a Worker's bundler that wraps it for a later import leaves out the start of zod, which agents import whole
 * (esbuild 0.27). A server that runs from its source may load it later, by `@treadle/treadle/mcp/on_demand`.
 *
 * @throws {AgentError} config_invalid - an agent or a tool that the deployment does not have; when the deployment is made
 *
 * @example
 * ```ts ignore
 * import { serve } from "@treadle/treadle/deno";
 * import { mcp } from "@treadle/treadle/mcp";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support], doors: [mcp({ tools: true })] });
 * ```
 */
export function mcp(options: McpOptions = {}): Door {
  return mcpDoor(options, () => Promise.resolve(createMcpServer));
}
