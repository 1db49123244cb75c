// What a search for tools returns: `{"tools": [{"name", "description", "parameters", "category"}]}`, the category where there is one.

import { isJsonObject, type Json, parseJson } from "../json.ts";
import type { ToolSpec } from "./tool_spec.ts";

/** A tool as a search returns it. */
export interface FoundTool extends ToolSpec {
  /** The first group that it belongs to. */
  readonly category?: string;
}

/** A tool that a conversation has found, as it was found first. */
export interface KnownTool extends FoundTool {
  /** Ids of the calls of its name that stand before the search. */
  readonly calledBefore: readonly string[];
}

/**
 * The tools that the output of a search names, as a value or as the text that a model reads; none for anything else.
 *
 * @example
 * ```ts
 * import { readFoundTools } from "./found_tools.ts";
 * import assert from "node:assert/strict";
 *
 * const weigh = { name: "weigh", description: "Weighs it.", parameters: { type: "object" } };
 * assert.deepEqual(readFoundTools(JSON.stringify({ tools: [weigh, { name: "lost" }] })), [weigh]);
 * assert.deepEqual(readFoundTools("There is no tool for this."), []);
 * ```
 */
export function readFoundTools(output: Json | undefined): readonly FoundTool[] {
  const value = typeof output === "string" ? parseJson(output) : output;
  if (!isJsonObject(value) || !Array.isArray(value.tools)) return [];
  return value.tools.flatMap((tool) => {
    if (!isJsonObject(tool)) return [];
    const { name, description, parameters, category } = tool;
    const isWhole = typeof name === "string" && typeof description === "string" && isJsonObject(parameters);
    if (!isWhole) return [];
    const found = { name, description, parameters };
    return [typeof category === "string" ? { ...found, category } : found];
  });
}
