// The tools that a token-efficient agent sends: the same list in the same order for every request, so that prompt caches hit,
// and schemas without redundant keywords. Arguments are validated against the full schema.

import type { Agent } from "../../core/agent.ts";
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from "../../core/json.ts";
import { READ_OUTPUT } from "../../core/tool.ts";
import { remembered } from "../../core/lru.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import { findShortening } from "../history/shortening.ts";

/**
 * The tools to send: the agent's own, or, when it is token-efficient, trimmed and by name; `read_output` of an agent that
 * shortens outputs only where it is offered (`reads`). Made once per agent object, and the same list every time.
 */
export function toolsToSend(agent: Agent, reads = false): readonly ToolSpec[] {
  if (reads || findShortening(agent) === undefined) return allTools(agent);
  return otherTools(agent);
}

const otherTools = remembered((agent: Agent) => allTools(agent).filter(({ name }) => name !== READ_OUTPUT));

function allTools(agent: Agent): readonly ToolSpec[] {
  if (agent.tokenEfficient) return trimmedTools(agent);
  return agent.threadTools === undefined ? agent.tools : directTools(agent);
}

const trimmedTools = remembered((agent: Agent) =>
  directTools(agent).map(({ name, description, parameters, finds }): ToolSpec => ({
    name,
    description: tidy(description),
    parameters: trimSchema(parameters),
    finds,
  })).sort((left, right) => left.name < right.name ? -1 : 1)
);

/** The tools that are not bridged; the same list every time. */
const directTools = remembered((agent: Agent) => agent.tools.filter(({ bridged }) => !bridged));

/**
 * A schema that accepts exactly the same values in fewer tokens. Left out are `$schema` where the default draft has the same
 * meaning, `$comment`, `examples`, a `title` that only repeats, defaults that never apply or are null, and blanks.
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

/** Keywords that older drafts read in another way: neighbours of $ref, lists of items, bounds that are booleans. */
const OTHER_IN_OLD_DRAFTS =
  /"\$ref"|"items":\[|"additionalItems"|"dependencies"|"exclusiveM\w+":(?:true|false)/;

/** Where a schema stands in another. */
interface SchemaPosition {
  /** The property it describes. */
  readonly property: string | undefined;
  /** The property is required, so its default never applies. */
  readonly isRequired: boolean;
  readonly isRoot: boolean;
  /** A reference leads through a keyword of this name. */
  readonly isKept: (keyword: string) => boolean;
}

const ROOT = { property: undefined, isRequired: true, isRoot: true };

const SCHEMAS: ReadonlySet<string> = new Set([
  "items",
  "additionalItems",
  "unevaluatedItems",
  "contains",
  "not",
  "if",
  "then",
  "else",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
]);
const LISTS: ReadonlySet<string> = new Set(["items", "prefixItems", "allOf", "anyOf", "oneOf"]);
const MAPS: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "dependencies",
  "$defs",
  "definitions",
]);

function trim(schema: Json, position: SchemaPosition): Json {
  if (!isJsonObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([keyword, value]) =>
    position.isKept(keyword) || !isRedundant(keyword, value, schema, position)
  );
  return Object.fromEntries(
    kept.map(([keyword, value]) => [keyword, inner(keyword, value, schema, position)]),
  );
}

// Only where schemas stand: what is below enum, const and default are values, and unknown keywords stay as they are.
function inner(keyword: string, value: Json, { required }: JsonObject, { isKept }: SchemaPosition): Json {
  if (keyword === "description" && typeof value === "string") return tidy(value);
  const position: SchemaPosition = { property: undefined, isRequired: false, isRoot: false, isKept };
  if (MAPS.has(keyword) && isJsonObject(value)) {
    const names = keyword === "properties" && Array.isArray(required) ? required : [];
    return Object.fromEntries(
      Object.entries(value).map(([name, schema]) => [
        name,
        trim(schema, {
          ...position,
          property: keyword === "properties" ? name : undefined,
          isRequired: names.includes(name),
        }),
      ]),
    );
  }
  if (LISTS.has(keyword) && Array.isArray(value)) return value.map((schema) => trim(schema, position));
  return SCHEMAS.has(keyword) ? trim(value, position) : value;
}

function isRedundant(keyword: string, value: Json, schema: JsonObject, position: SchemaPosition): boolean {
  switch (keyword) {
    case "$comment":
    case "examples":
      return true;
    case "$schema":
      return position.isRoot;
    case "default":
      return position.isRequired || value === null;
    case "description":
      return typeof value === "string" && value.trim() === "";
    case "title":
      return position.isRoot || isText(schema.description) || plain(value) === plain(position.property ?? "");
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

/** The text without the indentation of its source code and without redundant blanks. */
function tidy(text: string): string {
  const lines = text.replaceAll("\r\n", "\n").trim().split("\n");
  const indents = lines.slice(1).filter(isText).map((line) => line.search(/\S/));
  const indent = Math.min(...indents, Infinity);
  return lines.map((line, index) => {
    const own = index === 0 || !isText(line) ? line : line.slice(indent);
    return own.replace(/(\S)[ \t]+/g, "$1 ").trimEnd();
  }).join("\n").replace(/\n{3,}/g, "\n\n");
}
