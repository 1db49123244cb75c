// What the JSON Schema of a tool's arguments says in words.

import { isJsonObject, type Json, type JsonSchema } from "../../../core/json.ts";

/** Schemas inside each other that are read: deeper ones say little about what a tool is for. */
const DEEPEST = 6;

/** Characters that are read: schemas of a whole API may have megabytes. */
const MOST_CHARS = 4_000;

const KEYED = ["properties", "$defs", "definitions"];
const LISTED = ["anyOf", "oneOf", "allOf", "prefixItems"];

/**
 * Names, descriptions, titles and enumerated texts of all arguments, at most 4,000 characters.
 *
 * @example
 * ```ts
 * import { textOfParameters } from "./parameter_text.ts";
 * import assert from "node:assert/strict";
 *
 * const unit = { enum: ["metric", "imperial"], description: "Units of the answer" };
 * assert.equal(textOfParameters({ type: "object", properties: { unit } }), "unit Units of the answer metric imperial");
 * ```
 */
export function textOfParameters(parameters: JsonSchema): string {
  const texts: string[] = [];
  let room = MOST_CHARS;
  const add = (value: Json | undefined) => {
    if (typeof value !== "string" || room <= 0) return;
    texts.push(value.slice(0, room));
    room -= value.length + 1;
  };
  const read = (schema: Json | undefined, depth: number) => {
    if (!isJsonObject(schema) || depth > DEEPEST || room <= 0) return;
    if (depth > 0) {
      add(schema.title);
      add(schema.description);
      if (Array.isArray(schema.enum)) schema.enum.forEach(add);
      add(schema.const);
    }
    for (const keyword of KEYED) {
      const named = schema[keyword];
      if (!isJsonObject(named)) continue;
      for (const [name, inner] of Object.entries(named)) {
        if (keyword === "properties") add(name);
        read(inner, depth + 1);
      }
    }
    read(schema.items, depth + 1);
    for (const keyword of LISTED) {
      const schemas = schema[keyword];
      if (Array.isArray(schemas)) { for (const inner of schemas) read(inner, depth + 1); }
    }
  };
  read(parameters, 0);
  return texts.join(" ");
}
