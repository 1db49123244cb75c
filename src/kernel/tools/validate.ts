// Checks arguments against a tool's JSON Schema, with problems that a model can correct.

import { unreachable } from "../../core/error.ts";
import type { Json, JsonSchema } from "../../core/json.ts";
import { fitsSchema, type SchemaCheck, type StepMeter } from "../../core/json_schema/fits_schema.ts";
import type { Tool } from "../../core/tool.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";

/** Whether arguments fit a schema. */
export type ArgumentCheck = SchemaCheck;

/**
 * Checks arguments against `tool.parameters`, and against `tool.ownParameters` where it has them. `$schema` names the draft; without it,
 * the draft is 2020-12. What a check costs is counted and bounded: see {@link fitsSchema}.
 *
 * @example
 * ```ts
 * import { checkArguments } from "./validate.ts";
 * import assert from "node:assert/strict";
 *
 * const tool = {
 *   name: "get_weather",
 *   description: "",
 *   parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
 * };
 * assert.deepEqual(checkArguments(tool, { city: "Paris" }), { type: "valid" });
 * assert.deepEqual(checkArguments(tool, { city: 7 }), {
 *   type: "invalid",
 *   problems: ["/city: must be string, not number."],
 * });
 * ```
 */
export function checkArguments(
  { name, parameters, ownParameters }: ToolSpec & Pick<Tool, "ownParameters">,
  args: Json,
  meter?: StepMeter,
): ArgumentCheck {
  let check = fitsSchema(parameters, args, meter);
  if (check.type === "valid" && ownParameters) check = fitsSchema(ownParameters, args, meter);
  return check.type === "broken"
    ? { type: "broken", reason: `The schema of tool ${name} is broken: ${check.reason}` }
    : check;
}

/**
 * The problems of a value by a schema, as {@link checkArguments} has them. A schema that cannot be used is the one problem of
 * every value.
 */
export function checkJson(schema: JsonSchema, value: Json, meter?: StepMeter): readonly string[] {
  const check = fitsSchema(schema, value, meter);
  switch (check.type) {
    case "valid":
      return [];
    case "invalid":
      return check.problems;
    case "broken":
      return [`(the schema): ${check.reason}`];
    default:
      return unreachable(check);
  }
}
