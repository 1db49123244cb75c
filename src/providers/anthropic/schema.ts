// A tool as Anthropic takes it, in `tools` and in a message: the root of its schema is an object, and no union of several. A tool whose schema has
// one is still offered: what the branches share in shape stays, the rest is described in words, and Treadle validates
// all of it.

import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { toObjects } from "../_wire/json_fields.ts";

/** A tool on the wire. */
export interface WireTool {
  readonly name: string;
  readonly description: string | undefined;
  readonly input_schema: JsonObject & { type: "object" };
}

/** The tool as it stands in a request. */
export function toTool(tool: ToolSpec, aliases: Aliases): WireTool {
  const { schema, remark } = toObjectSchema(tool);
  const description = [tool.description.trim(), remark].filter((text) => text !== "").join("\n\n");
  return {
    name: aliases.toWire(tool.name),
    description: description === "" ? undefined : description,
    input_schema: schema,
  };
}

/** A schema whose root is an object. */
export interface ObjectSchema {
  readonly schema: JsonObject & { type: "object" };
  /** What the schema cannot express, for the description; usually "". */
  readonly remark: string;
}

/**
 * "input_schema does not support oneOf, allOf, or anyOf at the top level" (anthropics/claude-code#27337): every
 * property of a branch becomes one of the root, required where every value that fits must have it.
 */
export function toObjectSchema({ parameters }: ToolSpec): ObjectSchema {
  const { oneOf, anyOf, allOf, ...root } = parameters;
  if (oneOf === undefined && anyOf === undefined && allOf === undefined) {
    return { schema: { ...root, type: "object" }, remark: "" };
  }
  const every = toObjects(allOf).map((branch) => resolve(branch, parameters));
  const unions = [oneOf, anyOf].filter(Array.isArray).map((union) =>
    toObjects(union).map((branch) => resolve(branch, parameters))
  );
  const branches = [...every, ...unions.flat()];
  const required = new Set([root, ...every].flatMap(readRequired));
  for (const [first = {}, ...others] of unions) {
    for (const name of readRequired(first)) {
      if (others.every((branch) => readRequired(branch).includes(name))) required.add(name);
    }
  }
  // A branch may hold properties that it does not list.
  const { additionalProperties: _, ...open } = root;
  const schema: JsonObject & { type: "object" } = {
    ...open,
    type: "object",
    properties: mergeProperties([root, ...branches]),
  };
  if (required.size > 0) schema.required = [...required];
  const union = JSON.stringify({ oneOf, anyOf, allOf });
  return { schema, remark: `The arguments must also match this JSON Schema: ${union}` };
}

/** A branch that is a reference into the schema's own definitions, followed once. */
function resolve(branch: JsonObject, root: JsonObject): JsonObject {
  const [, place = "", name = ""] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(String(branch.$ref ?? "")) ??
    [];
  const defs = Object.hasOwn(root, place) ? root[place] : undefined;
  const found = isJsonObject(defs) && Object.hasOwn(defs, name) ? defs[name] : undefined;
  return isJsonObject(found) ? found : branch;
}

function readRequired({ required }: JsonObject): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

// A property that several branches describe may have the form of any of them.
function mergeProperties(schemas: readonly JsonObject[]): JsonObject {
  const found = new Map<string, Map<string, Json>>();
  for (const { properties } of schemas) {
    if (!isJsonObject(properties)) continue;
    for (const [name, schema] of Object.entries(properties)) {
      const known = found.get(name) ?? new Map<string, Json>();
      found.set(name, known.set(JSON.stringify(schema), schema));
    }
  }
  return Object.fromEntries([...found].map(([name, variants]): [string, Json] => {
    const [only, ...others] = variants.values();
    return [name, others.length === 0 ? only ?? {} : { anyOf: [...variants.values()] }];
  }));
}
