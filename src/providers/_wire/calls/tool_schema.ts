// A tool as requests define it. Model APIs refuse a whole request for one schema: a union of several at its root, or a key of a
// property that is longer than 64 characters or has others than theirs. What the branches of a union share in shape stays, the
// rest is described in words, such a key has an alias, and Treadle validates against the schema itself.

import { isJsonObject, type Json, type JsonObject, parseJson } from "../../../core/json.ts";
import { remembered } from "../../../core/lru.ts";
import { WRITER } from "../../../core/record.ts";
import type { ToolSpec } from "../../../core/tool/tool_spec.ts";
import { toObjects } from "../json_fields.ts";
import { type Aliases, toAlias } from "./tool_names.ts";

/** The writer (WRITER) since which APIs besides Anthropic get such schemas. */
const SINCE = 5;

/** The tool with the name and the schema that it has in a request. */
export function toWireTool(
  { name, description, parameters }: ToolSpec,
  aliases: Aliases,
  writer = WRITER,
): Pick<ToolSpec, "name" | "description" | "parameters"> {
  const { schema, remark } = writer < SINCE ? { schema: parameters, remark: "" } : toWireSchema(parameters);
  return {
    name: aliases.toWire(name),
    description: [description, remark].filter((text) => text !== "").join("\n\n"),
    parameters: schema,
  };
}

/** A schema on the wire. */
interface WireSchema {
  /** The schema itself, where every API takes it. */
  readonly schema: JsonObject;
  /** What the schema cannot express, for the description; usually "". */
  readonly remark: string;
  /** The keys of properties by their aliases. */
  readonly keys: ReadonlyMap<string, string>;
}

/** The schema as it is sent. */
const toWireSchema = remembered((parameters: JsonObject): WireSchema => {
  const keys = new Map<string, string>();
  const aliased = withAliases(parameters, keys);
  return { ...mergeUnions(keys.size > 0 && isJsonObject(aliased) ? aliased : parameters), keys };
});

/** The keys of properties by their aliases in requests: the arguments of a call have those. */
export function keysByAlias(parameters: JsonObject): ReadonlyMap<string, string> {
  return toWireSchema(parameters).keys;
}

/**
 * The arguments of a call with the keys of the tool's own schema.
 *
 * @example
 * ```ts
 * import { keysByAlias, withOwnKeys } from "./tool_schema.ts";
 * import { toAlias } from "./tool_names.ts";
 * import assert from "node:assert/strict";
 *
 * const keys = keysByAlias({ type: "object", properties: { "filter[id]": { type: "string" } } });
 * assert.equal(withOwnKeys(`{"${toAlias("filter[id]")}":"a"}`, keys), '{"filter[id]":"a"}');
 * ```
 */
export function withOwnKeys(args: string, keys: ReadonlyMap<string, string>): string {
  const json = keys.size === 0 ? undefined : parseJson(args);
  if (json === undefined) return args;
  return JSON.stringify(
    json,
    (_, value: Json) =>
      isJsonObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [keys.get(key) ?? key, inner]))
        : value,
  );
}

// Anthropic, and Claude at Bedrock: "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'".
const LEGAL = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Schemas by names. */
const MAPS: ReadonlySet<string> = new Set(["properties", "$defs", "definitions"]);
/** No schemas, but values. */
const VALUES: ReadonlySet<string> = new Set(["enum", "const", "default", "examples"]);

function withAliases(value: Json, keys: Map<string, string>, keyword = ""): Json {
  const toKey = (key: string) => {
    if (LEGAL.test(key)) return key;
    const alias = toAlias(key);
    keys.set(alias, key);
    return alias;
  };
  if (keyword === "$ref" && typeof value === "string" && value.startsWith("#/")) {
    const path = value.split("/");
    return path.map((name, index) =>
      MAPS.has(path[index - 1] ?? "") ? toKey(name.replaceAll("~1", "/").replaceAll("~0", "~")) : name
    ).join("/");
  }
  if (Array.isArray(value)) {
    return value.map((item) =>
      keyword === "required" && typeof item === "string" ? toKey(item) : withAliases(item, keys)
    );
  }
  if (!isJsonObject(value)) return value;
  const isMap = MAPS.has(keyword);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) =>
      isMap
        ? [toKey(name), withAliases(inner, keys)]
        : [name, VALUES.has(name) ? inner : withAliases(inner, keys, name)]
    ),
  );
}

/**
 * "input_schema does not support oneOf, allOf, or anyOf at the top level" (anthropics/claude-code#27337), and at OpenAI "schema must have
 * type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level": every property of a branch becomes one of the root, required
 * where every value that fits must have it.
 */
function mergeUnions(parameters: JsonObject): Omit<WireSchema, "keys"> {
  const { oneOf, anyOf, allOf, $ref, not, enum: values, ...root } = parameters;
  const removed = { oneOf, anyOf, allOf, $ref, not, enum: values };
  if (Object.values(removed).every((value) => value === undefined)) return { schema: parameters, remark: "" };
  const every = [...toObjects(allOf), ...$ref === undefined ? [] : [{ $ref }]].map((branch) =>
    resolve(branch, parameters)
  );
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
  const schema: JsonObject = { ...open, type: "object", properties: mergeProperties([root, ...branches]) };
  if (required.size > 0) schema.required = [...required];
  return { schema, remark: `The arguments must also match this JSON Schema: ${JSON.stringify(removed)}` };
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
