// The parameters of a tool: whether each is described, enums are explained, and the required ones are marked.

import type { Json, JsonObject, JsonSchema } from "../../../core/json.ts";
import { isJsonObject } from "../../../core/json.ts";
import { contentWords, nameWords, toSingular } from "./words.ts";

/** What is known of the parameters of a tool. */
export interface ParameterFacts {
  /** Every parameter, those of nested objects too. */
  readonly parameters: readonly ParameterFact[];
  /** True where an object has parameters and no list `required`. */
  readonly isUnmarked: boolean;
}

/** What is known of one parameter. */
export interface ParameterFact {
  readonly name: string;
  /** JSON Pointer into the tool. */
  readonly pointer: string;
  /** 1 for a description, 0.5 for one that only repeats the name, 0 without one. */
  readonly described: number;
  /** The values of an enum; absent where it has none. */
  readonly values?: readonly string[];
  /** Whether such values are explained: by the description, or because they are plain words. */
  readonly isExplained: boolean;
  /** What the description says and `required` contradicts. */
  readonly contradicts?: "required" | "optional";
}

/** Most parameters that are looked at; the others have no findings. */
const MOST_PARAMETERS = 200;

/** Objects inside each other that are looked into, and schemas in all. */
const MOST_DEPTH = 8;
const MOST_SCHEMAS = 1_000;

/** References behind each other that are followed. */
const MOST_REFERENCES = 8;

/** Reads the schema of a tool's arguments. References within it are followed, others are not. */
export function readParameters(schema: JsonSchema): ParameterFacts {
  const found: ParameterFact[] = [];
  let isUnmarked = false;
  let schemas = 0;
  const walk = (node: Json | undefined, pointer: string, depth: number, from: ReadonlySet<JsonObject>) => {
    const object = resolve(node, schema);
    if (object === undefined || depth > MOST_DEPTH || ++schemas > MOST_SCHEMAS || from.has(object)) return;
    const within = new Set(from).add(object);
    const { properties, required, items } = object;
    if (isJsonObject(properties)) {
      const names = Object.keys(properties);
      if (names.length > 0 && required === undefined) isUnmarked ||= depth === 0;
      for (const name of names) {
        if (found.length >= MOST_PARAMETERS) return;
        const at = `${pointer}/properties/${escapePointer(name)}`;
        const isRequired = Array.isArray(required) && required.includes(name);
        found.push(toFact(name, at, properties[name], schema, isRequired));
        walk(properties[name], at, depth + 1, within);
      }
    }
    if (isJsonObject(items)) walk(items, `${pointer}/items`, depth + 1, within);
    for (const key of ["anyOf", "oneOf", "allOf"]) {
      const branches = object[key];
      if (!Array.isArray(branches)) continue;
      for (const [index, branch] of branches.entries()) {
        walk(branch, `${pointer}/${key}/${index}`, depth + 1, within);
      }
    }
  };
  walk(schema, "/parameters", 0, new Set());
  return { parameters: found, isUnmarked };
}

function toFact(
  name: string,
  pointer: string,
  node: Json | undefined,
  root: JsonSchema,
  isRequired: boolean,
): ParameterFact {
  const own = isJsonObject(node) ? node : {};
  const target = resolve(node, root) ?? {};
  const description = readText(own.description) || readText(target.description) || readText(own.title);
  const values = readValues(target);
  const contradicts = contradiction(description, isRequired);
  return {
    name,
    pointer,
    described: weighDescription(description, name),
    values,
    isExplained: values === undefined || isExplained(values, description, target),
    contradicts,
  };
}

/** A description counts half when all its words are in the name: `the city` of city. */
function weighDescription(description: string, name: string): number {
  const words = contentWords(description).map(toSingular);
  if (words.length === 0) return /\p{L}/u.test(description) ? 0.5 : 0;
  const own = new Set(nameWords(name).map(toSingular));
  return words.every((word) => own.has(word)) ? 0.5 : 1;
}

/** The values of an enum with more than one. */
function readValues(node: JsonObject): readonly string[] | undefined {
  const { items } = node;
  const values = Array.isArray(node.enum)
    ? node.enum
    : isJsonObject(items) && Array.isArray(items.enum)
    ? items.enum
    : [];
  const told = values.filter((value) => typeof value === "string" || typeof value === "number").map(String);
  return told.length > 1 ? told : undefined;
}

/** Values are explained by a description that names half of them, by one of each, or by being plain words. */
function isExplained(values: readonly string[], description: string, node: JsonObject): boolean {
  if (Array.isArray(node.enumDescriptions) || Array.isArray(node["x-enumDescriptions"])) return true;
  const text = description.toLowerCase();
  const named = values.filter((value) => text.includes(value.toLowerCase())).length;
  return named >= values.length / 2 || (text !== "" && values.every(isPlainWord));
}

/** `celsius` and `in_progress` need no explanation; `P1`, `asc` and `3` do. */
function isPlainWord(value: string): boolean {
  const words = value.split(/[\s_-]+|(?<=[a-z])(?=[A-Z])/);
  return words.every((word) => /^\p{L}+$/u.test(word)) &&
    words.some((word) => word.length >= 4 || /\P{ASCII}/u.test(word));
}

function contradiction(description: string, isRequired: boolean): "required" | "optional" | undefined {
  if (isRequired) return /^\W{0,2}optional\b|\(optional[,;)]/i.test(description) ? "optional" : undefined;
  return /^\W{0,2}required\b(?!\s+(?:if|when|for|unless|only))|\(required[,;)]/i.test(description)
    ? "required"
    : undefined;
}

function resolve(node: Json | undefined, root: JsonSchema, references = 0): JsonObject | undefined {
  if (!isJsonObject(node) || references > MOST_REFERENCES) return undefined;
  const { $ref } = node;
  if (typeof $ref !== "string") return node;
  if (!$ref.startsWith("#/")) return undefined;
  let target: Json | undefined = root;
  for (const part of $ref.slice(2).split("/")) {
    if (!isJsonObject(target)) return undefined;
    const key = part.replace(/~1/g, "/").replace(/~0/g, "~");
    target = Object.hasOwn(target, key) ? target[key] : undefined;
  }
  return resolve(target, root, references + 1);
}

function readText(value: Json | undefined): string {
  return typeof value === "string" ? value.trim() : "";
}

function escapePointer(name: string): string {
  return name.replace(/~/g, "~0").replace(/\//g, "~1");
}
