// A deployment with the MCP door behind a real HTTP server, for real clients. The model plays a script.

import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { askUser } from "../../../../src/agents/ask_user.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { createApp } from "../../../../src/app.ts";
import type { Agent } from "../../../../src/core/agent.ts";
import type { Store } from "../../../../src/core/store.ts";
import { type AppDeps, createDeps } from "../../../../src/deps/create_deps.ts";
import type { Authenticate } from "../../../../src/http/access/identity.ts";
import type { Plugin } from "../../../../src/http/plugin.ts";
import { mcp, type McpOptions } from "../../../../src/plugins/mcp/server/mod.ts";
import { createScriptedProvider } from "../../../../src/providers/scripted/provider.ts";
import { type Scenario, scenario } from "../../../../src/providers/scripted/scenario.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { approvals } from "../../../../src/plugins/approvals/mod.ts";

export const KEY = "acme-secret-0123456789";
export const OTHER_KEY = "beta-secret-0123456789";

/** What has run, in order. */
export type Ran = string[];

/** An agent with a tool of each kind. */
export function supportAgent(ran: Ran = [], model = "scripted/m"): Agent {
  return defineAgent({
    name: "support",
    description: "Answers questions about orders.",
    instructions: "Be brief.",
    model,
    tools: [
      defineTool({
        name: "Orders.Find",
        description: "Finds an order.",
        parameters: ["id"],
        effect: "pure",
        run: ({ id }) => {
          ran.push(`find ${id}`);
          return { id: String(id), state: "sent" };
        },
      }),
      defineTool({
        name: "remove",
        description: "Removes an order.",
        parameters: ["id"],
        needsApproval: true,
        run: ({ id }) => {
          ran.push(`remove ${id}`);
          return { removed: String(id) };
        },
      }),
      defineTool({
        name: "charge",
        description: "Charges a card.",
        parameters: ["cents"],
        effect: "once",
        run: ({ cents }) => {
          ran.push(`charge ${cents}`);
          return `charged ${cents}`;
        },
      }),
      defineTool({
        name: "broken",
        description: "Fails.",
        parameters: [],
        effect: "keyed",
        run: () => {
          throw new Error("The disk is full.");
        },
      }),
      askUser({ schema: { type: "string", enum: ["red", "blue"] } }),
    ],
  });
}

export interface Served extends AsyncDisposable {
  readonly url: string;
  readonly deps: AppDeps;
  readonly store: Store;
  readonly ran: Ran;
  readonly logs: string[];
  idle(): Promise<void>;
  /** One message, with the key of tenant acme; texts and bytes are sent as they are. */
  post(body: unknown, headers?: Record<string, string>, path?: string): Promise<Response>;
}

export interface ServeOptions extends McpOptions {
  readonly script?: Scenario;
  readonly env?: Record<string, string>;
  readonly more?: readonly Agent[];
  /** Beside the door and what asks people. */
  readonly plugins?: readonly Plugin[];
  readonly authenticate?: Authenticate;
  readonly heartbeatMs?: number;
}

/** The secret of links to approvals, which signs states as well. */
export const APPROVAL_SECRET = "a-secret-of-at-least-32-characters-for-tests";

export function serveMcp(
  {
    script = scenario().says("It was sent."),
    env = {},
    more = [],
    plugins = [],
    authenticate,
    heartbeatMs = 15_000,
    ...options
  }: ServeOptions = {},
): Served {
  const ran: Ran = [];
  const logs: string[] = [];
  const store = createMemoryStore();
  const deps = createDeps({
    env: {
      TREADLE_STORE: "test",
      ...(authenticate === undefined ? { TREADLE_API_KEYS: `acme:${KEY},beta:${OTHER_KEY}` } : {}),
      TREADLE_APPROVAL_SECRET: APPROVAL_SECRET,
      ...env,
    },
    authenticate,
    agents: [supportAgent(ran), ...more],
    providers: [createScriptedProvider({ script })],
    stores: { test: () => store },
    heartbeatMs,
    plugins: [approvals(), mcp(options), ...plugins],
    log: (level, message, fields) => logs.push(JSON.stringify({ level, message, ...fields })),
  });
  const app = createApp(deps);
  const deferred: Promise<unknown>[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => app.fetch(request, { defer: (promise) => void deferred.push(promise) }),
  );
  const url = `http://127.0.0.1:${server.addr.port}`;
  return {
    url,
    deps,
    store,
    ran,
    logs,
    idle: async () => void await Promise.all(deferred),
    post: (body, headers = {}, path = "/mcp") =>
      fetch(url + path, {
        method: "POST",
        headers: {
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          authorization: `Bearer ${KEY}`,
          ...headers,
        },
        body: typeof body === "string" || isBytes(body) ? body : JSON.stringify(body),
      }),
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await Promise.all(deferred);
    },
  };
}

function isBytes(value: unknown): value is Uint8Array<ArrayBuffer> {
  return value instanceof Uint8Array;
}

/** The message of a response, whether it is JSON or the last event of a stream. */
export async function messageOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  const events = text.split("\n").filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
  return JSON.parse(events.at(-1) ?? text);
}

/** A request of 2026-07-28, with its headers. */
export function modern(
  method: string,
  params: Record<string, unknown> = {},
  { capabilities = {}, meta = {}, id = 1 }: {
    readonly capabilities?: Record<string, unknown>;
    readonly meta?: Record<string, unknown>;
    readonly id?: number;
  } = {},
): { readonly body: Record<string, unknown>; readonly headers: Record<string, string> } {
  const { name } = params;
  return {
    body: {
      jsonrpc: "2.0",
      id,
      method,
      params: {
        ...params,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": capabilities,
          ...meta,
        },
      },
    },
    headers: {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(typeof name === "string" ? { "mcp-name": name } : {}),
    },
  };
}
