// What APIs refuse of a schema that answers are held to: the rules of OpenAI's strict mode, and of Anthropic and Bedrock.
// Sources: https://platform.openai.com/docs/guides/structured-outputs#supported-schemas,
// https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations.
import { isRecord } from "../openai/reply.ts";

const KEYWORDS = [
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "const",
  "anyOf",
  "allOf",
  "$ref",
  "$defs",
  "definitions",
  "description",
  "title",
];

/** The first rule of a closed schema that is broken, undefined when none is: known keywords, no open object. */
export function brokenClosedRule(schema: unknown, place = "schema"): string | undefined {
  if (!isRecord(schema)) return `${place}: a schema is an object`;
  const stranger = Object.keys(schema).find((key) => !KEYWORDS.includes(key));
  if (stranger !== undefined) return `${place}: the keyword '${stranger}' is not supported`;
  const isObject = schema.type === "object" || schema.properties !== undefined;
  if (isObject && schema.additionalProperties !== false) {
    return `${place}: For 'object' type, 'additionalProperties' must be explicitly set to false`;
  }
  return firstOf(schema, place, brokenClosedRule);
}

/** The same for strict mode: also every property is required. */
export function brokenStrictRule(schema: unknown, place = "()"): string | undefined {
  if (!isRecord(schema)) return `In context=${place}, a schema is an object.`;
  if (schema.type === "object") {
    if (schema.additionalProperties !== false) {
      return `In context=${place}, 'additionalProperties' is required to be supplied and to be false.`;
    }
    const names = Object.keys(isRecord(schema.properties) ? schema.properties : {});
    const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
    const missing = names.find((name) => !required.includes(name));
    if (missing !== undefined) {
      return `In context=${place}, 'required' is required to be supplied and to be an array including every key in ` +
        `properties. Missing '${missing}'.`;
    }
  }
  const firsts = (Array.isArray(schema.anyOf) ? schema.anyOf : []).flatMap((branch: unknown) =>
    isRecord(branch) && isRecord(branch.properties) ? Object.keys(branch.properties).slice(0, 1) : []
  );
  if (new Set(firsts).size < firsts.length) {
    return "Objects provided via 'anyOf' must not share identical first keys. Consider adding a discriminator key or " +
      "rearranging the properties to ensure the first key is unique.";
  }
  return firstOf(schema, place, brokenStrictRule);
}

function firstOf(
  schema: Record<string, unknown>,
  place: string,
  rule: (schema: unknown, place: string) => string | undefined,
): string | undefined {
  const inner: [string, unknown][] = [
    ...["properties", "$defs", "definitions"].flatMap((key) =>
      Object.entries(isRecord(schema[key]) ? schema[key] : {})
    ),
    ...["anyOf", "allOf"].flatMap((key) => Object.entries(Array.isArray(schema[key]) ? schema[key] : [])),
    ...(schema.items === undefined ? [] : [["items", schema.items] as [string, unknown]]),
  ];
  for (const [name, value] of inner) {
    const broken = rule(value, `${place}.${name}`);
    if (broken !== undefined) return broken;
  }
  return undefined;
}
