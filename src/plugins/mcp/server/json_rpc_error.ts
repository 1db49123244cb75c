// Errors as JSON-RPC 2.0 writes them, on the paths of MCP: its clients read `error` of the body, and not problem+json.

import type { AgentError } from "../../../core/error.ts";
import { type JsonObject, toJsonObject } from "../../../core/json.ts";
import { formatChallenge } from "../../../http/errors.ts";

/** The response of an error on a path of MCP, which is below the base path; undefined for every other path. */
export function formatMcpError(path: string, error: AgentError): Response | undefined {
  return MCP_PATH.test(path) ? jsonRpcErrorResponse(error) : undefined;
}

const MCP_PATH = /^\/mcp(?:\/[^/]+)?$/;

/** The response to a request whose JSON-RPC message was not processed. */
function jsonRpcErrorResponse(error: AgentError): Response {
  const headers = new Headers({ "content-type": "application/json", "cache-control": "no-store" });
  if (error.retryAfterMs !== undefined) {
    headers.set("retry-after", String(Math.max(1, Math.ceil(error.retryAfterMs / 1000))));
  }
  if (error.status === 401) headers.set("www-authenticate", formatChallenge(error));
  const body: JsonObject = {
    jsonrpc: "2.0",
    id: null,
    error: { code: toRpcCode(error), message: error.message, data: rpcErrorData(error) },
  };
  return new Response(JSON.stringify(body), { status: error.status, headers });
}

/** What a client may act on. */
export function rpcErrorData({ code, retryable, retryAfterMs, problems }: AgentError): JsonObject {
  const errors = problems.map(({ pointer, detail }) => ({ pointer, detail }));
  return toJsonObject({ code, retryable, retryAfterMs, errors: errors.length === 0 ? undefined : errors });
}

/** The codes of JSON-RPC where it has one, else the first that it leaves to servers. */
function toRpcCode({ code, status }: AgentError): number {
  if (code === "invalid_json") return -32700;
  if (code === "invalid_request" || code === "unsupported_media_type") return -32600;
  return status >= 500 ? -32603 : -32000;
}
