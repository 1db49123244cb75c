// A deployment with an agent that has a simulated MCP server with apps, behind a real HTTP server.

import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { createApp } from "../../../../src/app.ts";
import type { JsonObject } from "../../../../src/core/json.ts";
import { createDeps } from "../../../../src/deps.ts";
import type { Plugin } from "../../../../src/http/plugin.ts";
import { mcpApps } from "../../../../src/plugins/mcp/apps/mod.ts";
import { mcpServer } from "../../../../src/plugins/mcp/client/mod.ts";
import type { McpServerDefinition } from "../../../../src/plugins/mcp/client/settings.ts";
import { standard } from "../../../../src/plugins/standard.ts";
import { createScriptedProvider } from "../../../../src/providers/scripted/provider.ts";
import { type Scenario, scenario } from "../../../../src/providers/scripted/scenario.ts";
import { readPage } from "../../../support/page.ts";
import {
  type McpEra,
  type ServedApp,
  type ServedMcp,
  type ServedTool,
  serveMcp,
  words,
} from "../../../support/mcp/server.ts";

export const VIEW = "ui://weather/view.html";

export interface AppScene extends AsyncDisposable {
  readonly url: string;
  readonly mcp: ServedMcp;
  /** Calls that the server's tools had, as `name arguments`. */
  readonly ran: string[];
  readonly logs: string[];
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** A thread with a call that an app shows; gives the id of the call. */
  show(thread: string): Promise<string>;
}

export interface SceneOptions {
  readonly era?: McpEra;
  readonly app?: ServedApp;
  readonly tools?: readonly ServedTool[];
  readonly script?: Scenario;
  readonly settings?: Partial<McpServerDefinition>;
  /** A second server, of another name. */
  readonly other?: string;
  readonly env?: Record<string, string>;
  readonly plugins?: readonly Plugin[];
}

/** The tools of the server: what shows an app, what only the app calls, what only the model calls. */
export function weatherTools(ran: string[]): ServedTool[] {
  const run = (name: string, result: () => unknown) => (args: Record<string, unknown>) => {
    ran.push(`${name} ${JSON.stringify(args)}`);
    return result();
  };
  return [
    {
      name: "show_weather",
      description: "Shows the weather.",
      annotations: { readOnlyHint: true },
      ui: { resourceUri: VIEW },
      run: run(
        "show_weather",
        () => ({ ...words("Sunny"), structuredContent: { sky: "sunny", degrees: 21 } }),
      ),
    },
    {
      name: "refresh",
      description: "Reads the weather again.",
      annotations: { readOnlyHint: true },
      ui: { resourceUri: VIEW, visibility: ["app"] },
      run: run("refresh", () => ({ ...words("Rain"), structuredContent: { sky: "rain", degrees: 12 } })),
    },
    {
      name: "move_station",
      description: "Moves the station.",
      ui: { visibility: ["app"] },
      run: run("move_station", () => words("moved")),
    },
    {
      name: "secret",
      description: "For the model alone.",
      annotations: { readOnlyHint: true },
      ui: { visibility: ["model"] },
      run: run("secret", () => words("42")),
    },
  ];
}

export const VIEW_APP: ServedApp = {
  html: "<!doctype html><html><head><title>Weather</title></head><body>hello</body></html>",
};

export async function appScene(
  {
    era = "modern",
    app = VIEW_APP,
    tools,
    script = scenario().calls("srv.show_weather", {}).next().says("It is sunny."),
    settings = {},
    other,
    env = {},
    plugins = [mcpApps()],
  }: SceneOptions = {},
): Promise<AppScene> {
  const ran: string[] = [];
  const logs: string[] = [];
  const mcp = serveMcp(era, tools ?? weatherTools(ran));
  mcp.apps = { [VIEW]: app };
  const agent = defineAgent({
    name: "forecaster",
    model: "scripted/m",
    toolSources: [
      mcpServer({ name: "srv", url: mcp.url, apps: true, ...settings }),
      ...other === undefined ? [] : [mcpServer({ name: "other", url: other, apps: true })],
    ],
  });
  const deps = createDeps({
    env: { TREADLE_STORE: "memory", TREADLE_ALLOW_PRIVATE_HOSTS: "127.0.0.1", ...env },
    agents: [agent],
    policies: [],
    providers: [createScriptedProvider({ script })],
    plugins: [...standard(), ...plugins],
    log: (level, message, fields) => void logs.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`),
  });
  const hono = createApp(deps, { readAsset: readPage });
  const listener = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request) => hono.fetch(request, { local: true }),
  );
  const url = `http://127.0.0.1:${listener.addr.port}`;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const scene: AppScene = {
    url,
    mcp,
    ran,
    logs,
    get: (path, headers = {}) => fetch(`${url}${path}`, { headers }),
    post,
    async show(thread) {
      const response = await post(`/v1/threads/${thread}/steps`, {
        agent: "forecaster",
        input: "How is the weather?",
        until: "done",
      });
      const { calls } = await response.json() as { calls: JsonObject[] };
      return String(calls[0]?.id);
    },
    async [Symbol.asyncDispose]() {
      await listener.shutdown();
      await mcp[Symbol.asyncDispose]();
    },
  };
  return scene;
}
