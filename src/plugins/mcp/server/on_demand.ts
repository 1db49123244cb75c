// The entry `@treadle/treadle/mcp/on_demand`: another name of `@treadle/treadle/mcp`, whose first request loads the package too.

export { mcp, type McpOptions } from "./mod.ts";
