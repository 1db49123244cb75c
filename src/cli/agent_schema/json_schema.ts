// The JSON Schema of an agent file, for editors: the schema that reads the file, with a sentence for each key.

import * as z from "zod";
import { agentFileSchema } from "../../agents/yaml/file_schema.ts";
import { AgentError } from "../../core/error.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { MEANINGS } from "./meanings.ts";

/** A key with its path, as `MEANINGS` has them. */
export interface Key {
  readonly path: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** Keys below this one say what a model can; its own meaning stands for all of them. */
const CAPABILITIES = "resources.inference_gateways[].config.capabilities";

/**
 * The schema as draft-07, which the YAML servers of editors read.
 *
 * @throws {AgentError} internal - a key has no meaning, or a meaning no key
 */
export function agentJsonSchema(): JsonObject {
  const written: unknown = z.toJSONSchema(agentFileSchema, {
    io: "input",
    target: "draft-7",
    unrepresentable: "any",
  });
  const schema: Json = JSON.parse(JSON.stringify(written));
  if (!isJsonObject(schema)) throw new AgentError("internal", "The schema of agents is no object.");
  const keys = listKeys(schema);
  for (const { path, schema } of keys) {
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
    const meaning = MEANINGS[path];
    if (meaning !== undefined) schema.description = toPlainText(meaning);
    else if (!path.startsWith(`${CAPABILITIES}.`)) {
      throw new AgentError("internal", `The key ${path} has no meaning.`);
    }
  }
  const paths = new Set(keys.map(({ path }) => path));
  const unknown = Object.keys(MEANINGS).find((path) => !paths.has(path));
  if (unknown !== undefined) throw new AgentError("internal", `${unknown} has a meaning and is no key.`);
  return { ...schema, title: "An agent of Treadle" };
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
