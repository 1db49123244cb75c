// The types of package.js, which `deno task cut` writes.

export type {
  AuthInfo,
  CallToolResult,
  InputRequest,
  InputRequiredResult,
  McpHttpHandler,
  McpRequestContext,
  ServerOptions,
} from "@modelcontextprotocol/server";
export { createMcpHandler, inputRequired, ProtocolError, Server } from "@modelcontextprotocol/server";
