// MCP servers over real HTTP, by the official packages: one of the protocol 2026-07-28, one of 2025-11-25 with sessions, and one of
// 2025-11-25 without. They are strict about what a client sends, and note it.

import { createMcpHandler, McpServer as ModernServer } from "@modelcontextprotocol/server";
// @ts-types="@modelcontextprotocol/sdk/server/mcp"
import { McpServer as LegacyServer } from "@modelcontextprotocol/sdk/server/mcp.js";
// @ts-types="@modelcontextprotocol/sdk/server/webStandardStreamableHttp"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
// @ts-types="@modelcontextprotocol/sdk/experimental/tasks"
import {
  type CreateTaskRequestHandlerExtra,
  InMemoryTaskStore,
  type TaskRequestHandlerExtra,
} from "@modelcontextprotocol/sdk/experimental/tasks";
import * as z from "zod";

/** Which protocol a server speaks. */
export type McpEra = "modern" | "sessions" | "stateless";

/** A tool of a server. */
export interface ServedTool {
  readonly name: string;
  readonly description?: string;
  readonly schema?: z.ZodObject;
  readonly output?: z.ZodObject;
  readonly annotations?: Readonly<Record<string, boolean>>;
  readonly run: (args: Record<string, unknown>, call: ServedCall) => unknown;
  /** `_meta.ui` of the extension of apps. */
  readonly ui?: Readonly<Record<string, unknown>>;
  /** Its calls are tasks (2025-11-25), which end when `run` does; milliseconds for which they are kept. */
  readonly taskTtl?: number;
}

/** The HTML of an app of a server. */
export interface ServedApp {
  readonly html: string;
  readonly mimeType?: string;
  /** `_meta.ui` of the content. */
  readonly ui?: Readonly<Record<string, unknown>>;
}

/** What a tool sees of a call. */
export interface ServedCall {
  readonly meta: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** One request as it came. */
export interface SeenRequest {
  readonly method: string;
  /** The JSON-RPC method; "" without one. */
  readonly rpc: string;
  readonly headers: Headers;
  readonly body: string;
}

export interface ServedMcp extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** The JSON-RPC methods so far, in order. */
  methods(): readonly string[];
  /** Changed by tests: what the server has now. */
  tools: readonly ServedTool[];
  /** Apps by their addresses; changed by tests. */
  apps: Readonly<Record<string, ServedApp>>;
  /** Answers every request in place of the server; undefined for none. */
  instead:
    | ((request: Request, rpc: string) => Response | undefined | Promise<Response | undefined>)
    | undefined;
  /** Ends all sessions. */
  forget(): void;
}

/** Starts a server, on a free port unless one is given. `json`: it answers without event streams. */
export function serveMcp(
  era: McpEra,
  tools: readonly ServedTool[],
  port = 0,
  json = era === "stateless",
): ServedMcp {
  const requests: SeenRequest[] = [];
  const tasks = new InMemoryTaskStore();
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const modern = createMcpHandler(() => {
    const server = new ModernServer({ name: "simulated", version: "1.0.0" });
    registerApps(server, served.apps);
    for (const { name, description = "", schema, output, annotations, ui, run } of served.tools) {
      server.registerTool(
        name,
        {
          description,
          ...(schema === undefined ? {} : { inputSchema: schema }),
          ...(output === undefined ? {} : { outputSchema: output }),
          ...(annotations === undefined ? {} : { annotations }),
          ...(ui === undefined ? {} : { _meta: { ui } }),
        },
        async (...given: unknown[]) => {
          const [args, context] = schema === undefined ? [{}, given[0]] : given;
          const { mcpReq } = context as { mcpReq: { _meta?: Record<string, unknown>; signal: AbortSignal } };
          return await run(args as Record<string, unknown>, {
            meta: mcpReq._meta ?? {},
            signal: mcpReq.signal,
          }) as never;
        },
      );
    }
    return server;
  }, { legacy: "reject" });

  const legacy = async (request: Request, rpc: string): Promise<Response> => {
    const id = request.headers.get("mcp-session-id");
    const known = id === null ? undefined : sessions.get(id);
    if (known !== undefined) return await known.handleRequest(request);
    if (era === "sessions" && rpc !== "initialize") {
      // As the specification has it: a session that is over is 404, a request without one 400.
      const error = { code: id === null ? -32000 : -32001, message: "Session not found" };
      return Response.json({ jsonrpc: "2.0", error, id: null }, { status: id === null ? 400 : 404 });
    }
    const server = new LegacyServer({ name: "simulated", version: "1.0.0" }, {
      capabilities: { tasks: { requests: { tools: { call: {} } } } },
      taskStore: tasks,
    });
    registerApps(server, served.apps);
    for (const { name, description = "", schema, output, annotations, ui, run, taskTtl } of served.tools) {
      if (taskTtl !== undefined) {
        server.experimental.tasks.registerToolTask(name, {
          description,
          inputSchema: (schema ?? z.object({})).shape as never,
          execution: { taskSupport: "required" },
          ...(annotations === undefined ? {} : { annotations }),
        }, {
          createTask: async (
            args: Record<string, unknown>,
            { taskStore, signal }: CreateTaskRequestHandlerExtra,
          ) => {
            const task = await taskStore.createTask({ ttl: taskTtl, pollInterval: 1_000 });
            void Promise.resolve(run(args, { meta: {}, signal })).then(
              (result) => taskStore.storeTaskResult(task.taskId, "completed", result as never),
              (thrown) =>
                taskStore.storeTaskResult(task.taskId, "failed", { ...words(String(thrown)), isError: true }),
            );
            return { task };
          },
          getTask: async (_args: unknown, { taskId, taskStore }: TaskRequestHandlerExtra) =>
            await taskStore.getTask(taskId),
          getTaskResult: async (_args: unknown, { taskId, taskStore }: TaskRequestHandlerExtra) =>
            await taskStore.getTaskResult(taskId) as never,
        } as never);
        continue;
      }
      server.registerTool(
        name,
        {
          description,
          inputSchema: (schema ?? z.object({})).shape as never,
          ...(output === undefined ? {} : { outputSchema: output.shape as never }),
          ...(annotations === undefined ? {} : { annotations }),
          ...(ui === undefined ? {} : { _meta: { ui } }),
        },
        (async (
          args: Record<string, unknown>,
          extra: { _meta?: Record<string, unknown>; signal: AbortSignal },
        ) => await run(args, { meta: extra._meta ?? {}, signal: extra.signal })) as never,
      );
    }
    const transport = new WebStandardStreamableHTTPServerTransport({
      ...(era === "sessions"
        ? {
          sessionIdGenerator: () => crypto.randomUUID(),
          onsessioninitialized: (session: string) => void sessions.set(session, transport),
        }
        : {}),
      enableJsonResponse: json,
    });
    await server.connect(transport as never);
    return await transport.handleRequest(request);
  };

  const stop = new AbortController();
  const options = { port, hostname: "127.0.0.1", onListen() {}, signal: stop.signal };
  const listener = Deno.serve(options, async (arrived) => {
    // An answer before the body is read would end the connection.
    const body = await arrived.text();
    const { method, headers, signal } = arrived;
    const request = new Request(arrived.url, { method, headers, signal, ...(body === "" ? {} : { body }) });
    const rpc = rpcOf(body);
    requests.push({ method: request.method, rpc, headers: request.headers, body });
    const answer = await served.instead?.(request.clone(), rpc);
    if (answer !== undefined) return answer;
    if (request.method !== "POST" && request.method !== "DELETE") return new Response(null, { status: 405 });
    if (era === "modern") return await modern.fetch(request);
    // Servers of that time know nothing of the probe.
    if (rpc === "server/discover") return new Response("Bad Request", { status: 400 });
    return await legacy(request, rpc);
  });

  const served: ServedMcp = {
    url: `http://127.0.0.1:${listener.addr.port}/mcp`,
    requests,
    methods: () => requests.map(({ rpc }) => rpc),
    tools,
    apps: {},
    instead: undefined,
    forget: () => sessions.clear(),
    [Symbol.asyncDispose]: async () => {
      await modern.close();
      tasks.cleanup();
      stop.abort(); // also what a test has left open
      await listener.finished;
    },
  };
  return served;
}

function registerApps(server: ModernServer | LegacyServer, apps: ServedMcp["apps"]): void {
  for (const [uri, { html, mimeType = "text/html;profile=mcp-app", ui }] of Object.entries(apps)) {
    const content = { uri, mimeType, text: html, ...(ui === undefined ? {} : { _meta: { ui } }) };
    const read = () => Promise.resolve({ contents: [content] });
    (server as ModernServer).registerResource(uri, uri, { mimeType }, read);
  }
}

function rpcOf(body: string): string {
  try {
    const { method } = JSON.parse(body);
    return typeof method === "string" ? method : "";
  } catch {
    return "";
  }
}

/** An answer of words. */
export function words(text: string): { content: { type: "text"; text: string }[] } {
  return { content: [{ type: "text", text }] };
}
