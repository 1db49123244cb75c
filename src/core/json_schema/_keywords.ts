// Checks the form of the values of keywords. A schema with a malformed keyword is broken: no value fits it.

import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { show } from "./_findings.ts";
import { SchemaBroken } from "./_prepared.ts";

/** @throws {SchemaBroken} it is no list */
export function requireList(value: Json | undefined, keyword: string): readonly Json[] {
  if (Array.isArray(value)) return value;
  throw broken(value, keyword, "a list");
}

/** @throws {SchemaBroken} it is no object of schemas, or of lists */
export function requireObject(value: Json | undefined, keyword: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw broken(value, keyword, "an object");
}

/** @throws {SchemaBroken} it is no text */
export function requireText(value: Json | undefined, keyword: string): string {
  if (typeof value === "string") return value;
  throw broken(value, keyword, "a text");
}

/**
 * `missing` where the keyword is not there.
 *
 * @throws {SchemaBroken} it is no number
 */
export function requireNumber(value: Json | undefined, keyword: string, missing: number): number {
  if (value === undefined) return missing;
  if (typeof value === "number") return value;
  throw broken(value, keyword, "a number");
}

function broken(value: Json | undefined, keyword: string, wanted: string): SchemaBroken {
  return new SchemaBroken(`${keyword} is ${show(value)} and not ${wanted}.`);
}
