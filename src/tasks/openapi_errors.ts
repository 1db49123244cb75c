// The errors of openapi.json. An operation lists its codes; how OpenAPI spells them is the table of codes over and over.

import { AgentError, ERROR_CODES, type ErrorCode } from "../core/error.ts";
import { type JsonObject, toJsonObject } from "../core/json.ts";
import { problemBody } from "../http/errors.ts";
import { toOpenaiCode, toOpenaiStatus } from "../plugins/openai_api/error.ts";

/** OpenAPI, but for the errors of each operation. */
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: JsonObject;
}

/** An operation with the codes of its errors. */
export interface DescribedOperation {
  readonly responses: JsonObject;
  readonly errors: readonly ErrorCode[];
  /** `page`: problems, and pages of HTML too; `openai`: the errors of OpenAI's API. */
  readonly form: "problem" | "page" | "openai";
}

/** OpenAPI: each operation has a response for each status of its codes, and the components an example of each code. */
export function withErrors({ paths, components, ...head }: Description): JsonObject {
  const used = new Set<ErrorCode>();
  const whole = mapValues(
    paths,
    (operations) =>
      mapValues(operations, ({ errors, form, responses, ...operation }) => {
        for (const code of errors) used.add(code);
        const failures = form === "openai"
          ? openaiResponses(errors)
          : errorResponses(errors, form === "page");
        return { ...operation, responses: { ...failures, ...responses } };
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
function errorResponses(codes: readonly ErrorCode[], page: boolean): JsonObject {
  const byStatus = Map.groupBy(new Set(codes), (code) => ERROR_CODES[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [status, {
      description: group.map((code) => `\`${code}\`: ${ERROR_CODES[code].title}`).join("; "),
      content: toJsonObject({
        "application/problem+json": {
          schema: { $ref: "#/components/schemas/Problem" },
          examples: Object.fromEntries(
            group.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
          ),
        },
        "text/html": page ? { schema: { type: "string" } } : undefined,
      }),
    }]),
  );
}

/** One response for each status that the codes have in OpenAI's API. */
function openaiResponses(codes: readonly ErrorCode[]): JsonObject {
  const byStatus = Map.groupBy(new Set(codes), toOpenaiStatus);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [status, {
      description: group.map((code) => `${ERROR_CODES[code].title} (\`${toOpenaiCode(code)}\`)`).join("; "),
      content: { "application/json": { schema: { $ref: "#/components/schemas/OpenAIError" } } },
    }]),
  );
}

function problemExample(code: ErrorCode): object {
  return problemBody(new AgentError(code, `${ERROR_CODES[code].title}.`), "req_0123456789abcdefghjk");
}

function mapValues<T, U>(object: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
