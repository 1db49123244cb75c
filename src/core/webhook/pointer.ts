// Reads a JSON Pointer (RFC 6901): the value at a place of a JSON document. Only own members are found, so that no name of a prototype
// is a place.

import type { Json } from "../json.ts";

/** The keys of a pointer; undefined when the text is none: it is "" or begins with `/`, and `~` stands before 0 or 1. */
export function parsePointer(pointer: string): readonly string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  return pointer.slice(1).split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * The value at the keys; undefined where there is none. Of a list an index is `0` or digits that do not begin with 0.
 *
 * @example
 * ```ts
 * import { parsePointer, valueAt } from "./pointer.ts";
 * import assert from "node:assert/strict";
 *
 * const payload = { issue: { labels: ["bug"] } };
 * assert.equal(valueAt(payload, parsePointer("/issue/labels/0") ?? []), "bug");
 * assert.equal(valueAt(payload, ["constructor"]), undefined);
 * ```
 */
export function valueAt(document: Json, keys: readonly string[]): Json | undefined {
  let value: Json | undefined = document;
  for (const key of keys) value = memberOf(value, key);
  return value;
}

/** The values at the keys, of which `*` stands for each item of a list. In an object it is the key `*`. */
export function valuesAt(document: Json, keys: readonly string[]): readonly Json[] {
  let values: readonly Json[] = [document];
  for (const key of keys) {
    values = values.flatMap((value) =>
      key === "*" && Array.isArray(value) ? value : [memberOf(value, key)].filter((one) => one !== undefined)
    );
  }
  return values;
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
