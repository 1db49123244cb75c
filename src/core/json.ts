// JSON as a type, and small functions over JSON text and values.

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  [key: string]: Json;
}

/**
 * JSON Schema as the tools of this field write it: an object that only the validator interprets.
 * `parameters` of a tool are always an object schema.
 */
export type JsonSchema = JsonObject;

/** Parses JSON text; `undefined` when it is not JSON, so that malformed text is a value and not an exception. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Most arrays and objects inside each other in JSON text that a model or a caller wrote. */
export const MAX_JSON_DEPTH = 64;

/**
 * As {@link parseJson}, for text that a model or a caller wrote: `undefined` also when it is nested deeper than 64 levels,
 * so that a recursive function over the value does not overflow the stack, and when a number is beyond a double, which would be
 * written as null.
 */
export function parseUntrustedJson(text: string): Json | undefined {
  const value = parseJson(text);
  return value === undefined || nestsDeeper(value, MAX_JSON_DEPTH) || holdsInfinity(value)
    ? undefined
    : value;
}

/** True where a number of the value is beyond a double: `1e400` is read as Infinity. It does not recurse. */
export function holdsInfinity(value: Json): boolean {
  const left: Json[] = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === "number" && !Number.isFinite(next)) return true;
    if (isNested(next)) { for (const inner of Object.values(next)) left.push(inner); }
  }
  return false;
}

/**
 * JSON text of arguments that were parsed with what is around them. A number beyond a double stays one, so that who reads the text
 * refuses it; `JSON.stringify` would write null.
 *
 * @example
 * ```ts
 * import { argumentsText } from "./json.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(argumentsText({ a: 1 }), '{"a":1}');
 * assert.equal(argumentsText(JSON.parse('{"a":-1e400}')), '{"a":-1e400}');
 * ```
 */
export function argumentsText(args: Json): string {
  if (!holdsInfinity(args)) return JSON.stringify(args);
  const write = (_: string, value: Json) =>
    typeof value === "number" && !Number.isFinite(value) ? `${BEYOND}${value > 0 ? "" : "-"}` : value;
  return JSON.stringify(args, write).replaceAll(JSON.stringify(BEYOND), "1e400")
    .replaceAll(JSON.stringify(`${BEYOND}-`), "-1e400");
}

/** No text that can be stored has it. */
const BEYOND = "\u0000beyond a double";

/**
 * The members that are not undefined, as an object of JSON: what `JSON.stringify` writes of them. It is for objects whose keys are
 * read, such as a schema; what is only written as text needs no copy.
 *
 * @example
 * ```ts
 * import { toJsonObject } from "./json.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(toJsonObject({ type: "string", description: undefined }), { type: "string" });
 * ```
 */
export function toJsonObject(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const present = Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return Object.fromEntries(present);
}

/** True for an object that is neither null nor an array. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * True when a JSON value nests deeper than `levels`: `[]` is one level, `{"a":[]}` two, a text or a number none. It does
 * not recurse.
 */
export function nestsDeeper(value: Json, levels: number): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === levels) return true;
    level = level.flatMap((item) => Object.values(item).filter(isNested));
  }
  return false;
}

function isNested(value: Json): value is Json[] | JsonObject {
  return typeof value === "object" && value !== null;
}

/** JSON texts of items as the text of a list without its brackets; empty texts are left out. */
export function joinItems(first: string, second: string): string {
  // Not by join: a sum of long strings is copied once, when it is sent.
  return first === "" || second === "" ? first + second : `${first},${second}`;
}

/** A copy of an object of JSON: five times faster than structuredClone, which takes 10 us for an empty one. */
export function copyOfJson(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value));
}
