// The entry `@treadle/treadle/mcp`: agents and their tools as the tools of an MCP server, at /mcp. A deployment without it has no such
// server, and no package of MCP in its bundle; agents use servers of others by `@treadle/treadle/mcp/client`, with or without it.

import { AgentError } from "../../../core/error.ts";
import { listNames } from "../../../core/text/list_names.ts";
import type { HttpDeps } from "../../../http/context.ts";
import type { Plugin } from "../../../http/plugin.ts";
import { formatMcpError } from "./json_rpc_error.ts";
import type { McpOptions } from "./options.ts";
import { mcpRoutes } from "./routes.ts";
import { offers } from "./served_tools.ts";

export type { McpOptions } from "./options.ts";

/**
 * Serves `POST /mcp` and `POST /mcp/:agent` in the protocols 2026-07-28 and 2025-11-25, without sessions. The first request loads
 * what serves them, so a start is without the MCP package.
 *
 * @throws {AgentError} config_invalid - an agent or a tool that the deployment does not have; when the deployment is made
 *
 * @example
 * ```ts ignore
 * import { standard } from "@treadle/treadle";
 * import { serve } from "@treadle/treadle/deno";
 * import { mcp } from "@treadle/treadle/mcp";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support], plugins: [...standard(), mcp({ tools: true })] });
 * ```
 */
export function mcp(options: McpOptions = {}): Plugin {
  return {
    name: "mcp",
    open({ deps }) {
      assertKnown(options, deps);
      return {
        routes: mcpRoutes(options, deps),
        tokenRoutes: [/^POST \/mcp(?:\/[^/]+)?$/],
        formatError: formatMcpError,
      };
    },
  };
}

function assertKnown({ agents, tools }: McpOptions, deps: Pick<HttpDeps, "agents">): void {
  const missing = (agents ?? []).filter((name) => !deps.agents.has(name));
  if (missing.length > 0) {
    throw new AgentError(
      "config_invalid",
      `mcp({ agents }) names ${listNames(missing)}, which the deployment does not have.`,
    );
  }
  if (tools === undefined || typeof tools === "boolean") return;
  const served = [...deps.agents.values()].filter(({ name }) => agents?.includes(name) ?? true);
  const unknown = tools.filter((name) =>
    !served.some((agent) => agent.tools.some((tool) => tool.name === name && offers(tool, true)))
  );
  if (unknown.length === 0) return;
  throw new AgentError(
    "config_invalid",
    `mcp({ tools }) names ${listNames(unknown)}: no served agent has such a tool that the server runs.`,
  );
}
