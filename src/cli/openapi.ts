// `deno task openapi`: makes src/http/openapi.json (OpenAPI 3.1) from the schemas that requests are checked with.
// `--check` says whether the file is current and writes nothing.

import * as z from "zod";
import type { ErrorCode } from "../core/error.ts";
import type { JsonObject } from "../core/json.ts";
import type { Fields, Shape } from "../core/shape.ts";
import { components } from "../http/answers.ts";
import * as schemas from "../http/schemas.ts";

interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly query?: { readonly fields: Fields };
  readonly headers?: readonly (keyof typeof HEADERS)[];
  readonly body?: {
    readonly schema: Shape<unknown>;
    readonly required: boolean;
    readonly example: JsonObject;
  };
  /** By status: a component's name, or null for no body. */
  readonly answers: Readonly<Record<number, { readonly schema: string | null; readonly says: string }>>;
  /** The answer 200 is also given as a stream of server-sent events. */
  readonly streams?: "also" | "only";
  readonly errors: readonly ErrorCode[];
  /** Needs no key. */
  readonly open?: true;
}

const HEADERS = {
  "Idempotency-Key": {
    schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
    description:
      "The same key with the same request is answered the same; with another request it is refused",
  },
  "Last-Event-ID": { schema: { type: "string", pattern: "^\\d+$" }, description: "Go on after this event" },
} as const;

const BODY_ERRORS: readonly ErrorCode[] = [
  "invalid_json",
  "duplicate_key",
  "body_timeout",
  "body_too_large",
  "unsupported_media_type",
  "invalid_request",
];

const OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /v1/threads": {
    id: "createThread",
    summary: "Create an empty thread",
    body: {
      schema: schemas.createThreadBody,
      required: true,
      example: { agent: "demo", metadata: { user: "u1" } },
    },
    headers: ["Idempotency-Key"],
    answers: {
      200: { schema: "Thread", says: "The thread that the same request with this key made before" },
      201: { schema: "Thread", says: "The thread" },
    },
    errors: [...BODY_ERRORS, "invalid_header", "agent_unknown", "thread_exists", "idempotency_mismatch"],
  },
  "GET /v1/threads": {
    id: "listThreads",
    summary: "The tenant's threads, newest first",
    query: schemas.listQuery,
    answers: { 200: { schema: "ThreadList", says: "A page of threads" } },
    errors: ["invalid_request"],
  },
  "GET /v1/threads/{id}": {
    id: "readThread",
    summary: "A thread and its outstanding calls",
    answers: { 200: { schema: "ThreadDetail", says: "The thread" } },
    errors: ["thread_unknown"],
  },
  "DELETE /v1/threads/{id}": {
    id: "removeThread",
    summary: "Remove a thread and everything of it",
    answers: { 204: { schema: null, says: "It is gone" } },
    errors: ["thread_unknown"],
  },
  "GET /v1/threads/{id}/history": {
    id: "readHistory",
    summary: "Page through the entries, oldest first",
    query: schemas.historyQuery,
    answers: { 200: { schema: "History", says: "A page of entries" } },
    errors: ["invalid_request", "thread_unknown"],
  },
  "POST /v1/threads/{id}/steps": {
    id: "runSteps",
    summary: "Run a step, or several, and answer as JSON or as a stream of events",
    query: schemas.stepQuery,
    headers: ["Idempotency-Key"],
    body: {
      schema: schemas.stepBody,
      required: true,
      example: { agent: "demo", input: "What is the weather in Paris?", until: "done" },
    },
    answers: {
      200: { schema: "StepAnswer", says: "What the steps led to; as a stream, every event as it happens" },
      202: { schema: "Queued", says: "The thread is busy and the input waits" },
    },
    streams: "also",
    errors: [
      ...BODY_ERRORS,
      "invalid_header",
      "not_acceptable",
      "thread_unknown",
      "agent_unknown",
      "agent_mismatch",
      "tool_unknown",
      "tools_missing",
      "choice_unsupported",
      "call_unknown",
      "result_refused",
      "thread_busy",
      "inbox_full",
      "version_conflict",
      "nothing_to_do",
      "approval_required",
      "not_yet",
      "budget_exhausted",
      "step_fenced",
      "step_cancelled",
      "loop_detected",
      "idempotency_mismatch",
      "idempotency_in_flight",
      "tool_failed",
      "tool_blocked",
      "model_auth",
      "model_rate_limit",
      "model_quota",
      "model_overloaded",
      "model_context_length",
      "model_content_filter",
      "model_timeout",
      "model_network",
      "step_deadline",
    ],
  },
  "GET /v1/threads/{id}/events": {
    id: "resumeEvents",
    summary: "The events of the last steps from a place on, and of a running step as they come",
    query: schemas.eventsQuery,
    headers: ["Last-Event-ID"],
    answers: {
      200: {
        schema: "Event",
        says:
          "Events; the stream ends when no step runs. A warning `events_trimmed` says that earlier ones have left the log",
      },
      204: { schema: null, says: "No event is left and no step runs" },
    },
    streams: "only",
    errors: ["invalid_header", "invalid_request", "not_acceptable", "thread_unknown"],
  },
  "POST /v1/threads/{id}/cancel": {
    id: "cancelThread",
    summary: "Stop the thread; a running step keeps what it has",
    body: { schema: schemas.emptyBody, required: false, example: {} },
    answers: { 200: { schema: "Cancelled", says: "It is cancelled" } },
    errors: ["thread_unknown"],
  },
  "POST /v1/threads/{id}/fork": {
    id: "forkThread",
    summary: "A new thread with the history up to a version",
    body: { schema: schemas.forkBody, required: false, example: { version: 2 } },
    headers: ["Idempotency-Key"],
    answers: {
      200: { schema: "Thread", says: "The fork that the same request with this key made before" },
      201: { schema: "Thread", says: "The new thread" },
    },
    errors: [
      ...BODY_ERRORS,
      "invalid_header",
      "thread_unknown",
      "thread_exists",
      "version_unknown",
      "idempotency_mismatch",
    ],
  },
  "POST /v1/threads/{id}/approvals/{callId}": {
    id: "decideApproval",
    summary: "Approve or deny a call, once, with exactly the arguments it was shown with",
    body: { schema: schemas.approvalBody, required: true, example: { approved: true } },
    answers: { 200: { schema: "Approval", says: "The answer is recorded; the next step acts on it" } },
    errors: [...BODY_ERRORS, "thread_unknown", "call_unknown", "approval_decided", "thread_busy"],
  },
  "GET /v1/agents": {
    id: "listAgents",
    summary: "The agents of this deployment",
    answers: { 200: { schema: "AgentList", says: "The agents" } },
    errors: [],
  },
  "GET /v1/agents/{name}": {
    id: "readAgent",
    summary: "An agent with its tools and limits",
    answers: { 200: { schema: "AgentDetail", says: "The agent" } },
    errors: ["agent_unknown"],
  },
  "GET /v1/tools": {
    id: "listTools",
    summary: "Every tool, and the agents that hold it",
    answers: { 200: { schema: "ToolList", says: "The tools" } },
    errors: [],
  },
  "GET /v1/providers": {
    id: "listProviders",
    summary: "The model APIs there are, and how each tool choice is held by their models",
    answers: { 200: { schema: "ProviderList", says: "The providers" } },
    errors: [],
  },
  "GET /v1/providers/{name}": {
    id: "readProvider",
    summary: "A provider, and how each tool choice is held by its models",
    answers: { 200: { schema: "Provider", says: "The provider" } },
    errors: ["provider_unknown"],
  },
  "GET /healthz": {
    id: "health",
    summary: "Whether the store can be reached",
    answers: { 200: { schema: "Health", says: "It can" } },
    errors: ["store_unavailable"],
    open: true,
  },
};

/** Errors that any route may answer. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  "unauthorized",
  "not_configured",
  "store_unavailable",
  "internal",
];

/** The description as JSON text, in the form that src/http/openapi.ts completes. */
export function openapiText(): string {
  return `${JSON.stringify(openapi(), null, 2)}\n`;
}

function openapi(): JsonObject {
  const paths: { [path: string]: JsonObject } = {};
  for (const [route, operation] of Object.entries(OPERATIONS)) {
    const [method = "", path = ""] = route.split(" ");
    (paths[path] ??= {})[method.toLowerCase()] = operationObject(path, operation);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Treadle",
      version: "1",
      description: "Tool-using agents as stateless steps: one request runs one step of a thread.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }, { apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
      },
      schemas: componentSchemas(),
    },
  };
}

function operationObject(path: string, operation: Operation): JsonObject {
  const parameters = [
    ...pathParameters(path),
    ...queryParameters(operation.query),
    ...headerParameters(operation),
  ];
  const pathErrors: ErrorCode[] = path.includes("{") ? ["invalid_path"] : [];
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.open ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(operation.body === undefined ? {} : {
      requestBody: {
        required: operation.body.required,
        content: {
          "application/json": {
            schema: operation.body.schema.schema,
            example: operation.body.example,
          },
        },
      },
    }),
    responses: answers(operation),
    errors: [...new Set([...pathErrors, ...operation.errors, ...COMMON_ERRORS])],
  };
}

function pathParameters(path: string): JsonObject[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", pattern: "^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,127}$" },
  }));
}

function queryParameters(query: Operation["query"]): JsonObject[] {
  return Object.entries(query?.fields ?? {})
    .map(([name, { schema }]) => ({ name, in: "query", required: false, schema }));
}

function headerParameters({ headers = [] }: Operation): JsonObject[] {
  return headers.map((name) => ({ name, in: "header", required: false, ...HEADERS[name] }));
}

function answers({ answers, streams }: Operation): JsonObject {
  return Object.fromEntries(
    Object.entries(answers).map(([status, { schema, says }]) => {
      if (schema === null) return [status, { description: says }];
      const json = { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } };
      const stream = {
        "text/event-stream": {
          schema: { type: "string" },
          example:
            'id: 1000002\nevent: text.started\ndata: {"type":"text.started","block":0,"seq":1000002}\n\n',
        },
      };
      const streamed = status === "200" && streams !== undefined;
      return [status, {
        description: says,
        content: { ...(streams === "only" ? {} : json), ...(streamed ? stream : {}) },
      }];
    }),
  );
}

function componentSchemas(): JsonObject {
  const { schemas: made } = z.toJSONSchema(components, {
    io: "input",
    unrepresentable: "any",
    override: withoutNoise,
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(Object.entries(toJson(made)).map(([name, schema]) => [name, bare(schema)]));
}

// "Every integer that a double holds" is true of all JSON and says nothing; a pattern says a second time what the format says.
function withoutNoise({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

function bare(schema: JsonObject[string]): JsonObject {
  const { $schema: _dialect, $id: _id, ...rest } = isObject(schema) ? schema : {};
  return rest;
}

function toJson(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

if (import.meta.main) {
  const file = new URL("../http/openapi.json", import.meta.url);
  const text = openapiText();
  if (!Deno.args.includes("--check")) {
    await Deno.writeTextFile(file, text);
  } else if (await Deno.readTextFile(file) !== text) {
    console.error("src/http/openapi.json is not current: run deno task openapi");
    Deno.exit(1);
  }
}
