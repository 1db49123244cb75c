// Content hashing: canonical JSON, and a fast synchronous hash for fingerprints. Not for security: secrets and blobs use
// SHA-256 from Web Crypto.

import type { Json } from "./json.ts";

/** JSON text that is the same for equal values, whatever the order of their keys. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join(",")}}`;
}

/**
 * Two independent 32-bit FNV-1a hashes of a text, 16 hex digits together: enough to tell a few thousand definitions or
 * calls apart, with no BigInt and no promise (the hash: RFC 9923).
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
