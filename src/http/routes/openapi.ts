// GET /openapi.json: the description that `deno task openapi` makes from the routes. The file has the error codes
// of each operation; this file expands them to OpenAPI responses, which would repeat the table of codes in the
// bundle.

import { Hono } from "hono/tiny";
import { AgentError, ERROR_CODES, type ErrorCode } from "../../core/error.ts";
import type { JsonObject } from "../../core/json.ts";
import type { HttpEnv } from "../context.ts";
import { problemBody } from "../errors.ts";

/** The file: OpenAPI, but for the errors of each operation. */
interface StoredDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, StoredOperation>>>>;
  readonly components: JsonObject;
}

interface StoredOperation {
  readonly responses: JsonObject;
  readonly errors: readonly ErrorCode[];
}

/** The route of the description. */
export function openapiRoutes() {
  return new Hono<HttpEnv>().get("/openapi.json", async (c) => c.json(await openapiDocument()));
}

/** The whole description. The file is loaded on first use, because few isolates serve it. */
export async function openapiDocument(): Promise<JsonObject> {
  const { default: file } = await import("../../generated/openapi.json", { with: { type: "json" } });
  return withErrors(JSON.parse(JSON.stringify(file))); // a copy, because what is imported is shared
}

function withErrors({ paths, components, ...head }: StoredDescription): JsonObject {
  const used = new Set<ErrorCode>();
  const whole = mapValues(
    paths,
    (operations) =>
      mapValues(operations, ({ errors, responses, ...operation }) => {
        for (const code of errors) used.add(code);
        return { ...operation, responses: { ...responses, ...errorResponses(errors) } };
      }),
  );
  const examples = [...used].sort().map((code) => [code, { value: problemExample(code) }]);
  return {
    ...head,
    paths: whole,
    components: { ...components, examples: Object.fromEntries(examples) },
  };
}

/** One response for each status, with an example for each code that has it. */
function errorResponses(codes: readonly ErrorCode[]): JsonObject {
  const byStatus = Map.groupBy(new Set(codes), (code) => ERROR_CODES[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [status, {
      description: group.map((code) => `\`${code}\`: ${ERROR_CODES[code].title}`).join("; "),
      content: {
        "application/problem+json": {
          schema: { $ref: "#/components/schemas/Problem" },
          examples: Object.fromEntries(
            group.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
          ),
        },
      },
    }]),
  );
}

function problemExample(code: ErrorCode): JsonObject {
  return problemBody(new AgentError(code, `${ERROR_CODES[code].title}.`), "req_0123456789abcdefghjk");
}

function mapValues<T, U>(object: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
