// The JSON Schema of an agent file, for editors: the schema that reads the file, with a sentence for each key.

import * as core from "zod/v4/core";
import * as z from "zod";
import { agentFileSchema } from "../../agents/yaml/file_schema.ts";
import { AgentError } from "../../core/error.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { fieldMeaning } from "../../core/text/field_meanings.ts";

/** A key of an agent file. */
export interface Key {
  /** `[]` stands for each item of a list, `*` for each name of a map. */
  readonly path: string;
  /** Its description is its meaning. */
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** Keys below this one say what a model can; its own meaning stands for all of them. */
const CAPABILITIES = "resources.inference_gateways[].config.capabilities";

/** The schema as draft-07, which the YAML servers of editors read. */
export function agentJsonSchema(): JsonObject {
  const schema = describedSchema();
  for (const { schema: { description }, schema: key } of listKeys(schema)) {
    if (typeof description === "string") key.description = toPlainText(description);
  }
  return { ...schema, title: "An agent of Treadle" };
}

/**
 * Every key of an agent file with its meaning, in order.
 *
 * @throws {AgentError} internal - a key has no meaning
 */
export function agentKeys(): readonly Key[] {
  const keys = listKeys(describedSchema()).filter(({ path }) => !path.startsWith(`${CAPABILITIES}.`));
  const bare = keys.find(({ schema: { description } }) => !description);
  if (bare !== undefined) throw new AgentError("internal", `The key ${bare.path} has no meaning.`);
  return keys;
}

/** The schema with the meanings as descriptions, in Markdown. */
function describedSchema(): JsonObject {
  const written: unknown = z.toJSONSchema(agentFileSchema, {
    io: "input",
    target: "draft-7",
    unrepresentable: "any",
  });
  const schema: Json = JSON.parse(JSON.stringify(written));
  if (!isJsonObject(schema)) throw new AgentError("internal", "The schema of agents is no object.");
  addMeanings(agentFileSchema, schema);
  return schema;
}

/** Gives the keys of a schema their meanings, and those of the objects in it. */
function addMeanings(schema: core.$ZodType, written: Json | undefined): void {
  if (!isJsonObject(written)) return;
  if (written.maximum === Number.MAX_SAFE_INTEGER) delete written.maximum;
  if (schema instanceof core.$ZodOptional) return addMeanings(schema._zod.def.innerType, written);
  if (schema instanceof core.$ZodArray) return addMeanings(schema._zod.def.element, written.items);
  if (schema instanceof core.$ZodRecord) {
    return addMeanings(schema._zod.def.valueType, written.additionalProperties);
  }
  if (!(schema instanceof core.$ZodObject) || !isJsonObject(written.properties)) return;
  for (const [name, field] of Object.entries(schema._zod.def.shape)) {
    const property = written.properties[name];
    addMeanings(field, property);
    const meaning = fieldMeaning(schema, name);
    if (meaning && isJsonObject(property)) property.description = meaning;
  }
}

/** Every key of an object schema and of the objects in it, in order. */
export function listKeys(schema: JsonObject, prefix = ""): readonly Key[] {
  const { properties, required = [], items, additionalProperties } = schema;
  const own = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(
    ([name, property]): Key[] => {
      if (!isJsonObject(property)) return [];
      const path = `${prefix}${name}`;
      const key = { path, schema: property, required: Array.isArray(required) && required.includes(name) };
      return [key, ...listKeys(property, `${path}.`)];
    },
  );
  return [
    ...own,
    ...(isJsonObject(items) ? listKeys(items, `${prefix.slice(0, -1)}[].`) : []),
    ...(isJsonObject(additionalProperties) ? listKeys(additionalProperties, `${prefix}*.`) : []),
  ];
}

/** Editors show plain text: a link is its words. */
function toPlainText(meaning: string): string {
  return meaning.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1").replaceAll("`", "");
}
