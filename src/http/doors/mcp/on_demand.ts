// The entry `@treadle/treadle/mcp/on_demand`: as `@treadle/treadle/mcp`, for servers that run from their source.

import type { Door } from "../../door.ts";
import { mcpDoor } from "./door.ts";
import type { McpOptions } from "./options.ts";

export type { McpOptions } from "./options.ts";

/**
 * As `mcp` of `@treadle/treadle/mcp`; the MCP package is loaded at the first request, so a server starts without
 * it. Not for a bundle of one file.
 *
 * @throws {AgentError} config_invalid - an agent or a tool that the deployment does not have; when the deployment is made
 */
export function mcp(options: McpOptions = {}): Door {
  return mcpDoor(options, async () => (await import("./server.ts")).createMcpServer);
}
