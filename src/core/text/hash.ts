// Content hashing: canonical JSON, and a fast synchronous hash for fingerprints. Not for security: secrets and blobs use
// SHA-256 from Web Crypto.

import type { Json } from "../json.ts";

/** An object of JSON, of which a key may be undefined. */
type Members = Readonly<Record<string, Json | undefined>>;

/** What is left to write: punctuation as it is, or a value. */
type Pending = { readonly text: string } | { readonly value: Json | Members };

/**
 * JSON text that is the same for equal values, whatever the order of their keys. A key whose value is undefined is left out, as
 * `JSON.stringify` leaves it out. It does not recurse, so any depth of nesting takes memory only.
 *
 * @example
 * ```ts
 * import { canonicalJson } from "./hash.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(canonicalJson({ b: [1, null], a: "x" }), '{"a":"x","b":[1,null]}');
 * ```
 */
export function canonicalJson(value: Json | Members): string {
  let text = "";
  const left: Pending[] = [{ value }]; // the last one is written next
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if ("text" in next) text += next.text;
    else if (typeof next.value !== "object" || next.value === null) text += JSON.stringify(next.value);
    else for (const part of listParts(next.value).reverse()) left.push(part);
  }
  return text;
}

function listParts(value: Json[] | Members): Pending[] {
  if (Array.isArray(value)) {
    const items = value.flatMap((
      item,
      index,
    ): Pending[] => [{ text: index === 0 ? "[" : "," }, { value: item }]);
    return [...items, { text: items.length === 0 ? "[]" : "]" }];
  }
  const keys = Object.keys(value).filter((key) => value[key] !== undefined).sort();
  const members = keys.flatMap((key, index): Pending[] => [
    { text: `${index === 0 ? "{" : ","}${JSON.stringify(key)}:` },
    { value: value[key] ?? null },
  ]);
  return [...members, { text: members.length === 0 ? "{}" : "}" }];
}

/**
 * Two independent 32-bit FNV-1a hashes of a text, 16 hex digits together: enough to distinguish a few thousand definitions
 * or calls, with no BigInt and no promise (the hash: RFC 9923).
 */
export function fnv64(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9dc5811c;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + index), 0x01000193);
  }
  return hex32(high) + hex32(low);
}

function hex32(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}
