// `deno task openapi`: makes src/playground/dist/openapi.json (OpenAPI 3.1), which GET /openapi.json answers, from the
// routes of the app: their paths and methods, the schemas that they validate requests with, and the table of operations.
// `--check` compares and writes nothing.

import * as z from "zod/mini";
import { createApp } from "../app.ts";
import { AgentError, type ErrorCode } from "../core/error.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { createDeps } from "../deps/create_deps.ts";
import { factOf, type RouteFact } from "../http/route_facts.ts";
import { COMPONENTS } from "../http/schemas/responses/components.ts";
import { DOOR_OPERATIONS } from "./door_operations.ts";
import type { Operation } from "../http/schemas/operation.ts";
import { OPERATIONS as NATIVE_OPERATIONS } from "../http/schemas/operations.ts";
import { idempotencyKey, lastEventId } from "../http/schemas/requests.ts";
import { CATALOGUE_OPERATIONS } from "./openapi/catalogue_operations.ts";
import { DESCRIBED_PLUGINS } from "./openapi/plugins.ts";
import { type DescribedOperation, withErrors } from "./openapi_errors.ts";
import { OUTGOING_OPERATIONS } from "./openapi/outgoing_operations.ts";
import { TOOL_USAGE_OPERATIONS } from "./openapi/tool_usage_operations.ts";

const OPERATIONS = {
  ...NATIVE_OPERATIONS,
  ...DOOR_OPERATIONS,
  ...OUTGOING_OPERATIONS,
  ...CATALOGUE_OPERATIONS,
  ...TOOL_USAGE_OPERATIONS,
};

const HEADERS = { "Idempotency-Key": idempotencyKey, "Last-Event-ID": lastEventId } as const;

const BODY_ERRORS: readonly ErrorCode[] = [
  "invalid_json",
  "body_incomplete",
  "body_timeout",
  "body_too_large",
  "unsupported_media_type",
  "invalid_request",
];

/** Errors of every POST, with a body or without. */
const POST_ERRORS: readonly ErrorCode[] = ["cross_site_request"];

/** Errors of every route that is not public. */
const CALLER_ERRORS: readonly ErrorCode[] = [
  "unauthorized",
  "token_invalid",
  "token_expired",
  "forbidden",
  "rate_limited",
  "config_invalid",
];

/** Errors of every route. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  "not_configured",
  "host_refused",
  "store_unavailable",
  "store_failed",
  "store_full",
  "store_corrupt",
  "internal",
];

/** A route with its operation, and the facts of its middleware. */
interface Route {
  readonly method: string;
  /** As OpenAPI writes it: `/v1/threads/{id}`. */
  readonly path: string;
  readonly operation: Operation;
  readonly facts: readonly RouteFact[];
}

/** The description as JSON text. */
export function openapiText(): string {
  return JSON.stringify(withErrors(openapi()));
}

function openapi() {
  const paths: Record<string, Record<string, DescribedOperation>> = {};
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

/**
 * Every route, in the order of the app. Several handlers stand on one route: a fact each.
 *
 * @throws {AgentError} internal
 */
function describedRoutes(): Route[] {
  const deps = createDeps({ env: { TREADLE_STORE: "memory" }, agents: [], plugins: DESCRIBED_PLUGINS });
  const app = createApp(deps);
  const routed = app.routes.filter(({ method }) => method !== "ALL"); // what is for all methods is middleware
  const byRoute = Map.groupBy(routed, ({ method, path }) => `${method} ${path}`);
  const unrouted = Object.keys(OPERATIONS).filter((route) => !byRoute.has(route));
  if (unrouted.length > 0) {
    throw new AgentError("internal", `The app does not route ${unrouted}; correct the table of operations.`);
  }
  return Array.from(byRoute, ([route, handlers]) => {
    const operation = OPERATIONS[route];
    if (operation === undefined) {
      throw new AgentError("internal", `${route} has no operation; add it to the table of operations.`);
    }
    const [method = "", path = ""] = route.split(" ");
    const facts = handlers.flatMap(({ handler }) => factOf(handler) ?? []);
    return { method, path: path.replaceAll(/:(\w+)/g, "{$1}"), operation, facts };
  });
}

function operationObject({ method, path, operation, facts }: Route) {
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
  const body = facts.find((fact) => fact.type === "json") ??
    (operation.body && { schema: operation.body, required: true });
  const form = facts.find((fact) => fact.type === "form");
  return {
    operationId: operation.id,
    summary: operation.summary,
    security: operation.open ? [] : undefined,
    parameters: parameters.length === 0 ? undefined : parameters,
    ...(body === undefined ? {} : {
      requestBody: {
        required: body.required,
        content: {
          "application/json": { schema: toSchema(body.schema), example: operation.example ?? {} },
        },
      },
    }),
    ...(form === undefined ? {} : {
      requestBody: {
        required: true,
        content: { "application/x-www-form-urlencoded": { schema: toSchema(form.schema) } },
      },
    }),
    responses: responsesOf(operation),
    form: formOf(operation),
    errors: [
      ...new Set([
        ...errorsOfOperation(operation),
        ...facts.flatMap(errorsOfFact),
        ...(method === "POST" ? POST_ERRORS : []),
        ...COMMON_ERRORS,
      ]),
    ],
  };
}

function formOf({ openai, page }: Operation): DescribedOperation["form"] {
  return openai ? "openai" : page === true ? "page" : "problem";
}

/** The codes of an operation: those of its handler, and those of what it has besides. */
function errorsOfOperation(
  { headers = [], streams, open, errors = [], body }: Operation,
): readonly ErrorCode[] {
  return [
    ...errors,
    ...(body === undefined ? [] : BODY_ERRORS),
    ...(headers.length > 0 ? ["invalid_header"] as const : []),
    ...(streams === undefined || streams === "chunks" ? [] : ["not_acceptable"] as const),
    ...(open ? [] : CALLER_ERRORS),
  ];
}

/** The codes with which a middleware of the route refuses. */
function errorsOfFact(fact: RouteFact): readonly ErrorCode[] {
  switch (fact.type) {
    case "json":
      return BODY_ERRORS;
    case "query":
    case "form":
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

/** A stream is one of these in each `data:`. */
const STREAM = {
  schema: {
    oneOf: [{ $ref: "#/components/schemas/StepEvent" }, { $ref: "#/components/schemas/StreamFailed" }],
  },
  example: { type: "text.started", block: 0, seq: 1_000_002 },
};

function responsesOf({ responses, streams, lines, csv, page, binary, openai }: Operation): JsonObject {
  return Object.fromEntries(
    Object.entries(responses).map(([status, [component, description]]) => {
      if (streams === "chunks" && status === "200") {
        return [status, {
          description,
          content: { "text/event-stream": { schema: referenceTo(component) } },
        }];
      }
      if (page === "svg" && status === "200") {
        return [status, { description, content: { "image/svg+xml": { schema: { type: "string" } } } }];
      }
      if (component === null) {
        const content = { content: { "text/html": { schema: { type: "string" } } } };
        const bytes = {
          content: { "*/*": { schema: { type: "string", format: "binary" } } },
        };
        return [status, { description, ...(page ? content : binary && status === "200" ? bytes : {}) }];
      }
      const type = lines && status === "200" ? "application/x-ndjson" : "application/json";
      const json = { [type]: { schema: referenceTo(component) } };
      const streamed = status === "200" && streams !== undefined;
      return [status, {
        description,
        content: {
          ...(streams === "only" ? {} : json),
          ...(streamed ? { "text/event-stream": STREAM } : {}),
          ...(openai?.events && status === "200"
            ? { "text/event-stream": { schema: referenceTo(openai.events) } }
            : {}),
          ...(csv && status === "200" ? { "text/csv": { schema: { type: "string" } } } : {}),
        },
      }];
    }),
  );
}

function referenceTo(component: string | null): JsonObject {
  return { $ref: `#/components/schemas/${component}` };
}

/** What a caller may write: before defaults, and before what a transform makes of it. */
const IN_JSON = { io: "input", unrepresentable: "any", override: withoutNoise } as const;

function toSchema(schema: z.core.$ZodType): JsonObject {
  return bare(toJson(z.toJSONSchema(schema, IN_JSON)));
}

function componentSchemas(): JsonObject {
  const components = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(COMPONENTS)) components.add(schema, { id });
  const { schemas } = z.toJSONSchema(components, { ...IN_JSON, uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(toJson(schemas)).map(([name, schema]) => [name, withDiscriminator(bare(schema))]),
  );
}

/** A union of components that `type` tells apart says so: generated clients read the type first. */
function withDiscriminator(schema: JsonObject): JsonObject {
  const { oneOf } = schema;
  const references = Array.isArray(oneOf)
    ? oneOf.map((each) => isJsonObject(each) ? each.$ref : undefined)
    : [];
  const names = references.map((target) => String(target).replace(/^.*\//, ""));
  const isUnion = references.length > 0 && !references.includes(undefined);
  if (!isUnion) return schema;
  const mapping = names.map((name, index) => [typeOf(name), references[index] ?? ""]);
  return { ...schema, discriminator: { propertyName: "type", mapping: Object.fromEntries(mapping) } };
}

/** The constant `type` of a component. */
function typeOf(component: string): string {
  const { properties } = toSchema(COMPONENTS[component] ?? z.unknown());
  const type = isJsonObject(properties) ? properties.type : undefined;
  return isJsonObject(type) ? String(type.const) : component;
}

// What is true of all JSON is left out: integers that a double holds, keys that are strings; and the pattern of a
// format.
function withoutNoise({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (Object(jsonSchema.propertyNames).type === "string") delete jsonSchema.propertyNames;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

function bare(schema: Json): JsonObject {
  const { $schema: _dialect, $id: _id, ...rest } = isJsonObject(schema) ? schema : {};
  return rest;
}

function toJson(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value));
}

if (import.meta.main) {
  const file = new URL("../playground/dist/openapi.json", import.meta.url);
  const text = openapiText();
  if (!Deno.args.includes("--check")) {
    await Deno.writeTextFile(file, text);
  } else if (await Deno.readTextFile(file) !== text) {
    console.error("src/playground/dist/openapi.json is not current: run deno task openapi");
    Deno.exit(1);
  }
}
