// One agent with the tools of a simulated MCP server, and a model that calls what a test names.

import { defineAgent } from "../../../../src/agents/define_agent.ts";
import type { Agent } from "../../../../src/core/agent.ts";
import type { Log } from "../../../../src/core/ports.ts";
import type { Tool } from "../../../../src/core/tool.ts";
import type { JsonObject } from "../../../../src/core/json.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { whyNoTool } from "../../../../src/agents/agent_parts.ts";
import { mcpServer } from "../../../../src/plugins/mcp/client/mod.ts";
import type { McpServerDefinition, McpUrl } from "../../../../src/plugins/mcp/client/settings.ts";
import { sleep } from "../../../../src/deps/ports.ts";
import { createLab, type Lab } from "../../../support/lab.ts";
import type { SourcePorts } from "../../../../src/core/tool/tool_source.ts";

export interface McpScene {
  readonly lab: Lab;
  /** Epoch milliseconds of the deployment. */
  now: number;
  readonly logs: string[];
  /** Those of the requests to the server. */
  readonly signals: AbortSignal[];
}

export interface SceneOptions extends Partial<McpServerDefinition> {
  readonly env?: Readonly<Record<string, string>>;
  readonly allowPrivate?: readonly string[];
  readonly tools?: readonly Tool[];
  readonly store?: ReturnType<typeof createMemoryStore>;
  /** Further agents of the deployment. */
  readonly beside?: readonly Agent[];
}

/** An agent with this server, whose model makes these calls one step after the other and then says "Done.". */
export function mcpScene(
  url: McpUrl,
  calls: readonly (readonly [tool: string, args?: JsonObject])[],
  {
    env = {},
    allowPrivate = ["127.0.0.1"],
    tools = [],
    store = createMemoryStore(),
    beside = [],
    ...settings
  }: SceneOptions = {},
): McpScene {
  const agent = mcpAgent(url, { ...settings, tools });
  const logs: string[] = [];
  const signals: AbortSignal[] = [];
  const scene = { now: Date.UTC(2026, 10, 22), logs, signals };
  const log: Log = (level, message, fields) => {
    logs.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`);
  };
  const ports: SourcePorts = {
    store,
    outbound: {
      fetch: (input, init) => {
        if (input instanceof Request) signals.push(input.signal);
        return fetch(input, init);
      },
      allowPrivate,
      log,
    },
    clock: () => scene.now,
    sleep,
    random: (count) => crypto.getRandomValues(new Uint8Array(count)),
    sealSecrets: ["a secret of the test with 32 characters"],
    log,
    env: { TREADLE_PUBLIC_URL: "https://agents.example.com/", ...env },
  };
  const lab = createLab({
    agents: [agent, ...beside],
    store,
    scenario: [
      ...calls.map(([tool, args = {}]) => ({ calls: [{ tool, args }] })),
      { says: "Done." },
    ],
    deps: { clock: () => scene.now, sources: { ...ports, check: whyNoTool } },
  });
  return Object.assign(scene, { lab });
}

export function mcpAgent(
  url: McpUrl,
  { tools = [], ...settings }: Partial<McpServerDefinition> & { readonly tools?: readonly Tool[] } = {},
): Agent {
  return defineAgent({
    name: "a",
    driver: "scripted",
    tools,
    toolSources: [mcpServer({ name: "srv", approval: "never", ...settings, url })],
  });
}
