// Errors as JSON-RPC 2.0 writes them, on the paths of MCP: its clients read `error` of the body, and not problem+json.

import type { AgentError } from "../core/error.ts";
import type { JsonObject } from "../core/json.ts";

/** True for a path below the base path that MCP has. */
export function isMcpPath(path: string): boolean {
  return /^\/mcp(?:\/[^/]+)?$/.test(path);
}

/** The response to a request of which no JSON-RPC message was taken. `challenge` is sent with 401. */
export function jsonRpcErrorResponse(error: AgentError, challenge: string): Response {
  const headers = new Headers({ "content-type": "application/json", "cache-control": "no-store" });
  if (error.retryAfterMs !== undefined) {
    headers.set("retry-after", String(Math.max(1, Math.ceil(error.retryAfterMs / 1000))));
  }
  if (error.status === 401) headers.set("www-authenticate", challenge);
  const body: JsonObject = {
    ...{ jsonrpc: "2.0", id: null },
    error: { code: rpcCodeOf(error), message: error.message, data: rpcErrorData(error) },
  };
  return new Response(JSON.stringify(body), { status: error.status, headers });
}

/** What a client may act on. */
export function rpcErrorData({ code, retryable, retryAfterMs, problems }: AgentError): JsonObject {
  return {
    ...{ code, retryable },
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(problems.length === 0
      ? {}
      : { errors: problems.map(({ pointer, detail }) => ({ pointer, detail })) }),
  };
}

/** The codes of JSON-RPC where it has one, else the first that it leaves to servers. */
function rpcCodeOf({ code, status }: AgentError): number {
  if (code === "invalid_json") return -32700;
  if (code === "invalid_request" || code === "unsupported_media_type") return -32600;
  return status >= 500 ? -32603 : -32000;
}
