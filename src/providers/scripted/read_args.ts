// The arguments that the demo model reads from a sentence, by the JSON Schema of a tool.

import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { fitsSchema } from "../../core/json_schema/fits_schema.ts";

/**
 * What a sentence says for the properties of an object schema. Required properties always have a value, the others where the sentence names
 * them. For `{ order: string, nights: integer, express: boolean, size: "S" | "M" }`, all of them required:
 *
 * | sentence                            | arguments                                                     |
 * | ----------------------------------- | ------------------------------------------------------------- |
 * | Send order A-1042 in size M, express | `{ order: "A-1042", nights: 0, express: true, size: "M" }`   |
 * | A-1042 for 2 nights                 | `{ order: "A-1042", nights: 2, express: false, size: "S" }`   |
 */
export function readArgs(schema: JsonObject, sentence: string): JsonObject {
  const text = sentence.trim();
  const properties = toObject(schema.properties);
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const names = [...new Set([...Object.keys(properties), ...required])];
  const args = new Map<string, Json>();
  for (const name of names) {
    const property = toObject(properties[name]);
    const value = named(name, property, text).find((each) => fits(property, each));
    if (value !== undefined) args.set(name, value);
  }
  for (const name of required.filter((each) => !args.has(each))) {
    const property = toObject(properties[name]);
    const used = new Set([...args.values()].map(String)); // in "2 nights, room 14" the room is not 2
    const guesses = guess(name, property, text)
      .filter((each) => typeof each !== "number" || !used.has(String(each)));
    args.set(name, guesses.find((each) => fits(property, each)) ?? guesses.at(-1) ?? fallback(property));
  }
  return Object.fromEntries(names.flatMap((name) => args.has(name) ? [[name, args.get(name) ?? null]] : []));
}

/** Whether the words of a name are in a text, in order, as `order_number` is in "the order numbers". */
export function hasWords(name: string, text: string): boolean {
  return new RegExp(`${START}${wordsPattern(name)}(?:e?s)?${END}`, "iu").test(text);
}

/** The words of a name such as `order_number` or `orderNumber`. */
export function splitName(name: string): readonly string[] {
  return name.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase().split(/[^\p{L}\d]+/u).filter(Boolean);
}

/** Values that the sentence gives a property by its name, or by a form that only this property has. */
function named(name: string, schema: JsonObject, text: string): Json[] {
  if (schema.const !== undefined) return [];
  if (Array.isArray(schema.enum)) return mentioned(schema.enum, text);
  const words = wordsPattern(name);
  switch (readType(schema)) {
    case "integer":
    case "number":
      return [
        ...find(`${words}${BETWEEN}(${NUMBER})${END}`, text),
        ...find(`${START}(${NUMBER})\\s+${words}`, text),
      ].map(Number);
    case "boolean":
      return hasWords(name, text) ? [find(`(?:no|not|without|never) (${words})`, text).length === 0] : [];
    case "array": {
      const items = mentioned(toObject(schema.items).enum, text);
      return items.length === 0 ? [] : [items];
    }
    case "object":
      return [];
    default:
      return [
        ...(schema.pattern === undefined && schema.format === undefined ? [] : toWords(text)),
        ...find(`${anyCase(words)}${BETWEEN}("[^"]+"|${IDENTIFIER}|${NAMES})`, text, "u").map(unquote),
      ];
  }
}

/** Values for a property that the sentence does not name, the best first. */
function guess(name: string, schema: JsonObject, text: string): Json[] {
  if (schema.const !== undefined) return [schema.const];
  if (schema.default !== undefined) return [schema.default];
  if (Array.isArray(schema.enum)) return schema.enum;
  switch (readType(schema)) {
    case "integer":
    case "number":
      return find(`(?<![\\w.#-])(${NUMBER})(?![\\w-])`, text).map(Number);
    case "boolean":
      return [false];
    case "null":
      return [null];
    case "array": {
      const items = toObject(schema.items);
      const item = guess(name, items, text)[0] ?? fallback(items);
      return [Array.from({ length: Number(schema.minItems ?? 0) }, () => item)];
    }
    case "object":
      return [readArgs(schema, text)];
    default:
      return guessText(name, text);
  }
}

/** An identifier, a quotation, a name, and at last the whole sentence. */
function guessText(name: string, text: string): Json[] {
  const last = splitName(name).at(-1) ?? "";
  if (WHOLE_SENTENCE.has(last)) return [text || "unknown"];
  return [
    ...(IDENTIFIERS.has(last) ? find(`(?<!["\\w])(${IDENTIFIER})`, text).map(unquote) : []),
    ...find(`"([^"]+)"`, text),
    ...find(`\\b(?:in|for|of|to|from|at|about) (${NAMES})`, text, "u"),
    ...find(`\\S (${NAMES})`, text, "u"),
    text || "unknown",
  ];
}

/** Last words of the names of properties that take free text. */
const WHOLE_SENTENCE: ReadonlySet<string> = new Set(
  ["query", "text", "question", "message", "input", "prompt", "body", "note", "reason", "comment", "content"],
);

/** Last words of the names of properties that take an identifier. */
const IDENTIFIERS: ReadonlySet<string> = new Set(
  ["id", "number", "code", "key", "ref", "reference", "order", "record", "ticket", "invoice"],
);

const START = "(?<![\\p{L}\\d])";
const END = "(?![\\p{L}\\d])";
const NUMBER = "-?\\d+(?:\\.\\d+)?";
/** A word with a digit, such as A-1042 or #7. */
const IDENTIFIER = "#?[\\w-]*\\d[\\w-]*";
/** Words with a capital letter that follow each other. */
const NAMES = "\\p{Lu}[\\p{L}\\p{M}'’-]*(?: \\p{Lu}[\\p{L}\\p{M}'’-]*)*";
/** What may stand between the name of a property and its value. */
const BETWEEN = "(?:\\s+(?:is|of|number|no\\.?|id))?[\\s:=]+";

/** What the first group of a pattern finds, in order. */
function find(pattern: string, text: string, flags = "iu"): string[] {
  return [...text.matchAll(new RegExp(pattern, `g${flags}`))].map(([, value = ""]) => value);
}

function mentioned(values: Json | undefined, text: string): Json[] {
  return Array.isArray(values) ? values.filter((value) => hasWords(String(value), text)) : [];
}

function fits(schema: JsonObject, value: Json): boolean {
  return fitsSchema(schema, value).type === "valid";
}

/** The smallest value of a type that no text of the sentence fits. */
function fallback(schema: JsonObject): Json {
  const { minimum, exclusiveMinimum } = schema;
  switch (readType(schema)) {
    case "integer":
    case "number":
      return Number(minimum ?? (exclusiveMinimum === undefined ? 0 : Number(exclusiveMinimum) + 1));
    case "string":
      return "unknown";
    default:
      return null;
  }
}

/** Of several types the first that is a value; a schema without one takes a text, or an object where it lists properties. */
function readType({ type, properties }: JsonObject): Json {
  const first = Array.isArray(type) ? type.find((each) => each !== "null") : type;
  return first ?? (properties === undefined ? "string" : "object");
}

function toWords(text: string): string[] {
  return text.split(/\s+/).map((word) => word.replace(/^["'“(#]+|["'”),.;:!?]+$/g, "")).filter(Boolean);
}

function unquote(text: string): string {
  return text.replace(/^["#]+|"$/g, "");
}

function wordsPattern(name: string): string {
  return splitName(name).join("[\\s_-]+") || "(?!)";
}

/** A pattern whose letters match in both cases, for one in which capital letters mean something. */
function anyCase(words: string): string {
  return START +
    words.replaceAll(
      /\\?\p{L}/gu,
      (letter) => letter.startsWith("\\") ? letter : `[${letter}${letter.toUpperCase()}]`,
    );
}

function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
