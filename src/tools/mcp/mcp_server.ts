/**
 * Tools of MCP servers as tools of an agent. An entry of the package: `@treadle/treadle/mcp/client`.
 *
 * @module
 */

import { AgentError } from "../../core/error.ts";
import type { JsonObject } from "../../core/json.ts";
import { Lru } from "../../core/lru.ts";
import { canonicalJson } from "../../core/text/hash.ts";
import type { Effect, ToolContext } from "../../core/tool.ts";
import type { RemoteToolSource, SourcePorts, SourceRequest } from "../../core/tool/tool_source.ts";
import { callTool, type Endpoint, listTools, McpFailure } from "./connection.ts";
import type { Era } from "./era.ts";
import type { McpTool } from "./list.ts";
import { toOutput, toToolError } from "./result.ts";
import { type McpServerDefinition, type McpSettings, readSettings } from "./settings.ts";
import { ToolList } from "./tool_list.ts";
import { toTools } from "./to_tool.ts";

/** Milliseconds that a list may take. */
const LIST_MS = 10_000;
/** Sessions that an isolate holds. */
const SESSIONS = 500;
/** Statuses of a server that did not take the request for the session or the version that it has. */
const REFUSED: readonly (number | undefined)[] = [400, 404, 405];

/**
 * The tools of an MCP server, for `toolSources` of an agent. The server is spoken to by streamable HTTP, in the protocol 2026-07-28
 * or 2025-11-25, whichever it has. No request is made before the first step.
 *
 * @throws {AgentError} agent_invalid, with every problem of the definition
 *
 * @example
 * ```ts
 * import { mcpServer } from "./mcp_server.ts";
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
  const deployments = new WeakMap<SourcePorts["store"], McpServer>();
  const serverOf = (ports: SourcePorts) => {
    let server = deployments.get(ports.store);
    if (server === undefined) deployments.set(ports.store, server = new McpServer(settings));
    return server;
  };
  return {
    name: settings.name,
    prefix: settings.prefix,
    settings: settingsJson(settings),
    env: settings.token === undefined ? [] : [settings.token],
    tools: (request, ports) => serverOf(ports).list.read(request, ports),
  };
}

function settingsJson(settings: McpSettings): JsonObject {
  return { type: "mcp", ...JSON.parse(JSON.stringify(settings)) };
}

/** One server in one deployment. */
class McpServer {
  readonly list: ToolList;
  readonly #settings: McpSettings;
  /** What the last request to the server has found, by tenant and user. */
  readonly #eras = new Lru<Era>(SESSIONS);

  constructor(settings: McpSettings) {
    this.#settings = settings;
    const { name, url, only = [], except = [], token = "" } = settings;
    this.list = new ToolList({
      settings,
      of: canonicalJson({ name, url, only: [...only], except: [...except], token }),
      list: (request, ports, era) => this.#list(request, ports, era),
      toTools: (tools, request, ports) =>
        toTools(
          tools,
          settings,
          (tool, effect) => (args, context) => this.#call({ tool, effect, args, context }, request, ports),
        ),
    });
  }

  async #list(request: SourceRequest, ports: SourcePorts, era: Era | undefined) {
    const endpoint = this.#endpoint(ports);
    const sending = { signal: undefined, timeoutMs: LIST_MS, most: this.#settings.maxTools };
    const listed = await listTools(endpoint, era, sending).catch((thrown) => {
      // What was known of the server may be over: it is found out anew once.
      if (era === undefined || !isRefusal(thrown)) throw thrown;
      return listTools(endpoint, undefined, sending);
    });
    this.#eras.set(keyOf(request), listed.era);
    return listed;
  }

  async #call({ tool, effect, args, context }: Call, request: SourceRequest, ports: SourcePorts) {
    const { name, timeoutMs } = this.#settings;
    const sending = { signal: context.signal, timeoutMs };
    const call = { tool, args, meta: metaOf(context) };
    try {
      const endpoint = this.#endpoint(ports);
      const known = this.#eras.get(keyOf(request)) ?? this.list.eraFor(request);
      const { result, era } = await callTool(endpoint, known, call, sending).catch((thrown) => {
        // A session that is over, or a version that the server no longer has: nothing has run.
        if (!isRefusal(thrown)) throw thrown;
        return callTool(endpoint, known?.type === "legacy" ? LEGACY : undefined, call, sending);
      });
      this.#eras.set(keyOf(request), era);
      return toOutput(result);
    } catch (thrown) {
      throw toToolError(thrown, name, effect);
    }
  }

  #endpoint({ env, outbound }: SourcePorts): Endpoint {
    const { name, url, headers = {}, token } = this.#settings;
    if (token === undefined) return { url, headers, outbound };
    const value = Object.hasOwn(env, token) ? env[token] : undefined;
    if (typeof value !== "string" || value === "") {
      throw new AgentError("config_invalid", `Set ${token}: the server of tools ${name} needs it.`);
    }
    return { url, headers: { ...headers, authorization: `Bearer ${value}` }, outbound };
  }
}

interface Call {
  readonly tool: McpTool;
  readonly effect: Effect;
  readonly args: JsonObject;
  readonly context: ToolContext;
}

const LEGACY: Era = { type: "legacy", version: "", session: "" };

/** What a server reads of a call beside its arguments. */
function metaOf({ idempotencyKey, traceHeaders }: ToolContext): JsonObject {
  const trace = Object.entries(traceHeaders ?? {}).filter((entry): entry is [string, string] =>
    typeof entry[1] === "string"
  );
  return { "treadle/idempotencyKey": idempotencyKey, ...Object.fromEntries(trace) };
}

function isRefusal(thrown: unknown): boolean {
  return thrown instanceof McpFailure && REFUSED.includes(thrown.seen.status) && thrown.rpcCode === undefined;
}

// Tenants hold no control characters, so no key stands for two pairs.
function keyOf({ tenant, user }: SourceRequest): string {
  return `${tenant}\n${user ?? ""}`;
}
