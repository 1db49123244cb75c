// The door of MCP without the package that serves it: the entries say when that is loaded.

import { AgentError } from "../../../core/error.ts";
import { listNames } from "../../../core/text/list_names.ts";
import type { HttpDeps } from "../../context.ts";
import type { Door } from "../../door.ts";
import type { McpOptions } from "./options.ts";
import { type LoadServer, mcpRoutes } from "./routes.ts";
import { offers } from "./served_tools.ts";

/** The door whose first request loads what serves it. */
export function mcpDoor(options: McpOptions, load: LoadServer): Door {
  return {
    name: "mcp",
    open({ deps }) {
      assertKnown(options, deps);
      return { routes: mcpRoutes(options, deps, load) };
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
