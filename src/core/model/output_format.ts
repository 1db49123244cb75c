// OutputFormat: an answer as JSON that fits a schema, and how the request states it.

import type { JsonSchema } from "../json.ts";
import { unreachable } from "../error.ts";
import type { Feature, Lacks } from "./capability.ts";

/** The form of an answer: JSON that fits a schema. */
export interface OutputFormat {
  /** Letters, digits, `_` and `-`, at most 64: the name that APIs require beside a schema. */
  readonly name: string;
  /** The root is an object. */
  readonly schema: JsonSchema;
}

/**
 * How a request states a format. `json_schema`: the API holds the answer to the schema. `json_mode`: the API holds the
 * answer to being JSON. `prompted`: the request has no field for it. The prompt describes the format in all three.
 */
export type OutputMode = "json_schema" | "json_mode" | "prompted";

/**
 * The mode of a request whose answer has a format. With tools there is no JSON mode: it would forbid words beside a call.
 *
 * @example
 * ```ts
 * import { outputMode } from "./output_format.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(outputMode({ lacks: { json_schema: "not in the API" }, tools: [] }), "json_mode");
 * ```
 */
export function outputMode(
  { lacks, tools }: { readonly lacks: Lacks; readonly tools: readonly unknown[] },
): OutputMode {
  const hasTools = tools.length > 0;
  if (lacks.json_schema === undefined && !(hasTools && lacks.json_with_tools !== undefined)) {
    return "json_schema";
  }
  return hasTools || lacks.json_mode !== undefined ? "prompted" : "json_mode";
}

/** What a refusal of the request cannot be about: the modes of a format that it did not ask for. */
export function unsentFormats(
  request: { readonly output?: OutputFormat | undefined } & Parameters<typeof outputMode>[0],
): readonly Feature[] {
  const mode = request.output === undefined ? "prompted" : outputMode(request);
  switch (mode) {
    case "json_schema":
      return request.tools.length > 0 ? ["json_mode"] : ["json_mode", "json_with_tools"];
    case "json_mode":
      return ["json_schema", "json_with_tools"];
    case "prompted":
      return ["json_schema", "json_mode", "json_with_tools"];
    default:
      return unreachable(mode);
  }
}
