// The MCP server: the official package implements both protocols, this file passes the tools to it. Every request has a server of its own,
// so nothing of one caller is left for the next.

import type { AuthInfo, McpHttpHandler, McpRequestContext, Server, ServerOptions } from "./dist/package.js";
import { AgentError } from "../../../core/error.ts";
import type { JsonObject } from "../../../core/json.ts";
import { assertBoundAgent } from "../../../kernel/owner.ts";
import { readText } from "../../../http/body.ts";
import type { HttpContext, HttpDeps } from "../../../http/context.ts";
import { parseStrictJson } from "../../../http/strict_json.ts";
import { callTool } from "./call_tool.ts";
import type { McpOptions } from "./options.ts";
import { filterTools, type ServedTool, toServedTools } from "./served_tools.ts";
import { type McpPackage, readObject, type ToolRequest } from "./tool_request.ts";

/** What the routes use. */
export interface McpHandler {
  /**
   * The response to one message. `agent` serves that agent alone.
   *
   * @throws {AgentError} agent_unknown, forbidden, invalid_json, invalid_request; what readText throws
   */
  serve(c: HttpContext, agent: string | undefined): Promise<Response>;
}

/** The list of tools changes with a deployment alone; with a token it is that of the token. */
const CACHE = { ttlMs: 300_000, cacheScope: "private" } as const;

/** The package validates answers to requests of a server, and this one sends none. */
const NO_VALIDATOR: ServerOptions["jsonSchemaValidator"] = {
  getValidator: () => {
    throw new AgentError("internal", "The MCP package needs a validator.");
  },
};

/** Makes the door of a deployment. */
export function createMcpServer(options: McpOptions, deps: HttpDeps, mcp: McpPackage): McpHandler {
  const pages = new Map<string, readonly ServedTool[]>();
  const requests = new WeakMap<AuthInfo, Received>();
  const factory = ({ authInfo, era }: McpRequestContext) => {
    const received = authInfo && requests.get(authInfo);
    if (received === undefined) throw new AgentError("internal", "The MCP package has lost a request.");
    return createServer(received, era === "modern", options, deps, mcp);
  };
  const settings = {
    keepAliveMs: deps.heartbeatMs,
    onerror: (error: Error) =>
      deps.log("info", "mcp message refused", { because: error.message.slice(0, 200) }),
  };
  const plain = mcp.createMcpHandler(factory, settings);
  // From its start on, so that the heartbeat of a long run keeps proxies from closing the connection.
  const streaming = mcp.createMcpHandler(factory, { ...settings, responseMode: "sse" });
  return {
    async serve(c, name) {
      const tools = filterTools(c.var.bound, toolsOfPage(name, c));
      const message = requireMessage(
        parseStrictJson(await readText(c.req.raw, { sleep: deps.sleep, required: true })),
      );
      const { method, id } = message;
      if (method === "subscriptions/listen") return methodNotFound(id);
      const authInfo: AuthInfo = { token: "", clientId: c.var.tenant, scopes: [] };
      requests.set(authInfo, { c, tools, params: readObject(message.params) });
      const handler: McpHttpHandler = method === "tools/call" ? streaming : plain;
      const response = await handler.fetch(bare(c.req.raw), { authInfo, parsedBody: message });
      response.headers.set("x-accel-buffering", "no"); // nginx would keep events back
      return response;
    },
  };

  function toolsOfPage(name: string | undefined, c: HttpContext): readonly ServedTool[] {
    const agents = [...deps.agents.values()].filter((agent) =>
      (options.agents?.includes(agent.name) ?? true) && (name === undefined || agent.name === name)
    );
    if (name !== undefined && agents.length === 0) {
      throw new AgentError("agent_unknown", `There is no agent ${name} at this server.`);
    }
    assertBoundAgent(c.var.bound, name);
    let page = pages.get(name ?? "");
    if (page === undefined) pages.set(name ?? "", page = toServedTools(agents, options));
    return page;
  }
}

const ANYTHING = /(?:^|,)\s*\*\/\*/;

/**
 * The headers of a request alone. A client that leaves is noticed by the stream of its response; the signal of a request aborts on
 * Deno after every response, with a warning in the log. For 2025-11-25 the package looks for the names of both types, for which
 * an Accept of any type and a missing one stand as well (RFC 9110).
 */
function bare({ headers: sent }: Request): Request {
  const headers = new Headers(sent);
  if (ANYTHING.test(sent.get("accept") || "*/*")) {
    headers.set("accept", "application/json, text/event-stream");
  }
  return new Request("http://mcp.invalid/mcp", { method: "POST", headers });
}

/** A message, before the protocol is known. */
interface Received extends Pick<ToolRequest, "c" | "tools" | "params"> {}

function createServer(
  received: Received,
  isModern: boolean,
  { name = "treadle", title, version = "1.0.0", instructions }: McpOptions,
  deps: HttpDeps,
  mcp: McpPackage,
): Server {
  const server = new mcp.Server({ name, version, title }, {
    capabilities: { tools: {} },
    instructions,
    cacheHints: { "tools/list": CACHE, "server/discover": CACHE },
    inputRequired: { legacyShim: false }, // without a session there is no way back to the client
    jsonSchemaValidator: NO_VALIDATOR,
  });
  server.setRequestHandler("tools/list", () => ({ tools: received.tools.map(({ listed }) => listed) }));
  server.setRequestHandler("tools/call", (_request, { mcpReq }) =>
    callTool({
      ...received,
      deps,
      mcp,
      isModern,
      signal: mcpReq.signal,
      notify: (method, params) => mcpReq.notify({ method, params }),
    }));
  return server;
}

function requireMessage(value: unknown): JsonObject {
  if (isMessage(value)) return value;
  throw new AgentError(
    "invalid_request",
    Array.isArray(value)
      ? "A batch of messages is not served; send one message in a request."
      : "The body must be one JSON-RPC message.",
  );
}

function isMessage(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Lists do not change, so there is nothing to listen to. */
function methodNotFound(id: JsonObject[string] | undefined): Response {
  const error = { code: -32601, message: "Method not found" };
  return Response.json({ jsonrpc: "2.0", id: id ?? null, error }, { status: 404 });
}
