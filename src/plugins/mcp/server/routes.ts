// The paths of MCP. Other methods than POST are 405, as both protocols want it of
// a server without sessions.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import type { App, HttpContext, HttpDeps, HttpEnv } from "../../../http/context.ts";
import { param } from "../../../http/validate.ts";
import type { McpOptions } from "./options.ts";
import type { McpHandler } from "./server.ts";
import { assertOwnSite } from "./site.ts";

const agentPath = z.object({
  agent: z.string().check(z.maxLength(64), z.describe("Name of an agent")),
});

/** The routes of MCP. The first request loads what serves them. */
export function mcpRoutes(options: McpOptions, deps: HttpDeps): App {
  let loading: Promise<McpHandler> | undefined;
  const serve = async (c: HttpContext, agent?: string) => {
    assertOwnSite(c, deps);
    loading ??= import("./server.ts").then(({ createMcpServer }) => createMcpServer(options, deps));
    return await (await loading).serve(c, agent);
  };
  return new Hono<HttpEnv>()
    .post("/mcp", (c) => serve(c))
    .post("/mcp/:agent", param(agentPath), (c) => serve(c, c.req.valid("param").agent));
}
