// Requests to an MCP server by its official client. Each request has a client of its own, which begins from what an earlier handshake
// has found, so nothing of one request is used by another.

import {
  type CallToolResult,
  Client,
  type StandardSchemaV1,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { VERSION } from "../../../core/text/version.ts";
import { AgentError } from "../../../core/error.ts";
import { type JsonObject, parseJson } from "../../../core/json.ts";
import type { AppResource } from "../../../core/tool/tool_app.ts";
import { JsonScan } from "../../../core/text/json_scan.ts";
import type { ProtocolVersion } from "./protocol_version.ts";
import { createOutbound, type OutboundFetch } from "../../../outbound/outbound.ts";
import type { OutboundSetup } from "../../../core/outbound/setup.ts";
import { type Called, hasEnded, readTask, TASK_MS } from "./task.ts";
import { readAppResource } from "./apps/app_resource.ts";
import { APP_TYPE, UI_EXTENSION } from "./apps/tool_ui.ts";
import { type McpTool, quoteName, readTool } from "./list.ts";

/** A server, and what goes with each request to it. */
export interface Endpoint {
  readonly url: string;
  /** With the credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly outbound: OutboundSetup;
  /** The client declares to the server that it renders apps. */
  readonly apps: boolean;
}

/** How one request is sent. */
export interface Sending {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** What is seen of the HTTP answers to one request, which the client's errors leave out. */
export interface Seen {
  /** Of the last answer; undefined where none came. */
  status: number | undefined;
  retryAfter: string | null;
  challenge: string | null;
}

/** A failure of the client with what was seen of the answer. */
export class McpFailure extends Error {
  override readonly name = "McpFailure";
  readonly seen: Seen;
  /** The code of a JSON-RPC error; undefined for another failure. */
  readonly rpcCode: number | undefined;
  /** No answer came, for the network's sake. */
  readonly isLost: boolean;

  constructor(cause: unknown, seen: Seen) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.seen = seen;
    this.isLost = seen.status === undefined && findOwn(cause)?.code === "outbound_failed";
    const code = typeof cause === "object" && cause !== null ? Reflect.get(cause, "code") : undefined;
    this.rpcCode = typeof code === "number" ? code : undefined;
  }
}

/** An error of ours, also where the client has wrapped it. */
export function findOwn(thrown: unknown): AgentError | undefined {
  let error = thrown;
  for (let depth = 0; error instanceof Error && depth < 4; depth++) {
    if (error instanceof AgentError) return error;
    error = error.cause;
  }
  return undefined;
}

/** A page of `tools/list`, with the last page's time to live. */
export interface Listed {
  readonly tools: readonly McpTool[];
  /** Why tools are left out. */
  readonly left: readonly string[];
  /** Undefined where the server names none. */
  readonly ttlMs: number | undefined;
  readonly protocolVersion: ProtocolVersion;
}

/** Most pages of a list: a server that pages for ever ends here. */
const PAGES = 20;
/** Most bytes of one answer. */
const ANSWER_BYTES = 16 * 1024 * 1024;

/**
 * Every tool of the server.
 *
 * @throws {McpFailure}
 */
export function listTools(
  endpoint: Endpoint,
  protocolVersion: ProtocolVersion | undefined,
  { most, ...sending }: Sending & { readonly most: number },
): Promise<Listed> {
  // A list begins with a handshake: what the server can do may have changed, and a session says nothing of it.
  const from: ProtocolVersion | undefined = protocolVersion?.type === "legacy"
    ? { type: "legacy", version: "", session: "" }
    : protocolVersion;
  return withConnection(endpoint, from, sending, async (client, options) => {
    const tools: McpTool[] = [];
    const left: string[] = [];
    const names = new Set<string>();
    const cursors = new Set<string>();
    let ttlMs: number | undefined;
    let cursor: string | undefined;
    if (client.getServerCapabilities()?.tools === undefined) return { tools, left, ttlMs };
    // The client's own reading of a list refuses all of it for one tool that is wrong.
    for (let page = 0; page < PAGES; page++) {
      const answer = toJson(await client.request({ method: "tools/list", params: { cursor } }, ANY, options));
      for (const item of Array.isArray(answer.tools) ? answer.tools : []) {
        const tool = readTool(item);
        if (typeof tool === "string") left.push(tool);
        else if (names.has(tool.name)) left.push(`${quoteName(tool.name)} is left out: it is listed twice`);
        else {
          names.add(tool.name);
          tools.push(tool);
        }
      }
      if (typeof answer.ttlMs === "number" && answer.ttlMs >= 0) ttlMs = answer.ttlMs;
      cursor = typeof answer.nextCursor === "string" ? answer.nextCursor : undefined;
      if (cursor === undefined || tools.length > most) break;
      if (cursors.has(cursor)) {
        left.unshift("the list ends at a page that names one of before as the next");
        break;
      }
      cursors.add(cursor);
      if (page === PAGES - 1) left.unshift(`the list has more than ${PAGES} pages`);
    }
    return { tools, left, ttlMs };
  });
}

/** One call of a tool. */
export interface McpCall {
  readonly tool: McpTool;
  readonly args: JsonObject;
  readonly meta: JsonObject;
}

/**
 * Calls a tool.
 *
 * @throws {McpFailure}
 */
export function callTool(
  endpoint: Endpoint,
  protocolVersion: ProtocolVersion | undefined,
  { tool, args, meta }: McpCall,
  sending: Sending,
): Promise<Called & { readonly protocolVersion: ProtocolVersion }> {
  if (tool.execution !== undefined) {
    return beginTask(endpoint, protocolVersion, { tool, args, meta }, sending);
  }
  return withConnection(endpoint, protocolVersion, sending, async (client, options) => ({
    result: await client.callTool(
      { name: tool.name, arguments: args, _meta: meta },
      // The definition saves the client its own list, and names the arguments that go into headers.
      {
        ...options,
        toolDefinition: { name: tool.name, inputSchema: { ...tool.inputSchema, type: "object" } },
      },
    ),
  }));
}

function beginTask(
  endpoint: Endpoint,
  protocolVersion: ProtocolVersion | undefined,
  { tool, args, meta }: McpCall,
  sending: Sending,
): Promise<Called & { readonly protocolVersion: ProtocolVersion }> {
  return withConnection(endpoint, protocolVersion, sending, async (client, options) => {
    const params = { name: tool.name, arguments: args, _meta: meta, task: { ttl: TASK_MS } };
    const answer = toJson(await client.request({ method: "tools/call", params }, ANY, options));
    const task = readTask(answer.task);
    return task === undefined ? { result: toResult(answer) } : { task };
  });
}

/**
 * How a task stands, with its result where it has ended.
 *
 * @throws {McpFailure}
 */
export function pollTask(
  endpoint: Endpoint,
  protocolVersion: ProtocolVersion | undefined,
  taskId: string,
  sending: Sending,
): Promise<Called & { readonly protocolVersion: ProtocolVersion }> {
  return withConnection(endpoint, protocolVersion, sending, async (client, options) => {
    const params = { taskId };
    const task = readTask(toJson(await client.request({ method: "tasks/get", params }, ANY, options)));
    if (task !== undefined && !hasEnded(task)) return { task };
    return {
      result: toResult(toJson(await client.request({ method: "tasks/result", params }, ANY, options))),
    };
  });
}

/**
 * The HTML of an app; a text says why the server has none.
 *
 * @throws {McpFailure}
 */
export async function readApp(
  endpoint: Endpoint,
  protocolVersion: ProtocolVersion | undefined,
  uri: string,
  sending: Sending,
): Promise<{ readonly app: AppResource | string; readonly protocolVersion: ProtocolVersion }> {
  return await withConnection(endpoint, protocolVersion, sending, async (client, options) => {
    const answer = toJson(await client.request({ method: "resources/read", params: { uri } }, ANY, options));
    return { app: readAppResource(answer, uri) };
  });
}

/** A result that the client reads as it reads that of a call. */
function toResult(answer: JsonObject): CallToolResult {
  const { content, structuredContent, isError } = answer;
  return JSON.parse(JSON.stringify({ content: content ?? [], structuredContent, isError }));
}

/** Takes any object: what is in it is read here. */
const ANY: StandardSchemaV1<unknown, object> = {
  "~standard": {
    version: 1,
    vendor: "treadle",
    validate: (value) =>
      typeof value === "object" && value !== null ? { value } : { issues: [{ message: "is no object" }] },
  },
};

type Options = { readonly timeout: number; readonly signal?: AbortSignal };

async function withConnection<T extends object>(
  { url, headers, outbound, apps }: Endpoint,
  protocolVersion: ProtocolVersion | undefined,
  { signal, timeoutMs }: Sending,
  work: (client: Client, options: Options) => Promise<T>,
): Promise<T & { readonly protocolVersion: ProtocolVersion }> {
  const send = createOutbound(outbound);
  const seen: Seen = { status: undefined, retryAfter: null, challenge: null };
  const isKnown = protocolVersion?.type === "legacy" && protocolVersion.version !== "";
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: (input, init) => fetchInto(input, init, send, seen),
    requestInit: { headers },
    reconnectionOptions: NO_RECONNECTION,
    // An empty session is sent as none, and spares the handshake with a server that keeps none.
    sessionId: isKnown ? protocolVersion.session : undefined,
    protocolVersion: isKnown ? protocolVersion.version : undefined,
  });
  const client = new Client(CLIENT, {
    versionNegotiation: { mode: protocolVersion?.type === "legacy" ? "legacy" : "auto" },
    jsonSchemaValidator: NO_VALIDATOR,
    capabilities: apps ? { extensions: { [UI_EXTENSION]: { mimeTypes: [APP_TYPE] } } } : undefined,
  });
  const options = { timeout: timeoutMs, signal };
  try {
    await client.connect(transport, { ...options, ...toPrior(protocolVersion) });
    const done = await work(client, options);
    return { ...done, protocolVersion: readProtocolVersion(client, transport.sessionId, protocolVersion) };
  } catch (thrown) {
    throw new McpFailure(thrown, seen);
  } finally {
    // Closing ends what the transport still reads; nothing is sent.
    await client.close().catch(() => {});
  }
}

const CLIENT = { name: "treadle", version: VERSION };
const NO_RECONNECTION = {
  initialReconnectionDelay: 1_000,
  maxReconnectionDelay: 1_000,
  reconnectionDelayGrowFactor: 1,
  maxRetries: 0,
};

/** Nothing is validated by it: the executor checks arguments. The client's own validators compile code, which Workers refuse. */
const NO_VALIDATOR = {
  getValidator: () => () => ({
    valid: false as const,
    data: undefined,
    errorMessage: "is not validated here",
  }),
};

function toPrior(protocolVersion: ProtocolVersion | undefined): object {
  return protocolVersion?.type === "modern"
    ? { prior: { kind: "modern", discover: protocolVersion.discover } }
    : {};
}

function readProtocolVersion(
  client: Client,
  session: string | undefined,
  before: ProtocolVersion | undefined,
): ProtocolVersion {
  const discover = client.getDiscoverResult();
  if (discover !== undefined) return { type: "modern", discover: toJson(discover) };
  const version = client.getNegotiatedProtocolVersion();
  if (version === undefined && before !== undefined) return before;
  return { type: "legacy", version: version ?? "", session: session ?? "" };
}

async function fetchInto(
  input: string | URL,
  init: RequestInit | undefined,
  send: OutboundFetch,
  seen: Seen,
): Promise<Response> {
  // The stream of a session's own messages is not opened: it would outlive the request.
  if (init?.method === "GET") return new Response(null, { status: 405 });
  seen.status = undefined; // until this answer comes
  // The timeout is the client's own, which counts until the answer is read.
  const response = await send(input, init, { timeoutMs: Infinity, maxBytes: ANSWER_BYTES });
  seen.status = response.status;
  seen.retryAfter = response.headers.get("retry-after");
  seen.challenge = response.headers.get("www-authenticate");
  return limitValues(response);
}

/** Most values of one answer: the client parses it at once, in the event loop of all tenants. */
const ANSWER_VALUES = 100_000;

/** The response, whose body fails where it has too many values. Events of a stream count as one text. */
function limitValues(response: Response): Response {
  if (response.body === null) return response;
  const scan = new JsonScan({ values: ANSWER_VALUES });
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(part, controller) {
        if (scan.take(part) === undefined) return controller.enqueue(part);
        controller.error(new Error(`The answer has more than ${ANSWER_VALUES} JSON values.`));
      },
    }),
  );
  return new Response(body, response);
}

/** What the client has parsed, as JSON alone. */
function toJson(value: object): JsonObject {
  const json = parseJson(JSON.stringify(value));
  return typeof json === "object" && json !== null && !Array.isArray(json) ? json : {};
}
