/**
 * Tools of MCP servers as tools of an agent. An entry of the package: `@treadle/treadle/mcp/client`.
 *
 * @module
 */

import { AgentError } from "../../../core/error.ts";
import type { JsonObject } from "../../../core/json.ts";
import { remembered } from "../../../core/lru.ts";
import type { RemoteToolSource, SourcePorts } from "../../../core/tool/tool_source.ts";
import type { McpServer } from "./server.ts";
import {
  listVariables,
  type McpDeclared,
  type McpServerDefinition,
  readSettings,
  withAddress,
} from "./settings.ts";

/**
 * The tools of an MCP server, for `toolSources` of an agent. The server is spoken to by streamable HTTP, in the protocol 2026-07-28
 * or 2025-11-25, whichever it has. No request is made before the first step.
 *
 * @throws {AgentError} agent_invalid, with every problem of the definition
 *
 * @example
 * ```ts
 * import { mcpServer } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * const github = mcpServer({
 *   name: "github",
 *   url: "https://api.githubcopilot.com/mcp/",
 *   token: "GITHUB_TOKEN",
 *   only: ["list_issues", "add_issue_comment"],
 * });
 * assert.equal(github.prefix, "github.");
 * ```
 */
export function mcpServer(definition: McpServerDefinition): RemoteToolSource {
  const settings = readSettings(definition);
  const ofStore = remembered((_: SourcePorts["store"]): { server?: McpServer } => ({}));
  const open = async ({ store, env }: SourcePorts) => {
    const known = ofStore(store);
    if (known.server !== undefined) return known.server;
    const resolved = withAddress(settings, env);
    const { McpServer } = await loadServer(settings.name);
    return known.server ??= new McpServer(resolved, settings.url);
  };
  return {
    name: settings.name,
    prefix: settings.prefix,
    settings: settingsJson(settings),
    env: listVariables(settings),
    tools: (request, ports) =>
      ofStore(ports.store).server?.tools(request, ports) ??
        open(ports).then((server) => server.tools(request, ports)),
    readApp: settings.apps
      ? async (uri, request, ports) => await (await open(ports)).readApp(uri, request, ports)
      : undefined,
    authorization: settings.oauth === undefined ? undefined : {
      begin: async (request, ports) => await (await open(ports)).begin(request, ports),
      finish: async (params, ports) => await (await open(ports)).finish(params, ports),
      forget: async (request, ports) => await (await open(ports)).forget(request, ports),
    },
  };
}

/**
 * The module that imports the official client, an optional peer: an agent is defined without it.
 *
 * @throws {AgentError} config_invalid - the client is not installed
 */
async function loadServer(name: string): Promise<typeof import("./server.ts")> {
  return await import("./server.ts").catch((thrown) => {
    throw new AgentError(
      "config_invalid",
      `The server of tools ${name} needs ${CLIENT}, which cannot be loaded (${thrown}). Fix: npm install ${CLIENT}`,
      { cause: thrown },
    );
  });
}

const CLIENT = "@modelcontextprotocol/client";

function settingsJson(settings: McpDeclared): JsonObject {
  return { type: "mcp", ...JSON.parse(JSON.stringify(settings)) };
}
