// Routes that openapi.json does not describe, since the clients of other protocols call them: what is sent there, as JSON Schemas. Pages are
// the same for everybody.

import assert from "node:assert/strict";
import type { Json, JsonObject } from "../../../src/core/json.ts";
import { modern } from "../../plugins/mcp/server/_app.ts";

export interface Route {
  readonly method: string;
  readonly path: string;
  /** JSON Schemas, with references resolved. */
  readonly query: Readonly<Record<string, Json>>;
  readonly body: Json | undefined;
}

/** The server of tools whose tokens a user has. */
export const TOOL_SERVER = { name: "srv", url: "https://tools.example/mcp" };

const text = { type: "string" };

function toSend(...required: string[]): JsonObject {
  const others = { user: text, tenant: text, agent: text };
  const properties = Object.fromEntries(required.map((name) => [name, text]));
  return {
    type: "object",
    required,
    properties: required.includes("input") ? { ...properties, ...others } : properties,
  };
}

/** A message of MCP; the version that it is sent in is a header. */
const message = {
  type: "object",
  required: ["method", "params"],
  properties: {
    method: { enum: ["tools/call", "tools/call", "tools/call", "tools/list", "server/discover", "ping"] },
    params: {
      type: "object",
      required: ["name", "arguments"],
      properties: {
        name: { enum: ["continue_run", "continue_run", "ask_tester", "ask_clerk", "remove", "echo", "look"] },
        arguments: { anyOf: [toSend("thread"), toSend("thread"), toSend("input", "thread"), toSend("id")] },
        requestState: text,
      },
    },
  },
};

/** A conversation of others is gone on with. */
const goingOn = {
  type: "object",
  required: ["method", "params"],
  properties: {
    method: { const: "tools/call" },
    params: {
      type: "object",
      required: ["name", "arguments"],
      properties: {
        name: { enum: ["continue_run", "continue_run", "continue_run", "ask_tester"] },
        arguments: { anyOf: [toSend("thread"), toSend("thread"), toSend("input", "thread")] },
      },
    },
  },
};

const call = {
  type: "object",
  required: ["name"],
  properties: { name: text, arguments: { type: "object", properties: { id: text, thread: text } } },
};

function route(request: string, { query = {}, body }: Partial<Pick<Route, "query" | "body">> = {}): Route {
  const [method = "", path = ""] = request.split(" ");
  return { method, path, query, body };
}

export const UNDOCUMENTED: readonly Route[] = [
  route("POST /mcp", { body: message }),
  route("POST /mcp", { body: goingOn }),
  route("POST /mcp/{agent}", { body: goingOn }),
  route("POST /mcp/{agent}", { body: message }),
  route("GET /v1/oauth/callback", { query: { state: text, code: text, iss: text, error: text } }),
  route("POST /v1/oauth/{server}", { query: { user: text } }),
  route("DELETE /v1/oauth/{server}", { query: { user: text } }),
  route("GET /v1/threads/{id}/apps/{callId}"),
  route("POST /v1/threads/{id}/apps/{callId}/calls", { body: call }),
];

/** Pages, and the requests of platforms, which tests/slow/plugins/channels/_boundaries.ts makes. */
const OTHERS = /^GET \/(?:$|openapi\.json$|playground\/|v1\/apps\/frame$)|^POST \/channels\/\{channel\}$/;

/** @throws {AssertionError} nothing is sent to a route of the deployment */
export function assertEachIsTried(
  routed: readonly { readonly method: string; readonly path: string }[],
  tried: readonly Route[],
): void {
  const known = new Set(tried.map(({ method, path }) => `${method} ${path}`));
  const left = routed
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`)
    .filter((each) => !known.has(each) && !OTHERS.test(each));
  assert.deepEqual(left, [], "a new route needs its line in UNDOCUMENTED, or in openapi.json");
}

/** What is sent beside a body, and the body as it is sent. */
export function withProtocol(
  { path }: Route,
  body: Json | undefined,
): { readonly body: unknown; readonly headers: Readonly<Record<string, string>> } {
  if (!path.startsWith("/mcp")) return { body, headers: {} };
  const { method = "", params = {} } = JSON.parse(JSON.stringify(body)) as {
    readonly method?: string;
    readonly params?: JsonObject;
  };
  const made = modern(method, params, { capabilities: { elicitation: {} } });
  return { ...made, headers: { ...made.headers, accept: "application/json, text/event-stream" } };
}
