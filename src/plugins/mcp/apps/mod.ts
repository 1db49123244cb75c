/**
 * Apps of MCP servers: the HTML that shows a call, a page to frame it, and the calls that it makes. An entry of the package:
 * `@treadle/treadle/mcp/apps`.
 *
 * @module
 */

import type { Plugin } from "../../../http/plugin.ts";
import { FRAME_PATH } from "./frame.ts";
import { appRoutes } from "./routes.ts";

/**
 * Serves `GET /v1/threads/:id/apps/:callId`, the app that shows a call; `POST /v1/threads/:id/apps/:callId/calls`, by which an app calls
 * a tool of its server; and `GET /v1/apps/frame`, the page in which a client runs the app. Servers with `apps: true` have them.
 *
 * @example
 * ```ts ignore
 * import { standard } from "@treadle/treadle";
 * import { serve } from "@treadle/treadle/deno";
 * import { mcpApps } from "@treadle/treadle/mcp/apps";
 * import { agents } from "./agents/mod.ts";
 *
 * export default serve({ agents, plugins: [...standard(), mcpApps()] });
 * ```
 */
export function mcpApps(): Plugin {
  return {
    name: "mcp_apps",
    open: ({ deps }) => ({
      routes: appRoutes(deps),
      tokenRoutes: TOKEN_ROUTES,
      runRoutes: [CALLS],
      publicPaths: [new RegExp(`^${FRAME_PATH}$`)], // it holds nothing
    }),
  };
}

const CALLS = /^\/v1\/threads\/[^/]+\/apps\/[^/]+\/calls$/;

const TOKEN_ROUTES = [
  /^(?:GET|HEAD) \/v1\/threads\/[^/]+\/apps\/[^/]+$/,
  /^POST \/v1\/threads\/[^/]+\/apps\/[^/]+\/calls$/,
];
