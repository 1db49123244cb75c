// `deno task openapi`: makes src/generated/openapi.json (OpenAPI 3.1) from the routes of the app: their paths and methods, the
// schemas that they validate requests with, and the facts that each declares. `--check` compares and writes nothing.

import * as z from "zod/mini";
import { createApp } from "../app.ts";
import { AgentError, type ErrorCode } from "../core/error.ts";
import type { JsonObject } from "../core/json.ts";
import { createDeps } from "../deps.ts";
import { factOf, type Operation, type RouteFact } from "../http/route_facts.ts";
import { components } from "../http/schemas/responses.ts";
import { idempotencyKey, lastEventId } from "../http/schemas/requests.ts";

const HEADERS = { "Idempotency-Key": idempotencyKey, "Last-Event-ID": lastEventId } as const;

const BODY_ERRORS: readonly ErrorCode[] = [
  "invalid_json",
  "body_incomplete",
  "body_timeout",
  "body_too_large",
  "unsupported_media_type",
  "invalid_request",
];

/** Errors of every route. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  "not_configured",
  "store_unavailable",
  "store_failed",
  "store_full",
  "store_corrupt",
  "internal",
];

/** A route with all facts that its middleware declares. */
interface Route {
  readonly method: string;
  /** As OpenAPI writes it: `/v1/threads/{id}`. */
  readonly path: string;
  readonly operation: Operation;
  readonly facts: readonly RouteFact[];
}

/** The description as JSON text, in the form that src/http/routes/openapi.ts completes. */
export function openapiText(): string {
  return `${JSON.stringify(openapi(), null, 2)}\n`;
}

function openapi(): JsonObject {
  const paths: { [path: string]: JsonObject } = {};
  for (const route of describedRoutes()) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationObject(route);
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

/** Every route that describes itself, in the order of the app. Several handlers stand on one route: a fact each. */
function describedRoutes(): Route[] {
  const app = createApp(createDeps({ env: { TREADLE_STORE: "memory" }, agents: [] }));
  const byRoute = Map.groupBy(app.routes, ({ method, path }) => `${method} ${path}`);
  return Array.from(byRoute.values()).flatMap((handlers) => {
    const facts = handlers.flatMap(({ handler }) => factOf(handler) ?? []);
    const described = facts.find((fact) => fact.type === "operation");
    const [{ method, path } = { method: "", path: "" }] = handlers;
    if (described === undefined) return [];
    return [{ method, path: path.replaceAll(/:(\w+)/g, "{$1}"), operation: described.operation, facts }];
  });
}

function operationObject({ method, path, operation, facts }: Route): JsonObject {
  const parameters = facts.flatMap((fact) =>
    fact.type === "param"
      ? fields(fact.schema, "path")
      : fact.type === "query"
      ? fields(fact.schema, "query")
      : []
  ).concat(headers(operation));
  const declared = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => `{${name}}`);
  if (String(path.match(/\{\w+\}/g) ?? "") !== String(declared)) {
    throw new AgentError(
      "internal",
      `${method} ${path} validates ${declared}; validate each parameter of the path.`,
    );
  }
  const body = facts.find((fact) => fact.type === "json");
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.open ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : {
      requestBody: {
        required: body.required,
        content: {
          "application/json": { schema: toSchema(body.schema), example: operation.example ?? {} },
        },
      },
    }),
    responses: responsesOf(operation),
    errors: [
      ...new Set([...facts.flatMap(errorsOf), ...(method === "POST" ? POST_ERRORS : []), ...COMMON_ERRORS]),
    ],
  };
}

const POST_ERRORS: readonly ErrorCode[] = ["cross_site_request"];

/** The codes with which a middleware of the route refuses. */
function errorsOf(fact: RouteFact): readonly ErrorCode[] {
  switch (fact.type) {
    case "operation": {
      const { headers = [], streams, open, errors = [] } = fact.operation;
      return [
        ...errors,
        ...(headers.length > 0 ? ["invalid_header"] as const : []),
        ...(streams === undefined ? [] : ["not_acceptable"] as const),
        ...(open ? [] : ["unauthorized"] as const),
      ];
    }
    case "json":
      return BODY_ERRORS;
    case "query":
      return ["invalid_request"];
    case "param":
      return ["invalid_path"];
  }
}

function fields(schema: z.core.$ZodObject, place: "path" | "query"): JsonObject[] {
  return Object.entries(schema._zod.def.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path",
    schema: toSchema(field),
  }));
}

function headers({ headers = [] }: Operation): JsonObject[] {
  return headers.map((name) => {
    const { description = "", ...schema } = toSchema(HEADERS[name]);
    return { name, in: "header", required: false, schema, description };
  });
}

const EXAMPLE_EVENT =
  'id: 1000002\nevent: text.started\ndata: {"type":"text.started","block":0,"seq":1000002}\n\n';

function responsesOf({ responses, streams }: Operation): JsonObject {
  return Object.fromEntries(
    Object.entries(responses).map(([status, [component, description]]) => {
      if (component === null) return [status, { description }];
      const json = { "application/json": { schema: { $ref: `#/components/schemas/${component}` } } };
      const stream = { "text/event-stream": { schema: { type: "string" }, example: EXAMPLE_EVENT } };
      const streamed = status === "200" && streams !== undefined;
      return [status, {
        description,
        content: { ...(streams === "only" ? {} : json), ...(streamed ? stream : {}) },
      }];
    }),
  );
}

/** What a caller may write: before defaults, and before what a transform makes of it. */
const IN_JSON = { io: "input", unrepresentable: "any", override: withoutNoise } as const;

function toSchema(schema: z.core.$ZodType): JsonObject {
  return bare(toJson(z.toJSONSchema(schema, IN_JSON)));
}

function componentSchemas(): JsonObject {
  const { schemas } = z.toJSONSchema(components, { ...IN_JSON, uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(Object.entries(toJson(schemas)).map(([name, schema]) => [name, bare(schema)]));
}

// What is true of all JSON is left out: integers that a double holds, keys that are strings; and the pattern of a
// format.
function withoutNoise({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (Object(jsonSchema.propertyNames).type === "string") delete jsonSchema.propertyNames;
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
  const file = new URL("../generated/openapi.json", import.meta.url);
  const text = openapiText();
  if (!Deno.args.includes("--check")) {
    await Deno.writeTextFile(file, text);
  } else if (await Deno.readTextFile(file) !== text) {
    console.error("src/generated/openapi.json is not current: run deno task openapi");
    Deno.exit(1);
  }
}
