// The form of an answer in a request, and a JSON Schema as APIs take it that hold answers to a schema. Each has a subset of JSON Schema
// and refuses the rest; the common part of the subsets is sent, and Treadle validates against the whole schema.

import { isJsonObject, type Json, type JsonObject, type JsonSchema } from "../../core/json.ts";
import { unreachable } from "../../core/error.ts";
import { remembered } from "../../core/lru.ts";
import { type OutputFormat, outputMode } from "../../core/model/output_format.ts";
import type { ModelRequest } from "../../core/model/provider.ts";

/** How an API states the form of an answer. */
export interface FormatFields<Field> {
  /** JSON that fits a schema. */
  ofSchema(format: OutputFormat): Field;
  /** JSON mode. */
  readonly ofJson: Field;
}

/** The field of a request for the form of its answer; undefined for words, and for a form that the prompt alone describes. */
export function toFormat<Field>(
  request: Pick<ModelRequest, "output" | "lacks" | "tools">,
  { ofSchema, ofJson }: FormatFields<Field>,
): Field | undefined {
  if (request.output === undefined) return undefined;
  const mode = outputMode(request);
  switch (mode) {
    case "json_schema":
      return ofSchema(request.output);
    case "json_mode":
      return ofJson;
    case "prompted":
      return undefined;
    default:
      return unreachable(mode);
  }
}

/** A schema in the common subset. */
export interface OutputSchema {
  readonly schema: JsonSchema;
  /** Every object lists its properties, and no definition contains itself. */
  readonly isClosed: boolean;
  /** Closed, every object requires all of its properties, and objects of one union differ in their first property. */
  readonly isStrict: boolean;
}

/**
 * The schema in the common subset. Dropped are bounds of texts, numbers and lists, patterns and what has no keyword there; an
 * object that lists its properties takes no others. `oneOf` becomes `anyOf`.
 *
 * Sources: https://platform.openai.com/docs/guides/structured-outputs#supported-schemas,
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations,
 * https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html,
 * https://docs.cohere.com/docs/structured-outputs-json#schema-constraints, groq: beeai-framework#1215;
 * @ai-sdk/anthropic 4.0.105, supportsNativeStructuredOutputSchema (open objects).
 *
 * @example
 * ```ts
 * import { toOutputSchema } from "./output_schema.ts";
 * import assert from "node:assert/strict";
 *
 * const city = { type: "string", minLength: 1 };
 * assert.deepEqual(toOutputSchema({ type: "object", properties: { city }, required: ["city"] }), {
 *   schema: {
 *     type: "object",
 *     properties: { city: { type: "string" } },
 *     required: ["city"],
 *     additionalProperties: false,
 *   },
 *   isClosed: true,
 *   isStrict: true,
 * });
 * ```
 */
export const toOutputSchema: (schema: JsonSchema) => OutputSchema = remembered((schema) => {
  const found: Findings = { isOpen: containsItself(schema), isLoose: false };
  const common = reduce(schema, found);
  return {
    schema: isJsonObject(common) ? common : schema,
    isClosed: !found.isOpen,
    isStrict: !found.isOpen && !found.isLoose,
  };
});

interface Findings {
  isOpen: boolean;
  isLoose: boolean;
}

const KEPT: ReadonlySet<string> = new Set([
  "type",
  "enum",
  "const",
  "description",
  "title",
  "required",
  "$ref",
]);
const MAPS: ReadonlySet<string> = new Set(["properties", "$defs", "definitions"]);

function reduce(schema: Json, found: Findings): Json {
  if (!isJsonObject(schema)) {
    found.isOpen = true; // `true`: any value
    return {};
  }
  const reduced: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (KEPT.has(keyword)) reduced[keyword] = value;
    else if (keyword === "items" && !Array.isArray(value)) reduced.items = reduce(value, found);
    else if ((keyword === "anyOf" || keyword === "oneOf" || keyword === "allOf") && Array.isArray(value)) {
      reduced[keyword === "oneOf" ? "anyOf" : keyword] = value.map((branch) => reduce(branch, found));
      if (keyword !== "allOf" && sharesFirstKey(reduced.anyOf)) found.isLoose = true;
    } else if (MAPS.has(keyword) && isJsonObject(value)) {
      reduced[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, reduce(inner, found)]),
      );
    }
  }
  if (isObjectSchema(reduced)) close(reduced, schema, found);
  else if (SHAPES.every((keyword) => reduced[keyword] === undefined)) found.isOpen = true;
  return reduced;
}

// OpenAI's strict mode: "Objects provided via 'anyOf' must not share identical first keys."
function sharesFirstKey(branches: Json | undefined): boolean {
  const keys = (Array.isArray(branches) ? branches : []).flatMap((branch) =>
    isJsonObject(branch) && isJsonObject(branch.properties) ? Object.keys(branch.properties).slice(0, 1) : []
  );
  return new Set(keys).size < keys.length;
}

const SHAPES = ["type", "enum", "const", "anyOf", "allOf", "$ref"];

function isObjectSchema({ type, properties }: JsonObject): boolean {
  return type === "object" || properties !== undefined || (Array.isArray(type) && type.includes("object"));
}

function close(
  reduced: JsonObject,
  { additionalProperties, patternProperties }: JsonObject,
  found: Findings,
): void {
  const { properties, required } = reduced;
  const isOpen = (additionalProperties !== undefined && additionalProperties !== false) ||
    patternProperties !== undefined ||
    (additionalProperties === undefined && !isJsonObject(properties));
  if (isOpen) {
    found.isOpen = true;
    return;
  }
  reduced.additionalProperties = false;
  reduced.properties ??= {};
  const names = Object.keys(isJsonObject(properties) ? properties : {});
  const needed = Array.isArray(required) ? required : [];
  reduced.required = needed;
  if (!names.every((name) => needed.includes(name))) found.isLoose = true;
}

// By the text: a definition that names itself, or the root. What contains itself by way of another one is refused by the
// API, and the refusal is learned.
function containsItself(schema: JsonSchema): boolean {
  if (JSON.stringify(schema).includes('"$ref":"#"')) return true;
  return ["$defs", "definitions"].some((place) => {
    const definitions = schema[place];
    return isJsonObject(definitions) &&
      Object.entries(definitions).some(([name, definition]) =>
        JSON.stringify(definition).includes(`"$ref":"#/${place}/${name}"`)
      );
  });
}
