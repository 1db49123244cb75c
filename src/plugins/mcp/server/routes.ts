// The paths of MCP, and which pages may call them. Methods other than POST are 405, as both protocols require it of a server without
// sessions.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import type { App, HttpContext, HttpDeps, HttpEnv } from "../../../http/context.ts";
import { param } from "../../../http/validate.ts";
import type { McpOptions } from "./options.ts";
import { createMcpServer, type McpHandler } from "./server.ts";
import { AgentError } from "../../../core/error.ts";
import { isOwnOrigin } from "../../../http/access/cross_site.ts";

const agentPath = z.object({
  agent: z.string().check(z.maxLength(64), z.describe("Name of an agent")),
});

/** The routes of MCP. The first request loads the package. */
export function mcpRoutes(options: McpOptions, deps: HttpDeps): App {
  let loading: Promise<McpHandler> | undefined;
  const serve = async (c: HttpContext, agent?: string) => {
    assertOwnSite(c, deps);
    loading ??= import("./dist/package.js").then((mcp) => createMcpServer(options, deps, mcp));
    return await (await loading).serve(c, agent);
  };
  return new Hono<HttpEnv>()
    .post("/mcp", (c) => serve(c))
    .post("/mcp/:agent", param(agentPath), (c) => serve(c, c.req.valid("param").agent));
}

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Protects against DNS rebinding: a page of another site can reach a server on this machine by a name that it points here; its requests
 * have that name as their host. Refuses a page whose origin is neither that of the deployment nor one of TREADLE_CORS_ORIGINS, whatever the content type. A
 * deployment without keys serves this machine alone, so there the host must be a name of this machine.
 *
 * @throws {AgentError} cross_site_request
 */
function assertOwnSite(
  c: HttpContext,
  { access, corsOrigins }: Pick<HttpDeps, "access" | "corsOrigins">,
): void {
  const origin = c.req.header("origin");
  if (origin !== undefined && !corsOrigins.includes(origin) && !isOwnOrigin(origin, c)) {
    throw new AgentError(
      "cross_site_request",
      "Pages of this origin may not call the server; TREADLE_CORS_ORIGINS lists those that may.",
    );
  }
  const host = c.req.header("host") ?? new URL(c.req.url).host;
  if (access.type === "closed" && !LOCAL_HOST.test(host)) {
    throw new AgentError(
      "cross_site_request",
      "Without keys the server is called by a name of this machine: localhost, 127.0.0.1 or [::1].",
    );
  }
}
