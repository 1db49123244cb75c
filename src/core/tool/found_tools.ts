// What a search for tools returns: `{"tools": [{"name", "description", "parameters"}]}`.

import { isJsonObject, type Json, parseJson } from "../json.ts";
import type { ToolSpec } from "./tool_spec.ts";

/**
 * The tools that the output of a search names, as a value or as the text that a model reads; none for anything else.
 *
 * @example
 * ```ts
 * import { foundTools } from "./found_tools.ts";
 * import assert from "node:assert/strict";
 *
 * const weigh = { name: "weigh", description: "Weighs it.", parameters: { type: "object" } };
 * assert.deepEqual(foundTools(JSON.stringify({ tools: [weigh, { name: "lost" }] })), [weigh]);
 * assert.deepEqual(foundTools("There is no tool for this."), []);
 * ```
 */
export function foundTools(output: Json | undefined): readonly ToolSpec[] {
  const value = typeof output === "string" ? parseJson(output) : output;
  if (!isJsonObject(value) || !Array.isArray(value.tools)) return [];
  return value.tools.flatMap((tool) => {
    if (!isJsonObject(tool)) return [];
    const { name, description, parameters } = tool;
    const isWhole = typeof name === "string" && typeof description === "string" && isJsonObject(parameters);
    return isWhole ? [{ name, description, parameters }] : [];
  });
}
