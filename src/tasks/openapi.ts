// `deno task openapi`: makes src/playground/dist/openapi.json (OpenAPI 3.1), which GET /openapi.json answers, from the
// routes of the app: their paths and methods, the schemas that they validate requests with, and the table of operations;
// and what is generated of docs/http-api.md and docs/http-api (openapi/api_pages.ts). `--check` compares and writes nothing.

import * as z from "zod/mini";
import { AgentError, type ErrorCode } from "../core/error.ts";
import { isJsonObject, type Json, type JsonObject, toJsonObject } from "../core/json.ts";
import type { RouteFact } from "../http/route_facts.ts";
import { ALL_COMPONENTS } from "./openapi/components.ts";
import { fieldMeaning } from "../core/text/field_meanings.ts";
import type { Operation } from "../http/schemas/operation.ts";
import { idempotencyKey, lastEventId } from "../http/schemas/requests.ts";
import { API_PAGES, apiPages } from "./openapi/api_pages.ts";
import { describeRoutes, type Route } from "./openapi/described_routes.ts";
import { BODY_ERRORS, CALLER_ERRORS, COMMON_ERRORS, POST_ERRORS } from "./openapi/shared_errors.ts";
import { type DescribedOperation, withErrors } from "./openapi_errors.ts";

const HEADERS = [["Idempotency-Key", idempotencyKey], ["Last-Event-ID", lastEventId]] as const;

/** The description as JSON text. */
export function openapiText(): string {
  return JSON.stringify(withErrors(openapi()));
}

function openapi() {
  const paths: Record<string, Record<string, DescribedOperation>> = {};
  for (const route of describeRoutes()) {
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

function operationObject({ method, path, operation, facts }: Route) {
  const inPath = operation.path === undefined ? [] : fields(operation.path, "path");
  const parameters = inPath.concat(
    facts.flatMap((fact) =>
      fact.type === "param"
        ? fields(fact.schema, "path")
        : fact.type === "query"
        ? fields(fact.schema, "query")
        : []
    ),
  ).concat(headers(operation));
  const declared = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => `{${name}}`);
  if (String(path.match(/\{\w+\}/g) ?? "") !== String(declared)) {
    throw new AgentError(
      "internal",
      `${method} ${path} validates ${declared}; validate each parameter of the path.`,
    );
  }
  return {
    operationId: operation.id,
    summary: operation.summary,
    security: operation.open ? [] : undefined,
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: describeRequestBody(operation, facts),
    responses: describeResponses(operation),
    form: toErrorForm(operation),
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

/** The body of an operation: a form, JSON with an example, or what others send; undefined for an operation without one. */
function describeRequestBody(
  { body, receives, example = {} }: Operation,
  facts: readonly RouteFact[],
): JsonObject | undefined {
  if (receives !== undefined) {
    return { required: false, content: Object.fromEntries(receives.map((type) => [type, { schema: {} }])) };
  }
  const form = facts.find((fact) => fact.type === "form");
  if (form !== undefined) {
    const schema = toSchema(form.schema);
    return { required: true, content: { "application/x-www-form-urlencoded": { schema } } };
  }
  const json = facts.find((fact) => fact.type === "json") ?? (body && { schema: body, required: true });
  if (json === undefined) return undefined;
  return {
    required: json.required,
    content: { "application/json": { schema: toSchema(json.schema), example } },
  };
}

function toErrorForm({ openai, page }: Operation): DescribedOperation["form"] {
  return openai ? "openai" : page === true || page === "also" ? "page" : "problem";
}

/** The codes of an operation: those of its handler, and those of what it has besides. */
function errorsOfOperation(
  { headers, streams, open, errors = [], body }: Operation,
): readonly ErrorCode[] {
  return [
    ...errors,
    ...(body === undefined ? [] : BODY_ERRORS),
    ...(headers === undefined ? [] : ["invalid_header"] as const),
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
  return Object.entries(schema._zod.def.shape).map(([name, field]) => {
    const { description, ...own } = place === "query" ? queryFieldSchema(field) : toSchema(field);
    const meaning = fieldMeaning(schema, name) ?? description;
    return toJsonObject({
      name,
      in: place,
      required: place === "path",
      schema: own,
      description: meaning,
    });
  });
}

/** A number in a query is one for callers too, although it comes as text. */
function queryFieldSchema(field: z.core.$ZodType): JsonObject {
  const given = toSchema(field);
  const read = bare(toJson(z.toJSONSchema(field, { ...IN_JSON, io: "output" })));
  if (read.type !== "integer") return given;
  const { default: fallback, description } = given;
  return toJsonObject({
    minimum: 0,
    ...read,
    default: fallback === undefined ? undefined : Number(fallback),
    description,
  });
}

function headers({ headers = {} }: Operation): JsonObject[] {
  return HEADERS.flatMap(([name, schema]) => {
    const description = headers[name];
    return description === undefined
      ? []
      : [{ name, in: "header", required: false, schema: toSchema(schema), description }];
  });
}

/** A stream is one of these in each `data:`. */
const STREAM = {
  schema: {
    oneOf: [{ $ref: "#/components/schemas/StepEvent" }, { $ref: "#/components/schemas/StreamFailed" }],
  },
  example: { type: "text.started", block: 0, seq: 1_000_002 },
};

function describeResponses({ responses, streams, lines, csv, page, binary, openai }: Operation): JsonObject {
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
        const html = { "text/html": { schema: { type: "string" } } };
        const bytes = { "*/*": { schema: { type: "string", format: "binary" } } };
        const content = page ? html : binary && status === "200" ? bytes : undefined;
        return [status, toJsonObject({ description, content })];
      }
      const type = lines && status === "200" ? "application/x-ndjson" : "application/json";
      const isStreamed = status === "200" && (streams !== undefined || openai?.events !== undefined);
      const stream = openai?.events ? { schema: referenceTo(openai.events) } : STREAM;
      return [status, {
        description,
        content: toJsonObject({
          [type]: streams === "only" ? undefined : { schema: referenceTo(component) },
          "text/event-stream": isStreamed ? stream : undefined,
          "text/html": page === "also" && status === "200" ? { schema: { type: "string" } } : undefined,
          "text/csv": csv && status === "200" ? { schema: { type: "string" } } : undefined,
        }),
      }];
    }),
  );
}

function referenceTo(component: string | null): JsonObject {
  return { $ref: `#/components/schemas/${component}` };
}

/** What a caller may write: before defaults, and before what a transform makes of it. */
const IN_JSON = { io: "input", unrepresentable: "any", override } as const;

function toSchema(schema: z.core.$ZodType): JsonObject {
  return bare(toJson(z.toJSONSchema(schema, IN_JSON)));
}

function componentSchemas(): JsonObject {
  const components = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(ALL_COMPONENTS)) components.add(schema, { id });
  const { schemas } = z.toJSONSchema(components, { ...IN_JSON, uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(toJson(schemas)).map(([name, schema]) => [name, withDiscriminator(bare(schema))]),
  );
}

/** A union of components with a discriminator `type` says so: generated clients read the type first. */
function withDiscriminator(schema: JsonObject): JsonObject {
  const { oneOf } = schema;
  const references = Array.isArray(oneOf)
    ? oneOf.map((each) => isJsonObject(each) ? each.$ref : undefined)
    : [];
  const names = references.map((target) => String(target).replace(/^.*\//, ""));
  const isUnion = references.length > 0 && !references.includes(undefined);
  if (!isUnion) return schema;
  const mapping = names.map((name, index) => [readEventType(name), references[index] ?? ""]);
  return { ...schema, discriminator: { propertyName: "type", mapping: Object.fromEntries(mapping) } };
}

/** The constant `type` of a component. */
function readEventType(component: string): string {
  const { properties } = toSchema(ALL_COMPONENTS[component] ?? z.unknown());
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

function override(
  { zodSchema, jsonSchema }: {
    readonly zodSchema: z.core.$ZodType;
    readonly jsonSchema: z.core.JSONSchema.BaseSchema;
  },
): void {
  withoutNoise({ jsonSchema });
  const { properties = {} } = jsonSchema;
  for (const [name, schema] of Object.entries(properties)) {
    const description = fieldMeaning(zodSchema, name);
    // A schema may be that of several fields, so it is not changed.
    if (description !== undefined) properties[name] = { ...Object(schema), description };
  }
}

function bare(schema: Json): JsonObject {
  const { $schema: _dialect, $id: _id, ...rest } = isJsonObject(schema) ? schema : {};
  return rest;
}

function toJson(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value));
}

if (import.meta.main) {
  const texts = API_PAGES.map(async (page) => {
    return [page, await Deno.readTextFile(new URL(`../../docs/${page}`, import.meta.url))] as const;
  });
  const pages = await apiPages(new Map(await Promise.all(texts)), describeRoutes());
  const written = new Map([["src/playground/dist/openapi.json", openapiText()]]);
  for (const [page, text] of pages) written.set(`docs/${page}`, text);
  for (const [path, text] of written) {
    const file = new URL(`../../${path}`, import.meta.url);
    if (!Deno.args.includes("--check")) {
      await Deno.writeTextFile(file, text);
    } else if (await Deno.readTextFile(file) !== text) {
      console.error(`${path} is not current: run deno task openapi`);
      Deno.exit(1);
    }
  }
}
