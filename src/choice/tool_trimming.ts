// What a token-efficient agent sends of its tools (row P10): the same ones in the same order every time, so that prompt caches
// hit, and of their schemas what validates and what tells the model something. Arguments are still checked by the full schema.

import type { Agent } from "../core/agent.ts";
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from "../core/json.ts";
import type { ToolSpec } from "../core/tool.ts";

const sparing = new WeakMap<Agent, readonly ToolSpec[]>();

/**
 * The tools to send: the agent's own, or, when it is token-efficient, trimmed and by name. Made once per agent object, and
 * the same list every time.
 */
export function toolsToSend(agent: Agent): readonly ToolSpec[] {
  if (!agent.tokenEfficient) return agent.tools;
  const known = sparing.get(agent);
  if (known !== undefined) return known;
  const specs = agent.tools.map(({ name, description, parameters }): ToolSpec => ({
    name,
    description: tidied(description),
    parameters: trimSchema(parameters),
  })).sort((left, right) => left.name < right.name ? -1 : 1);
  sparing.set(agent, specs);
  return specs;
}

/**
 * A schema that accepts exactly the same values in fewer tokens. Left out: `$schema` where the default draft reads the schema
 * in the same way, `$comment`, `examples`, titles that only repeat, defaults that never apply or say null, and blanks.
 *
 * @example
 * ```ts
 * import { trimSchema } from "./tool_trimming.ts";
 * import assert from "node:assert/strict";
 *
 * const city = { type: "string", title: "City", description: "  In   English. ", examples: ["Paris"], minLength: 1 };
 * assert.deepEqual(trimSchema({ type: "object", title: "Args", properties: { city } }), {
 *   type: "object",
 *   properties: { city: { type: "string", description: "In English.", minLength: 1 } },
 * });
 * ```
 */
export function trimSchema(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema);
  const references = Array.from(
    text.matchAll(/"\$(?:ref|dynamicRef|recursiveRef)":"([^"]*)"/g),
    ([, to = ""]) => to,
  );
  // An anchor, or an escaped place, could lie anywhere, also in what would be left out.
  if (!references.every((to) => /^#(?:\/[^%\\]*)?$/.test(to))) return schema;
  const places = new Set(references.flatMap((to) => to.split("/")));
  const trimmed = trim(schema, { ...ROOT, isKept: (keyword) => places.has(keyword) });
  if (!isJsonObject(trimmed)) return schema;
  const { $schema } = schema;
  const isOld = typeof $schema === "string" && !$schema.includes("2020-12");
  return isOld && OTHER_IN_OLD_DRAFTS.test(text) ? { $schema, ...trimmed } : trimmed;
}

/** References may have neighbours since 2019-09, lists of items have been prefixItems since 2020-12, bounds numbers since 6. */
const OTHER_IN_OLD_DRAFTS =
  /"\$ref"|"items":\[|"additionalItems"|"dependencies"|"exclusiveM\w+":(?:true|false)/;

/** Where a schema stands in another. */
interface SchemaPosition {
  /** The property it describes. */
  readonly property: string | undefined;
  /** There is always a value, so a default never applies. */
  readonly isRequired: boolean;
  readonly isRoot: boolean;
  /** Something refers to a place under such a name. */
  readonly isKept: (keyword: string) => boolean;
}

const ROOT = { property: undefined, isRequired: true, isRoot: true };

const SCHEMAS: ReadonlySet<string> = new Set([
  ...["items", "additionalItems", "unevaluatedItems", "contains", "not", "if", "then", "else"],
  ...["additionalProperties", "unevaluatedProperties", "propertyNames"],
]);
const LISTS: ReadonlySet<string> = new Set(["items", "prefixItems", "allOf", "anyOf", "oneOf"]);
const MAPS: ReadonlySet<string> = new Set([
  ...["properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"],
]);

function trim(schema: Json, seat: SchemaPosition): Json {
  if (!isJsonObject(schema)) return schema;
  const told = Object.entries(schema).filter(([keyword, value]) =>
    seat.isKept(keyword) || !isRedundant(keyword, value, schema, seat)
  );
  return Object.fromEntries(told.map(([keyword, value]) => [keyword, inner(keyword, value, schema, seat)]));
}

// Only where schemas stand: what is below enum, const and default are values, and unknown keywords are not ours to read.
function inner(keyword: string, value: Json, { required }: JsonObject, { isKept }: SchemaPosition): Json {
  if (keyword === "description" && typeof value === "string") return tidied(value);
  const seat: SchemaPosition = { property: undefined, isRequired: false, isRoot: false, isKept };
  if (MAPS.has(keyword) && isJsonObject(value)) {
    const names = keyword === "properties" && Array.isArray(required) ? required : [];
    return Object.fromEntries(
      Object.entries(value).map(([name, schema]) => [
        name,
        trim(schema, {
          ...seat,
          property: keyword === "properties" ? name : undefined,
          isRequired: names.includes(name),
        }),
      ]),
    );
  }
  if (LISTS.has(keyword) && Array.isArray(value)) return value.map((schema) => trim(schema, seat));
  return SCHEMAS.has(keyword) ? trim(value, seat) : value;
}

function isRedundant(keyword: string, value: Json, schema: JsonObject, seat: SchemaPosition): boolean {
  switch (keyword) {
    case "$comment":
    case "examples":
      return true;
    case "$schema":
      return seat.isRoot;
    case "default":
      return seat.isRequired || value === null;
    case "description":
      return typeof value === "string" && value.trim() === "";
    case "title":
      return seat.isRoot || isText(schema.description) || plain(value) === plain(seat.property ?? "");
    default:
      return false;
  }
}

function isText(value: Json | undefined): boolean {
  return typeof value === "string" && value.trim() !== "";
}

/** `Departure Date` as departure_date. */
function plain(value: Json): string {
  return String(value).toLowerCase().replace(/[\s_-]+/g, "");
}

/** The text without the indentation of the source it stood in, and without blanks that say nothing. */
function tidied(text: string): string {
  const lines = text.replaceAll("\r\n", "\n").trim().split("\n");
  const indents = lines.slice(1).filter(isText).map((line) => line.search(/\S/));
  const indent = Math.min(...indents, Infinity);
  return lines.map((line, index) => {
    const own = index === 0 || !isText(line) ? line : line.slice(indent);
    return own.replace(/(\S)[ \t]+/g, "$1 ").trimEnd();
  }).join("\n").replace(/\n{3,}/g, "\n\n");
}
